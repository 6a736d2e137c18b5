// Sequences of moves as text: taken apart into moves, and inverseMove. Repeated groups and commutators are left to the server.

/** A sequence without comments, which begin with `//`; empty if nothing is asked. */
export function withoutComments(text: string): string {
  return text.replace(/\/\/.*$/gm, " ").trim();
}

/** The moves of a sequence. Moves of Square-1 may hold spaces; turns in brackets, like `(R' L')`, are one move. */
export function splitMoves(text: string): string[] {
  const plain = withoutComments(text)
    .replace(/[’′`]/g, "'")
    .replace(/\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)/g, " ($1,$2) ")
    .replace(/\/(?!\/)/g, " / ");
  return plain.match(/\([^()[\]]*\)(?=\s|$)|\S+/g) ?? [];
}

/** The turns of a move in brackets; null if it is another move. */
export function simultaneousTurns(move: string): string[] | null {
  const found = move.match(/^\(([^(),]*)\)$/);
  return found && splitMoves(found[1]!);
}

/** The move that undoes `move`. */
export function inverseMove(move: string): string {
  const turn = move.match(/^\((-?\d+),(-?\d+)\)$/);
  if (turn) return `(${negate(turn[1]!)},${negate(turn[2]!)})`;
  if (move === "/") return move;
  if (move.endsWith("++")) return `${move.slice(0, -2)}--`;
  if (move.endsWith("--")) return `${move.slice(0, -2)}++`;
  const turns = simultaneousTurns(move);
  if (turns) return `(${inverse(turns).join(" ")})`;
  if (move.endsWith("+")) return `${move.slice(0, -1)}-`;
  if (move.endsWith("-")) return `${move.slice(0, -1)}+`;
  return move.endsWith("'") ? move.slice(0, -1) : `${move}'`;
}

/** The sequence that undoes `moves`. */
export function inverse(moves: readonly string[]): string[] {
  return [...moves].reverse().map(inverseMove);
}

function negate(digits: string): string {
  return String(-Number(digits) || 0);
}
