// What the page offers for each puzzle, made from what solvers say of themselves, and what they do not say: how a puzzle can
// be drawn, and which choices exclude each other.
import type { List, Named, SolverInfo, Wish } from "../../api/types";
import type { Params } from "../../model/route";

/** Cubes whose stickers can be entered, and how many layers they have. */
const NETS = new Map([["2x2x2", 2], ["3x3x3", 3], ["4x4x4", 4]]);

/** How many layers a cube has whose stickers can be entered; null for other puzzles. */
export function netOf(puzzle: string): number | null {
  return NETS.get(puzzle) ?? null;
}

/** How cubing.js is told of a puzzle: by its name there, or by how a solid is cut. */
export type InSpace = { puzzle: string } | { cuts: string };

const IN_SPACE: Record<string, InSpace> = {
  "2x2x2": { puzzle: "2x2x2" }, "3x3x3": { puzzle: "3x3x3" }, "4x4x4": { puzzle: "4x4x4" }, "5x5x5": { puzzle: "5x5x5" },
  "6x6x6": { puzzle: "6x6x6" }, "7x7x7": { puzzle: "7x7x7" }, pyraminx: { puzzle: "pyraminx" }, tetraminx: { puzzle: "pyraminx" },
  megaminx: { puzzle: "megaminx" }, kilominx: { puzzle: "kilominx" }, fto: { puzzle: "fto" }, "square-1": { puzzle: "square1" },
  skewb: { puzzle: "skewb" }, dino: { cuts: "c v 0.577350269189626" }, helicopter: { cuts: "c e 0.707106781186547" },
};

/** The puzzles that cubing.js can show; the others are shown piece by piece. */
export function inSpace(puzzle: string): InSpace | null {
  return Object.hasOwn(IN_SPACE, puzzle) ? IN_SPACE[puzzle]! : null;
}

/** Faces of the dodecahedron that cubing.js names by those across from them. */
const DODECAHEDRON: Record<string, string> = { BF: "B", E: "DR", C: "FR", A: "FL", I: "DL" };

/** Corners of the skewb by the names that competitions use. */
const SKEWB: Record<string, string> = { ULB: "U", URF: "F", UBR: "UR", UFL: "UL", DFR: "D", DLF: "L", DRB: "R", DBL: "B" };

/** A move of ours as cubing.js writes it. */
export function spaceMove(puzzle: string, move: string): string {
  switch (puzzle) {
    case "fto": return move.replace(/^BB/, "B");
    case "square-1": return move.replace(",", ", ");
    case "megaminx":
    case "kilominx": return move.replace(/^[A-Z]+/, (face) => DODECAHEDRON[face] ?? face);
    case "skewb": return move.replace(/^[A-Z]+/, (corner) => SKEWB[corner] ?? corner);
    // Corners are read around the other way there.
    case "dino": return move.replace(/^([UD])([A-Z])([A-Z])/, "$1$3$2");
    default: return move;
  }
}

export type Mode = "fast" | "optimal" | "all";
export const MODES: readonly Mode[] = ["fast", "optimal", "all"];

/** Seconds to improve a fast solution; "0" ends with the first. */
export const TIMES = ["0", "1", "3", "10", "60"];
const USUAL_TIME = "3";

/** Puzzles that have a page of their own. */
const ELSEWHERE = ["sliding", "shuffdle"];

/** Solvers that are made for one puzzle of this page. */
const ownSolvers = (list: List): SolverInfo[] => list.puzzles.slice(0, -1).filter(({ name }) => !ELSEWHERE.includes(name));

/** The solver that is made for a puzzle; undefined for a puzzle that is solved by its definition. */
export const ownSolver = (list: List, puzzle: string): SolverInfo | undefined => ownSolvers(list).find(({ name }) => name === puzzle);

/** The puzzles to choose from, by group. A name that has a solver of its own is not offered twice. */
export function choices(list: List): { title: string; names: Named[] }[] {
  return [
    { title: "With methods of their own", names: ownSolvers(list) },
    { title: "Defined", names: list.definitions.filter(({ name }) => !ownSolver(list, name)) },
  ];
}

/** The name that the list has for a puzzle, whatever its capitals; null if there is no such puzzle to choose. */
export function listedName(list: List, puzzle: string): string | null {
  const names = choices(list).flatMap(({ names }) => names.map(({ name }) => name));
  return names.find((name) => name === puzzle) ?? names.find((name) => name === puzzle.toLowerCase()) ?? null;
}

