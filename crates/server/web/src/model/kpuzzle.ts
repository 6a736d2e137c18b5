// Positions of any twisty puzzle with a definition: orbits of pieces with orientations, changed by named
// transformations. The JSON format is that of KPuzzle; compact positions (CPOS) are parsed too.
import { simultaneousTurns, inverse, splitMoves, inverseMove } from "./alg";

export interface Orbit { orbitName: string; numPieces: number; numOrientations: number }
export interface OrbitPattern { pieces: number[]; orientation: number[]; orientationMod?: number[] }
export type Pattern = Record<string, OrbitPattern>;
type Transformation = Record<string, { permutation: number[]; orientationDelta: number[] }>;

export interface KPuzzle {
  name: string;
  orbits: Orbit[];
  defaultPattern: Pattern;
  moves: Record<string, Transformation>;
  derivedMoves?: Record<string, string>;
}

function applyTransformation(puzzle: KPuzzle, pattern: Pattern, by: Transformation): Pattern {
  const after: Pattern = {};
  for (const { orbitName, numOrientations } of puzzle.orbits) {
    const orbit = pattern[orbitName]!;
    const change = by[orbitName];
    if (!change) {
      after[orbitName] = orbit;
      continue;
    }
    const mods = orbit.orientationMod && change.permutation.map((from) => orbit.orientationMod![from]!);
    after[orbitName] = {
      pieces: change.permutation.map((from) => orbit.pieces[from]!),
      orientation: change.permutation.map(
        (from, i) => (orbit.orientation[from]! + change.orientationDelta[i]!) % (mods?.[i] || numOrientations),
      ),
      ...(mods && { orientationMod: mods }),
    };
  }
  return after;
}

function inverseTransformation(by: Transformation): Transformation {
  const back: Transformation = {};
  for (const [orbit, { permutation, orientationDelta }] of Object.entries(by)) {
    const inverse = { permutation: [...permutation], orientationDelta: [...orientationDelta] };
    permutation.forEach((from, to) => {
      inverse.permutation[from] = to;
      inverse.orientationDelta[from] = -orientationDelta[to]!;
    });
    back[orbit] = inverse;
  }
  return back;
}

/** Brings orientations, which an inverse transformation may leave negative, back into range. */
function normalizeOrientations(puzzle: KPuzzle, pattern: Pattern): Pattern {
  const after: Pattern = {};
  for (const { orbitName, numOrientations } of puzzle.orbits) {
    const orbit = pattern[orbitName]!;
    const orientation = orbit.orientation.map((o, i) => {
      const mod = orbit.orientationMod?.[i] || numOrientations;
      return ((o % mod) + mod) % mod;
    });
    after[orbitName] = { ...orbit, orientation };
  }
  return after;
}

