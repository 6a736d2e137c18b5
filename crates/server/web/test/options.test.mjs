// Available options, validation of links, simultaneous turns, and formatting of large numbers.
import { test } from "node:test";
import { strict as assert } from "node:assert";
import { load } from "./bundle.mjs";

const { puzzleGroups, readOptions, requestOf, shortScramble, listedName } = await load("pages/twisty/options.ts");
const { readSearchOptions } = await load("pages/tiles/SolvePanel.tsx");
const { validateParams, isCount, isOneOf } = await load("model/validateParams.ts");
const { splitMoves, inverse, withoutComments } = await load("model/alg.ts");
const { applyCubeMoves, solvedCube } = await load("model/cube.ts");
const { approximate } = await load("model/format.ts");
const { slideTile, goalBoard } = await load("model/tiles.ts");

const named = (...names) => names.map((name) => ({ name, summary: name }));
const algorithm = (name, able = {}) => ({ name, summary: name, optimal: false, uses_heuristic: false, improves: false, finds_all: false, ...able });
const IDA = algorithm("ida", { optimal: true, uses_heuristic: true, finds_all: true });
const BFS = algorithm("bfs", { optimal: true });
const phases = (name) => algorithm(name, { improves: true });
const solver = (name, algorithms, { heuristics = [], metrics = [], goals = [] } = {}) => (
  { name, summary: name, algorithms, heuristics: named(...heuristics), metrics: named(...metrics), goals: named(...goals) }
);
const SLIDING = solver("sliding", [IDA, algorithm("dfs"), BFS, algorithm("greedy", { uses_heuristic: true }), algorithm("construct"), phases("beam")], {
  heuristics: ["manhattan", "walking-distance", "pattern"], metrics: ["single-tile"], goals: ["last", "first", "snail"],
});
const LIST = {
  puzzles: [
    SLIDING,
    solver("2x2x2", [IDA], { heuristics: ["exact"], metrics: ["half-turn", "quarter-turn"] }),
    solver("3x3x3", [phases("two-phase"), IDA], { heuristics: ["corners"], metrics: ["half-turn", "quarter-turn", "axial"], goals: ["eo", "cross"] }),
    solver("4x4x4", [phases("reduction")]),
    solver("shuffdle", [IDA], { heuristics: ["p1"] }),
    solver("square-1", [phases("two-phase"), IDA], { heuristics: ["hashed"], metrics: ["twist", "face-turn"] }),
    solver("levels", [phases("fill"), BFS], { heuristics: ["none"] }),
    solver("defined puzzles", [IDA, phases("phases")], { heuristics: ["hashed", "pdb"], metrics: ["move", "quantum"] }),
  ],
  definitions: [
    { name: "4x4x4", summary: "", phases: false, large: true }, { name: "kilominx", summary: "", phases: true, large: true },
    { name: "megaminx", summary: "", phases: false, large: true }, { name: "pyraminx", summary: "", phases: false, large: false },
  ],
};
const modes = (puzzle, params) => readOptions(puzzle, LIST, params).available.modes.map(({ value }) => value).join();
const metrics = (puzzle, params) => readOptions(puzzle, LIST, params).available.metrics.map(({ name }) => name).join();
const heuristics = (puzzle, params) => readOptions(puzzle, LIST, params).available.heuristics.map(({ name }) => name).join();

test("fast mode is offered where a phase solver supports the options", () => {
  assert.equal(modes("kilominx", {}), "fast,optimal,all");
  assert.equal(modes("megaminx", {}), "optimal,all");
  assert.equal(modes("", {}), "optimal,all");
  assert.equal(modes("2x2x2", {}), "optimal,all");
  assert.equal(modes("3x3x3", { goal: "eo" }), "optimal,all");
  assert.equal(modes("3x3x3", { metric: "axial" }), "fast");
  assert.equal(modes("square-1", { metric: "face-turn" }), "optimal,all");
  assert.deepEqual(requestOf(readOptions("kilominx", LIST, {}).options), { algorithm: "phases" });
  assert.deepEqual(requestOf(readOptions("kilominx", LIST, { time: "10" }).options), { algorithm: "phases", improve: true, timeout: 10 });
  assert.deepEqual(requestOf(readOptions("3x3x3", LIST, {}).options), { improve: true, timeout: 3 });
});

