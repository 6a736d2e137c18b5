// The rules of Shuffdle: a 5x5 board of letters. A letter becomes the next letter when it slides right or down, and the
// previous one when it slides left or up.

export const SIDE = 5;
export const LIMIT = 50;
export type Arrow = ">" | "<" | "v" | "^";
/** 25 characters row by row, `_` for a hole. */
export type Cells = string;

const STEP: Record<Arrow, [number, number]> = { ">": [0, 1], "<": [0, -1], v: [1, 0], "^": [-1, 0] };
export const ARROW_NAMES: Record<Arrow, string> = { ">": "right", "<": "left", v: "down", "^": "up" };

/** Parses 25 cells, ignoring white space; returns null if they are not a board. */
export function parseCells(text: string): Cells | null {
  const cells = text.toUpperCase().replace(/\s+/g, "");
  return /^[A-Z_]{25}$/.test(cells) && cells.split("_").length === 6 ? cells : null;
}

/** Formats a board as five rows separated by spaces. */
export function formatCells(cells: Cells): string {
  return cells.match(/.{5}/g)!.join(" ");
}

/** Returns the neighbouring cell in the direction of an arrow; null at the edge. */
export function neighbour(cell: number, arrow: Arrow): number | null {
  const [dy, dx] = STEP[arrow];
  const [row, column] = [Math.floor(cell / SIDE) + dy, (cell % SIDE) + dx];
  return row < 0 || row >= SIDE || column < 0 || column >= SIDE ? null : row * SIDE + column;
}

/** Returns the letter that `letter` becomes after a slide. */
export function shiftLetter(letter: string, arrow: Arrow): string {
  const by = arrow === ">" || arrow === "v" ? 1 : 25;
  return String.fromCharCode(65 + ((letter.charCodeAt(0) - 65 + by) % 26));
}

/** Returns the board after the letter in `cell` slides; null if the move is illegal. */
export function applyShift(cells: Cells, cell: number, arrow: Arrow): Cells | null {
  const to = neighbour(cell, arrow);
  if (to === null || cells[to] !== "_" || cells[cell] === "_") return null;
  const after = [...cells];
  after[to] = shiftLetter(cells[cell]!, arrow);
  after[cell] = "_";
  return after.join("");
}

/** Formats a move: column letter, row number, arrow. */
export function formatShift(cell: number, arrow: Arrow): string {
  return `${"abcde"[cell % SIDE]}${Math.floor(cell / SIDE) + 1}${arrow}`;
}

export function parseShift(text: string): [number, Arrow] | null {
  const found = text.match(/^([a-e])([1-5])([<>v^])$/);
  return found && [(Number(found[2]) - 1) * SIDE + "abcde".indexOf(found[1]!), found[3] as Arrow];
}

/** Returns the board after a list of moves; null if one of them is illegal. */
export function applyShifts(cells: Cells, moves: readonly string[]): Cells | null {
  return moves.reduce<Cells | null>((now, text) => {
    const shift = parseShift(text);
    return now && shift && applyShift(now, ...shift);
  }, cells);
}

/** The lines in which the word may be spelled: the bottom row, in hard mode every row and column. */
export function wordLines(hard: boolean): number[][] {
  const five = [0, 1, 2, 3, 4];
  if (!hard) return [five.map((i) => 20 + i)];
  return [...five.map((row) => five.map((i) => row * SIDE + i)), ...five.map((column) => five.map((i) => i * SIDE + column))];
}

/** Returns the cells with the correct letter. In hard mode only the lines with the most correct letters count. */
export function correctCells(cells: Cells, word: string, hard: boolean): Set<number> {
  const right = wordLines(hard).map((line) => line.filter((cell, i) => cells[cell] === word[i]));
  const most = Math.max(...right.map((line) => line.length));
  return new Set(right.filter((line) => line.length === most && (!hard || most > 1)).flat());
}

export function spells(cells: Cells, word: string, hard: boolean): boolean {
  return wordLines(hard).some((line) => line.every((cell, i) => cells[cell] === word[i]));
}
