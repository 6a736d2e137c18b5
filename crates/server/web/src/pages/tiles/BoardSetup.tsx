// Board size, goal, and a random or typed board.
import { useEffect, useState } from "preact/hooks";
import { toServerError, post } from "../../api/client";
import type { Named, Scramble, ServerError } from "../../api/types";
import { GOALS, goalBoard, isGoal, parseBoard, formatBoard, type Board, type Goal } from "../../model/tiles";
import { Field, Select } from "../../components/controls";
import { Notice } from "../../components/Notice";

interface BoardSetupProps { board: Board; goal: Goal; goals: readonly Named[] | null; onBoard(board: Board): void; onGoal(goal: Goal): void }

const SIDES = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];

export function BoardSetup({ board, goal, goals, onBoard, onGoal }: BoardSetupProps) {
  const [typed, setTyped] = useState(formatBoard(board));
  const [inputError, setInputError] = useState("");
  const [error, setError] = useState<ServerError | null>(null);
  const text = formatBoard(board);
  useEffect(() => {
    setTyped(text);
    setInputError("");
  }, [text]);
  const shuffle = async (rows = board.rows, columns = board.columns, to = goal) => {
    setError(null);
    try {
      const { puzzles } = await post<{ puzzles: Scramble[] }>("scramble", { puzzle: "sliding", size: `${rows}x${columns}`, goal: to });
      const scrambled = parseBoard(puzzles[0]!.board!);
      if (typeof scrambled !== "string") onBoard(scrambled);
    } catch (failure) {
      setError(toServerError(failure));
    }
  };
  const type = (text: string) => {
    setTyped(text);
    const read = parseBoard(text);
    // An empty field is not an error.
    setInputError(typeof read === "string" && text.trim() !== "" ? read : "");
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
      {error && <Notice error={error} />}
      <Field label="Or type the board, row by row">
        {(id) => <input id={id} type="text" class="mono" spellcheck={false} value={typed} aria-invalid={inputError !== ""} onInput={(event) => type(event.currentTarget.value)} />}
      </Field>
      {inputError && <p class="status bad" role="status">{inputError.charAt(0).toUpperCase() + inputError.slice(1)}.</p>}
    </>
  );
}
