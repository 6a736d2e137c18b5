// Contrast of text and background, light and dark: at least 4.5 to 1 (WCAG AA).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { strict as assert } from "node:assert";

const css = readFileSync(join(import.meta.dirname, "..", "src", "style", "base.css"), "utf8");
const PAIRS = [
  ["text", "bg"], ["text", "card"], ["text", "sunk"], ["text", "raised"], ["muted", "bg"], ["muted", "card"], ["muted", "sunk"],
  ["accent", "card"], ["accent", "accent-soft"], ["on-accent", "accent"], ["good", "card"], ["good", "good-soft"],
  ["bad", "card"], ["bad", "bad-soft"], ["text", "accent-soft"], ["text", "good-soft"], ["text", "bad-soft"],
];

/** Returns the colours of every block that sets a background. */
function schemes() {
  return css.split("}").filter((block) => block.includes("--bg:"))
    .map((block) => Object.fromEntries([...block.matchAll(/--([\w-]+):\s*#([0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex])));
}

function luminance(hex) {
  const [r, g, b] = hex.match(/../g).map((pair) => parseInt(pair, 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test("black on white is 21 to 1", () => assert.equal(contrast("000000", "ffffff").toFixed(2), "21.00"));

test("every pair has enough contrast in every scheme", () => {
  const all = schemes();
  assert.equal(all.length, 3);
  for (const colours of all) {
    for (const [text, ground] of PAIRS) {
      const ratio = contrast(colours[text], colours[ground]);
      assert.ok(ratio >= 4.5, `${text} #${colours[text]} on ${ground} #${colours[ground]}: ${ratio.toFixed(2)}`);
    }
  }
});

test("the dark scheme is the same by choice and by the system", () => assert.deepEqual(schemes()[1], schemes()[2]));
