// Names of puzzles and moves in cubing.js, whose player shows puzzles in 3D.

/** How cubing.js is told of a puzzle: by its name there, or by how a solid is cut. */
export type Puzzle3D = { puzzle: string } | { cuts: string };

const PUZZLES_3D: Record<string, Puzzle3D> = {
  "2x2x2": { puzzle: "2x2x2" }, "3x3x3": { puzzle: "3x3x3" }, "4x4x4": { puzzle: "4x4x4" }, "5x5x5": { puzzle: "5x5x5" },
  "6x6x6": { puzzle: "6x6x6" }, "7x7x7": { puzzle: "7x7x7" }, pyraminx: { puzzle: "pyraminx" }, tetraminx: { puzzle: "pyraminx" },
  megaminx: { puzzle: "megaminx" }, kilominx: { puzzle: "kilominx" }, fto: { puzzle: "fto" }, "square-1": { puzzle: "square1" },
  skewb: { puzzle: "skewb" }, dino: { cuts: "c v 0.577350269189626" }, helicopter: { cuts: "c e 0.707106781186547" },
};

/** The puzzles that cubing.js can show; the others are shown piece by piece. */
export function puzzle3d(puzzle: string): Puzzle3D | null {
  return Object.hasOwn(PUZZLES_3D, puzzle) ? PUZZLES_3D[puzzle]! : null;
}

/** Faces of the dodecahedron that cubing.js names by those across from them. */
const DODECAHEDRON: Record<string, string> = { BF: "B", E: "DR", C: "FR", A: "FL", I: "DL" };

/** Corners of the skewb by the names that competitions use. */
const SKEWB: Record<string, string> = { ULB: "U", URF: "F", UBR: "UR", UFL: "UL", DFR: "D", DLF: "L", DRB: "R", DBL: "B" };

/** A move of ours as cubing.js writes it. */
export function move3d(puzzle: string, move: string): string {
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
