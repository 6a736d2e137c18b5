// Tests of every page: size, no external requests, phones, dark theme, accessibility, charts.
import { gzipSync } from "node:zlib";
import { assert, openPage, text, until } from "./harness.mjs";

const PAGES = ["#/twisty", "#/tiles", "#/shuffdle", "#/charts"];
/** Maximum size of everything loaded before the 3D player, compressed. */
const MAX_BYTES = 300_000;

export async function pages_are_small_before_the_3d_player(browser, url) {
  const { page, responses, finish } = await openPage(browser, url);
  for (const hash of PAGES) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.locator("main .card").first().waitFor();
    await page.waitForTimeout(300);
  }
  let bytes = 0;
  for (const response of responses) {
    if (new URL(response.url()).pathname.startsWith("/api/") || response.url().startsWith("data:")) continue;
    const body = await response.body();
    bytes += gzipSync(body, { level: 9 }).length;
    // Only the player defines custom elements.
    assert.ok(!body.includes("customElements"), `${response.url()} is part of the 3D player`);
  }
  assert.ok(bytes > 1000 && bytes < MAX_BYTES, `${bytes} bytes`);
  await finish();
  return `${Math.round(bytes / 1000)} KB for all pages`;
}

export async function nothing_is_wider_than_a_phone(browser, url) {
  for (const hash of PAGES) {
    const { page, finish } = await openPage(browser, url, { hash, options: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } });
    await page.waitForTimeout(500);
    const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= 360 && screen <= 360, `${hash} is ${wide} wide on a screen of ${screen}`);
    await finish();
  }
}

export async function colours_follow_the_system_and_the_button(browser, url) {
  const background = () => getComputedStyle(document.body).backgroundColor;
  const light = await openPage(browser, url);
  const dark = await openPage(browser, url, { options: { colorScheme: "dark" } });
  const bright = await light.page.evaluate(background);
  assert.notEqual(await dark.page.evaluate(background), bright);
  await dark.page.getByRole("button", { name: /^Theme/ }).click();
  assert.equal(await dark.page.evaluate(background), bright);
  await dark.page.reload();
  await dark.page.locator("main .card").first().waitFor();
  assert.equal(await dark.page.evaluate(background), bright, "the choice is stored");
  await light.finish();
  await dark.finish();
}

export async function everything_has_a_name_for_screen_readers(browser, url) {
  for (const hash of PAGES) {
    const { page, finish } = await openPage(browser, url, { hash });
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, textarea, a, [role=grid], [role=img], [role=application]")]
        .filter((element) => !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length || element.closest("label")?.textContent.trim()))
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, [], hash);
    assert.equal(await page.locator("h1").count(), 1, hash);
    await finish();
  }
}

export async function depths_are_counted_and_drawn(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/charts" });
  await page.locator(".column-bar").first().waitFor({ timeout: 60_000 });
  assert.match(await text(page.locator(".headline").first()), /3,674,160 positions; God's number is 11/);
  assert.equal(await page.locator(".column-bar").count(), 12);
  await page.getByLabel("Puzzle").first().selectOption("8");
  await until(page, () => document.querySelector(".headline")?.textContent.includes("181,440"));
  assert.match(page.url(), /count=8/);
  await finish();
}

export async function rounds_of_the_last_search_are_drawn(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?board=8+2+0/4+6+1/3+7+5&heuristic=manhattan" });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".headline").waitFor();
  await page.getByRole("link", { name: "Charts" }).click();
  await page.getByText("3x3 tiles, ida").first().waitFor();
  // Returning to a page restores its state.
  await page.getByRole("link", { name: "Tiles" }).click();
  await page.locator(".replay").waitFor();
  await finish();
}

export async function the_api_is_described(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "api/" });
  await until(page, () => document.body.textContent.includes("/api/solve"));
  await finish();
}

export async function the_error_of_a_busy_server_is_shown(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?board=8+2+0/4+6+1/3+7+5" });
  await page.route("**/api/solve", (route) =>
    route.fulfill({ status: 503, headers: { "Retry-After": "2" }, contentType: "application/json", body: JSON.stringify({ error: { code: "busy", message: "too many jobs are waiting" } }) }),
  );
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".notice.bad").waitFor();
  assert.match(await text(page.locator(".notice.bad")), /Too many jobs are waiting.*2 s/s);
  await page.unroute("**/api/solve");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".headline").waitFor();
  assert.equal(await page.locator(".notice.bad").count(), 0);
  await finish();
}

export async function reduced_motion_shows_whole_steps(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?board=1+2+3/4+5+6/0+7+8&solution=LL", options: { reducedMotion: "reduce" } });
  const at = await page.evaluate(async () => {
    document.querySelector('[aria-label="Step forward"]').click();
    // Shorter than an animated step.
    await new Promise((done) => setTimeout(done, 60));
    return document.querySelector(".replay").dataset.at;
  });
  assert.equal(at, "1");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, () => document.querySelector(".replay")?.dataset.at === "2");
  await finish();
}

export async function threads_are_measured_and_drawn(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/charts?bound=53" });
  await page.getByRole("button", { name: "Measure" }).click();
  await page.locator(".curve").waitFor({ timeout: 120_000 });
  assert.ok((await page.locator(".point").count()) >= 1);
  await finish();
}

export async function a_link_within_a_page_resets_it(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?input=R" });
  assert.equal(await page.getByLabel("Scramble or stickers").inputValue(), "R");
  await page.evaluate(() => (location.hash = "#/twisty?puzzle=2x2x2&input=U"));
  await until(page, () => document.querySelector("textarea")?.value === "U");
  assert.equal(await page.locator(".editable .sticker").count(), 24);
  await page.goBack();
  await until(page, () => document.querySelector("textarea")?.value === "R");
  await finish();
}
