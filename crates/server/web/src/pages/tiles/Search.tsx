// Searching: which algorithm and which estimate, the rounds as they come, the answer.
import { isBusy, type Job } from "../../api/job";
import type { Answer, Named, SolverInfo } from "../../api/types";
import type { Params } from "../../model/route";
import { estimatesFor, type Board } from "../../model/tiles";
import { Field, Select } from "../../parts/controls";
import { JobPanel } from "../../parts/JobPanel";
import { sentence } from "../../parts/Notice";
import { Figures, verdict } from "../../parts/Result";
import { Rounds } from "../../parts/Rounds";

export interface SearchWishes { algorithm: string; heuristic: string; weight: string }

/** Searches that give a long solution of any board at once. */
const AT_ONCE = ["construct", "beam", "greedy"];
/** Random boards of this many cells are solved in seconds; those of more take minutes to years. */
const PROVED_SOON = 16;
const CHOSEN_FOR_YOU = { name: "", summary: "Chosen for you" };

/** What can be chosen: an estimate that does not exist for the search or the size of the board is not offered. */
export interface SearchOffer {
  algorithms: Named[];
  heuristics: Named[];
  /** Whether a proof for a random board may take longer than anyone waits. */
  large: boolean;
}

/** Reads wishes as far as the solver can fulfil them for a board. */
export function searchOffer(solver: SolverInfo | null, { rows, columns }: Board, params: Params): { wishes: SearchWishes; offer: SearchOffer } {
  // Before the solver is listed, names are taken as they are.
  const picked = (names: Named[], name = "") => (!solver || names.some((named) => named.name === name) ? name : "");
  const algorithms = solver?.algorithms ?? [];
  const algorithm = picked(algorithms, params["algorithm"]);
  // The first is the usual one.
  const search = algorithms.find(({ name }) => name === algorithm) ?? algorithms[0];
  const heuristics = search?.uses_heuristic ? estimatesFor(rows, columns, solver?.heuristics ?? []) : [];
  return { wishes: { algorithm, heuristic: picked(heuristics, params["heuristic"]), weight: params["weight"] ?? "" }, offer: { algorithms, heuristics, large: rows * columns > PROVED_SOON } };
}

interface SearchProps { wishes: SearchWishes; offer: SearchOffer; job: Job<Answer>; onWishes(change: Partial<SearchWishes>): void; onSolve(): void }

export function Search({ wishes, offer: { algorithms, heuristics, large }, job, onWishes, onSolve }: SearchProps) {
  const chosen = algorithms.find(({ name }) => name === wishes.algorithm);
  const answer = job.view.result;
  return (
    <>
      <div class="grid">
        <Select label="Algorithm" value={wishes.algorithm} options={[CHOSEN_FOR_YOU, ...algorithms]} onChange={(algorithm) => onWishes({ algorithm })} />
        {heuristics.length > 0 && (
          <Select label="Estimate" value={wishes.heuristic} options={[CHOSEN_FOR_YOU, ...heuristics]} onChange={(heuristic) => onWishes({ heuristic })} />
        )}
        {wishes.algorithm === "weighted-astar" && (
          <Field label="Weight">
            {(id) => <input id={id} type="number" min="1" step="0.1" value={wishes.weight || "1.5"} onChange={(event) => onWishes({ weight: Number(event.currentTarget.value) >= 1 ? event.currentTarget.value : "1" })} />}
          </Field>
        )}
      </div>
      {chosen && <p class="hint">{sentence(chosen.summary)}</p>}
      {large && !AT_ONCE.includes(wishes.algorithm) && <p class="hint">A shortest solution of a random board of this size may take hours; construct and beam answer at once.</p>}
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
