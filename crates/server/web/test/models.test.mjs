// Boards, letters, puzzles with a definition, and compression of links.
import { test } from "node:test";
import { strict as assert } from "node:assert";
import { load } from "./bundle.mjs";

const tiles = await load("model/tiles.ts");
const shuffdle = await load("model/shuffdle.ts");
const kpuzzle = await load("model/kpuzzle.ts");
const { splitMoves } = await load("model/alg.ts");
const { compress, decompress } = await load("model/compress.ts");

test("a solution of the solver solves the board", () => {
  const board = tiles.parseBoard("8 2 0/4 6 1/3 7 5");
  const moves = splitMoves("U R D R U U L D D L U R R D L U U L D D R U U L");
  assert.ok(tiles.sameBoard(tiles.applySlides(board, moves), tiles.goalBoard(3, 3, "last")));
});

test("goal boards are those of the solver", () => {
  const written = (rows, columns, goal) => tiles.formatBoard(tiles.goalBoard(rows, columns, goal));
  assert.equal(written(3, 3, "snail"), "1 2 3/8 0 4/7 6 5");
  assert.equal(written(3, 3, "first"), "0 1 2/3 4 5/6 7 8");
  assert.equal(written(2, 4, "snail"), "1 2 3 4/0 7 6 5");
});

test("invalid boards are reported", () => {
  for (const text of ["", "1 2 3", "1 2/3", "1 2/3 3", "1 2/3 x9"]) assert.equal(typeof tiles.parseBoard(text), "string", text);
  assert.deepEqual(tiles.parseBoard("1 2 3 . 4 5 6 7 8").tiles, [1, 2, 3, 0, 4, 5, 6, 7, 8]);
});

test("a solution of the solver spells the word", () => {
  const moves = splitMoves("e4v e5< e3v e4v d4> c4> c3v c4v c5< b5< d5< c2v c1v d3> c3> c2v c3v c5< c4v c5> b5> b4> a4> b4v");
  const cells = shuffdle.applyShifts(shuffdle.parseCells("VVXKD NGTSV PXLSF YIDSU _____"), moves);
  assert.equal(cells.slice(20), "LATCH");
  assert.ok(shuffdle.spells(cells, "LATCH", false));
});

test("letters wrap around", () => {
  assert.equal(shuffdle.shiftLetter("Z", ">"), "A");
  assert.equal(shuffdle.shiftLetter("A", "^"), "Z");
});

test("puzzle moves and their inverses cancel, and compact positions are parsed", () => {
  // One orbit of three pieces: A swaps two and changes their orientation, C cycles all three.
  const puzzle = {
    name: "three",
    orbits: [{ orbitName: "P", numPieces: 3, numOrientations: 3 }],
    defaultPattern: { P: { pieces: [0, 1, 2], orientation: [0, 0, 0] } },
    moves: { A: { P: { permutation: [1, 0, 2], orientationDelta: [1, 2, 0] } }, C: { P: { permutation: [1, 2, 0], orientationDelta: [0, 1, 0] } } },
    derivedMoves: { Z: "A C'", "C++": "C2 A" },
  };
  puzzle.moves.y2 = { P: { permutation: [1, 0, 2], orientationDelta: [0, 0, 0] } };
  const { applyPuzzleMoves, samePattern, parseCompactPosition } = kpuzzle;
  const start = puzzle.defaultPattern;
  for (const moves of ["A C C' A'", "C2 C2'", "Z Z'", "C3 C3'", "Z2 C A' C A'", "C5+ C5-", "C2- C4+ C2'", "C++ C--", "C-- C2 A", "y2 y2'"]) {
    assert.ok(samePattern(applyPuzzleMoves(puzzle, start, splitMoves(moves)), start), moves);
  }
  assert.equal(applyPuzzleMoves(puzzle, start, ["Q"]), null);
  assert.deepEqual(parseCompactPosition(puzzle, "CPOS 471").P, { pieces: [1, 2, 0], orientation: [1, 1, 1] });
  assert.equal(parseCompactPosition(puzzle, "CPOS 4"), null);
});

test("a rotated solved puzzle is solved", () => {
  // A ring of four slots: A swaps two pieces, y rotates the ring.
  const puzzle = {
    name: "ring",
    orbits: [{ orbitName: "P", numPieces: 4, numOrientations: 1 }],
    defaultPattern: { P: { pieces: [0, 1, 2, 3], orientation: [0, 0, 0, 0] } },
    moves: { A: { P: { permutation: [1, 0, 2, 3], orientationDelta: [0, 0, 0, 0] } }, y: { P: { permutation: [1, 2, 3, 0], orientationDelta: [0, 0, 0, 0] } } },
  };
  const after = (moves) => kpuzzle.applyPuzzleMoves(puzzle, puzzle.defaultPattern, splitMoves(moves));
  for (const moves of ["", "y", "y2", "y'"]) assert.ok(kpuzzle.isSolvedUpToRotation(puzzle, after(moves)), moves);
  for (const moves of ["A", "A y", "y A"]) assert.ok(!kpuzzle.isSolvedUpToRotation(puzzle, after(moves)), moves);
});

test("texts are unchanged by compression", async () => {
  const text = "Name three\nSet P 3 3\n".repeat(50) + "ü";
  const packed = await compress(text);
  assert.match(packed, /^[\w-]+$/);
  assert.equal(await decompress(packed), text);
});
