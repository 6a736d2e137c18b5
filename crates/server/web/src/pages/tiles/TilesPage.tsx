// Sliding tiles: play, solve, replay, compare. The address holds board, goal, wishes and solution.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useList } from "../../api/hooks";
import { useJob } from "../../api/job";
import type { Wish } from "../../api/types";
import { splitMoves } from "../../model/alg";
import { cleaned, isCount, isOneOf, isText } from "../../model/link";
import { keepRounds } from "../../model/last";
import { useParams, type Params } from "../../model/route";
import { GOALS, goalBoard, readBoard, slid, slidBy, writeBoard, type Board, type Goal, type Way } from "../../model/tiles";
import { Card } from "../../parts/controls";
import { CopyLink } from "../../parts/CopyLink";
import { announce } from "../../parts/Live";
import { Unread } from "../../parts/Notice";
import { MoveList, Player, useTransport } from "../../parts/Player";
import { verdict } from "../../parts/Result";
import { BoardView } from "./BoardView";
import { Compare } from "./Compare";
import { Play, undoing } from "./Play";
import { Search, searchOffer } from "./Search";
import { Setup } from "./Setup";

const PUZZLE = "sliding";
const FIRST = "7 4 1 8/2 11 13 3/5 15 10 12/6 0 14 9";

const readable = (params: Params) =>
  cleaned(params, {
    board: (text) => typeof readBoard(text) !== "string", goal: isOneOf(GOALS), algorithm: isText, heuristic: isText,
    weight: (text) => Number(text) >= 1 && Number(text) < 100, solution: (text) => /^[UDLR]+$/.test(text), at: isCount,
  });

export default function TilesPage() {
  const [params, change, unread] = useParams("tiles", readable);
  const { value: list } = useList();
  const solver = list?.puzzles.find(({ name }) => name === PUZZLE) ?? null;
  const job = useJob();
  const goal: Goal = GOALS.find((goal) => goal === params["goal"]) ?? "last";
  const board = useMemo<Board>(() => {
    const read = readBoard(params["board"] || FIRST);
    return typeof read === "string" ? (readBoard(FIRST) as Board) : read;
  }, [params["board"]]);
  // What was played is kept beside the address: a link shows the board as it stands.
  const [made, setMade] = useState<Way[]>([]);
  const target = useMemo(() => goalBoard(board.rows, board.columns, goal), [board.rows, board.columns, goal]);
  const subject = useMemo<Wish>(() => ({ puzzle: PUZZLE, goal }), [goal]);
  const text = writeBoard(board);
  const { wishes, offer } = searchOffer(solver, board, params);

  const show = (next: Board, played: Way[]) => {
    setMade(played);
    job.reset();
    change({ board: writeBoard(next), solution: "", at: "" });
  };
  const undo = () => {
    const before = made.length ? slid(board, undoing(made)) : null;
    if (before) show(before, made.slice(0, -1));
  };
  const solve = async () => {
    change({ solution: "", at: "" });
    const wish: Wish = { ...subject, input: text };
    if (wishes.algorithm) wish["algorithm"] = wishes.algorithm;
    if (wishes.heuristic) wish["heuristic"] = wishes.heuristic;
    if (wishes.algorithm === "weighted-astar" && wishes.weight) wish["weight"] = Number(wishes.weight);
    if (wishes.algorithm === "dfs") wish["max_length"] = 80;
    const answer = await job.start("solve", wish);
    if (!answer) return;
    announce(verdict(answer));
    if (answer.moves) change({ solution: answer.moves.replaceAll(" ", ""), at: "" });
  };
  useEffect(() => {
    if (job.view.result && job.view.rounds.length) keepRounds(`${board.rows}x${board.columns} tiles, ${job.view.result.method ?? ""}`, job.view.rounds);
  }, [job.view.result]);

  const moves = useMemo(() => splitMoves([...(params["solution"] ?? "")].join(" ")), [params["solution"]]);
  return (
    <div class="page two">
      <div class="column">
        <h1 class="unseen">Sliding tiles</h1>
        <Card title="Board" aside={<CopyLink />}>
          <Unread faults={unread} />
          <Play board={board} goal={target} subject={subject} made={made} onMade={(ways, next) => show(next, ways)} onUndo={undo} />
        </Card>
        <Card title="Another board">
          <Setup board={board} goal={goal} goals={solver?.goals ?? null} onBoard={(next) => show(next, [])} onGoal={(next) => (job.reset(), setMade([]), change({ goal: next, solution: "", at: "" }))} />
        </Card>
        <Card title="Compare" late>
          <Compare subject={subject} board={text} />
        </Card>
      </div>
      <div class="column">
        <Card title="Solve">
          <Search wishes={wishes} offer={offer} job={job} onWishes={change} onSolve={solve} />
        </Card>
        {moves.length > 0 && slidBy(board, moves) && (
          <Card title="Replay">
            <Replay board={board} goal={target} moves={moves} at={Number(params["at"] ?? "0")} onAt={(at) => change({ at: at ? String(at) : "" })} onPlayOn={(next, ways) => show(next, [...made, ...ways])} />
          </Card>
        )}
      </div>
    </div>
  );
}

interface ReplayProps { board: Board; goal: Board; moves: string[]; at: number; onAt(at: number): void; onPlayOn(board: Board, ways: Way[]): void }

function Replay({ board, goal, moves, at, onAt, onPlayOn }: ReplayProps) {
  const transport = useTransport(`${writeBoard(board)} ${moves.join("")}`, moves.length, at);
  useEffect(() => onAt(transport.at), [transport.at]);
  const made = moves.slice(0, transport.at);
  const now = slidBy(board, made)!;
  return (
    <div class="replay" data-at={transport.at}>
      <div class="stage">
        <BoardView board={now} goal={goal} label={`The board after ${made.length} moves`} slideMs={Math.min(160, 700 / transport.speed)} />
      </div>
      <Player transport={transport} />
      <MoveList moves={moves} transport={transport} />
      <div class="row">
        <button type="button" class="quiet" disabled={!made.length} onClick={() => onPlayOn(now, made as Way[])}>Play on from here</button>
      </div>
    </div>
  );
}
