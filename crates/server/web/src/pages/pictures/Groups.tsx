// How many positions a defined puzzle has, digit by digit.
import { useAsked, useList } from "../../api/hooks";
import { post } from "../../api/client";
import type { Count } from "../../api/types";
import { about, spaced } from "../../model/format";
import { Select } from "../../parts/controls";
import { Notice } from "../../parts/Notice";

const FIRST = "megaminx";
/** Which of its positions can be reached depends on where corners block a turn, which its group does not tell. */
const NO_GROUP = "square-1";

export function Groups({ chosen, onChoose }: { chosen: string; onChoose(name: string): void }) {
  const { value: list, error: listError } = useList();
  const names = list?.definitions.filter(({ name }) => name !== NO_GROUP) ?? [];
  const name = names.some(({ name }) => name === chosen) ? chosen : FIRST;
  const { value, error, loading } = useAsked<Count>(list ? name : "", (signal) => post("count", { puzzle: name, order: true }, signal));
  const positions = value?.positions;
  return (
    <>
      <Select label="Puzzle" value={name} options={list ? names : [name]} onChange={onChoose} />
      {loading && <p class="muted">Counting …</p>}
      {(listError ?? error) && <Notice error={(listError ?? error)!} />}
      {positions && (
        <>
          <p class="headline">{about(positions)} positions</p>
          <p class="digits" aria-label={positions}>{spaced(positions)}</p>
          <p class="hint">Positions that look the same count once, and so do those that differ only in how the puzzle is held.</p>
        </>
      )}
    </>
  );
}
