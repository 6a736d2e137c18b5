// Shared by all scenarios: a browser that may reach only the server, pages without console errors, and helpers.
import { chromium } from "playwright-core";
import { strict as assert } from "node:assert";

export { assert };

/** Timeout of every wait. Long, because the machine may be busy. */
export const TIMEOUT_MS = 60_000;

/** Debian's browser, or the one named in CHROMIUM. Software rendering is enough for the 3D player. */
export async function openBrowser() {
  const args = ["--enable-unsafe-swiftshader"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}

/** Opens a page in a new browser context. `finish` fails if there were console errors or requests to other hosts. */
export async function openPage(browser, url, { options = {}, hash = "" } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const consoleErrors = [];
  const externalRequests = [];
  const responses = [];
  page.on("console", (message) => {
    // Some scenarios expect an error response, which the browser logs as well.
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
    assert.deepEqual(consoleErrors, [], "no console errors");
    assert.deepEqual(externalRequests, [], "no request leaves the host");
  };
  return { page, context, responses, finish };
}

/** Waits until `probe` is true in the page. */
export async function until(page, probe, argument) {
  await page.waitForFunction(probe, argument, { timeout: TIMEOUT_MS });
}

export async function text(locator) {
  return (await locator.textContent())?.trim() ?? "";
}

/** Selects an option of a segmented control. */
export async function choose(page, label) {
  await page.getByRole("radio", { name: label, exact: true }).check({ force: true });
}
