// Options available for each puzzle, computed from the declared data of its solver, plus facts that solvers do not
// declare: which cubes have a net, and which options exclude each other.
import type { PuzzleList, Named, SolverInfo, RequestBody } from "../../api/types";
import type { Params } from "../../model/route";

/** Number of layers of the cubes whose stickers can be entered. */
const NETS = new Map([["2x2x2", 2], ["3x3x3", 3], ["4x4x4", 4]]);

/** Returns the number of layers of a cube whose stickers can be entered; null for other puzzles. */
export function netSize(puzzle: string): number | null {
  return NETS.get(puzzle) ?? null;
}

export type Mode = "fast" | "optimal" | "all";
export const MODES: readonly Mode[] = ["fast", "optimal", "all"];

/** Seconds to improve a fast solution; "0" stops at the first one. */
export const TIMES = ["0", "1", "3", "10", "60"];
const DEFAULT_TIME = "3";

/** Puzzles with a separate page. */
const OTHER_PAGES = ["sliding", "shuffdle"];

/** Returns the solvers dedicated to one puzzle of this page. */
const dedicatedSolvers = (list: PuzzleList): SolverInfo[] => list.puzzles.slice(0, -1).filter(({ name }) => !OTHER_PAGES.includes(name));

/** Returns the solver dedicated to a puzzle; undefined for a puzzle solved by the generic twisty solver. */
export const dedicatedSolver = (list: PuzzleList, puzzle: string): SolverInfo | undefined => dedicatedSolvers(list).find(({ name }) => name === puzzle);

/** Returns the puzzles by group. A puzzle with a dedicated solver is not listed again as a definition. */
export function puzzleGroups(list: PuzzleList): { title: string; names: Named[] }[] {
  return [
    { title: "Dedicated solvers", names: dedicatedSolvers(list) },
    { title: "Puzzle definitions", names: list.definitions.filter(({ name }) => !dedicatedSolver(list, name)) },
  ];
}

/** Returns the listed name of a puzzle, ignoring case; null if it is not listed. */
export function listedName(list: PuzzleList, puzzle: string): string | null {
  const names = puzzleGroups(list).flatMap(({ names }) => names.map(({ name }) => name));
  return names.find((name) => name === puzzle) ?? names.find((name) => name === puzzle.toLowerCase()) ?? null;
}

export interface SolveOptions {
  mode: Mode;
  /** The algorithm of the mode if it is not the default of the solver; empty otherwise. */
  algorithm: string;
  time: number;
  metric: string;
  goal: string;
  heuristic: string;
  moves: string;
}

/** The metric that only phase solvers support: neither optimal search nor steps. */
const PHASES_ONLY_METRIC = "axial";
/** The metric that phase solvers do not support. */
const SEARCH_ONLY_METRIC = "face-turn";
/** Puzzles whose moves cannot be restricted. */
const NO_MOVE_SUBSETS = ["square-1"];
/** Puzzles whose phase solver supports restricted moves. */
const PHASES_WITH_MOVE_SUBSETS = ["3x3x3"];

/** Options available for a puzzle. Each depends on the values chosen for those before it: combinations that the server
 * rejects are not offered. */
export interface AvailableOptions {
  goals: Named[];
  metrics: Named[];
  /** True if the allowed moves can be restricted. */
  canRestrictMoves: boolean;
  modes: { value: Mode; label: string }[];
  heuristics: Named[];
}

/** Returns the options of a link as far as they are valid for a puzzle, and all available ones. `puzzle` is empty for a
 * definition from a file. */
