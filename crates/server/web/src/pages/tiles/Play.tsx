// Playing: the board, how far one has come, undo, hint.
import { useEffect, useState } from "preact/hooks";
import { inWords, post } from "../../api/client";
import type { Hint, ServerError, Wish } from "../../api/types";
import { counted } from "../../model/format";
import { sameBoard, slid, writeBoard, type Board, type Way } from "../../model/tiles";
import { announce } from "../../parts/Live";
import { Notice } from "../../parts/Notice";
import { BoardView } from "./BoardView";

interface PlayProps {
  board: Board;
  goal: Board;
  subject: Wish;
  made: Way[];
  onMade(made: Way[], board: Board): void;
  onUndo(): void;
}

const WAY_NAMES: Record<string, string> = { U: "up", D: "down", L: "left", R: "right" };
const OPPOSITE: Record<Way, Way> = { U: "D", D: "U", L: "R", R: "L" };

export function Play({ board, goal, subject, made, onMade, onUndo }: PlayProps) {
  const [hint, setHint] = useState<{ board: string; hint: Hint } | null>(null);
  const [trouble, setTrouble] = useState<ServerError | null>(null);
  const [asking, setAsking] = useState(false);
  const text = writeBoard(board);
  const solved = sameBoard(board, goal);
  useEffect(() => setTrouble(null), [text]);
  const play = (ways: Way[]) => {
    let now = board;
    const done: Way[] = [];
    for (const way of ways) {
      const next = slid(now, way);
      if (!next) break;
      now = next;
      done.push(way);
    }
    if (!done.length) return;
    onMade([...made, ...done], now);
    if (sameBoard(now, goal)) announce(`Solved in ${counted(made.length + done.length, "move")}`);
    else announce(`${counted(done.length, "tile")} ${WAY_NAMES[done[0]!]}`);
  };
  const ask = async () => {
    setAsking(true);
    setTrouble(null);
    try {
      const answer = await post<Hint>("hint", { ...subject, input: text, timeout: 20 });
      setHint({ board: text, hint: answer });
      if (answer.move) announce(`Slide a tile ${WAY_NAMES[answer.move]}; ${counted(answer.left ?? 0, "move")} left`);
      else setTrouble({ code: answer.status, message: "no solution was found in time", hint: "solve the board with another algorithm" });
    } catch (failure) {
      setTrouble(inWords(failure));
    }
    setAsking(false);
  };
  const current = hint?.board === text ? hint.hint : null;
  const way = current?.move as Way | undefined;
  const hinted = way ? slid(board, way)!.tiles[board.tiles.indexOf(0)]! : null;
  return (
    <>
      <BoardView board={board} goal={goal} label="Board" hinted={hinted} onWays={play} />
      <div class="score">
        <p>
          <strong data-made={made.length}>{counted(made.length, "move")}</strong>
          {current?.left !== undefined && <span class="muted" data-left={current.left}> · {current.status === "optimal" ? "shortest from here" : "a solution from here"}: {current.left}</span>}
        </p>
        {solved && <p class="verdict good">Solved</p>}
      </div>
      <div class="row">
        <button type="button" onClick={onUndo} disabled={!made.length}>Undo</button>
        <button type="button" onClick={ask} disabled={solved || asking} aria-busy={asking}>{asking ? "Thinking …" : "Hint"}</button>
        {way && <button type="button" onClick={() => play([way])}>Slide {hinted} {WAY_NAMES[way]}</button>}
      </div>
      {trouble && <Notice error={trouble} />}
      <p class="hint">Click a tile, swipe, or use the arrow keys or W A S D on the board.</p>
    </>
  );
}

/** What undoes the last of these slides. */
export const undoing = (made: Way[]): Way => OPPOSITE[made[made.length - 1]!];
