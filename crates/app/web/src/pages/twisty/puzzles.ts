// What the page knows of each puzzle beyond what the server lists: how it can be drawn, and which ways to solve it there are.
import type { Definition, List, Named, Wish } from "../../api/types";

/** Cubes whose stickers can be entered, and how many layers they have. */
export const NETS: Record<string, number> = { "2x2x2": 2, "3x3x3": 3, "4x4x4": 4 };

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
  return IN_SPACE[puzzle] ?? null;
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

/** Those with a recipe of their own. */
const KINDS = ["2x2x2", "3x3x3", "4x4x4", "square-1"];

export const isKind = (puzzle: string): boolean => KINDS.includes(puzzle);

/** The puzzles to choose from, by group. A name that has a recipe of its own is not offered twice. */
export function choices(list: List): { title: string; names: Named[] }[] {
  const kinds = list.puzzles.filter(({ name }) => isKind(name));
  const rest = list.definitions.filter(({ name }) => !isKind(name));
  return [
    { title: "With methods of their own", names: kinds },
    { title: "Defined", names: rest },
  ];
}

/** The ways of solving that make sense. */
export function modesOf(puzzle: string, definition: Definition | undefined): { value: Mode; label: string }[] {
  const fast = isKind(puzzle) ? puzzle !== "2x2x2" : definition?.phases === true;
  const modes: { value: Mode; label: string }[] = fast ? [{ value: "fast", label: "Fast" }] : [];
  modes.push({ value: "optimal", label: "Shortest" });
  modes.push({ value: "all", label: "All shortest" });
  return modes;
}

export function metricsOf(puzzle: string, list: List): Named[] {
  if (puzzle === "square-1") return list.square1_metrics;
  if (puzzle === "3x3x3") return list.metrics;
  if (puzzle === "2x2x2") return list.metrics.filter(({ name }) => name !== "axial");
  return puzzle === "4x4x4" ? [] : list.defined_metrics;
}

export interface Wishes { mode: Mode; time: number; metric: string; goal: string; heuristic: string; moves: string }

/** The body of the question. */
export function wishOf(puzzle: string, wishes: Wishes): Wish {
  const wish: Wish = {};
  if (wishes.metric) wish["metric"] = wishes.metric;
  if (wishes.goal) wish["goal"] = wishes.goal;
  if (wishes.heuristic) wish["heuristic"] = wishes.heuristic;
  if (wishes.moves.trim()) wish["moves"] = wishes.moves.trim();
  if (wishes.mode === "fast") {
    if (!isKind(puzzle)) wish["algorithm"] = "phases";
    if (wishes.time > 0) Object.assign(wish, { improve: true, timeout: wishes.time });
    return wish;
  }
  wish["optimal"] = true;
  if (wishes.mode === "all") Object.assign(wish, { all: true, max_solutions: 200 });
  return wish;
}

export const EXAMPLES: Record<string, string> = {
  "2x2x2": "R U2 F' R U'", "3x3x3": "R U2 F' L D B2", "4x4x4": "Rw U F2 Uw' R", "square-1": "(1,0) / (-3,0) /",
};
