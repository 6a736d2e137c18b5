// Options of a search (algorithm and heuristic), its rounds and its result.
import { isBusy, type Job } from "../../api/job";
import type { Answer, Named, SolverInfo } from "../../api/types";
import type { Params } from "../../model/route";
import { heuristicsFor, type Board } from "../../model/tiles";
import { Field, Select } from "../../components/controls";
import { JobPanel } from "../../components/JobPanel";
import { sentence } from "../../components/Notice";
import { Statistics, resultSummary } from "../../components/SearchResult";
import { Rounds } from "../../components/Rounds";

export interface SearchOptions { algorithm: string; heuristic: string; weight: string }

/** Algorithms that return a suboptimal solution of any board immediately. */
const IMMEDIATE = ["construct", "beam", "greedy"];
/** Random boards of up to this many cells are solved optimally in seconds; larger ones take minutes to years. */
const MAX_FAST_CELLS = 16;
const AUTOMATIC = { name: "", summary: "Automatic" };

/** Available options: heuristics that do not exist for the algorithm or the board size are not offered. */
export interface AvailableSearchOptions {
  algorithms: Named[];
  heuristics: Named[];
  /** True if an optimal search of a random board may take too long. */
  large: boolean;
}

/** Returns the options of a link as far as they are valid for a board, and all available ones. */
export function readSearchOptions(solver: SolverInfo | null, { rows, columns }: Board, params: Params): { options: SearchOptions; available: AvailableSearchOptions } {
  // Before the list is loaded, names are used unchecked.
  const ifListed = (names: Named[], name = "") => (!solver || names.some((named) => named.name === name) ? name : "");
  const algorithms = solver?.algorithms ?? [];
  const algorithm = ifListed(algorithms, params["algorithm"]);
  // The first is the default.
  const search = algorithms.find(({ name }) => name === algorithm) ?? algorithms[0];
  const heuristics = search?.uses_heuristic ? heuristicsFor(rows, columns, solver?.heuristics ?? []) : [];
  return { options: { algorithm, heuristic: ifListed(heuristics, params["heuristic"]), weight: params["weight"] ?? "" }, available: { algorithms, heuristics, large: rows * columns > MAX_FAST_CELLS } };
}

interface SolvePanelProps { options: SearchOptions; available: AvailableSearchOptions; job: Job<Answer>; onOptions(change: Partial<SearchOptions>): void; onSolve(): void }

export function SolvePanel({ options, available: { algorithms, heuristics, large }, job, onOptions, onSolve }: SolvePanelProps) {
  const chosen = algorithms.find(({ name }) => name === options.algorithm);
  const answer = job.view.result;
  return (
    <>
      <div class="grid">
        <Select label="Algorithm" value={options.algorithm} options={[AUTOMATIC, ...algorithms]} onChange={(algorithm) => onOptions({ algorithm })} />
        {heuristics.length > 0 && (
          <Select label="Heuristic" value={options.heuristic} options={[AUTOMATIC, ...heuristics]} onChange={(heuristic) => onOptions({ heuristic })} />
        )}
        {options.algorithm === "weighted-astar" && (
          <Field label="Weight">
            {(id) => <input id={id} type="number" min="1" step="0.1" value={options.weight || "1.5"} onChange={(event) => onOptions({ weight: Number(event.currentTarget.value) >= 1 ? event.currentTarget.value : "1" })} />}
          </Field>
        )}
      </div>
      {chosen && <p class="hint">{sentence(chosen.summary)}</p>}
      {large && !IMMEDIATE.includes(options.algorithm) && <p class="hint">A shortest solution of a random board of this size may take hours; construct and beam return a solution immediately.</p>}
      <div class="row">
        <button type="button" class="primary" onClick={onSolve} disabled={isBusy(job.view)}>Solve</button>
      </div>
      <JobPanel job={job} />
      {answer && <p class="headline" data-status={answer.status}>{resultSummary(answer)}</p>}
      <Rounds rounds={job.view.rounds} />
      {answer && <Statistics answer={answer} firstMs={job.view.firstMs} />}
    </>
  );
}
