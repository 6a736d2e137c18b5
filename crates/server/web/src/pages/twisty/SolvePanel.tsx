// Options of a search, its progress and its result.
import { isBusy, type Job } from "../../api/job";
import type { Answer } from "../../api/types";
import { Field, Segments, Select } from "../../components/controls";
import { JobPanel } from "../../components/JobPanel";
import { sentence } from "../../components/Notice";
import { Statistics, resultSummary } from "../../components/SearchResult";
import { Rounds } from "../../components/Rounds";
import { TIMES, type Mode, type AvailableOptions, type SolveOptions } from "./options";

interface SolvePanelProps {
  /** True if random states are too deep for an optimal search. */
  large: boolean;
  options: SolveOptions;
  available: AvailableOptions;
  ready: boolean;
  /** True if no position has been entered. */
  empty: boolean;
  job: Job<Answer>;
  onOptions(change: Partial<SolveOptions>): void;
  onSolve(): void;
}

export function SolvePanel({ large, options, available, ready, empty, job, onOptions, onSolve }: SolvePanelProps) {
  const { goals, metrics, canRestrictMoves, modes, heuristics } = available;
  // The summary of a heuristic states its memory and build time.
  const cost = heuristics.find(({ name }) => name === options.heuristic);
  const answer = job.view.result;
  return (
    <>
      <Segments<Mode> label="Solution" value={options.mode} options={modes} onChange={(mode) => onOptions({ mode })} />
      <p class="hint">{explain(options, large)}</p>
      {options.mode === "fast" && (
        <Segments
          label="Time limit"
          value={String(options.time)}
          options={TIMES.map((time) => ({ value: time, label: time === "0" ? "First solution" : `${time} s` }))}
          onChange={(time) => onOptions({ time: Number(time) })}
        />
      )}
      <details class="options">
        <summary>Options</summary>
        <div class="grid">
          {metrics.length > 0 && (
            <Select label="Metric" value={options.metric} options={[{ name: "", summary: "Default" }, ...metrics]} onChange={(metric) => onOptions({ metric })} />
          )}
          {goals.length > 0 && (
            <Select label="Goal" value={options.goal} options={[{ name: "", summary: "Solved" }, ...goals]} onChange={(goal) => onOptions({ goal })} />
          )}
          {heuristics.length > 0 && (
            <Select label="Heuristic" value={options.heuristic} options={[{ name: "", summary: "Automatic" }, ...heuristics]} onChange={(heuristic) => onOptions({ heuristic })} />
          )}
          {canRestrictMoves && (
            <Field label="Allowed moves">
              {(id) => <input id={id} type="text" value={options.moves} placeholder="all" spellcheck={false} onChange={(event) => onOptions({ moves: event.currentTarget.value })} />}
            </Field>
          )}
        </div>
        {cost && <p class="hint">{sentence(cost.summary)}</p>}
      </details>
      <div class="row">
        <button type="button" class="primary" onClick={onSolve} disabled={!ready || isBusy(job.view)}>Solve</button>
        {empty && <span class="hint">Enter a scramble or generate a random one.</span>}
      </div>
      <JobPanel job={job} />
      <Improvements improved={job.view.improved} />
      {answer && (
        <div class="result">
          <p class="headline" data-status={answer.status}>{resultSummary(answer)}</p>
          {answer.step && <p>Step reached: {answer.step}</p>}
          {answer.n_solutions !== undefined && answer.n_solutions > 1 && (
            <p>{answer.all_found === false ? "At least " : ""}{answer.n_solutions} solutions of this length.</p>
          )}
        </div>
      )}
      <Rounds rounds={job.view.rounds} />
      {answer && <Statistics answer={answer} firstMs={job.view.firstMs} />}
    </>
  );
}

function Improvements({ improved }: { improved: Answer[] }) {
  if (!improved.length) return null;
  return (
    <ol class="improvements" aria-label="Solution lengths in the order found">
      {improved.map(({ length }, i) => (
        <li key={i} class={i === improved.length - 1 ? "best" : ""}>{length}</li>
      ))}
    </ol>
  );
}

function explain({ mode, time }: SolveOptions, large: boolean): string {
  if (mode === "fast") return time > 0 ? "A short solution immediately, then shorter ones until the time limit." : "A short solution immediately.";
  const what = mode === "all" ? "All shortest solutions" : "A solution that is proved to be shortest";
  return large ? `${what}. The search finishes only for positions a few moves from solved.` : `${what}.`;
}
