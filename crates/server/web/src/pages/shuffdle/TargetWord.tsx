// The target word, with correct letters marked.
import { SIDE, type Cells } from "../../model/shuffdle";

export function TargetWord({ word, cells, hard }: { word: string; cells: Cells; hard: boolean }) {
  return (
    <div class="word" aria-label={`The word: ${word}`} role="img">
      {[...word].map((letter, i) => (
        <span key={i} class={!hard && cells[SIDE * (SIDE - 1) + i] === letter ? "right" : ""}>{letter}</span>
      ))}
    </div>
  );
}
