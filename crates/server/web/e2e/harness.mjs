// What every scenario uses: a browser that reaches nothing but the server, pages that must not complain, and plain checks.
import { chromium } from "playwright-core";
import { strict as assert } from "node:assert";

export { assert };

/** How long anything may take. Machines that do much else are slow, and that is no fault of the page. */
export const TIMEOUT_MS = 60_000;

/** Debian's browser, or the one named in CHROMIUM. Software rendering is enough for the 3D player. */
export async function openBrowser() {
  const args = ["--enable-unsafe-swiftshader"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}

/** A fresh page in a context of its own. `finish` fails if anything was complained about or asked of another host. */
export async function openPage(browser, url, { options = {}, hash = "" } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const consoleErrors = [];
  const externalRequests = [];
  const responses = [];
  page.on("console", (message) => {
    // That a request was refused is what some scenarios are about; the browser notes it all the same.
    if (message.type() === "error" && !/Failed to load resource.*\b(400|408|413|422|503)\b/.test(message.text())) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !/^(data|blob):/.test(to)) externalRequests.push(to);
  });
  page.on("response", (response) => responses.push(response));
  await page.goto(url + hash);
  await page.locator("main .card").first().waitFor();
  const finish = async () => {
    await context.close();
    assert.deepEqual(consoleErrors, [], "the console is quiet");
    assert.deepEqual(externalRequests, [], "no request leaves the host");
  };
  return { page, context, responses, finish };
}

/** Waits until `probe` in the page is true. */
export async function until(page, probe, argument) {
  await page.waitForFunction(probe, argument, { timeout: TIMEOUT_MS });
}

export async function text(locator) {
  return (await locator.textContent())?.trim() ?? "";
}

/** Chooses one of a segmented control. */
export async function choose(page, label) {
  await page.getByRole("radio", { name: label, exact: true }).check({ force: true });
}
