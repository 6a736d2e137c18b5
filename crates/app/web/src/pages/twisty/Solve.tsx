// Asking for a solution and watching the search.
import { isBusy, type Job } from "../../api/job";
import type { Answer, List } from "../../api/types";
import { Field, Segments, Select } from "../../parts/controls";
import { JobPanel } from "../../parts/JobPanel";
import { Figures, verdict } from "../../parts/Result";
import { Rounds } from "../../parts/Rounds";
import { metricsOf, modesOf, type Mode, type Wishes } from "./puzzles";

interface SolveProps {
  puzzle: string;
  list: List | null;
  wishes: Wishes;
  ready: boolean;
  job: Job<Answer>;
  onWishes(change: Partial<Wishes>): void;
  onSolve(): void;
}

const TIMES = ["0", "1", "3", "10", "60"];

export function Solve({ puzzle, list, wishes, ready, job, onWishes, onSolve }: SolveProps) {
  const definition = list?.definitions.find(({ name }) => name === puzzle);
  const modes = modesOf(puzzle, definition);
  const kind = list?.puzzles.find(({ name }) => name === puzzle);
  const metrics = list ? metricsOf(puzzle, list) : [];
  const answer = job.view.result;
  return (
    <>
      <Segments<Mode> label="What to look for" value={wishes.mode} options={modes} onChange={(mode) => onWishes({ mode })} />
      <p class="hint">{explain(puzzle, wishes.mode)}</p>
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
          {puzzle === "3x3x3" && list && (
            <Select label="Goal" value={wishes.goal} options={[{ name: "", summary: "Solved" }, ...list.steps]} onChange={(goal) => onWishes({ goal })} />
          )}
          {wishes.mode !== "fast" && kind && kind.heuristics.length > 0 && (
            <Select
              label="Estimate"
              value={wishes.heuristic}
              options={[{ name: "", summary: "Chosen for you" }, ...list!.heuristics.filter(({ name }) => kind.heuristics.includes(name))]}
              onChange={(heuristic) => onWishes({ heuristic })}
            />
          )}
          <Field label="Only these moves">
            {(id) => <input id={id} type="text" value={wishes.moves} placeholder="all" spellcheck={false} onChange={(event) => onWishes({ moves: event.currentTarget.value })} />}
          </Field>
        </div>
      </details>
      <div class="row">
        <button type="button" class="primary" onClick={onSolve} disabled={!ready || isBusy(job.view)}>Solve</button>
      </div>
      <JobPanel job={job} />
      <Improvements improved={job.view.improved} />
      {answer && (
        <div class="result">
          <p class="headline" data-status={answer.status}>{verdict(answer)}</p>
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

function explain(puzzle: string, mode: Mode): string {
  if (mode === "fast") return "A short solution at once, shorter ones while the time lasts.";
  if (mode === "all") return "Every solution of the least length.";
  return puzzle === "4x4x4" ? "A proved shortest solution; possible for a few moves only." : "A solution that is proved to be a shortest one.";
}

