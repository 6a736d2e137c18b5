// Speed-up of a search by the number of threads, measured on the server.
import { isBusy, useJob } from "../../api/job";
import type { Scaling } from "../../api/types";
import { compact, grouped, seconds } from "../../model/format";
import { Segments } from "../../components/controls";
import { JobPanel } from "../../components/JobPanel";
import { announce } from "../../components/LiveRegion";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 300, 48, 44];

/** Bounds of the search; each is about seven times as much work as the one before. */
const BOUNDS = [
  { value: "57", label: "Short" },
  { value: "59", label: "Medium" },
  { value: "61", label: "Long" },
];

export function ThreadScaling({ bound, onBound }: { bound: string; onBound(bound: string): void }) {
  const job = useJob<Scaling>();
  const measure = async () => {
    const answer = await job.start("scaling", { bound: Number(bound) || 59 });
    if (answer) announce(`Speed-up with ${Math.max(...answer.rows.map(({ threads }) => threads))} threads: ${speedup(answer)}`);
  };
  const result = isBusy(job.view) ? null : job.view.result;
  return (
    <>
      <p class="hint">Searches a hard 15-puzzle up to the same bound with 1, 2, 4 … threads. This takes a while and uses all cores.</p>
      <div class="row">
        <Segments label="Search size" value={bound || "59"} options={BOUNDS} onChange={onBound} />
        <button type="button" onClick={measure} disabled={isBusy(job.view)}>Measure</button>
      </div>
      <JobPanel job={job} />
      {result && <Curve result={result} />}
    </>
  );
}

function speedup(result: Scaling): string {
  return Math.max(...result.rows.map((row) => row.speedup)).toFixed(2);
}

function Curve({ result }: { result: Scaling }) {
  const rows = result.rows.filter(({ executor }) => executor === "threads");
  const most = Math.max(2, ...rows.map(({ threads }) => threads));
  const x = (threads: number) => LEFT + ((WIDTH - LEFT - 20) * (threads - 1)) / (most - 1);
  // On a noisy machine the measured speed-up may exceed the number of threads.
  const top = Math.max(most, ...rows.map((row) => row.speedup));
  const y = (speed: number) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 16) * speed) / top;
  const ticks = [...new Set(rows.map(({ threads }) => threads))];
  return (
    <figure class="chart">
      <figcaption>Korf's 15-puzzle instance {result.korf}, {result.heuristic}, bound {result.bound}, {compact(result.nodes)} nodes</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Speed-up by threads, up to ${speedup(result)}; the table below has the numbers`}>
        {ticks.map((tick) => (
          <g key={tick} class="gridline">
            <line x1={LEFT} x2={WIDTH - 20} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick)} text-anchor="end" dominant-baseline="middle">{tick}×</text>
            <text x={x(tick)} y={HEIGHT - 24} text-anchor="middle">{tick}</text>
          </g>
        ))}
        <line class="ideal" x1={x(1)} y1={y(1)} x2={x(most)} y2={y(most)} />
        <polyline class="curve" points={rows.map((row) => `${x(row.threads)},${y(row.speedup)}`).join(" ")} />
        {rows.map((row) => (
          <circle key={row.threads} class="point" cx={x(row.threads)} cy={y(row.speedup)} r="5"><title>{`${row.threads} threads: speed-up ${row.speedup.toFixed(2)}`}</title></circle>
        ))}
        <text class="axis" x={(LEFT + WIDTH) / 2} y={HEIGHT - 4} text-anchor="middle">threads (dashed: linear speed-up)</text>
      </svg>
      <div class="scroll">
        <table>
          <caption class="visually-hidden">Speed by threads</caption>
          <thead>
            <tr><th scope="col">Threads</th><th scope="col" class="number">Time</th><th scope="col" class="number">Nodes/s</th><th scope="col" class="number">Speed-up</th><th scope="col" class="number">Efficiency</th></tr>
          </thead>
          <tbody>
            {result.rows.map((row, i) => (
              <tr key={i}>
                <th scope="row">{row.executor === "threads" ? row.threads : "sequential"}</th>
                <td class="number">{seconds(row.seconds)}</td>
                <td class="number" title={grouped(row.nodes_per_second)}>{compact(row.nodes_per_second)}</td>
                <td class="number">{row.speedup.toFixed(2)}</td>
                <td class="number">{Math.round(row.efficiency * 100)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