/** Returns the own property `name`, never an inherited one: users may type any name. */
function ownProperty<T>(record: Record<string, T> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns the position after `move`, which may be a power of a move or an inverse; null if the puzzle has no such
 * move. */
export function applyPuzzleMove(puzzle: KPuzzle, pattern: Pattern, move: string, depth = 0): Pattern | null {
  const turns = simultaneousTurns(move);
  if (turns && depth < 20) return applyPuzzleMoves(puzzle, pattern, turns, depth + 1);
  const exact = ownProperty(puzzle.moves, move);
  if (exact) return normalizeOrientations(puzzle, applyTransformation(puzzle, pattern, exact));
  const derived = ownProperty(puzzle.derivedMoves, move);
  if (derived && depth < 20) return applyPuzzleMoves(puzzle, pattern, splitMoves(derived), depth + 1);
  const undoes = ownProperty(puzzle.moves, inverseMove(move));
  if (undoes) return normalizeOrientations(puzzle, applyTransformation(puzzle, pattern, inverseTransformation(undoes)));
  const back = ownProperty(puzzle.derivedMoves, inverseMove(move));
  if (back && depth < 20) return applyPuzzleMoves(puzzle, pattern, inverse(splitMoves(back)), depth + 1);
  // Moves of a Clock have an amount and a sign, `UR3-`.
  const found = move.match(/^(.*?)(\d*)(['+-]?)$/);
  if (!found || (found[2] === "" && found[3] === "")) return null;
  const [, base, amount, sign] = found;
  const prime = sign === "'" || sign === "-";
  const times = amount === "" ? 1 : Number(amount);
  if (times > 100) return null;
  const written = ownProperty(puzzle.derivedMoves, base!);
  const turn = ownProperty(puzzle.moves, base!);
  let now: Pattern | null = pattern;
  for (let i = 0; i < times && now; i++) {
    if (turn) now = normalizeOrientations(puzzle, applyTransformation(puzzle, now, prime ? inverseTransformation(turn) : turn));
    else if (written && depth < 20) {
      const moves = splitMoves(written);
      now = applyPuzzleMoves(puzzle, now, prime ? inverse(moves) : moves, depth + 1);
    } else now = null;
  }
  return now;
}

/** Returns the position after a list of moves; null if the puzzle lacks one of them. */
export function applyPuzzleMoves(puzzle: KPuzzle, pattern: Pattern, moves: readonly string[], depth = 0): Pattern | null {
  return moves.reduce<Pattern | null>((now, move) => now && applyPuzzleMove(puzzle, now, move, depth), pattern);
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Parses a compact position (CPOS); returns null if it does not fit the puzzle. */
export function parseCompactPosition(puzzle: KPuzzle, text: string): Pattern | null {
  const digits = [...text.replace(/^\s*CPOS\s+/, "").replace(/\s+/g, "")].map((digit) => DIGITS.indexOf(digit));
  if (digits.includes(-1)) return null;
  const pattern: Pattern = {};
  let at = 0;
  for (const { orbitName, numPieces, numOrientations } of puzzle.orbits) {
    const width = numPieces * numOrientations <= 62 ? 1 : 2;
    const mod = puzzle.defaultPattern[orbitName]!.orientationMod;
    const orbit: OrbitPattern = { pieces: [], orientation: [] };
    for (let slot = 0; slot < numPieces; slot++) {
      const value = width === 1 ? digits[at] : digits[at]! * 62 + digits[at + 1]!;
      if (value === undefined || Number.isNaN(value)) return null;
      at += width;
      orbit.pieces.push(Math.floor(value / numOrientations));
      orbit.orientation.push(value % numOrientations);
    }
    if (mod) orbit.orientationMod = mod;
    pattern[orbitName] = orbit;
  }
  return at === digits.length ? pattern : null;
}

/** True if two positions look the same. */
export function samePattern(a: Pattern, b: Pattern): boolean {
  return Object.keys(a).every(
    (orbit) =>
      a[orbit]!.pieces.join() === b[orbit]?.pieces.join() && a[orbit]!.orientation.join() === b[orbit]?.orientation.join(),
  );
}

/** More orientations than any puzzle has: if more are reached, the moves named like rotations are not rotations. */
const MAX_ORIENTATIONS = 512;

/** True if a position is the solved puzzle up to a rotation of the whole puzzle by `x y z`, `Uv` and the like. */
export function isSolvedUpToRotation(puzzle: KPuzzle, pattern: Pattern): boolean {
  const rotations = Object.keys(puzzle.moves).filter((name) => /^(?:[xyz]|[A-Z_]+v)$/.test(name));
  const open = [puzzle.defaultPattern];
  const known = new Set([JSON.stringify(puzzle.defaultPattern)]);
  for (let next = open.pop(); next; next = open.pop()) {
    if (samePattern(next, pattern)) return true;
    for (const rotation of rotations) {
      const turned = applyPuzzleMove(puzzle, next, rotation)!;
      const key = JSON.stringify(turned);
      if (known.has(key) || known.size > MAX_ORIENTATIONS) continue;
      known.add(key);
      open.push(turned);
    }
  }
  return false;
}
