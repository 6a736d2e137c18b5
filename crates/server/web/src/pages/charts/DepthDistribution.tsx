// The number of positions at each depth, counted by the server.
import { useEffect } from "preact/hooks";
import { isBusy, useJob } from "../../api/job";
import type { Count, RequestBody } from "../../api/types";
import { compact, pluralize, grouped, seconds } from "../../model/format";
import { hashOf } from "../../model/route";
import { BarChart } from "../../components/BarChart";
import { JobPanel } from "../../components/JobPanel";
import { announce } from "../../components/LiveRegion";
import { Select } from "../../components/controls";

interface CountedPuzzle { name: string; summary: string; request: RequestBody; link(position: string): string }

const twisty = (puzzle: string) => (position: string) => hashOf("twisty", { puzzle, input: position, mode: "optimal" });
const tiles = (position: string) => hashOf("tiles", { board: position });

export const COUNTED_PUZZLES: CountedPuzzle[] = [
  { name: "2x2x2", summary: "2x2x2, half turns", request: { puzzle: "2x2x2", metric: "half-turn" }, link: twisty("2x2x2") },
  { name: "2x2x2q", summary: "2x2x2, quarter turns", request: { puzzle: "2x2x2", metric: "quarter-turn" }, link: twisty("2x2x2") },
  { name: "8", summary: "8-puzzle", request: { puzzle: "sliding", size: "3x3" }, link: tiles },
  { name: "2x4", summary: "Sliding tiles, 2x4", request: { puzzle: "sliding", size: "2x4" }, link: tiles },
  { name: "2x5", summary: "Sliding tiles, 2x5", request: { puzzle: "sliding", size: "2x5" }, link: tiles },
  { name: "pyraminx", summary: "Pyraminx", request: { puzzle: "pyraminx" }, link: twisty("pyraminx") },
  { name: "tetraminx", summary: "Tetraminx", request: { puzzle: "tetraminx" }, link: twisty("tetraminx") },
  { name: "skewb", summary: "Skewb", request: { puzzle: "skewb" }, link: twisty("skewb") },
  { name: "dino", summary: "Dino cube", request: { puzzle: "dino" }, link: twisty("dino") },
  { name: "loopover-3x3", summary: "Loopover 3x3", request: { puzzle: "loopover-3x3" }, link: twisty("loopover-3x3") },
  { name: "lights-out-3x3", summary: "Lights out 3x3", request: { puzzle: "lights-out-3x3" }, link: twisty("lights-out-3x3") },
  { name: "lights-out-5x5", summary: "Lights out 5x5", request: { puzzle: "lights-out-5x5" }, link: twisty("lights-out-5x5") },
  { name: "3x3x3", summary: "3x3x3, first depths", request: { puzzle: "3x3x3", max_length: 5 }, link: twisty("3x3x3") },
];

export function DepthDistribution({ chosen, onChoose }: { chosen: string; onChoose(name: string): void }) {
  const job = useJob<Count>();
  const counted = COUNTED_PUZZLES.find(({ name }) => name === chosen) ?? COUNTED_PUZZLES[0]!;
  useEffect(() => {
    void job.start("count", counted.request).then((count) => count && announce(summary(count)));
  }, [counted.name]);
  const count = isBusy(job.view) ? null : job.view.result;
  return (
    <>
      <Select label="Puzzle" value={counted.name} options={COUNTED_PUZZLES.map(({ name, summary }) => ({ name, summary, shown: summary }))} onChange={onChoose} />
      <JobPanel job={job} />
      {count?.per_depth && (
        <>
          <p class="headline">{summary(count)}</p>
          <BarChart
            title={`Positions of ${counted.summary}`}
            values={count.per_depth}
            labels={count.per_depth.map((_, depth) => String(depth))}
            axis="moves from solved"
            unit="positions"
          />
          <p class="hint">
            {count.nodes && count.seconds ? `${compact(count.nodes)} nodes in ${seconds(count.seconds)}.` : ""}{" "}
            {count.metric && `Metric: ${count.metric}.`}
          </p>
          {count.deepest && count.status === "complete" && (
            <details>
              <summary>Some of the deepest positions</summary>
              <ul class="deepest">
                {count.deepest.map((position) => (
                  <li key={position}><a href={counted.link(position)}>{position}</a></li>
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
  const total = count.total === undefined ? "" : pluralize(count.total, "position");
  if (count.gods_number !== undefined && count.status === "complete") return `${total}; God's number is ${count.gods_number}`;
  return total || `${grouped((count.per_depth ?? []).reduce((sum, n) => sum + n, 0))} positions`;
}
