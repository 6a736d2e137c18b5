// A new puzzle: puzzle of the day, random, with a given word, or typed.
import { useState } from "preact/hooks";
import { toServerError, post } from "../../api/client";
import type { Scramble, ServerError, RequestBody } from "../../api/types";
import { parseCells } from "../../model/shuffdle";
import { Check, Field, Select } from "../../components/controls";
import { Notice } from "../../components/Notice";

export interface Game { word: string; board: string; date: string }

const DIFFICULTIES = [
  { name: "", summary: "Any" },
  { name: "5-14", summary: "5 to 14 moves", shown: "5 to 14 moves" },
  { name: "15-20", summary: "15 to 20 moves", shown: "15 to 20 moves" },
  { name: "21-26", summary: "21 to 26 moves", shown: "21 to 26 moves" },
  { name: "27-50", summary: "27 and more", shown: "27 and more" },
];

export const today = (): string => new Date().toLocaleDateString("sv");

export async function fetchGame(request: RequestBody): Promise<Game> {
  const { puzzles } = await post<{ puzzles: Scramble[] }>("scramble", { puzzle: "shuffdle", ...request });
  const { word, board, date } = puzzles[0]!;
  return { word: word!, board: parseCells(board!)!, date: date ?? "" };
}

export function NewGame({ hard, onGame, onHard }: { hard: boolean; onGame(game: Game): void; onHard(hard: boolean): void }) {
  const [word, setWord] = useState("");
  const [difficulty, setDifficulty] = useState("");
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ServerError | null>(null);
  const loadGame = async (request: RequestBody) => {
    setError(null);
    setBusy(true);
    try {
      onGame(await fetchGame(request));
    } catch (failure) {
      setError(toServerError(failure));
    }
    setBusy(false);
  };
  const type = (text: string) => {
    setTyped(text);
    const [first = "", ...rest] = text.trim().split(/\s+/);
    const cells = parseCells(rest.join(""));
    if (/^[a-z]{5}$/i.test(first) && cells) onGame({ word: first.toUpperCase(), board: cells, date: "" });
  };
  return (
    <>
      <div class="row">
        <button type="button" onClick={() => loadGame({ date: today() })} disabled={busy}>Puzzle of the day</button>
        <button type="button" class="primary" disabled={busy} aria-busy={busy} onClick={() => loadGame({ ...(word && { word }), ...(difficulty && { difficulty }) })}>
          New puzzle
        </button>
      </div>
      {error && <Notice error={error} />}
      <details class="options">
        <summary>Options</summary>
        <div class="grid">
          <Field label="Word">
            {(id) => <input id={id} type="text" class="mono" maxLength={5} placeholder="any" value={word} spellcheck={false} onInput={(event) => setWord(event.currentTarget.value.toUpperCase())} />}
          </Field>
          <Select label="Shortest solution" value={difficulty} options={DIFFICULTIES} onChange={setDifficulty} />
        </div>
        <Check label="Hard: the word counts in any row or column" checked={hard} onChange={onHard} />
        <Field label="Or type word and board">
          {(id) => <input id={id} type="text" class="mono" placeholder="LATCH VVXKD NGTSV PXLSF YIDSU _____" value={typed} spellcheck={false} onInput={(event) => type(event.currentTarget.value)} />}
        </Field>
      </details>
    </>
  );
}
