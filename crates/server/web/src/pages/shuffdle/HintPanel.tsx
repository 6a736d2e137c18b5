// Hints from the solver: an optimal next move, the distance to the goal, and an optimal solution.
import { useEffect, useMemo } from "preact/hooks";
import { isBusy, useJob } from "../../api/job";
import type { Answer, Hint, RequestBody } from "../../api/types";
import type { Fetched } from "../../api/hooks";
import { splitMoves } from "../../model/alg";
import { pluralize } from "../../model/format";
import { storeRounds } from "../../model/lastSearch";
import { ARROW_NAMES, parseShift, correctCells, applyShifts, type Cells } from "../../model/shuffdle";
import { Check } from "../../components/controls";
import { JobPanel } from "../../components/JobPanel";
import { announce } from "../../components/LiveRegion";
import { Notice } from "../../components/Notice";
import { MoveList, Player, usePlayback } from "../../components/Player";
import { Statistics, resultSummary } from "../../components/SearchResult";
import { LetterBoard } from "./LetterBoard";

interface HintPanelProps {
  puzzleFields: RequestBody;
  solved: boolean;
  hint: Fetched<Hint>;
  following: boolean;
  /** The start board and the moves of the shown solution. */
  solution: { from: Cells; moves: string } | null;
  word: string;
  hard: boolean;
  onHint(): void;
  onFollow(always: boolean): void;
  onPlayHint(move: string): void;
  onSolution(moves: string): void;
}

export function HintPanel({ puzzleFields, solved, hint, following, solution, word, hard, onHint, onFollow, onPlayHint, onSolution }: HintPanelProps) {
  const job = useJob<Answer>();
  useEffect(() => job.reset(), [word]);
  useEffect(() => {
    if (job.view.result && job.view.rounds.length) storeRounds(`Shuffdle ${word}`, job.view.rounds);
  }, [job.view.result]);
  const solve = async () => {
    const answer = await job.start("solve", puzzleFields);
    if (!answer) return;
    announce(resultSummary(answer));
    if (answer.moves) onSolution(answer.moves);
  };
  const shift = hint.value?.move ? parseShift(hint.value.move) : null;
  return (
    <>
      <p class="shortest" role="status">
        {solved ? "Solved." : hint.value?.left !== undefined ? (
          <>{hint.value.status === "optimal" ? "Shortest from here" : "A solution from here"}: <strong data-left={hint.value.left}>{hint.value.left}</strong></>
        ) : hint.value ? "No solution was found in time." : hint.loading ? "Searching …" : "Press Hint to show the number of moves left."}
      </p>
      {hint.error && <Notice error={hint.error} />}
      <div class="row">
        <button type="button" onClick={onHint} disabled={solved || hint.loading || hint.value !== null}>Hint</button>
        {shift && hint.value?.move && (
          <button type="button" class="primary" onClick={() => onPlayHint(hint.value!.move!)}>
            Slide {hint.value.slides?.[0]?.before ?? hint.value.move.slice(0, 2)} {ARROW_NAMES[shift[1]]}
          </button>
        )}
        <button type="button" onClick={solve} disabled={solved || isBusy(job.view)}>Show a solution</button>
      </div>
      <Check label="Always show the number of moves left" checked={following} onChange={onFollow} />
      <JobPanel job={job} />
      {solution && <Replay key={solution.from + solution.moves} from={solution.from} moves={solution.moves} word={word} hard={hard} />}
      {job.view.result && <p class="headline" data-status={job.view.result.status}>{resultSummary(job.view.result)}</p>}
      {job.view.result && <Statistics answer={job.view.result} firstMs={job.view.firstMs} />}
    </>
  );
}

function Replay({ from, moves, word, hard }: { from: Cells; moves: string; word: string; hard: boolean }) {
  const list = useMemo(() => splitMoves(moves), [moves]);
  const playback = usePlayback(from + moves, list.length);
  const made = list.slice(0, playback.at);
  const cells = applyShifts(from, made);
  if (!cells) return null;
  return (
    <div class="replay" data-at={playback.at}>
      <div class="stage">
        <LetterBoard cells={cells} right={correctCells(cells, word, hard)} last={made[made.length - 1]} made={made.length} label={`The board after ${pluralize(made.length, "move")} of the solution`} />
      </div>
      <Player playback={playback} />
      <MoveList moves={list} playback={playback} />
    </div>
  );
}
