// Input of a position: as text, by painting the net, or at random.
import { useState } from "preact/hooks";
import type { Fetched } from "../../api/hooks";
import type { CheckResult, ServerError } from "../../api/types";
import { toServerError, post } from "../../api/client";
import type { Scramble, RequestBody } from "../../api/types";
import { FACES, solvedCube } from "../../model/cube";
import { Field } from "../../components/controls";
import { CubeNet, COLOURS } from "../../components/CubeNet";
import { Notice, sentence } from "../../components/Notice";
import type { ParsedInput } from "./parseInput";
import { exampleOf, shortScramble } from "./options";

/** Available scrambles: a random state with uniform distribution, or a few random moves. */
export interface ScrambleOptions { random: boolean; few: readonly string[] | null }

interface PositionInputProps {
  puzzle: string;
  /** Request fields that identify the puzzle. */
  puzzleFields: RequestBody;
  size: number | null;
  input: string;
  parsed: ParsedInput | null;
  /** True if the input is empty, which is the solved puzzle. */
  empty: boolean;
  checked: Fetched<CheckResult>;
  scrambleOptions: ScrambleOptions;
  onInput(input: string): void;
}

export function PositionInput({ puzzle, puzzleFields, size, input, parsed, empty, checked, scrambleOptions, onInput }: PositionInputProps) {
  const [brush, setBrush] = useState("U");
  const [error, setError] = useState<ServerError | null>(null);
  const cube = parsed?.cube ?? checked.value?.cube ?? null;
  const random = async () => {
    setError(null);
    try {
      const { puzzles } = await post<{ puzzles: Scramble[] }>("scramble", puzzleFields);
      const scrambled = puzzles[0]!;
      onInput(scrambled.scramble ?? scrambled.moves ?? scrambled.cpos ?? scrambled.position ?? "");
    } catch (failure) {
      setError(toServerError(failure));
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
            rows={parsed?.stickers ? 2 : 3}
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
        {scrambleOptions.random && <button type="button" onClick={random}>Random</button>}
        {scrambleOptions.few && <button type="button" onClick={() => onInput(shortScramble(scrambleOptions.few!))}>Short scramble</button>}
        <button type="button" onClick={() => onInput("")}>Solved</button>
        {size && <button type="button" onClick={blank}>Clear net</button>}
      </div>
      {!scrambleOptions.random && <p class="hint">Random states of this puzzle are too deep for the available algorithms; short scrambles can be solved.</p>}
      {error && <Notice error={error} />}
      {size && (
        <>
          <Palette brush={brush} cube={cube} onBrush={setBrush} />
          <CubeNet cube={cube ?? solvedCube(size)} label="Stickers of the cube" marked={checked.error?.stickers ?? []} paint={paint} />
        </>
      )}
      <CheckStatus parsed={parsed} empty={empty} checked={checked} net={size !== null} />
    </>
  );
}

function Palette({ brush, cube, onBrush }: { brush: string; cube: string | null; onBrush(brush: string): void }) {
  const expected = (cube?.length ?? 0) / 6;
  return (
    <div class="palette" role="radiogroup" aria-label="Paint color">
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

interface CheckStatusProps { parsed: ParsedInput | null; empty: boolean; checked: Fetched<CheckResult>; net: boolean }

function CheckStatus({ parsed, empty, checked, net }: CheckStatusProps) {
  if (empty) return <p class="status" role="status">This is the solved puzzle.</p>;
  if (parsed && parsed.missing > 0) {
    return <p class="status" role="status">{parsed.missing === 1 ? "One sticker has no color yet." : `${parsed.missing} stickers have no color yet.`}</p>;
  }
  if (checked.error) {
    return (
      <div class="status bad" role="status">
        <p><strong>{sentence(checked.error.message)}</strong></p>
        {checked.error.where && !parsed?.stickers && <p class="where">{sentence(checked.error.where)}</p>}
        {checked.error.hint && <p>{sentence(checked.error.hint)}</p>}
      </div>
    );
  }
  if (!checked.value) return <p class="status muted" role="status">{checked.loading ? "Checking …" : " "}</p>;
  return <p class="status good" role="status">{checked.value.solved ? "This is the solved puzzle." : net ? "This cube is valid." : "This position is valid."}</p>;
}
