// Selects a puzzle: from the list, or a definition file opened or dropped anywhere on the page.
import { useEffect, useRef, useState } from "preact/hooks";
import type { PuzzleList } from "../../api/types";
import { Field } from "../../components/controls";
import { puzzleGroups } from "./options";

interface PuzzleSelectProps { list: PuzzleList | null; puzzle: string; fileName: string | null; onPuzzle(name: string): void; onFile(text: string): void }

export function PuzzleSelect({ list, puzzle, fileName, onPuzzle, onFile }: PuzzleSelectProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | null | undefined) => {
    if (file) onFile(await file.text());
  };
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files");
    const dragged = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const dropped = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      void take(event.dataTransfer?.files[0]);
    };
    addEventListener("dragover", dragged);
    addEventListener("dragleave", left);
    addEventListener("drop", dropped);
    return () => {
      removeEventListener("dragover", dragged);
      removeEventListener("dragleave", left);
      removeEventListener("drop", dropped);
    };
  }, [onFile]);
  const groups = list ? puzzleGroups(list) : [];
  const known = groups.some(({ names }) => names.some(({ name }) => name === puzzle));
  return (
    <div class="puzzle-select">
      <Field label="Puzzle">
        {(id) => (
          <select id={id} value={fileName === null ? puzzle : ""} onChange={(event) => event.currentTarget.value && onPuzzle(event.currentTarget.value)}>
            {fileName !== null && <option value="">{fileName} (from a file)</option>}
            {fileName === null && !known && <option value={puzzle}>{puzzle}</option>}
            {groups.map(({ title, names }) => (
              <optgroup key={title} label={title}>
                {names.map(({ name, summary }) => (
                  <option key={name} value={name} title={summary}>{label(name)}</option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      <button type="button" onClick={() => input.current?.click()}>Open definition …</button>
      <input
        ref={input}
        type="file"
        accept=".tws,.json,.txt"
        class="visually-hidden"
        tabIndex={-1}
        aria-label="Definition file"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      {over && <div class="drop" aria-hidden="true">Drop a .tws or KPuzzle JSON file</div>}
    </div>
  );
}

function label(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
