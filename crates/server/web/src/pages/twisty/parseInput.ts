// The position that is being looked at, from the text that was parseInput: moves from the solved puzzle, stickers, or whatever
// else the server reads.
import { splitMoves } from "../../model/alg";
import { recolourByCentres, applyCubeMoves, cubeSize, solvedCube } from "../../model/cube";

export interface ParsedInput {
  /** Stickers, for cubes with a net; null if only the server can tell. */
  cube: string | null;
  /** How many stickers have no colour yet. */
  missing: number;
  /** Whether the text is stickers rather than moves. */
  stickers: boolean;
}

/** Looks at the text for a cube of `size` layers. */
export function parseInput(size: number, text: string): ParsedInput {
  const letters = text.replace(/\s+/g, "").toUpperCase();
  if (/^[URFDLB.]+$/.test(letters) && letters.length === 6 * size * size && cubeSize(letters.length) === size) {
    return { cube: letters, missing: letters.split(".").length - 1, stickers: true };
  }
  const cube = applyCubeMoves(solvedCube(size), splitMoves(text));
  return { cube: cube && recolourByCentres(cube), missing: 0, stickers: false };
}
