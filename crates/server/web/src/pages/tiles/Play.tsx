// The playable board, with the number of moves, undo and hints.
import { useEffect, useState } from "preact/hooks";
import { toServerError, post } from "../../api/client";
import type { Hint, ServerError, RequestBody } from "../../api/types";
import { pluralize } from "../../model/format";
import { sameBoard, slideTile, formatBoard, type Board, type Direction } from "../../model/tiles";
import { announce } from "../../components/LiveRegion";
import { Notice } from "../../components/Notice";
import { TileBoard } from "./TileBoard";

interface PlayProps {
  board: Board;
  goal: Board;
  puzzleFields: RequestBody;
  made: Direction[];
  onMade(made: Direction[], board: Board): void;
  onUndo(): void;
}

const DIRECTION_NAMES: Record<string, string> = { U: "up", D: "down", L: "left", R: "right" };
const OPPOSITE: Record<Direction, Direction> = { U: "D", D: "U", L: "R", R: "L" };

export function Play({ board, goal, puzzleFields, made, onMade, onUndo }: PlayProps) {
  const [hint, setHint] = useState<{ board: string; hint: Hint } | null>(null);
  const [error, setError] = useState<ServerError | null>(null);
  const [searching, setSearching] = useState(false);
  const text = formatBoard(board);
  const solved = sameBoard(board, goal);
  useEffect(() => setError(null), [text]);
  const play = (directions: Direction[]) => {
    let now = board;
    const done: Direction[] = [];
    for (const direction of directions) {
      const next = slideTile(now, direction);
      if (!next) break;
      now = next;
      done.push(direction);
    }
    if (!done.length) return;
    onMade([...made, ...done], now);
    if (sameBoard(now, goal)) announce(`Solved in ${pluralize(made.length + done.length, "move")}`);
    else announce(`${pluralize(done.length, "tile")} ${DIRECTION_NAMES[done[0]!]}`);
  };
  const requestHint = async () => {
    setSearching(true);
    setError(null);
    try {
      const answer = await post<Hint>("hint", { ...puzzleFields, input: text, timeout: 20 });
      setHint({ board: text, hint: answer });
      if (answer.move) announce(`Slide a tile ${DIRECTION_NAMES[answer.move]}; ${pluralize(answer.left ?? 0, "move")} left`);
      else setError({ code: answer.status, message: "no solution was found in time", hint: "solve the board with another algorithm" });
    } catch (failure) {
      setError(toServerError(failure));
    }
    setSearching(false);
  };
  const current = hint?.board === text ? hint.hint : null;
  const direction = current?.move as Direction | undefined;
  const hinted = direction ? slideTile(board, direction)!.tiles[board.tiles.indexOf(0)]! : null;
  return (
    <>
      <TileBoard board={board} goal={goal} label="Board" hinted={hinted} onSlide={play} />
      <div class="score">
        <p>
          <strong data-made={made.length}>{pluralize(made.length, "move")}</strong>
          {current?.left !== undefined && <span class="muted" data-left={current.left}> · {current.status === "optimal" ? "shortest from here" : "a solution from here"}: {current.left}</span>}
        </p>
        {solved && <p class="status good">Solved</p>}
      </div>
      <div class="row">
        <button type="button" onClick={onUndo} disabled={!made.length}>Undo</button>
        <button type="button" onClick={requestHint} disabled={solved || searching} aria-busy={searching}>{searching ? "Searching …" : "Hint"}</button>
        {direction && <button type="button" onClick={() => play([direction])}>Slide {hinted} {DIRECTION_NAMES[direction]}</button>}
      </div>
      {error && <Notice error={error} />}
      <p class="hint">Click a tile, swipe, or use the arrow keys or W A S D on the board.</p>
    </>
  );
}

/** Returns the slide that undoes the last one. */
export const undoOf = (made: Direction[]): Direction => OPPOSITE[made[made.length - 1]!];
