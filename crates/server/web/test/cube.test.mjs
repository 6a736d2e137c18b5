// Stickers of cubes, compared with positions computed by `deepen check SIZE MOVES --solution "" --json`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { strict as assert } from "node:assert";
import { load } from "./bundle.mjs";

const { recolourByCentres, applyCubeMoves, parseTurn, solvedCube } = await load("model/cube.ts");
const { inverse, splitMoves } = await load("model/alg.ts");
const known = readFileSync(join(import.meta.dirname, "cube_positions.txt"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));

test("scrambles give the stickers that the solver computes", () => {
  assert.ok(known.length >= 60);
  for (const line of known) {
    const [size, moves, stickers] = line.split("|").map((part) => part.trim());
    assert.equal(recolourByCentres(applyCubeMoves(solvedCube(Number(size)), splitMoves(moves))), stickers, line);
  }
});

test("a sequence and its inverse cancel", () => {
  for (const line of known) {
    const [size, moves] = line.split("|").map((part) => part.trim());
    const list = splitMoves(moves);
    assert.equal(applyCubeMoves(solvedCube(Number(size)), [...list, ...inverse(list)]), solvedCube(Number(size)));
  }
});

test("every turn has order four", () => {
  for (const move of ["U", "Rw", "2F", "3Lw", "2-3d", "x", "y", "z", "b"]) {
    assert.equal(applyCubeMoves(solvedCube(4), [move, move, move, move]), solvedCube(4), move);
    assert.notEqual(applyCubeMoves(solvedCube(4), [move]), solvedCube(4), move);
  }
});

test("invalid moves are rejected", () => {
  for (const move of ["Q", "R5x", "4Rw2w", "M", "2x", "5R", "3-2r"]) assert.equal(parseTurn(4, move), null, move);
});
