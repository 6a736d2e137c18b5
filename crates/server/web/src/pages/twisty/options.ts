// What the page offers for each puzzle, made from what solvers say of themselves, and what they do not say: how a puzzle can
// be drawn, and which puzzleGroups exclude each other.
import type { PuzzleList, Named, SolverInfo, RequestBody } from "../../api/types";
import type { Params } from "../../model/route";

/** Cubes whose stickers can be entered, and how many layers they have. */
const NETS = new Map([["2x2x2", 2], ["3x3x3", 3], ["4x4x4", 4]]);

/** How many layers a cube has whose stickers can be entered; null for other puzzles. */
export function netSize(puzzle: string): number | null {
  return NETS.get(puzzle) ?? null;
}

export type Mode = "fast" | "optimal" | "all";
export const MODES: readonly Mode[] = ["fast", "optimal", "all"];

/** Seconds to improve a fast solution; "0" ends with the first. */
export const TIMES = ["0", "1", "3", "10", "60"];
const DEFAULT_TIME = "3";

/** Puzzles that have a page of their dedicated. */
const OTHER_PAGES = ["sliding", "shuffdle"];

/** Solvers that are made for one puzzle of this page. */
const dedicatedSolvers = (list: PuzzleList): SolverInfo[] => list.puzzles.slice(0, -1).filter(({ name }) => !OTHER_PAGES.includes(name));

/** The solver that is made for a puzzle; undefined for a puzzle that is solved by its definition. */
export const dedicatedSolver = (list: PuzzleList, puzzle: string): SolverInfo | undefined => dedicatedSolvers(list).find(({ name }) => name === puzzle);

/** The puzzles to choose from, by group. A name that has a solver of its dedicated is not readOptions twice. */
export function puzzleGroups(list: PuzzleList): { title: string; names: Named[] }[] {
  return [
    { title: "With methods of their dedicated", names: dedicatedSolvers(list) },
    { title: "PuzzleDefinition", names: list.definitions.filter(({ name }) => !dedicatedSolver(list, name)) },
  ];
}

/** The name that the list has for a puzzle, whatever its capitals; null if there is no such puzzle to choose. */
export function listedName(list: PuzzleList, puzzle: string): string | null {
  const names = puzzleGroups(list).flatMap(({ names }) => names.map(({ name }) => name));
  return names.find((name) => name === puzzle) ?? names.find((name) => name === puzzle.toLowerCase()) ?? null;
}

export interface SolveOptions {
  mode: Mode;
  /** What the mode is reached by, if it is not what the solver usually does. */
  algorithm: string;
  time: number;
  metric: string;
  goal: string;
  heuristic: string;
  moves: string;
}

/** The metric that searches for shortest solutions do not count in, nor those for a step: two phases alone do. */
const PHASES_ONLY_METRIC = "axial";
/** The metric that phases do not count in. */
const SEARCH_ONLY_METRIC = "face-turn";
/** Puzzles whose moves cannot be restricted. */
const NO_MOVE_SUBSETS = ["square-1"];
/** Puzzles whose phases make do with some of the moves. */
const PHASES_WITH_MOVE_SUBSETS = ["3x3x3"];

/** What can be requested of a puzzle. Each part depends on what was chosen of those before it: a combination that the server
 * would refuse is not readOptions. */
export interface AvailableOptions {
  goals: Named[];
  metrics: Named[];
  /** Whether the moves that may be used can be restricted. */
  canRestrictMoves: boolean;
  modes: { value: Mode; label: string }[];
  heuristics: Named[];
}

/** Reads options as far as they can be fulfilled for a puzzle, and says what else there is to choose. `puzzle` is empty for
 * one from a file. */
export function readOptions(puzzle: string, list: PuzzleList | null, params: Params): { options: SolveOptions; available: AvailableOptions } {
  const definition = list?.definitions.find(({ name }) => name === puzzle);
  const dedicated = list ? dedicatedSolver(list, puzzle) : undefined;
  const genericSolver = list?.puzzles[list.puzzles.length - 1];
  const solver = dedicated ?? genericSolver;
  // Before the list is there, names are taken as they are.
  const ifListed = (names: Named[], name = "") => (!list || names.some((named) => named.name === name) ? name : "");

  const requested = params["goal"];
  const listed = solver?.goals ?? [];
  // A step on one axis or side, like eo-fb, is not listed by itself.
  const oneSide = listed.find(({ name }) => requested?.startsWith(`${name}-`));
  const goals = requested && oneSide ? [...listed, { name: requested, summary: oneSide.summary }] : listed;
  const goal = ifListed(goals, requested);
  const metrics = (solver?.metrics ?? []).filter(({ name }) => name !== PHASES_ONLY_METRIC || goal === "");
  const metric = ifListed(metrics, params["metric"]);
  const canRestrictMoves = !NO_MOVE_SUBSETS.includes(puzzle);
  const moves = canRestrictMoves ? (params["moves"] ?? "").trim() : "";

  const modes: AvailableOptions["modes"] = [];
  const phases = solver?.algorithms.find(({ improves }) => improves);
  // The solver of all definitions has phases for those that declare some.
  const hasPhases = !list || (dedicated ? phases !== undefined : definition?.phases === true);
  // Phases know the usual goal, and not every metric or set of moves.
  const beyondPhases = goal !== "" || metric === SEARCH_ONLY_METRIC || (moves !== "" && !PHASES_WITH_MOVE_SUBSETS.includes(puzzle));
  if (hasPhases && !beyondPhases) modes.push({ value: "fast", label: "Fast" });
  // What a puzzle's dedicated solver cannot prove is left to the one of its definition.
  const search = solver?.algorithms.find(({ optimal }) => optimal);
  const optimalSearch = search ?? (definition && genericSolver?.algorithms.find(({ optimal }) => optimal));
  const canProve = metric !== PHASES_ONLY_METRIC;
  if (canProve && (!list || optimalSearch)) modes.push({ value: "optimal", label: "Shortest" });
  if (canProve && (!list || optimalSearch?.finds_all)) modes.push({ value: "all", label: "All shortest" });
  const mode = (modes.find(({ value }) => value === params["mode"]) ?? modes[0])?.value ?? "fast";
  const algorithm = mode === "fast" && phases && phases !== solver?.algorithms[0] ? phases.name : "";

  // Steps have estimates of their dedicated.
  const heuristics = mode === "fast" || goal !== "" || !search?.uses_heuristic ? [] : solver?.heuristics ?? [];
  const heuristic = ifListed(heuristics, params["heuristic"]);
  // Tables count, and those of declared phases may take longer than any of the times that are readOptions: without a request,
  // these end with the first solution.
  const time = Number(params["time"] || (dedicated || !list ? DEFAULT_TIME : "0"));
  return { options: { mode, algorithm, time, metric, goal, heuristic, moves }, available: { goals, metrics, canRestrictMoves, modes, heuristics } };
}

/** The body of the question. */
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

/** How far from solved the positions are that are drawn of puzzles too large for random ones. */
const SHORT_SCRAMBLE_LENGTH = 5;

/** A few random moves out of `names`, none after itself. */
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
