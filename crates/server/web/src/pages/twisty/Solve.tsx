// Asking for a solution and watching the search.
import { isBusy, type Job } from "../../api/job";
import type { Answer } from "../../api/types";
import { Field, Segments, Select } from "../../parts/controls";
import { JobPanel } from "../../parts/JobPanel";
import { sentence } from "../../parts/Notice";
import { Figures, verdict } from "../../parts/Result";
import { Rounds } from "../../parts/Rounds";
import { TIMES, type Mode, type Offer, type Wishes } from "./puzzles";

interface SolveProps {
  /** Whether random positions are too far away for a proof. */
  large: boolean;
  wishes: Wishes;
  offer: Offer;
  ready: boolean;
  /** Whether there is nothing to solve yet. */
  empty: boolean;
  job: Job<Answer>;
  onWishes(change: Partial<Wishes>): void;
  onSolve(): void;
}

export function Solve({ large, wishes, offer, ready, empty, job, onWishes, onSolve }: SolveProps) {
  const { goals, metrics, restricts, modes, heuristics } = offer;
  // What an estimate takes in memory and time is known before it is asked for.
  const cost = heuristics.find(({ name }) => name === wishes.heuristic);
  const answer = job.view.result;
  return (
    <>
      <Segments<Mode> label="What to look for" value={wishes.mode} options={modes} onChange={(mode) => onWishes({ mode })} />
      <p class="hint">{explain(wishes, large)}</p>
      {wishes.mode === "fast" && (
        <Segments
          label="How long to improve"
          value={String(wishes.time)}
          options={TIMES.map((time) => ({ value: time, label: time === "0" ? "First found" : `${time} s` }))}
          onChange={(time) => onWishes({ time: Number(time) })}
        />
      )}
      <details class="options">
        <summary>Options</summary>
        <div class="grid">
          {metrics.length > 0 && (
            <Select label="Count" value={wishes.metric} options={[{ name: "", summary: "As usual" }, ...metrics]} onChange={(metric) => onWishes({ metric })} />
          )}
          {goals.length > 0 && (
            <Select label="Goal" value={wishes.goal} options={[{ name: "", summary: "Solved" }, ...goals]} onChange={(goal) => onWishes({ goal })} />
          )}
          {heuristics.length > 0 && (
            <Select label="Estimate" value={wishes.heuristic} options={[{ name: "", summary: "Chosen for you" }, ...heuristics]} onChange={(heuristic) => onWishes({ heuristic })} />
          )}
          {restricts && (
            <Field label="Only these moves">
              {(id) => <input id={id} type="text" value={wishes.moves} placeholder="all" spellcheck={false} onChange={(event) => onWishes({ moves: event.currentTarget.value })} />}
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
          <p class="headline" data-status={answer.status}>{verdict(answer)}</p>
          {answer.step && <p>It reaches {answer.step}.</p>}
          {answer.n_solutions !== undefined && answer.n_solutions > 1 && (
            <p>{answer.all_found === false ? "At least " : ""}{answer.n_solutions} solutions of this length.</p>
          )}
        </div>
      )}
      <Rounds rounds={job.view.rounds} />
      {answer && <Figures answer={answer} firstMs={job.view.firstMs} />}
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

function explain({ mode, time }: Wishes, large: boolean): string {
  if (mode === "fast") return time > 0 ? "A short solution at once, shorter ones while the time lasts." : "A short solution at once.";
  const what = mode === "all" ? "Every solution of the least length" : "A solution that is proved to be a shortest one";
  return large ? `${what}. The proof ends only for positions a few moves from solved.` : `${what}.`;
}
