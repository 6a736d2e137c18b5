// NxNxN cubes as stickers (facelets). A position is a string of face letters in the order U R F D L B, each face row by
// row as in the net. A move is a permutation of stickers, computed by rotating their coordinates.

import { simultaneousTurns } from "./alg";

export const FACES = "URFDLB";
type Vector = [number, number, number];

interface Turn {
  axis: 0 | 1 | 2;
  /** End of the axis from which layers are numbered. */
  sign: 1 | -1;
  first: number;
  last: number;
  /** Number of quarter turns, clockwise as seen from that end. */
  quarters: number;
}

const FACE_AXIS: Record<string, [0 | 1 | 2, 1 | -1]> = {
  U: [1, 1], D: [1, -1], R: [0, 1], L: [0, -1], F: [2, 1], B: [2, -1],
};
const ROTATIONS: Record<string, string> = { x: "R", y: "U", z: "F" };
const SLICES: Record<string, string> = { M: "L", E: "D", S: "F" };

/** Returns the solved cube with `size` layers. */
export function solvedCube(size: number): string {
  return [...FACES].map((face) => face.repeat(size * size)).join("");
}

/** Returns the number of layers of a cube with this many stickers; null if there is no such cube. */
export function cubeSize(stickers: number): number | null {
  const size = Math.round(Math.sqrt(stickers / 6));
  return size > 1 && 6 * size * size === stickers ? size : null;
}

/** Returns the coordinates of a sticker: two within its face, the third one unit outside the cube. */
function stickerPosition(size: number, index: number): Vector {
  const cell = index % (size * size);
  const far = size - 1;
  const row = 2 * Math.floor(cell / size) - far;
  const column = 2 * (cell % size) - far;
  switch (FACES[Math.floor(index / (size * size))]) {
    case "U": return [column, size, row];
    case "R": return [size, -row, -column];
    case "F": return [column, -row, size];
    case "D": return [column, -size, -row];
    case "L": return [-size, -row, column];
    default: return [-column, -row, -size];
  }
}

function quarterTurn([x, y, z]: Vector, axis: number, sign: number): Vector {
  switch (axis) {
    case 0: return [x, sign * z, -sign * y];
    case 1: return [-sign * z, y, sign * x];
    default: return [sign * y, -sign * x, z];
  }
}

/** Parses a move of a cube with `size` layers; returns null if it is invalid. */
export function parseTurn(size: number, move: string): Turn | null {
  const found = move.match(/^(?:(\d+)-)?(\d+)?(?:([URFDLB])(w?)|([urfdlb])|([MES])|([xyz]))(\d*)('?)$/);
  if (!found) return null;
  const [, from, to, face, w, wide, slice, whole, amount, prime] = found;
  const number = Number(to ?? 0);
  const letter = face ?? wide?.toUpperCase() ?? SLICES[slice ?? ""] ?? ROTATIONS[whole ?? ""]!;
  const [axis, sign] = FACE_AXIS[letter]!;
  let first = 1;
  let last = 1;
  if (whole) {
    last = size;
  } else if (slice) {
    if (size % 2 === 0) return null;
    first = last = (size + 1) / 2;
  } else if (from) {
    [first, last] = [Number(from), number];
  } else if (w || wide) {
    last = number || 2;
  } else if (number) {
    first = last = number;
  }
  if (first < 1 || last > size || first > last || ((slice || whole) && to)) return null;
  const quarters = (amount === "" ? 1 : Number(amount)) * (prime ? 3 : 1);
  return { axis, sign, first, last, quarters: quarters % 4 };
}

/** Returns, for every sticker, the sticker whose colour it receives. */
function permutation(size: number, turn: Turn): number[] {
  const places = Array.from({ length: 6 * size * size }, (_, index) => stickerPosition(size, index));
  const index = new Map(places.map((at, i) => [at.join(), i]));
  const sources = places.map((_, i) => i);
  places.forEach((at, from) => {
    const height = turn.sign * at[turn.axis];
    // Stickers of the two faces perpendicular to the axis lie outside the outermost layers.
    const layer = Math.min(size, Math.max(1, (size + 1 - height) / 2));
    if (layer < turn.first || layer > turn.last) return;
    let to = at;
    for (let i = 0; i < turn.quarters; i++) to = quarterTurn(to, turn.axis, turn.sign);
    sources[index.get(to.join())!] = from;
  });
  return sources;
}

const permutationCache = new Map<string, number[] | null>();

/** Returns the position after `move`; null if it is not a move of this cube. */
export function applyCubeMove(cube: string, move: string): string | null {
  const turns = simultaneousTurns(move);
  if (turns) return applyCubeMoves(cube, turns);
  const size = cubeSize(cube.length);
  if (!size) return null;
  const key = `${size} ${move}`;
  let sources = permutationCache.get(key);
  if (sources === undefined) {
    const turn = parseTurn(size, move);
    sources = turn && permutation(size, turn);
    permutationCache.set(key, sources);
  }
  return sources && sources.map((from) => cube[from]).join("");
}

/** Returns the position after a list of moves; null if one of them is not a move of this cube. */
export function applyCubeMoves(cube: string, moves: readonly string[]): string | null {
  return moves.reduce<string | null>((now, move) => now && applyCubeMove(now, move), cube);
}

/** Renames the colours by the centre stickers, as the server does, which removes rotations of the whole cube. Cubes
 * with an even number of layers have no centres and are returned unchanged. */
export function recolourByCentres(cube: string): string {
  const size = cubeSize(cube.length);
  if (!size || size % 2 === 0) return cube;
  const area = size * size;
  const names = new Map([...FACES].map((face, i) => [cube[i * area + (area - 1) / 2], face]));
  return names.size === 6 ? [...cube].map((colour) => names.get(colour) ?? colour).join("") : cube;
}
