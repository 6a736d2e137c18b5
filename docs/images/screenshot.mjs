// Takes the screenshot docs/images/web-app.png: starts `deepen serve`, solves a cube in the page and saves the browser window.
//
//   cd crates/server/web && npm ci && cd -
//   node docs/images/screenshot.mjs [DEEPEN]
//
// DEEPEN is the path of the program, target/release/deepen by default. The browser is /usr/bin/chromium, or the one in CHROMIUM.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const images = dirname(fileURLToPath(import.meta.url));
const root = join(images, "..", "..");
const { chromium } = createRequire(join(root, "crates/server/web/package.json"))("playwright-core");

const program = process.argv[2] ?? join(root, "target/release/deepen");
const screenshot = join(images, "web-app.png");
const MAX_BYTES = 150_000;
const TIMEOUT_MS = 120_000;

const SCRAMBLE = "R U2 F' L D B2 R2 U F L2 D' B";

/** Returns the address of the server, the first one that it prints. */
function address(server) {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server exited with code ${code}`)));
    for (const stream of [server.stdout, server.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const url = line.match(/http:\/\/\S+/)?.[0];
        if (url) resolve(url.replace(/\/?$/, "/"));
      });
    }
  });
}

const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
let browser;
try {
  const url = await address(server);
  const args = ["--enable-unsafe-swiftshader"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
  const page = await browser.newPage({ viewport: { width: 1200, height: 1130 }, colorScheme: "light" });
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(`${url}#/twisty?${new URLSearchParams({ input: SCRAMBLE, mode: "optimal" })}`);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".headline").waitFor();
  await page.getByRole("radio", { name: "3D" }).check({ force: true });
  await page.locator('.twisty[data-state="ready"]').waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: screenshot });
} finally {
  await browser?.close();
  server.kill("SIGTERM");
}
const { size } = statSync(screenshot);
console.log(`${screenshot}: ${size} bytes`);
if (size > MAX_BYTES) {
  console.error(`expected at most ${MAX_BYTES} bytes`);
  process.exit(1);
}
process.exit(0);
