// Sliding tiles: a board as numbers row by row, 0 for the blank. A move is the direction in which a tile slides into
// the blank.

export interface Board { rows: number; columns: number; tiles: number[] }
export type Direction = "U" | "D" | "L" | "R";
export const GOALS = ["last", "first", "snail"] as const;
export type Goal = (typeof GOALS)[number];

/** True if the page can draw this goal. */
export const isGoal = (name: string): name is Goal => GOALS.some((goal) => goal === name);

/** Parses a board like `8 2 0/4 6 1/3 7 5`, with rows separated by slashes or line breaks; returns an error message if
 * it is invalid. */
export function parseBoard(text: string): Board | string {
  const rows = text.trim().split(/[/\n;]+/).map((row) => row.trim()).filter(Boolean)
    .map((row) => row.split(/[\s,]+/).filter(Boolean).map((cell) => (/^[._x]$/.test(cell) ? 0 : Number(cell))));
  let cells = rows.flat();
  let columns = rows[0]?.length ?? 0;
  let n = rows.length;
  if (n === 1 && Number.isInteger(Math.sqrt(cells.length))) n = columns = Math.sqrt(cells.length);
  if (n < 2 || columns < 2) return "expected at least two rows and two columns";
  if (rows.length > 1 && rows.some((row) => row.length !== columns)) return "rows have different lengths";
  const odd = cells.find((cell, i) => !Number.isInteger(cell) || cell < 0 || cell >= cells.length || cells.indexOf(cell) !== i);
  if (odd !== undefined) {
    return Number.isInteger(odd) ? `expected each number from 0 to ${cells.length - 1} once; unexpected ${odd}` : "expected numbers only";
  }
  return { rows: n, columns, tiles: cells };
}

/** Formats a board for requests and links. */
export function formatBoard({ rows, columns, tiles }: Board): string {
  return Array.from({ length: rows }, (_, row) => tiles.slice(row * columns, (row + 1) * columns).join(" ")).join("/");
}

/** Returns the goal board. */
export function goalBoard(rows: number, columns: number, goal: Goal): Board {
  const n = rows * columns;
  const tiles = Array<number>(n).fill(0);
  if (goal !== "snail") {
    const shift = goal === "last" ? 1 : 0;
    return { rows, columns, tiles: tiles.map((_, i) => (i + shift) % n) };
  }
  let [top, bottom, left, right] = [0, rows - 1, 0, columns - 1];
  const spiral: number[] = [];
  while (top <= bottom && left <= right) {
    for (let x = left; x <= right; x++) spiral.push(top * columns + x);
    for (let y = top + 1; y <= bottom; y++) spiral.push(y * columns + right);
    if (top < bottom) for (let x = right - 1; x >= left; x--) spiral.push(bottom * columns + x);
    if (left < right) for (let y = bottom - 1; y > top; y--) spiral.push(y * columns + left);
    [top, bottom, left, right] = [top + 1, bottom - 1, left + 1, right - 1];
  }
  spiral.forEach((cell, i) => (tiles[cell] = (i + 1) % n));
  return { rows, columns, tiles };
}

/** Offset from the blank to the tile that slides, by direction. */
const STEP = new Map<string, [number, number]>([["U", [1, 0]], ["D", [-1, 0]], ["L", [0, 1]], ["R", [0, -1]]]);

/** Returns the board after a tile slides in `direction`; null if the move is illegal. */
export function slideTile(board: Board, direction: Direction): Board | null {
  const { rows, columns, tiles } = board;
  const blank = tiles.indexOf(0);
  const [y, x] = [Math.floor(blank / columns), blank % columns];
  const step = STEP.get(direction);
  if (!step) return null;
  const [dy, dx] = step;
  if (y + dy < 0 || y + dy >= rows || x + dx < 0 || x + dx >= columns) return null;
  const from = (y + dy) * columns + x + dx;
  const after = [...tiles];
  after[blank] = tiles[from]!;
  after[from] = 0;
  return { rows, columns, tiles: after };
}

/** Returns the slides that move the blank to a cell of its row or column; empty for other cells. */
export function slidesTo(board: Board, cell: number): Direction[] {
  const { columns, tiles } = board;
  const blank = tiles.indexOf(0);
  const [y, x] = [Math.floor(blank / columns), blank % columns];
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  if (row === y && column !== x) return Array<Direction>(Math.abs(column - x)).fill(column > x ? "L" : "R");
  if (column === x && row !== y) return Array<Direction>(Math.abs(row - y)).fill(row > y ? "U" : "D");
  return [];
}

/** Returns the board after a list of moves; null if one of them is illegal. */
export function applySlides(board: Board, moves: readonly string[]): Board | null {
  return moves.reduce<Board | null>((now, move) => now && slideTile(now, move as Direction), board);
}

/** Returns the listed heuristics that exist for this board size. */
export function heuristicsFor<T extends { name: string }>(rows: number, columns: number, listed: readonly T[]): T[] {
  const tooLarge = { "walking-distance": Math.max(rows, columns) > 4, pattern: rows * columns > 25 };
  return listed.filter(({ name }) => !(Object.hasOwn(tooLarge, name) && tooLarge[name as keyof typeof tooLarge]));
}

export function sameBoard(a: Board, b: Board): boolean {
  return a.rows === b.rows && a.columns === b.columns && a.tiles.join() === b.tiles.join();
}
