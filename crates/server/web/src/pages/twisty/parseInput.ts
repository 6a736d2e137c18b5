// Parses the entered text as far as the page can: moves from the solved puzzle, or stickers. The server parses every
// other format.
import { splitMoves } from "../../model/alg";
import { recolourByCentres, applyCubeMoves, cubeSize, solvedCube } from "../../model/cube";

export interface ParsedInput {
  /** Stickers, for cubes with a net; null if only the server can parse the text. */
  cube: string | null;
  /** Number of stickers without a colour. */
  missing: number;
  /** True if the text is stickers rather than moves. */
  stickers: boolean;
}

/** Parses the text for a cube with `size` layers. */
export function parseInput(size: number, text: string): ParsedInput {
  const letters = text.replace(/\s+/g, "").toUpperCase();
  if (/^[URFDLB.]+$/.test(letters) && letters.length === 6 * size * size && cubeSize(letters.length) === size) {
    return { cube: letters, missing: letters.split(".").length - 1, stickers: true };
  }
  const cube = applyCubeMoves(solvedCube(size), splitMoves(text));
  return { cube: cube && recolourByCentres(cube), missing: 0, stickers: false };
}
