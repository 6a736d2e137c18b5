// Runs every scenario against a server: node e2e/run.mjs URL [--shots DIR] [--only WORDS]. Prints a line for each and
// the totals.
import { mkdir } from "node:fs/promises";
import { openBrowser } from "./harness.mjs";
import * as twisty from "./twisty.mjs";
import * as tiles from "./tiles.mjs";
import * as shuffdle from "./shuffdle.mjs";
import * as allPages from "./all_pages.mjs";
import * as firstVisit from "./first_visit.mjs";
import { takeScreenshots } from "./screenshots.mjs";

const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const url = (args[0] ?? "").replace(/\/?$/, "/");
if (!/^https?:/.test(url)) {
  console.error("usage: node e2e/run.mjs URL [--shots DIR] [--only WORD]");
  process.exit(2);
}
const only = option("--only");
const shots = option("--shots");

const browser = await openBrowser();
let passed = 0;
let failed = 0;
for (const scenarios of [firstVisit, twisty, tiles, shuffdle, allPages]) {
  for (const [name, scenario] of Object.entries(scenarios)) {
    const words = name.replace(/_/g, " ");
    if (only && !words.includes(only)) continue;
    const began = performance.now();
    try {
      const note = await scenario(browser, url);
      passed += 1;
      console.log(`ok    ${words} (${Math.round(performance.now() - began)} ms)${note ? `: ${note}` : ""}`);
    } catch (failure) {
      failed += 1;
      console.log(`FAIL  ${words}\n      ${String(failure.stack ?? failure).split("\n").slice(0, 12).join("\n      ")}`);
    }
  }
}
if (shots) {
  await mkdir(shots, { recursive: true });
  await takeScreenshots(browser, url, shots);
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
