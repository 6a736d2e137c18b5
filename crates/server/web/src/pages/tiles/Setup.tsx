// Which board: size, goal, shuffled by the server or typed.
import { useEffect, useState } from "preact/hooks";
import { inWords, post } from "../../api/client";
import type { Named, Scramble, ServerError } from "../../api/types";
import { GOALS, goalBoard, isGoal, readBoard, writeBoard, type Board, type Goal } from "../../model/tiles";
import { Field, Select } from "../../parts/controls";
import { Notice } from "../../parts/Notice";

interface SetupProps { board: Board; goal: Goal; goals: readonly Named[] | null; onBoard(board: Board): void; onGoal(goal: Goal): void }

const SIDES = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];

export function Setup({ board, goal, goals, onBoard, onGoal }: SetupProps) {
  const [typed, setTyped] = useState(writeBoard(board));
  const [wrong, setWrong] = useState("");
  const [trouble, setTrouble] = useState<ServerError | null>(null);
  const text = writeBoard(board);
  useEffect(() => {
    setTyped(text);
    setWrong("");
  }, [text]);
  const shuffle = async (rows = board.rows, columns = board.columns, to = goal) => {
    setTrouble(null);
    try {
      const { puzzles } = await post<{ puzzles: Scramble[] }>("scramble", { puzzle: "sliding", size: `${rows}x${columns}`, goal: to });
      const drawn = readBoard(puzzles[0]!.board!);
      if (typeof drawn !== "string") onBoard(drawn);
    } catch (failure) {
      setTrouble(inWords(failure));
    }
  };
  const type = (text: string) => {
    setTyped(text);
    const read = readBoard(text);
    // An empty field asks for nothing.
    setWrong(typeof read === "string" && text.trim() !== "" ? read : "");
    if (typeof read !== "string") onBoard(read);
  };
  return (
    <>
      <div class="grid three">
        <Select label="Rows" value={String(board.rows)} options={SIDES} onChange={(rows) => shuffle(Number(rows), board.columns)} />
        <Select label="Columns" value={String(board.columns)} options={SIDES} onChange={(columns) => shuffle(board.rows, Number(columns))} />
        <Select label="Goal" value={goal} options={goals?.filter(({ name }) => isGoal(name)) ?? GOALS} onChange={(next) => onGoal(next as Goal)} />
      </div>
      <div class="row">
        <button type="button" class="primary" onClick={() => shuffle()}>Shuffle</button>
        <button type="button" onClick={() => onBoard(goalBoard(board.rows, board.columns, goal))}>Solved board</button>
      </div>
      {trouble && <Notice error={trouble} />}
      <Field label="Or type it, row by row">
        {(id) => <input id={id} type="text" class="mono" spellcheck={false} value={typed} aria-invalid={wrong !== ""} onInput={(event) => type(event.currentTarget.value)} />}
      </Field>
      {wrong && <p class="verdict bad" role="status">{wrong.charAt(0).toUpperCase() + wrong.slice(1)}.</p>}
    </>
  );
}
