// How many positions lie at each distance from solved, counted by the server.
import { useEffect } from "preact/hooks";
import { isBusy, useJob } from "../../api/job";
import type { Count, Wish } from "../../api/types";
import { compact, counted, grouped, seconds } from "../../model/format";
import { hashOf } from "../../model/route";
import { Bars } from "../../parts/Bars";
import { JobPanel } from "../../parts/JobPanel";
import { announce } from "../../parts/Live";
import { Select } from "../../parts/controls";

interface Subject { name: string; summary: string; wish: Wish; link(position: string): string }

const twisty = (puzzle: string) => (position: string) => hashOf("twisty", { puzzle, input: position, mode: "optimal" });
const tiles = (position: string) => hashOf("tiles", { board: position });

export const SUBJECTS: Subject[] = [
  { name: "2x2x2", summary: "2x2x2, half turns", wish: { puzzle: "2x2x2", metric: "half-turn" }, link: twisty("2x2x2") },
  { name: "2x2x2q", summary: "2x2x2, quarter turns", wish: { puzzle: "2x2x2", metric: "quarter-turn" }, link: twisty("2x2x2") },
  { name: "8", summary: "8-puzzle", wish: { puzzle: "sliding", size: "3x3" }, link: tiles },
  { name: "2x4", summary: "Sliding tiles, 2x4", wish: { puzzle: "sliding", size: "2x4" }, link: tiles },
  { name: "2x5", summary: "Sliding tiles, 2x5", wish: { puzzle: "sliding", size: "2x5" }, link: tiles },
  { name: "pyraminx", summary: "Pyraminx", wish: { puzzle: "pyraminx" }, link: twisty("pyraminx") },
  { name: "tetraminx", summary: "Tetraminx", wish: { puzzle: "tetraminx" }, link: twisty("tetraminx") },
  { name: "skewb", summary: "Skewb", wish: { puzzle: "skewb" }, link: twisty("skewb") },
  { name: "dino", summary: "Dino cube", wish: { puzzle: "dino" }, link: twisty("dino") },
  { name: "loopover-3x3", summary: "Loopover 3x3", wish: { puzzle: "loopover-3x3" }, link: twisty("loopover-3x3") },
  { name: "lights-out-3x3", summary: "Lights out 3x3", wish: { puzzle: "lights-out-3x3" }, link: twisty("lights-out-3x3") },
  { name: "lights-out-5x5", summary: "Lights out 5x5", wish: { puzzle: "lights-out-5x5" }, link: twisty("lights-out-5x5") },
  { name: "3x3x3", summary: "3x3x3, first depths", wish: { puzzle: "3x3x3", max_length: 5 }, link: twisty("3x3x3") },
];

export function Depths({ chosen, onChoose }: { chosen: string; onChoose(name: string): void }) {
  const job = useJob<Count>();
  const subject = SUBJECTS.find(({ name }) => name === chosen) ?? SUBJECTS[0]!;
  useEffect(() => {
    void job.start("count", subject.wish).then((count) => count && announce(summary(count)));
  }, [subject.name]);
  const count = isBusy(job.view) ? null : job.view.result;
  return (
    <>
      <Select label="Puzzle" value={subject.name} options={SUBJECTS.map(({ name, summary }) => ({ name, summary, shown: summary }))} onChange={onChoose} />
      <JobPanel job={job} />
      {count?.per_depth && (
        <>
          <p class="headline">{summary(count)}</p>
          <Bars
            title={`Positions of ${subject.summary}`}
            values={count.per_depth}
            labels={count.per_depth.map((_, depth) => String(depth))}
            axis="moves from solved"
            unit="positions"
          />
          <p class="hint">
            {count.nodes && count.seconds ? `${compact(count.nodes)} nodes in ${seconds(count.seconds)}.` : ""}{" "}
            {count.metric && `Counted in ${count.metric}s.`}
          </p>
          {count.deepest && count.status === "complete" && (
            <details>
              <summary>Some of the deepest positions</summary>
              <ul class="deepest">
                {count.deepest.map((position) => (
                  <li key={position}><a href={subject.link(position)}>{position}</a></li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </>
  );
}

function summary(count: Count): string {
  const total = count.total === undefined ? "" : counted(count.total, "position");
  if (count.gods_number !== undefined && count.status === "complete") return `${total}; none is more than ${counted(count.gods_number, "move")} away`;
  return total || `${grouped((count.per_depth ?? []).reduce((sum, n) => sum + n, 0))} positions`;
}
