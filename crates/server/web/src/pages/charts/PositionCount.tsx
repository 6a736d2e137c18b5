// How many positions a defined puzzle has, digit by digit.
import { useFetched, useList } from "../../api/hooks";
import { post } from "../../api/client";
import type { Count } from "../../api/types";
import { approximate, groupDigits } from "../../model/format";
import { Select } from "../../components/controls";
import { Notice } from "../../components/Notice";

const FIRST = "megaminx";
/** Which of its positions can be reached depends on where corners block a turn, which its group does not tell. */
const NOT_A_GROUP = "square-1";

export function PositionCount({ chosen, onChoose }: { chosen: string; onChoose(name: string): void }) {
  const { value: list, error: listError } = useList();
  const names = list?.definitions.filter(({ name }) => name !== NOT_A_GROUP) ?? [];
  const name = names.some(({ name }) => name === chosen) ? chosen : FIRST;
  const { value, error, loading } = useFetched<Count>(list ? name : "", (signal) => post("count", { puzzle: name, order: true }, signal));
  const positions = value?.positions;
  return (
    <>
      <Select label="Puzzle" value={name} options={list ? names : [name]} onChange={onChoose} />
      {loading && <p class="muted">Counting …</p>}
      {(listError ?? error) && <Notice error={(listError ?? error)!} />}
      {positions && (
        <>
          <p class="headline">{approximate(positions)} positions</p>
          <p class="digits" aria-label={positions}>{groupDigits(positions)}</p>
          <p class="hint">Positions that look the same count once, and so do those that differ only in how the puzzle is held.</p>
        </>
      )}
    </>
  );
}
