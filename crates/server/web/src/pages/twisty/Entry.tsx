// Entering a position: text, the net, chance.
import { useState } from "preact/hooks";
import type { Asked } from "../../api/hooks";
import type { Checked, ServerError } from "../../api/types";
import { inWords, post } from "../../api/client";
import type { Scramble, Wish } from "../../api/types";
import { FACES, solvedCube } from "../../model/cube";
import { Field } from "../../parts/controls";
import { Net, COLOURS } from "../../parts/Net";
import { Notice, sentence } from "../../parts/Notice";
import type { Entered } from "./position";
import { exampleOf, fewMoves } from "./puzzles";

/** What is drawn at random: a position with each as likely as any other, or one that a few moves lead to. */
export interface Draws { random: boolean; few: readonly string[] | null }

interface EntryProps {
  puzzle: string;
  /** What tells the server which puzzle it is. */
  subject: Wish;
  size: number | null;
  input: string;
  entered: Entered | null;
  /** Whether nothing is entered, which is the solved puzzle. */
  empty: boolean;
  checked: Asked<Checked>;
  draws: Draws;
  onInput(input: string): void;
}

export function Entry({ puzzle, subject, size, input, entered, empty, checked, draws, onInput }: EntryProps) {
  const [brush, setBrush] = useState("U");
  const [trouble, setTrouble] = useState<ServerError | null>(null);
  const cube = entered?.cube ?? checked.value?.cube ?? null;
  const random = async () => {
    setTrouble(null);
    try {
      const { puzzles } = await post<{ puzzles: Scramble[] }>("scramble", subject);
      const drawn = puzzles[0]!;
      onInput(drawn.scramble ?? drawn.moves ?? drawn.cpos ?? drawn.position ?? "");
    } catch (failure) {
      setTrouble(inWords(failure));
    }
  };
  const paint = (sticker: number, colour?: string) => {
    const now = cube ?? solvedCube(size!);
    const area = size! * size!;
    if (size! % 2 === 1 && sticker % area === (area - 1) / 2) return setBrush(now[sticker]!);
    onInput(now.slice(0, sticker) + (colour ?? brush) + now.slice(sticker + 1));
  };
  const blank = () => {
    const area = size! * size!;
    const middle = (i: number) => size! % 2 === 1 && i % area === (area - 1) / 2;
    onInput([...solvedCube(size!)].map((colour, i) => (middle(i) ? colour : ".")).join(""));
  };
  return (
    <>
      <Field label={size ? "Scramble or stickers" : "Scramble or position"}>
        {(id) => (
          <textarea
            id={id}
            rows={entered?.stickers ? 2 : 3}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            value={input}
            placeholder={exampleOf(puzzle)}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        {draws.random && <button type="button" onClick={random}>Random</button>}
        {draws.few && <button type="button" onClick={() => onInput(fewMoves(draws.few!))}>A few moves</button>}
        <button type="button" onClick={() => onInput("")}>Solved</button>
        {size && <button type="button" onClick={blank}>Empty net</button>}
      </div>
      {!draws.random && <p class="hint">Random positions of this puzzle are too far from solved: there is no method for them here. Positions a few moves away are solved.</p>}
      {trouble && <Notice error={trouble} />}
      {size && (
        <>
          <Palette brush={brush} cube={cube} onBrush={setBrush} />
          <Net cube={cube ?? solvedCube(size)} label="Stickers of the cube" marked={checked.error?.stickers ?? []} paint={paint} />
        </>
      )}
      <Verdict entered={entered} empty={empty} checked={checked} net={size !== null} />
    </>
  );
}

function Palette({ brush, cube, onBrush }: { brush: string; cube: string | null; onBrush(brush: string): void }) {
  const expected = (cube?.length ?? 0) / 6;
  return (
    <div class="palette" role="radiogroup" aria-label="Colour to paint with">
      {[...FACES].map((face) => {
        const found = cube ? cube.split(face).length - 1 : 0;
        return (
          <label key={face} class={brush === face ? "on" : ""} title={`${COLOURS[face]}: ${found} of ${expected}`}>
            <input type="radio" name="brush" checked={brush === face} onChange={() => onBrush(face)} aria-label={`${COLOURS[face]}, ${found} of ${expected}`} />
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <g class={`sticker c${face}`}><rect x="0.6" y="0.6" width="8.8" height="8.8" rx="1.6" /></g>
            </svg>
            <span class={found === expected ? "" : "off"}>{found}</span>
          </label>
        );
      })}
    </div>
  );
}

interface VerdictProps { entered: Entered | null; empty: boolean; checked: Asked<Checked>; net: boolean }

function Verdict({ entered, empty, checked, net }: VerdictProps) {
  if (empty) return <p class="verdict" role="status">This is the solved puzzle.</p>;
  if (entered && entered.missing > 0) {
    return <p class="verdict" role="status">{entered.missing === 1 ? "One sticker has no colour yet." : `${entered.missing} stickers have no colour yet.`}</p>;
  }
  if (checked.error) {
    return (
      <div class="verdict bad" role="status">
        <p><strong>{sentence(checked.error.message)}</strong></p>
        {checked.error.where && !entered?.stickers && <p class="where">{sentence(checked.error.where)}</p>}
        {checked.error.hint && <p>{sentence(checked.error.hint)}</p>}
      </div>
    );
  }
  if (!checked.value) return <p class="verdict muted" role="status">{checked.loading ? "Checking …" : " "}</p>;
  return <p class="verdict good" role="status">{checked.value.solved ? "This is the solved puzzle." : net ? "This cube is possible." : "This position is possible."}</p>;
}
