// Sliding tiles: play, solve, replay, compare. The address stores board, goal, options and solution.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useList } from "../../api/hooks";
import { useJob } from "../../api/job";
import type { RequestBody } from "../../api/types";
import { splitMoves } from "../../model/alg";
import { validateParams, isCount, isOneOf, isText } from "../../model/validateParams";
import { storeRounds } from "../../model/lastSearch";
import { useParams, type Params } from "../../model/route";
import { GOALS, goalBoard, parseBoard, slideTile, applySlides, formatBoard, type Board, type Goal, type Direction } from "../../model/tiles";
import { Card } from "../../components/controls";
import { CopyLink } from "../../components/CopyLink";
import { announce } from "../../components/LiveRegion";
import { LinkErrors } from "../../components/Notice";
import { MoveList, Player, usePlayback } from "../../components/Player";
import { resultSummary } from "../../components/SearchResult";
import { TileBoard } from "./TileBoard";
import { Compare } from "./Compare";
import { Play, undoOf } from "./Play";
import { SolvePanel, readSearchOptions } from "./SolvePanel";
import { BoardSetup } from "./BoardSetup";

const PUZZLE = "sliding";
const FIRST = "7 4 1 8/2 11 13 3/5 15 10 12/6 0 14 9";

const validate = (params: Params) =>
  validateParams(params, {
    board: (text) => typeof parseBoard(text) !== "string", goal: isOneOf(GOALS), algorithm: isText, heuristic: isText,
    weight: (text) => Number(text) >= 1 && Number(text) < 100, solution: (text) => /^[UDLR]+$/.test(text), at: isCount,
  });

export default function TilesPage() {
  const [params, change, linkErrors] = useParams("tiles", validate);
  const { value: list } = useList();
  const solver = list?.puzzles.find(({ name }) => name === PUZZLE) ?? null;
  const job = useJob();
  const goal: Goal = GOALS.find((goal) => goal === params["goal"]) ?? "last";
  const board = useMemo<Board>(() => {
    const read = parseBoard(params["board"] || FIRST);
    return typeof read === "string" ? (parseBoard(FIRST) as Board) : read;
  }, [params["board"]]);
  // Moves played are not in the address: a link shows the current board.
  const [made, setMade] = useState<Direction[]>([]);
  const target = useMemo(() => goalBoard(board.rows, board.columns, goal), [board.rows, board.columns, goal]);
  const puzzleFields = useMemo<RequestBody>(() => ({ puzzle: PUZZLE, goal }), [goal]);
  const text = formatBoard(board);
  const { options, available } = readSearchOptions(solver, board, params);

  const show = (next: Board, played: Direction[]) => {
    setMade(played);
    job.reset();
    change({ board: formatBoard(next), solution: "", at: "" });
  };
  const undo = () => {
    const before = made.length ? slideTile(board, undoOf(made)) : null;
    if (before) show(before, made.slice(0, -1));
  };
  const solve = async () => {
    change({ solution: "", at: "" });
    const request: RequestBody = { ...puzzleFields, input: text };
    if (options.algorithm) request["algorithm"] = options.algorithm;
    if (options.heuristic) request["heuristic"] = options.heuristic;
    if (options.algorithm === "weighted-astar" && options.weight) request["weight"] = Number(options.weight);
    if (options.algorithm === "dfs") request["max_length"] = 80;
    const answer = await job.start("solve", request);
    if (!answer) return;
    announce(resultSummary(answer));
    if (answer.moves) change({ solution: answer.moves.replaceAll(" ", ""), at: "" });
  };
  useEffect(() => {
    if (job.view.result && job.view.rounds.length) storeRounds(`${board.rows}x${board.columns} tiles, ${job.view.result.method ?? ""}`, job.view.rounds);
  }, [job.view.result]);

  const moves = useMemo(() => splitMoves([...(params["solution"] ?? "")].join(" ")), [params["solution"]]);
  return (
    <div class="page two">
      <div class="column">
        <h1 class="visually-hidden">Sliding tiles</h1>
        <Card title="Board" aside={<CopyLink />}>
          <LinkErrors errors={linkErrors} />
          <Play board={board} goal={target} puzzleFields={puzzleFields} made={made} onMade={(directions, next) => show(next, directions)} onUndo={undo} />
        </Card>
        <Card title="Another board">
          <BoardSetup board={board} goal={goal} goals={solver?.goals ?? null} onBoard={(next) => show(next, [])} onGoal={(next) => (job.reset(), setMade([]), change({ goal: next, solution: "", at: "" }))} />
        </Card>
        <Card title="Compare" late>
          <Compare puzzleFields={puzzleFields} board={text} />
        </Card>
      </div>
      <div class="column">
        <Card title="Solve">
          <SolvePanel options={options} available={available} job={job} onOptions={change} onSolve={solve} />
        </Card>
        {moves.length > 0 && applySlides(board, moves) && (
          <Card title="Replay">
            <Replay board={board} goal={target} moves={moves} at={Number(params["at"] ?? "0")} onAt={(at) => change({ at: at ? String(at) : "" })} onPlayOn={(next, directions) => show(next, [...made, ...directions])} />
          </Card>
        )}
      </div>
    </div>
  );
}

interface ReplayProps { board: Board; goal: Board; moves: string[]; at: number; onAt(at: number): void; onPlayOn(board: Board, directions: Direction[]): void }

function Replay({ board, goal, moves, at, onAt, onPlayOn }: ReplayProps) {
  const playback = usePlayback(`${formatBoard(board)} ${moves.join("")}`, moves.length, at);
  useEffect(() => onAt(playback.at), [playback.at]);
  const made = moves.slice(0, playback.at);
  const now = applySlides(board, made)!;
  return (
    <div class="replay" data-at={playback.at}>
      <div class="stage">
        <TileBoard board={now} goal={goal} label={`The board after ${made.length} moves`} slideMs={Math.min(160, 700 / playback.speed)} />
      </div>
      <Player playback={playback} />
      <MoveList moves={moves} playback={playback} />
      <div class="row">
        <button type="button" class="quiet" disabled={!made.length} onClick={() => onPlayOn(now, made as Direction[])}>Play from here</button>
      </div>
    </div>
  );
}
