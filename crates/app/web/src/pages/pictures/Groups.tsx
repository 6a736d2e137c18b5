// How many positions a defined puzzle has: the order of the group of its moves, digit by digit.
import { useAsked, useList } from "../../api/hooks";
import { post } from "../../api/client";
import type { Count } from "../../api/types";
import { Select } from "../../parts/controls";
import { Notice } from "../../parts/Notice";

export function Groups({ chosen, onChoose }: { chosen: string; onChoose(name: string): void }) {
  const { value: list } = useList();
  const name = chosen || "megaminx";
  const { value, error, loading } = useAsked<Count>(name, (signal) => post("count", { puzzle: name, order: true }, signal));
  return (
    <>
      <Select label="Puzzle" value={name} options={list?.definitions ?? [name]} onChange={onChoose} />
      {loading && <p class="muted">Counting …</p>}
      {error && <Notice error={error} />}
      {value?.group_order && (
        <>
          <p class="headline">About {about(value.group_order)} positions</p>
          <p class="digits" aria-label={value.group_order}>{value.group_order.replace(/\B(?=(\d{3})+$)/g, "\u202f")}</p>
        </>
      )}
    </>
  );
}

function about(digits: string): string {
  if (digits.length < 7) return digits;
  const power = String(digits.length - 1).replace(/./g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!);
  return `${digits[0]}.${digits.slice(1, 3)} × 10${power}`;
}
