// Draws the diagrams of docs/how-it-works.md as SVG files beside this script. Plain Node, no packages; the same input gives
// the same bytes.
//
//   node docs/images/diagrams.mjs
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const INK = "#1f2933";
const MUTED = "#616e7c";
const LINE = "#9aa5b1";
const BLUE = "#3558d0";
const PALE_BLUE = "#dfe6fb";
const GREEN = "#16794a";
const PALE_GREEN = "#dcf2e4";
const RED = "#c22f2f";
const PALE_RED = "#fbe3e3";
const AMBER = "#f6c453";

const escape = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const text = (x, y, words, { size = 14, fill = INK, anchor = "middle", weight = "normal" } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" font-weight="${weight}">${escape(words)}</text>`;
const rect = (x, y, w, h, { fill = "none", stroke = LINE, radius = 4, dash = "" } = {}) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}" stroke="${stroke}"${dash ? ` stroke-dasharray="${dash}"` : ""}/>`;
const line = (x1, y1, x2, y2, { stroke = LINE, width = 1.5, dash = "", arrow = false } = {}) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" stroke-width="${width}"${dash ? ` stroke-dasharray="${dash}"` : ""}${arrow ? ' marker-end="url(#arrow)"' : ""}/>`;
const circle = (x, y, r, { fill = "#ffffff", stroke = INK } = {}) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>`;

/** Writes one diagram with a light background, whatever the page around it looks like. */
function save(name, width, height, title, parts) {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="Verdana, DejaVu Sans, sans-serif">`,
    `<title>${escape(title)}</title>`,
    `<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 z" fill="${MUTED}"/></marker></defs>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts.flat(Infinity),
    "</svg>",
    "",
  ].join("\n");
  writeFileSync(join(folder, `${name}.svg`), svg);
  console.log(`${name}.svg: ${svg.length} bytes`);
}

/** One round of IDA* with bound 5: nodes show g + h, and subtrees over the bound are cut. */
function pruning() {
  const parts = [text(400, 30, "One round of IDA* with bound 5: a node is cut when g + h exceeds the bound", { size: 16, weight: "bold" })];
  const levels = [
    [{ x: 400, h: 4 }],
    [{ x: 160, h: 4, from: 0 }, { x: 400, h: 5, from: 0 }, { x: 640, h: 3, from: 0 }],
    [{ x: 90, h: 5, from: 0 }, { x: 230, h: 3, from: 0 }, { x: 570, h: 4, from: 2 }, { x: 710, h: 2, from: 2 }],
    [{ x: 180, h: 4, from: 1 }, { x: 280, h: 3, from: 1 }, { x: 660, h: 3, from: 3 }, { x: 760, h: 1, from: 3 }],
  ];
  const y = (g) => 80 + 80 * g;
  const edges = [];
  const nodes = [];
  levels.forEach((level, g) => level.forEach((node) => {
    const isCut = g + node.h > 5;
    if (g > 0) edges.push(line(levels[g - 1][node.from].x, y(g - 1), node.x, y(g), { dash: isCut ? "4 4" : "" }));
    nodes.push(circle(node.x, y(g), 24, { fill: isCut ? PALE_RED : PALE_BLUE, stroke: isCut ? RED : BLUE }));
    nodes.push(text(node.x, y(g) + 5, `${g}+${node.h}`, { size: 13 }));
    if (isCut) nodes.push(text(node.x, y(g) + 42, "cut", { size: 12, fill: RED }));
  }));
  edges.push(line(760, y(3), 720, y(4), { stroke: GREEN }));
  nodes.push(circle(720, y(4), 24, { fill: PALE_GREEN, stroke: GREEN }), text(720, y(4) + 5, "4+0", { size: 13 }));
  nodes.push(text(662, y(4) + 5, "goal", { size: 13, fill: GREEN }));
  nodes.push(text(20, 392, "A label is g + h: moves made so far + lower bound on the moves left.", { size: 13, fill: MUTED, anchor: "start" }));
  nodes.push(text(20, 412, "If no goal is found, the next bound is the smallest g + h that was cut.", { size: 13, fill: MUTED, anchor: "start" }));
  save("pruning", 800, 430, "Pruning in one round of IDA*", [parts, edges, nodes]);
}

/** A 15-puzzle split into a group of eight and a group of seven tiles. */
function patternDatabases() {
  const cell = 44;
  const eight = new Set([1, 2, 5, 6, 9, 10, 13, 14]);
  const board = (x, y, shows) => Array.from({ length: 16 }, (_, i) => {
    const tile = (i + 1) % 16;
    const [cx, cy] = [x + (i % 4) * cell, y + Math.floor(i / 4) * cell];
    const isShown = tile !== 0 && shows(tile);
    const fill = !isShown ? "#f5f7fa" : eight.has(tile) ? PALE_BLUE : PALE_GREEN;
    return [rect(cx, cy, cell - 3, cell - 3, { fill }), isShown ? text(cx + cell / 2 - 1.5, cy + cell / 2 + 4, tile, { size: 15 }) : ""];
  });
  const caption = { size: 13, fill: MUTED };
  save("pattern-databases", 800, 310, "Additive pattern databases of the 15-puzzle", [
    text(400, 30, "Additive pattern databases: only the moves of a group's own tiles are counted", { size: 16, weight: "bold" }),
    board(40, 60, () => true), text(126, 262, "the whole board", caption),
    text(252, 155, "≥", { size: 28 }),
    board(290, 60, (tile) => eight.has(tile)), text(376, 262, "moves of 8 tiles, from a table", caption),
    text(502, 155, "+", { size: 28 }),
    board(540, 60, (tile) => !eight.has(tile)), text(626, 262, "moves of the other 7 tiles", caption),
    text(400, 294, "No move is counted twice, so the sum is a lower bound on the whole.", caption),
  ]);
}

/** Phase 1 leads from all cubes into the subgroup G1, phase 2 from there to the solved cube. */
function twoPhase() {
  const path = (points, stroke) => points.slice(1).map((p, i) => line(points[i][0], points[i][1], p[0], p[1], { stroke, width: 2, arrow: i === points.length - 2 }));
  const caption = { size: 13, fill: MUTED };
  save("two-phase", 800, 400, "Kociemba's two phases", [
    text(400, 30, "Two phases: first into the subgroup G1, then to the solved cube", { size: 16, weight: "bold" }),
    rect(20, 50, 760, 300, { fill: "#f5f7fa", radius: 14 }),
    text(40, 78, "all cubes: 4.3 · 10^19", { anchor: "start" }),
    `<ellipse cx="560" cy="205" rx="190" ry="118" fill="${PALE_BLUE}" stroke="${BLUE}"/>`,
    text(585, 120, "G1: 2.0 · 10^10 cubes,", { fill: BLUE }), text(585, 140, "moves U D R2 L2 F2 B2", { fill: BLUE, size: 13 }),
    circle(100, 205, 8, { fill: INK }), text(100, 238, "scramble"),
    circle(650, 215, 8, { fill: GREEN, stroke: GREEN }), text(672, 245, "solved", { fill: GREEN }),
    path([[108, 200], [220, 150], [330, 160], [408, 178]], BLUE), path([[410, 178], [500, 170], [570, 190], [641, 212]], GREEN),
    path([[108, 210], [200, 260], [300, 275], [425, 262]], MUTED), path([[427, 262], [520, 262], [642, 221]], MUTED),
    path([[108, 206], [250, 215], [372, 214]], MUTED), path([[374, 214], [480, 212], [641, 216]], MUTED),
    text(250, 135, "phase 1", { fill: BLUE }), text(510, 158, "phase 2", { fill: GREEN }),
    text(400, 376, "Phase 1 has many solutions. Longer ones often lead to shorter phase 2 solutions: each total is an upper bound for the next.", { ...caption, size: 12 }),
  ]);
}

/** Memory reads of one subtree, and of four subtrees in turn. */
function lanes() {
  const parts = [text(400, 30, "Interleaved subtrees (lanes): other nodes are expanded while a read is under way", { size: 16, weight: "bold" })];
  const work = (x, y, w, label) => [rect(x, y, w, 26, { fill: AMBER, stroke: INK, radius: 2 }), label ? text(x + w / 2, y + 18, label, { size: 11 }) : ""];
  const wait = (x, y, w) => rect(x, y + 6, w, 14, { fill: "#eef1f5", stroke: LINE, radius: 2, dash: "3 3" });
  parts.push(text(20, 72, "one lane: the thread waits for every read", { anchor: "start", size: 13 }));
  for (let i = 0; i < 4; i += 1) {
    const x = 120 + i * 160;
    parts.push(work(x, 84, 36, "node"), wait(x + 36, 84, 124));
  }
  parts.push(text(104, 102, "lane 1", { anchor: "end", size: 12, fill: MUTED }));
  parts.push(text(20, 150, "four lanes: reads overlap", { anchor: "start", size: 13 }));
  for (let lane = 0; lane < 4; lane += 1) {
    const y = 162 + lane * 34;
    parts.push(text(104, y + 18, `lane ${lane + 1}`, { anchor: "end", size: 12, fill: MUTED }));
    for (let i = 0; i < 4; i += 1) {
      const x = 120 + lane * 40 + i * 160;
      if (x + 36 > 780) break;
      parts.push(work(x, y, 36, "node"));
      parts.push(wait(x + 36, y, Math.min(124, 780 - x - 36)));
    }
  }
  parts.push(line(120, 312, 770, 312, { arrow: true, stroke: MUTED }), text(770, 330, "time", { anchor: "end", size: 12, fill: MUTED }));
  parts.push(rect(120, 326, 24, 14, { fill: AMBER, stroke: INK, radius: 2 }), text(152, 338, "computing", { anchor: "start", size: 12 }));
  parts.push(rect(240, 326, 24, 14, { fill: "#eef1f5", dash: "3 3", radius: 2 }), text(272, 338, "waiting for memory", { anchor: "start", size: 12 }));
  save("lanes", 800, 356, "Interleaved subtrees hide memory latency", parts);
}

/** A round is cut into numbered tasks, which threads claim in order. */
function tasks() {
  const parts = [text(400, 30, "Parallel rounds: numbered tasks, claimed in order", { size: 16, weight: "bold" })];
  const colors = [PALE_BLUE, PALE_GREEN, AMBER];
  const claims = [0, 1, 2, 1, 0, 2, 2, 1, 0, null, null, null];
  const top = [400, 66];
  const groups = [130, 400, 670];
  groups.forEach((x) => parts.push(line(top[0], top[1], x, 130)));
  const boxes = [];
  claims.forEach((thread, i) => {
    const group = Math.floor(i / 4);
    const x = groups[group] + ((i % 4) - 1.5) * 62;
    parts.push(line(groups[group], 130, x, 192));
    boxes.push(rect(x - 26, 192, 52, 46, { fill: thread === null ? "#ffffff" : colors[thread], stroke: i === 7 ? GREEN : LINE, radius: 4, dash: thread === null ? "3 3" : "" }));
    boxes.push(text(x, 212, `task ${i}`, { size: 12 }), text(x, 229, thread === null ? "open" : `thread ${thread}`, { size: 11, fill: MUTED }));
  });
  boxes.push(circle(top[0], top[1], 9, { fill: INK }));
  groups.forEach((x) => boxes.push(circle(x, 130, 7, { fill: INK })));
  boxes.push(text(groups[1] + 1.5 * 62, 258, "solution", { size: 12, fill: GREEN }));
  boxes.push(text(400, 288, "Task 7 has a solution. Tasks 0 to 6 are finished, because a lower task could have one, too; tasks from 8 on are given up.", { size: 12, fill: MUTED }));
  boxes.push(text(400, 308, "The solution of the lowest task wins, so the answer does not depend on the number of threads.", { size: 12, fill: MUTED }));
  save("tasks", 800, 326, "Tasks of a parallel round", [parts, boxes]);
}

pruning();
patternDatabases();
twoPhase();
lanes();
tasks();
