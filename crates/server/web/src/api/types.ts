// What the server sends and takes. Only what the page uses is written down here; /api/openapi.json has all of it.
import type { KPuzzle } from "../model/kpuzzle";

export interface ServerError {
  code: string;
  message: string;
  where?: string;
  hint?: string;
  /** Facelets of the pieces at fault. */
  stickers?: number[];
}

export interface Named { name: string; summary: string }
export interface Algorithm extends Named {
  /** Whether its solutions are proved shortest. */
  optimal: boolean;
  uses_heuristic: boolean;
  /** Whether it goes on to shorter solutions after its first. */
  improves: boolean;
  /** Whether it can find every shortest solution. */
  finds_all: boolean;
}

/** What a solver says of itself. */
export interface SolverInfo extends Named {
  /** The usual one first. */
  algorithms: Algorithm[];
  heuristics: Named[];
  metrics: Named[];
  /** Goals that have a name. */
  goals: Named[];
}

export interface DefinitionInfo extends Named {
  /** Whether the program has phases that solve every position. */
  phases: boolean;
  /** Whether random positions are too far from solved for a search for shortest solutions. */
  large: boolean;
}

export interface PuzzleList {
  /** Each solver by the name of its puzzle. The last is the one for all puzzles that have a definition. */
  puzzles: SolverInfo[];
  definitions: DefinitionInfo[];
}

export interface Slide { row: number; column: number; direction: string; before: string; after: string }

export interface Answer {
  puzzle: string;
  status: "optimal" | "upper_bound" | "unsolvable" | "invalid" | "timeout" | "limit" | "cancelled" | "improved";
  goal?: string;
  /** Which of the steps that were asked for it reaches. */
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
  /** From the request to the answer, tables included. */
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
  /** Positions that look different and differ by more than how the puzzle is held, if they can be pluralize. */
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

/** The body of a request: puzzle, input and options under their names on the command line, with _ for -. */
export type RequestBody = Record<string, string | number | boolean | string[] | undefined>;
