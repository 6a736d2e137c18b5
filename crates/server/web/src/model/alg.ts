// Move sequences (algs) as text: splitting and inversion. Repeated groups and commutators are parsed by the server
// only.

/** Removes comments, which begin with `//`; the result is empty if the text has no moves. */
export function withoutComments(text: string): string {
  return text.replace(/\/\/.*$/gm, " ").trim();
}

/** Splits a sequence into moves. Moves of Square-1 may contain spaces; simultaneous turns in brackets, like `(R' L')`,
 * are one move. */
export function splitMoves(text: string): string[] {
  const plain = withoutComments(text)
    .replace(/[’′`]/g, "'")
    .replace(/\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)/g, " ($1,$2) ")
    .replace(/\/(?!\/)/g, " / ");
  return plain.match(/\([^()[\]]*\)(?=\s|$)|\S+/g) ?? [];
}

/** Returns the turns of a bracketed move; null for any other move. */
export function simultaneousTurns(move: string): string[] | null {
  const found = move.match(/^\(([^(),]*)\)$/);
  return found && splitMoves(found[1]!);
}

/** Returns the inverse of a move. */
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

/** Returns the inverse of a sequence. */
export function inverse(moves: readonly string[]): string[] {
  return [...moves].reverse().map(inverseMove);
}

function negate(digits: string): string {
  return String(-Number(digits) || 0);
}
