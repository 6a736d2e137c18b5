// Names of puzzles and moves in cubing.js, whose player shows puzzles in 3D.

/** A puzzle in cubing.js: a name, or a description of the cuts of a solid. */
export type Puzzle3D = { puzzle: string } | { cuts: string };

const PUZZLES_3D: Record<string, Puzzle3D> = {
  "2x2x2": { puzzle: "2x2x2" }, "3x3x3": { puzzle: "3x3x3" }, "4x4x4": { puzzle: "4x4x4" }, "5x5x5": { puzzle: "5x5x5" },
  "6x6x6": { puzzle: "6x6x6" }, "7x7x7": { puzzle: "7x7x7" }, pyraminx: { puzzle: "pyraminx" }, tetraminx: { puzzle: "pyraminx" },
  megaminx: { puzzle: "megaminx" }, kilominx: { puzzle: "kilominx" }, fto: { puzzle: "fto" }, "square-1": { puzzle: "square1" },
  skewb: { puzzle: "skewb" }, dino: { cuts: "c v 0.577350269189626" }, helicopter: { cuts: "c e 0.707106781186547" },
};

/** Returns the 3D model of a puzzle; null if cubing.js has none, and the puzzle is shown piece by piece. */
export function puzzle3d(puzzle: string): Puzzle3D | null {
  return Object.hasOwn(PUZZLES_3D, puzzle) ? PUZZLES_3D[puzzle]! : null;
}

/** Faces of the dodecahedron that cubing.js names by the opposite face. */
const DODECAHEDRON: Record<string, string> = { BF: "B", E: "DR", C: "FR", A: "FL", I: "DL" };

/** Corners of the Skewb by their names in competition notation. */
const SKEWB: Record<string, string> = { ULB: "U", URF: "F", UBR: "UR", UFL: "UL", DFR: "D", DLF: "L", DRB: "R", DBL: "B" };

/** Converts a move to the notation of cubing.js. */
export function move3d(puzzle: string, move: string): string {
  switch (puzzle) {
    case "fto": return move.replace(/^BB/, "B");
    case "square-1": return move.replace(",", ", ");
    case "megaminx":
    case "kilominx": return move.replace(/^[A-Z]+/, (face) => DODECAHEDRON[face] ?? face);
    case "skewb": return move.replace(/^[A-Z]+/, (corner) => SKEWB[corner] ?? corner);
    // cubing.js names the faces of a corner in the opposite order.
    case "dino": return move.replace(/^([UD])([A-Z])([A-Z])/, "$1$3$2");
    default: return move;
  }
}
