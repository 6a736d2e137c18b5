// The position that is being looked at, from the text that was entered: moves from the solved puzzle, stickers, or whatever
// else the server reads.
import { splitMoves } from "../../model/alg";
import { asHeld, played, sizeOf, solvedCube } from "../../model/cube";

export interface Entered {
  /** Stickers, for cubes with a net; null if only the server can tell. */
  cube: string | null;
  /** How many stickers have no colour yet. */
  missing: number;
  /** Whether the text is stickers rather than moves. */
  stickers: boolean;
}

/** Looks at the text for a cube of `size` layers. */
export function entered(size: number, text: string): Entered {
  const letters = text.replace(/\s+/g, "").toUpperCase();
  if (/^[URFDLB.]+$/.test(letters) && letters.length === 6 * size * size && sizeOf(letters.length) === size) {
    return { cube: letters, missing: letters.split(".").length - 1, stickers: true };
  }
  const cube = played(solvedCube(size), splitMoves(text));
  return { cube: cube && asHeld(cube), missing: 0, stickers: false };
}
