// Sequences of moves as text: taken apart into moves, and undone. Brackets and commutators are left to the server.

/** The moves of a sequence without brackets; what follows `//` on a line is a comment. Moves of Square-1 may hold spaces. */
export function splitMoves(text: string): string[] {
  const plain = text
    .replace(/\/\/.*$/gm, " ")
    .replace(/[’′`]/g, "'")
    .replace(/\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)/g, " ($1,$2) ")
    .replace(/\/(?!\/)/g, " / ");
  return plain.split(/\s+/).filter(Boolean);
}

/** The move that undoes `move`. */
export function undone(move: string): string {
  const turn = move.match(/^\((-?\d+),(-?\d+)\)$/);
  if (turn) return `(${negated(turn[1]!)},${negated(turn[2]!)})`;
  if (move === "/") return move;
  if (move.endsWith("++")) return `${move.slice(0, -2)}--`;
  if (move.endsWith("--")) return `${move.slice(0, -2)}++`;
  if (move.endsWith("+")) return `${move.slice(0, -1)}-`;
  if (move.endsWith("-")) return `${move.slice(0, -1)}+`;
  return move.endsWith("'") ? move.slice(0, -1) : `${move}'`;
}

/** The sequence that undoes `moves`. */
export function inverse(moves: readonly string[]): string[] {
  return [...moves].reverse().map(undone);
}

function negated(digits: string): string {
  return String(-Number(digits) || 0);
}
