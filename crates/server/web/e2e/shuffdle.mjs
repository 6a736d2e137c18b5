// Shuffdle: solved by keys, by dragging, and by following hints.
import { assert, openPage, text, until } from "./harness.mjs";

/** LATCH without its T: an S is above the hole and becomes a T when it slides down. */
const ONE_LEFT = "#/shuffdle?word=LATCH&board=ABCDEABCDEABCDE__S__LA_CH";
const SOLVED = "[data-solved]";

export async function shuffdle_is_finished_by_keys(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: ONE_LEFT });
  await page.locator('[data-cell="17"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  assert.equal(await text(page.locator('[data-cell="18"] .letter')), "T");
  await page.keyboard.press("a");
  assert.equal(await text(page.locator('[data-cell="17"] .letter')), "S");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator('[data-cell="17"]').focus();
  await page.keyboard.press(" ");
  if (!(await page.locator('[data-cell="17"][aria-selected="true"]').count())) await page.keyboard.press(" ");
  await page.keyboard.press("s");
  await page.locator(SOLVED).waitFor();
  assert.match(await text(page.locator(SOLVED)), /Solved in 3 moves/);
  assert.equal(await page.locator(".letter.right").count(), 5);
  await finish();
}

export async function shuffdle_is_finished_by_dragging(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: ONE_LEFT });
  const centre = async (cell) => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await centre(17)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(22)), { steps: 8 });
  await page.mouse.up();
  await page.locator(SOLVED).waitFor();
  assert.match(await text(page.locator(SOLVED)), /Solved in 1 move/);
  await finish();
}

export async function shuffdle_letters_wrap_and_links_keep_the_game(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/shuffdle?word=LATCH&board=Z_CDEABCDEABCDEAFS__L__CH" });
  await page.locator('[data-cell="0"]').click();
  await page.locator('[data-cell="1"]').click();
  assert.equal(await text(page.locator('[data-cell="1"] .letter')), "A");
  const link = page.url();
  await finish();
  const again = await openPage(browser, url, { hash: new URL(link).hash });
  assert.equal(await text(again.page.locator('[data-cell="1"] .letter')), "A");
  assert.equal(await again.page.locator("[data-made]").getAttribute("data-made"), "1");
  await again.finish();
}

export async function a_hint_is_followed_to_the_end(browser, url) {
  // Two letters are missing, a few slides away.
  const { page, finish } = await openPage(browser, url, { hash: "#/shuffdle?word=LATCH&board=ABCDEABCDEABRDEFZ___L__CH" });
  let left = Infinity;
  let followed = 0;
  while (left > 1) {
    await page.getByRole("button", { name: "Hint" }).click();
    await until(page, (before) => Number(document.querySelector("[data-left]")?.dataset.left ?? before) < before, left === Infinity ? 1000 : left);
    left = Number(await page.locator("[data-left]").getAttribute("data-left"));
    await page.getByRole("button", { name: /^Slide / }).click();
    followed += 1;
  }
  await page.locator(SOLVED).waitFor();
  assert.match(await text(page.locator(SOLVED)), new RegExp(`Solved in ${followed} move`));
  await finish();
  return `${followed} hints`;
}

export async function the_puzzle_of_the_day_is_solved_and_replayed(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/shuffdle" });
  await page.getByRole("button", { name: "Show a solution" }).click();
  await page.locator(".headline").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "To the end" }).click();
  assert.equal(await page.locator(".replay .letter.right").count(), 5);
  await finish();
}
