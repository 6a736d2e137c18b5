// Request and response types. Only the fields that the page uses; /api/openapi.json has all of them.
import type { KPuzzle } from "../model/kpuzzle";

export interface ServerError {
  code: string;
  message: string;
  where?: string;
  hint?: string;
  /** Facelets of the invalid pieces. */
  stickers?: number[];
}

export interface Named { name: string; summary: string }
export interface Algorithm extends Named {
  /** True if its solutions are proved optimal. */
  optimal: boolean;
  uses_heuristic: boolean;
  /** True if it continues with shorter solutions after the first. */
  improves: boolean;
  /** True if it can find all optimal solutions. */
  finds_all: boolean;
}

/** Declared data of a solver. */
export interface SolverInfo extends Named {
  /** The default first. */
  algorithms: Algorithm[];
  heuristics: Named[];
  metrics: Named[];
  /** Named goals. */
  goals: Named[];
}

export interface DefinitionInfo extends Named {
  /** True if there is a phase solver for every position. */
  phases: boolean;
  /** True if random states are too deep for an optimal search. */
  large: boolean;
}

export interface PuzzleList {
  /** Solvers by puzzle name. The last one is the generic twisty solver, for all puzzles with a definition. */
  puzzles: SolverInfo[];
  definitions: DefinitionInfo[];
}

export interface Slide { row: number; column: number; direction: string; before: string; after: string }

export interface Answer {
  puzzle: string;
  status: "optimal" | "upper_bound" | "unsolvable" | "invalid" | "timeout" | "limit" | "cancelled" | "improved";
  goal?: string;
  /** The requested step that it reaches. */
  step?: string;
  cube?: string;
  board?: string;
  position?: string;
  method?: string;
  heuristic?: string;
  metric?: string;
  weight?: number;
  moves?: string;
  slides?: Slide[];
  length?: number;
  lower_bound?: number;
  n_solutions?: number;
  all_found?: boolean;
  solutions?: string[];
  nodes?: number;
  expanded?: number;
  held?: number;
  /** From the request to the response, including table building. */
  seconds?: number;
  search_seconds?: number;
  threads?: number;
  table_bytes?: number;
  table_seconds?: number;
}

export interface Hint { status: string; move?: string; left?: number; slides?: Slide[]; seconds: number }
export interface CheckResult { valid: boolean; solved: boolean; cube?: string; board?: string; position?: string }
export interface Comparison { board?: string; goal?: string; runs: Answer[] }

export interface Scramble {
  scramble?: string;
  cube?: string;
  board?: string;
  word?: string;
  cpos?: string;
  position?: string;
  moves?: string;
  length?: number;
  seed?: number;
  date?: string;
}

export interface Count {
  puzzle: string;
  size?: string;
  metric?: string;
  goal?: string;
  status?: string;
  per_depth?: number[];
  total?: number;
  group_order?: string;
  /** Distinct positions, not counting identical pieces or rotations of the whole puzzle, if the number is known. */
  positions?: string;
  gods_number?: number;
  deepest?: string[];
  nodes?: number;
  seconds?: number;
  positions_at_most?: string;
  moves?: number;
}

export interface Scaling {
  board: string;
  korf: number;
  heuristic: string;
  bound: number;
  nodes: number;
  rows: { executor: string; threads: number; seconds: number; nodes_per_second: number; speedup: number; efficiency: number }[];
}

export interface PuzzleDefinition { name: string; kpuzzle: KPuzzle; moves: string[] }

export type Progress =
  | { event: "round_started"; bound: number; tasks: number }
  | { event: "round_finished"; bound: number; nodes: number; seconds: number }
  | { event: "progress"; bound: number | null; nodes: number; seconds: number; share: number | null; seconds_left: number | null; held?: number }
  | { event: "improved"; length: number }
  | { event: "table_started"; table: string; bytes: number }
  | { event: "table_progress"; table: string; percent: number }
  | { event: "table_finished"; table: string }
  | { event: string };

/** A request body: puzzle, input and options, named as on the command line with _ for -. */
export type RequestBody = Record<string, string | number | boolean | string[] | undefined>;
