// The number of positions of a puzzle, with all digits.
import { useFetched, useList } from "../../api/hooks";
import { post } from "../../api/client";
import type { Count } from "../../api/types";
import { approximate, groupDigits } from "../../model/format";
import { Select } from "../../components/controls";
import { Notice } from "../../components/Notice";

const FIRST = "megaminx";
/** The order of its group is not its number of positions: corners block turns. */
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
          <p class="hint">Positions that look the same are counted once, as are positions that differ only by a rotation of the whole puzzle.</p>
        </>
      )}
    </>
  );
}