export interface Wishes {
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
const BY_PHASES_ALONE = "axial";
/** The metric that phases do not count in. */
const BY_SEARCH_ALONE = "face-turn";
/** Puzzles whose moves cannot be restricted. */
const UNRESTRICTED = ["square-1"];
/** Puzzles whose phases make do with some of the moves. */
const PHASES_OF_SOME_MOVES = ["3x3x3"];

/** What can be asked of a puzzle. Each part depends on what was chosen of those before it: a combination that the server
 * would refuse is not offered. */
export interface Offer {
  goals: Named[];
  metrics: Named[];
  /** Whether the moves that may be used can be restricted. */
  restricts: boolean;
  modes: { value: Mode; label: string }[];
  heuristics: Named[];
}

/** Reads wishes as far as they can be fulfilled for a puzzle, and says what else there is to choose. `puzzle` is empty for
 * one from a file. */
export function offered(puzzle: string, list: List | null, params: Params): { wishes: Wishes; offer: Offer } {
  const definition = list?.definitions.find(({ name }) => name === puzzle);
  const own = list ? ownSolver(list, puzzle) : undefined;
  const byDefinition = list?.puzzles[list.puzzles.length - 1];
  const solver = own ?? byDefinition;
  // Before the list is there, names are taken as they are.
  const picked = (names: Named[], name = "") => (!list || names.some((named) => named.name === name) ? name : "");

  const asked = params["goal"];
  const listed = solver?.goals ?? [];
  // A step on one axis or side, like eo-fb, is not listed by itself.
  const oneSide = listed.find(({ name }) => asked?.startsWith(`${name}-`));
  const goals = asked && oneSide ? [...listed, { name: asked, summary: oneSide.summary }] : listed;
  const goal = picked(goals, asked);
  const metrics = (solver?.metrics ?? []).filter(({ name }) => name !== BY_PHASES_ALONE || goal === "");
  const metric = picked(metrics, params["metric"]);
  const restricts = !UNRESTRICTED.includes(puzzle);
  const moves = restricts ? (params["moves"] ?? "").trim() : "";

  const modes: Offer["modes"] = [];
  const phases = solver?.algorithms.find(({ improves }) => improves);
  // The solver of all definitions has phases for those that declare some.
  const hasPhases = !list || (own ? phases !== undefined : definition?.phases === true);
  // Phases know the usual goal, and not every metric or set of moves.
  const isBeyond = goal !== "" || metric === BY_SEARCH_ALONE || (moves !== "" && !PHASES_OF_SOME_MOVES.includes(puzzle));
  if (hasPhases && !isBeyond) modes.push({ value: "fast", label: "Fast" });
  // What a puzzle's own solver cannot prove is left to the one of its definition.
  const search = solver?.algorithms.find(({ optimal }) => optimal);
  const prover = search ?? (definition && byDefinition?.algorithms.find(({ optimal }) => optimal));
  const canProve = metric !== BY_PHASES_ALONE;
  if (canProve && (!list || prover)) modes.push({ value: "optimal", label: "Shortest" });
  if (canProve && (!list || prover?.finds_all)) modes.push({ value: "all", label: "All shortest" });
  const mode = (modes.find(({ value }) => value === params["mode"]) ?? modes[0])?.value ?? "fast";
  const algorithm = mode === "fast" && phases && phases !== solver?.algorithms[0] ? phases.name : "";

  // Steps have estimates of their own.
  const heuristics = mode === "fast" || goal !== "" || !search?.uses_heuristic ? [] : solver?.heuristics ?? [];
  const heuristic = picked(heuristics, params["heuristic"]);
  // Tables count, and those of declared phases may take longer than any of the times that are offered: without a wish,
  // these end with the first solution.
  const time = Number(params["time"] || (own || !list ? USUAL_TIME : "0"));
  return { wishes: { mode, algorithm, time, metric, goal, heuristic, moves }, offer: { goals, metrics, restricts, modes, heuristics } };
}

/** The body of the question. */
export function wishOf(wishes: Wishes): Wish {
  const wish: Wish = {};
  if (wishes.algorithm) wish["algorithm"] = wishes.algorithm;
  if (wishes.metric) wish["metric"] = wishes.metric;
  if (wishes.goal) wish["goal"] = wishes.goal;
  if (wishes.heuristic) wish["heuristic"] = wishes.heuristic;
  if (wishes.moves) wish["moves"] = wishes.moves;
  if (wishes.mode === "fast") {
    if (wishes.time > 0) Object.assign(wish, { improve: true, timeout: wishes.time });
    return wish;
  }
  wish["optimal"] = true;
  if (wishes.mode === "all") Object.assign(wish, { all: true, max_solutions: 200 });
  return wish;
}

/** How far from solved the positions are that are drawn of puzzles too large for random ones. */
const FEW = 5;

/** A few random moves out of `names`, none after itself. */
export function fewMoves(names: readonly string[], random: () => number = Math.random): string {
  const moves: string[] = [];
  while (moves.length < FEW && names.length > 0) {
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
