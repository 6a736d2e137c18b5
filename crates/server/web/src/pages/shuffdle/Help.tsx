// Help from the solver: an optimal next move, how far it is, and a whole shortest solution.
import { useEffect, useMemo } from "preact/hooks";
import { isBusy, useJob } from "../../api/job";
import type { Answer, Hint, Wish } from "../../api/types";
import type { Asked } from "../../api/hooks";
import { splitMoves } from "../../model/alg";
import { counted } from "../../model/format";
import { keepRounds } from "../../model/last";
import { ARROW_NAMES, readShift, rightCells, shiftedBy, type Cells } from "../../model/shuffdle";
import { Check } from "../../parts/controls";
import { JobPanel } from "../../parts/JobPanel";
import { announce } from "../../parts/Live";
import { Notice } from "../../parts/Notice";
import { MoveList, Player, useTransport } from "../../parts/Player";
import { Figures, verdict } from "../../parts/Result";
import { LetterBoard } from "./LetterBoard";

interface HelpProps {
  subject: Wish;
  solved: boolean;
  hint: Asked<Hint>;
  following: boolean;
  /** The board that the shown solution starts from, and its moves. */
  solution: { from: Cells; moves: string } | null;
  word: string;
  hard: boolean;
  onHint(): void;
  onFollow(always: boolean): void;
  onPlayHint(move: string): void;
  onSolution(moves: string): void;
}

export function Help({ subject, solved, hint, following, solution, word, hard, onHint, onFollow, onPlayHint, onSolution }: HelpProps) {
  const job = useJob<Answer>();
  useEffect(() => job.reset(), [word]);
  useEffect(() => {
    if (job.view.result && job.view.rounds.length) keepRounds(`Shuffdle ${word}`, job.view.rounds);
  }, [job.view.result]);
  const solve = async () => {
    const answer = await job.start("solve", subject);
    if (!answer) return;
    announce(verdict(answer));
    if (answer.moves) onSolution(answer.moves);
  };
  const shift = hint.value?.move ? readShift(hint.value.move) : null;
  return (
    <>
      <p class="shortest" role="status">
        {solved ? "Nothing is left to do." : hint.value?.left !== undefined ? (
          <>{hint.value.status === "optimal" ? "Shortest from here" : "A solution from here"}: <strong data-left={hint.value.left}>{hint.value.left}</strong></>
        ) : hint.value ? "No solution was found in time." : hint.loading ? "Looking for the shortest way …" : "Shortest from here: ask for a hint."}
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
      <Check label="Always show what is left" checked={following} onChange={onFollow} />
      <JobPanel job={job} />
      {solution && <Replay key={solution.from + solution.moves} from={solution.from} moves={solution.moves} word={word} hard={hard} />}
      {job.view.result && <p class="headline" data-status={job.view.result.status}>{verdict(job.view.result)}</p>}
      {job.view.result && <Figures answer={job.view.result} firstMs={job.view.firstMs} />}
    </>
  );
}

function Replay({ from, moves, word, hard }: { from: Cells; moves: string; word: string; hard: boolean }) {
  const list = useMemo(() => splitMoves(moves), [moves]);
  const transport = useTransport(from + moves, list.length);
  const made = list.slice(0, transport.at);
  const cells = shiftedBy(from, made);
  if (!cells) return null;
  return (
    <div class="replay" data-at={transport.at}>
      <div class="stage">
        <LetterBoard cells={cells} right={rightCells(cells, word, hard)} last={made[made.length - 1]} made={made.length} label={`The board after ${counted(made.length, "move")} of the solution`} />
      </div>
      <Player transport={transport} />
      <MoveList moves={list} transport={transport} />
    </div>
  );
}
