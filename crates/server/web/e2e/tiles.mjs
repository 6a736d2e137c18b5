// Sliding tiles: play, solve, replay, hint, compare.
import { assert, openPage, text, until } from "./harness.mjs";

const NEARLY = "#/tiles?board=1+2+3/4+5+6/0+7+8";
const made = (page) => page.locator("[data-made]").getAttribute("data-made");

export async function tiles_are_played_by_keys_and_clicks(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: NEARLY });
  await page.locator(".board.playable").focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await made(page), "1");
  await page.keyboard.press("d");
  assert.equal(await made(page), "2");
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await made(page), "1");
  await page.locator('.playable [data-tile="8"]').click();
  await until(page, () => document.querySelector(".status.good")?.textContent.includes("Solved"));
  await finish();
}

export async function tiles_are_played_by_touch(browser, url) {
  const { page, context, finish } = await openPage(browser, url, { hash: NEARLY, options: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } } });
  const box = await page.locator(".board.playable").boundingBox();
  const session = await context.newCDPSession(page);
  const swipe = async (dx, dy) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let i = 1; i <= 4; i++) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + (dx * i) / 4, y: y + (dy * i) / 4 }] });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForTimeout(100);
  };
  await swipe(-60, 0);
  assert.equal(await made(page), "1");
  await swipe(-60, 0);
  await until(page, () => document.querySelector(".status.good")?.textContent.includes("Solved"));
  await finish();
}

export async function a_board_is_solved_and_replayed(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?board=8+2+0/4+6+1/3+7+5" });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".headline").waitFor();
  assert.match(await text(page.locator(".headline")), /^24 moves, proved optimal/);
  // One round: the heuristic of so small a board is exact.
  assert.ok((await page.locator(".rounds tbody tr").count()) >= 1);
  await page.getByRole("slider").fill("24");
  const places = await page.locator(".replay .tile.home").count();
  assert.equal(places, 8);
  await finish();
}

export async function hints_lead_to_the_end(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?board=1+0+3/4+2+6/7+5+8" });
  for (let left = 3; left > 0; left--) {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(`[data-left="${left}"]`).waitFor();
    await page.getByRole("button", { name: /^Slide / }).click();
  }
  await until(page, () => document.querySelector(".status.good"));
  await finish();
}

export async function an_unsolvable_board_is_explained(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?board=2+1+3/4+5+6/7+8+0" });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".notice.bad, .headline").first().waitFor();
  assert.match(await text(page.locator(".notice.bad, .headline").first()), /parity|cannot|unsolvable|reach/i);
  await finish();
}

export async function a_15_puzzle_is_compared(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?board=5+1+2+4/9+6+3+8/13+10+7+11/0+14+15+12" });
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator(".compare").waitFor({ timeout: 120_000 });
  const rows = await page.locator(".compare tbody tr").count();
  assert.ok(rows >= 5, `${rows} runs`);
  const names = await page.locator(".compare tbody th").allTextContents();
  assert.ok(names.some((name) => name.includes("astar")) && names.some((name) => name.includes("ida")), names.join(", "));
  await page.getByRole("radio", { name: "Length" }).check({ force: true });
  assert.match(await text(page.locator(".compare thead .wide")), /^Length/);
  await finish();
  return `${rows} runs`;
}
