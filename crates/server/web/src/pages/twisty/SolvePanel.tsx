// Asking for a solution and watching the search.
import { isBusy, type Job } from "../../api/job";
import type { Answer } from "../../api/types";
import { Field, Segments, Select } from "../../components/controls";
import { JobPanel } from "../../components/JobPanel";
import { sentence } from "../../components/Notice";
import { Statistics, resultSummary } from "../../components/SearchResult";
import { Rounds } from "../../components/Rounds";
import { TIMES, type Mode, type AvailableOptions, type SolveOptions } from "./options";

interface SolvePanelProps {
  /** Whether random positions are too far away for a proof. */
  large: boolean;
  options: SolveOptions;
  available: AvailableOptions;
  ready: boolean;
  /** Whether there is nothing to solve yet. */
  empty: boolean;
  job: Job<Answer>;
  onOptions(change: Partial<SolveOptions>): void;
  onSolve(): void;
}

export function SolvePanel({ large, options, available, ready, empty, job, onOptions, onSolve }: SolvePanelProps) {
  const { goals, metrics, canRestrictMoves, modes, heuristics } = available;
  // What an estimate takes in memory and time is known before it is asked for.
  const cost = heuristics.find(({ name }) => name === options.heuristic);
  const answer = job.view.result;
  return (
    <>
      <Segments<Mode> label="What to look for" value={options.mode} options={modes} onChange={(mode) => onOptions({ mode })} />
      <p class="hint">{explain(options, large)}</p>
      {options.mode === "fast" && (
        <Segments
          label="How long to improve"
          value={String(options.time)}
          options={TIMES.map((time) => ({ value: time, label: time === "0" ? "First found" : `${time} s` }))}
          onChange={(time) => onOptions({ time: Number(time) })}
        />
      )}
      <details class="options">
        <summary>Options</summary>
        <div class="grid">
          {metrics.length > 0 && (
            <Select label="Count" value={options.metric} options={[{ name: "", summary: "As usual" }, ...metrics]} onChange={(metric) => onOptions({ metric })} />
          )}
          {goals.length > 0 && (
            <Select label="Goal" value={options.goal} options={[{ name: "", summary: "Solved" }, ...goals]} onChange={(goal) => onOptions({ goal })} />
          )}
          {heuristics.length > 0 && (
            <Select label="Estimate" value={options.heuristic} options={[{ name: "", summary: "Chosen for you" }, ...heuristics]} onChange={(heuristic) => onOptions({ heuristic })} />
          )}
          {canRestrictMoves && (
            <Field label="Only these moves">
              {(id) => <input id={id} type="text" value={options.moves} placeholder="all" spellcheck={false} onChange={(event) => onOptions({ moves: event.currentTarget.value })} />}
            </Field>
          )}
        </div>
        {cost && <p class="hint">{sentence(cost.summary)}</p>}
      </details>
      <div class="row">
        <button type="button" class="primary" onClick={onSolve} disabled={!ready || isBusy(job.view)}>Solve</button>
        {empty && <span class="hint">Enter a scramble first, or have one drawn.</span>}
      </div>
      <JobPanel job={job} />
      <Improvements improved={job.view.improved} />
      {answer && (
        <div class="result">
          <p class="headline" data-status={answer.status}>{resultSummary(answer)}</p>
          {answer.step && <p>It reaches {answer.step}.</p>}
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
    <ol class="improvements" aria-label="Lengths found, one after the other">
      {improved.map(({ length }, i) => (
        <li key={i} class={i === improved.length - 1 ? "best" : ""}>{length}</li>
      ))}
    </ol>
  );
}

function explain({ mode, time }: SolveOptions, large: boolean): string {
  if (mode === "fast") return time > 0 ? "A short solution at once, shorter ones while the time lasts." : "A short solution at once.";
  const what = mode === "all" ? "Every solution of the least length" : "A solution that is proved to be a shortest one";
  return large ? `${what}. The proof ends only for positions a few moves from solved.` : `${what}.`;
}