export function readOptions(puzzle: string, list: PuzzleList | null, params: Params): { options: SolveOptions; available: AvailableOptions } {
  const definition = list?.definitions.find(({ name }) => name === puzzle);
  const dedicated = list ? dedicatedSolver(list, puzzle) : undefined;
  const genericSolver = list?.puzzles[list.puzzles.length - 1];
  const solver = dedicated ?? genericSolver;
  // Before the list is loaded, names are used unchecked.
  const ifListed = (names: Named[], name = "") => (!list || names.some((named) => named.name === name) ? name : "");

  const requested = params["goal"];
  const listed = solver?.goals ?? [];
  // A step on one axis or side, like eo-fb, is not listed separately.
  const oneSide = listed.find(({ name }) => requested?.startsWith(`${name}-`));
  const goals = requested && oneSide ? [...listed, { name: requested, summary: oneSide.summary }] : listed;
  const goal = ifListed(goals, requested);
  const metrics = (solver?.metrics ?? []).filter(({ name }) => name !== PHASES_ONLY_METRIC || goal === "");
  const metric = ifListed(metrics, params["metric"]);
  const canRestrictMoves = !NO_MOVE_SUBSETS.includes(puzzle);
  const moves = canRestrictMoves ? (params["moves"] ?? "").trim() : "";

  const modes: AvailableOptions["modes"] = [];
  const phases = solver?.algorithms.find(({ improves }) => improves);
  // The generic twisty solver has phases only for definitions that declare them.
  const hasPhases = !list || (dedicated ? phases !== undefined : definition?.phases === true);
  // Phase solvers support only the default goal, and not every metric or set of moves.
  const beyondPhases = goal !== "" || metric === SEARCH_ONLY_METRIC || (moves !== "" && !PHASES_WITH_MOVE_SUBSETS.includes(puzzle));
  if (hasPhases && !beyondPhases) modes.push({ value: "fast", label: "Fast" });
  // Puzzles whose dedicated solver cannot prove optimality are searched by the generic solver.
  const search = solver?.algorithms.find(({ optimal }) => optimal);
  const optimalSearch = search ?? (definition && genericSolver?.algorithms.find(({ optimal }) => optimal));
  const canProve = metric !== PHASES_ONLY_METRIC;
  if (canProve && (!list || optimalSearch)) modes.push({ value: "optimal", label: "Shortest" });
  if (canProve && (!list || optimalSearch?.finds_all)) modes.push({ value: "all", label: "All shortest" });
  const mode = (modes.find(({ value }) => value === params["mode"]) ?? modes[0])?.value ?? "fast";
  const algorithm = mode === "fast" && phases && phases !== solver?.algorithms[0] ? phases.name : "";

  // Steps use their own heuristics.
  const heuristics = mode === "fast" || goal !== "" || !search?.uses_heuristic ? [] : solver?.heuristics ?? [];
  const heuristic = ifListed(heuristics, params["heuristic"]);
  // The time includes table building, which for declared phases may take longer than any available time: by default
  // these stop at the first solution.
  const time = Number(params["time"] || (dedicated || !list ? DEFAULT_TIME : "0"));
  return { options: { mode, algorithm, time, metric, goal, heuristic, moves }, available: { goals, metrics, canRestrictMoves, modes, heuristics } };
}

/** Returns the request fields for the options. */
export function requestOf(options: SolveOptions): RequestBody {
  const request: RequestBody = {};
  if (options.algorithm) request["algorithm"] = options.algorithm;
  if (options.metric) request["metric"] = options.metric;
  if (options.goal) request["goal"] = options.goal;
  if (options.heuristic) request["heuristic"] = options.heuristic;
  if (options.moves) request["moves"] = options.moves;
  if (options.mode === "fast") {
    if (options.time > 0) Object.assign(request, { improve: true, timeout: options.time });
    return request;
  }
  request["optimal"] = true;
  if (options.mode === "all") Object.assign(request, { all: true, max_solutions: 200 });
  return request;
}

/** Number of moves of a short scramble, for puzzles whose random states are too deep. */
const SHORT_SCRAMBLE_LENGTH = 5;

/** Returns a few random moves out of `names`, never the same twice in a row. */
export function shortScramble(names: readonly string[], random: () => number = Math.random): string {
  const moves: string[] = [];
  while (moves.length < SHORT_SCRAMBLE_LENGTH && names.length > 0) {
    const name = names[Math.floor(random() * names.length)]!;
    if (name !== moves[moves.length - 1] || names.length === 1) moves.push(name);
  }
  return moves.join(" ");
}

const EXAMPLES = new Map([
  ["2x2x2", "R U2 F' R U'"], ["3x3x3", "R U2 F' L D B2"], ["4x4x4", "Rw U F2 Uw' R"], ["square-1", "(1,0) / (-3,0) /"],
]);

export function exampleOf(puzzle: string): string {
  return EXAMPLES.get(puzzle) ?? "moves from the solved puzzle";
}