test("options are those of the solver of the puzzle", () => {
  const names = puzzleGroups(LIST).map(({ names }) => names.map(({ name }) => name).join());
  assert.deepEqual(names, ["2x2x2,3x3x3,4x4x4,square-1,levels", "kilominx,megaminx,pyraminx"]);
  assert.equal(metrics("2x2x2", {}), "half-turn,quarter-turn");
  assert.equal(metrics("square-1", {}), "twist,face-turn");
  assert.equal(metrics("4x4x4", {}), "");
  for (const puzzle of ["pyraminx", ""]) assert.equal(metrics(puzzle, {}), "move,quantum");
  for (const puzzle of ["pyraminx", ""]) assert.equal(heuristics(puzzle, {}), "hashed,pdb");
  // The generic solver searches the 4x4x4; heuristics declared for one algorithm are not offered for another.
  assert.equal(modes("4x4x4", {}), "fast,optimal,all");
  assert.equal(heuristics("4x4x4", { mode: "optimal" }), "");
  assert.equal(modes("levels", {}), "fast,optimal");
  assert.equal(heuristics("levels", { mode: "optimal" }), "");
});

test("options that exclude each other are not combined", () => {
  assert.equal(heuristics("3x3x3", { mode: "optimal" }), "corners");
  assert.equal(heuristics("3x3x3", { mode: "optimal", goal: "eo" }), "");
  assert.equal(heuristics("3x3x3", {}), "");
  assert.equal(readOptions("3x3x3", LIST, { goal: "eo", metric: "axial" }).options.metric, "");
  assert.equal(readOptions("3x3x3", LIST, { goal: "cross-d" }).options.goal, "cross-d");
  assert.equal(readOptions("2x2x2", LIST, { goal: "eo" }).options.goal, "");
  assert.equal(readOptions("square-1", LIST, { moves: "R" }).options.moves, "");
  assert.deepEqual(requestOf(readOptions("3x3x3", LIST, { goal: "nowhere", heuristic: "nothing", mode: "optimal" }).options), { optimal: true });
});

test("names are used unchecked until the list is loaded", () => {
  assert.equal(readOptions("3x3x3", null, { goal: "eo", mode: "optimal" }).options.goal, "eo");
  assert.equal(readOptions("3x3x3", null, { goal: "eo" }).options.mode, "optimal");
  assert.equal(listedName(LIST, "Pyraminx"), "pyraminx");
  assert.equal(listedName(LIST, "constructor"), null);
});

test("heuristics fit the algorithm and the board size", () => {
  const boardHeuristics = (rows, columns, algorithm = "") => readSearchOptions(SLIDING, goalBoard(rows, columns, "last"), { algorithm }).available.heuristics.map(({ name }) => name).join();
  assert.equal(boardHeuristics(4, 4), "manhattan,walking-distance,pattern");
  assert.equal(boardHeuristics(5, 5), "manhattan,pattern");
  assert.equal(boardHeuristics(6, 6), "manhattan");
  assert.equal(boardHeuristics(4, 4, "greedy"), "manhattan,walking-distance,pattern");
  for (const search of ["bfs", "dfs", "construct", "beam"]) assert.equal(boardHeuristics(4, 4, search), "", search);
});

test("a short scramble has moves of the puzzle, never the same twice in a row", () => {
  const moves = shortScramble(["A", "B"]).split(" ");
  assert.equal(moves.length, 5);
  assert.ok(moves.every((move, i) => move !== moves[i - 1]));
  assert.equal(shortScramble([]), "");
});

test("valid parameters of a link are used, invalid ones are reported", () => {
  const { params, errors } = validateParams({ at: "x", mode: "all", rest: "1", goal: "" }, { at: isCount, mode: isOneOf(["all"]), goal: isCount, constructor: isCount });
  assert.deepEqual(params, { mode: "all" });
  assert.deepEqual(errors, ['at "x"']);
  assert.equal(slideTile(goalBoard(3, 3, "last"), "constructor"), null);
});

test("simultaneous turns in brackets are one move", () => {
  assert.deepEqual(splitMoves("F' U' (R' L') // together"), ["F'", "U'", "(R' L')"]);
  assert.deepEqual(splitMoves("(1, 0) / (-3,3)/"), ["(1,0)", "/", "(-3,3)", "/"]);
  assert.deepEqual(inverse(["F'", "(R' L2)"]), ["(L2' R)", "F"]);
  const solved = solvedCube(3);
  assert.equal(applyCubeMoves(solved, splitMoves("R L (R' L')")), solved);
  assert.equal(applyCubeMoves(solved, splitMoves("(R U)2")), null);
  assert.equal(withoutComments(" // nothing\n  "), "");
});

test("large numbers are written in scientific notation", () => {
  assert.equal(approximate("512"), "512");
  assert.equal(approximate("181440"), "181,440");
  assert.equal(approximate("7401196841564901869874093974498574336000000000"), "About 7.40 × 10⁴⁵");
  assert.equal(approximate("9999999"), "About 1.00 × 10⁷");
});
