// Comparison of all algorithms on one board: nodes, time, length.
import { useState } from "preact/hooks";
import { isBusy, useJob } from "../../api/job";
import type { Answer, Comparison, RequestBody } from "../../api/types";
import { compact, grouped, seconds } from "../../model/format";
import { Segments } from "../../components/controls";
import { JobPanel } from "../../components/JobPanel";
import { announce } from "../../components/LiveRegion";

type Measure = "nodes" | "seconds" | "length";
const MEASURES: { value: Measure; label: string }[] = [
  { value: "nodes", label: "Nodes" },
  { value: "seconds", label: "Time" },
  { value: "length", label: "Length" },
];

export function Compare({ puzzleFields, board }: { puzzleFields: RequestBody; board: string }) {
  const job = useJob<Comparison>();
  const [compared, setCompared] = useState("");
  const [by, setBy] = useState<Measure>("nodes");
  const start = async () => {
    setCompared(board);
    const answer = await job.start("compare", { ...puzzleFields, input: board, timeout: 5 });
    if (answer) announce(`${answer.runs.length} runs compared`);
  };
  const runs = job.view.result?.runs;
  return (
    <>
      <p class="hint">Runs every algorithm on this board, each for at most five seconds.</p>
      <div class="row">
        <button type="button" onClick={start} disabled={isBusy(job.view)}>Compare</button>
        {runs && <Segments<Measure> label="Compare by" value={by} options={MEASURES} onChange={setBy} />}
      </div>
      <JobPanel job={job} />
      {runs && compared !== board && <p class="hint">These results are for an earlier board.</p>}
      {runs && <Table runs={runs} by={by} />}
    </>
  );
}

function Table({ runs, by }: { runs: Answer[]; by: Measure }) {
  const value = (run: Answer) => (by === "length" ? run.length : by === "nodes" ? run.nodes : run.seconds);
  const values = runs.map(value).filter((v): v is number => v !== undefined && v > 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Lengths have a linear scale; nodes and seconds a logarithmic one.
  const share = (v: number | undefined) => {
    if (!v || v <= 0) return 0;
    if (by === "length") return v / most;
    const low = Math.log10(least) - 0.5;
    return (Math.log10(v) - low) / Math.max(0.5, Math.log10(most) - low);
  };
  const sorted = [...runs].sort((a, b) => (value(a) ?? Infinity) - (value(b) ?? Infinity));
  return (
    <div class="scroll">
      <table class="compare">
        <caption class="visually-hidden">Runs compared, lowest {by} first; bars {by === "length" ? "are linear" : "are logarithmic"}</caption>
        <thead>
          <tr>
            <th scope="col">Algorithm</th>
            <th scope="col" class="wide">{MEASURES.find(({ value }) => value === by)!.label}{by === "length" ? "" : " (log)"}</th>
            {by !== "nodes" && <th scope="col" class="number">Nodes</th>}
            {by !== "seconds" && <th scope="col" class="number">Time</th>}
            {by !== "length" && <th scope="col" class="number">Length</th>}
          </tr>
        </thead>
        <tbody>
          {sorted.map((run, i) => (
            <tr key={i} class={run.length === undefined ? "unsolved" : ""}>
              <th scope="row">
                {run.method}
                {run.heuristic && run.heuristic !== "none" && <span class="muted"> {run.heuristic}</span>}
              </th>
              <td class="wide">
                <span class="bar" style={{ "--share": String(share(value(run))) }}>{shown(run, by)}</span>
              </td>
              {by !== "nodes" && <td class="number">{shown(run, "nodes")}</td>}
              {by !== "seconds" && <td class="number">{shown(run, "seconds")}</td>}
              {by !== "length" && <td class="number">{shown(run, "length")}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {runs.some((run) => run.length !== undefined && run.status !== "optimal") && <p class="hint">* not proved optimal</p>}
    </div>
  );
}

function shown(run: Answer, what: Measure): string {
  if (what === "nodes") return run.nodes === undefined ? "" : run.nodes < 1e6 ? grouped(run.nodes) : compact(run.nodes);
  if (what === "seconds") return run.seconds === undefined ? "" : seconds(run.seconds);
  if (run.length === undefined) return run.status.replace("_", " ");
  return `${run.length}${run.status === "optimal" ? "" : "*"}`;
}
