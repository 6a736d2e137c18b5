// Searching: which algorithm and which estimate, the rounds as they come, the answer.
import { isBusy, type Job } from "../../api/job";
import type { Answer, List } from "../../api/types";
import { Field, Select } from "../../parts/controls";
import { JobPanel } from "../../parts/JobPanel";
import { Figures, verdict } from "../../parts/Result";
import { Rounds } from "../../parts/Rounds";

export interface SearchWishes { algorithm: string; heuristic: string; weight: string }

interface SearchProps { list: List | null; wishes: SearchWishes; job: Job<Answer>; onWishes(change: Partial<SearchWishes>): void; onSolve(): void }

/** Those that look at no estimate. */
const BLIND = ["dfid", "bfs", "uniform", "dfs"];

export function Search({ list, wishes, job, onWishes, onSolve }: SearchProps) {
  const kind = list?.puzzles.find(({ name }) => name === "sliding");
  const algorithms = list?.algorithms.filter(({ name }) => kind?.algorithms.includes(name)) ?? [];
  const heuristics = list?.heuristics.filter(({ name }) => kind?.heuristics.includes(name)) ?? [];
  const chosen = algorithms.find(({ name }) => name === (wishes.algorithm || "ida"));
  const answer = job.view.result;
  return (
    <>
      <div class="grid">
        <Select label="Algorithm" value={wishes.algorithm || "ida"} options={algorithms.length ? algorithms : ["ida"]} onChange={(algorithm) => onWishes({ algorithm })} />
        {!BLIND.includes(wishes.algorithm) && (
          <Select label="Estimate" value={wishes.heuristic} options={[{ name: "", summary: "Chosen for you" }, ...heuristics]} onChange={(heuristic) => onWishes({ heuristic })} />
        )}
        {wishes.algorithm === "weighted-astar" && (
          <Field label="Weight">
            {(id) => <input id={id} type="number" min="1" step="0.1" value={wishes.weight || "1.5"} onChange={(event) => onWishes({ weight: event.currentTarget.value })} />}
          </Field>
        )}
      </div>
      {chosen && <p class="hint">{chosen.summary.charAt(0).toUpperCase() + chosen.summary.slice(1)}.</p>}
      <div class="row">
        <button type="button" class="primary" onClick={onSolve} disabled={isBusy(job.view)}>Solve</button>
      </div>
      <JobPanel job={job} />
      {answer && <p class="headline" data-status={answer.status}>{verdict(answer)}</p>}
      <Rounds rounds={job.view.rounds} />
      {answer && <Figures answer={answer} firstMs={job.view.firstMs} />}
    </>
  );
}
