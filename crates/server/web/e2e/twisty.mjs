// Cubes and puzzles with a definition: input, solve, replay, invalid input, cancel, dropped files.
import { assert, choose, openPage, text, until } from "./harness.mjs";

const solve = (page) => page.getByRole("button", { name: "Solve", exact: true }).click();
const headline = (page) => page.locator(".headline");
const status = (page) => page.locator(".status");

/** Stickers of the 3x3x3 after R. */
const AFTER_R = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
const SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const COLOURS = { U: "white", R: "red", F: "green", D: "yellow", L: "orange", B: "blue" };

async function paint(page, cube) {
  for (const [face, name] of Object.entries(COLOURS)) {
    const changed = [...cube].flatMap((colour, i) => (colour === face && SOLVED[i] !== colour ? [i] : []));
    if (!changed.length) continue;
    await page.getByRole("radio", { name: new RegExp(`^${name},`) }).check({ force: true });
    for (const sticker of changed) await page.locator(`.editable [data-sticker="${sticker}"]`).click();
  }
}

/** Returns the stickers of the net in the replay. */
const replayed = (page) =>
  page.locator(".replay .net .sticker").evaluateAll((stickers) => stickers.map((sticker) => sticker.getAttribute("class").match(/\bc([URFDLB0])/)[1]).join(""));

export async function a_cube_entered_by_clicks_is_solved_and_replayed_to_solved(browser, url) {
  const { page, finish } = await openPage(browser, url);
  await page.locator(".editable").waitFor();
  await paint(page, AFTER_R);
  assert.equal(await page.getByLabel("Scramble or stickers").inputValue(), AFTER_R);
  await until(page, () => document.querySelector(".status")?.textContent.includes("is valid"));
  await solve(page);
  await headline(page).waitFor();
  assert.match(await text(headline(page)), /^1 move, proved optimal/);
  assert.deepEqual(await page.locator(".moves button").allTextContents(), ["R'"]);
  assert.equal(await replayed(page), AFTER_R);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, () => document.querySelector(".replay")?.dataset.at === "1");
  assert.equal(await replayed(page), SOLVED);
  await finish();
}

export async function the_net_is_painted_by_keys(browser, url) {
  const { page, finish } = await openPage(browser, url);
  await page.locator('.editable [data-sticker="0"]').focus();
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("b");
  const input = await page.getByLabel("Scramble or stickers").inputValue();
  assert.equal(input.slice(0, 3), "RBU");
  await page.keyboard.press("Backspace");
  await until(page, () => document.querySelector(".status")?.textContent.includes("One sticker has no color"));
  await finish();
}

export async function an_impossible_cube_is_explained(browser, url) {
  const { page, finish } = await openPage(browser, url);
  await page.locator(".editable").waitFor();
  // Gives the corner URF a colour opposite to one it has; the back face loses that colour.
  await paint(page, `${SOLVED.slice(0, 8)}B${SOLVED.slice(9, 45)}U${SOLVED.slice(46)}`);
  await until(page, () => document.querySelector(".status.bad"));
  assert.match(await text(status(page)), /URF/);
  const marked = await page.locator(".editable .sticker.bad").evaluateAll((stickers) => stickers.map((sticker) => Number(sticker.dataset.sticker)));
  assert.deepEqual(marked.sort((a, b) => a - b), [8, 9, 20]);
  assert.ok(await page.getByRole("button", { name: "Solve", exact: true }).isDisabled());
  await finish();
}

export async function a_twisted_corner_is_named(browser, url) {
  // The corner URF with a twist.
  const stickers = [...SOLVED];
  [stickers[8], stickers[9], stickers[20]] = ["F", "U", "R"];
  const { page, finish } = await openPage(browser, url, { hash: `#/twisty?input=${stickers.join("")}` });
  await until(page, () => document.querySelector(".status.bad"));
  assert.match(await text(status(page)), /twist/i);
  await finish();
}

export async function a_solution_improves_during_the_search(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?time=1" });
  await page.getByRole("button", { name: "Random" }).click();
  await until(page, () => document.querySelector("textarea")?.value.length > 20);
  await until(page, () => !document.querySelector("button.primary")?.disabled);
  await solve(page);
  await page.locator(".improvements li").first().waitFor();
  await headline(page).waitFor();
  const lengths = (await page.locator(".improvements li").allTextContents()).map(Number);
  assert.deepEqual(lengths, [...lengths].sort((a, b) => b - a), "each is shorter than the one before");
  const moves = await page.locator(".moves button").count();
  assert.equal(moves, lengths[lengths.length - 1]);
  await page.getByRole("button", { name: "To the end" }).click();
  assert.equal(await replayed(page), SOLVED);
  await finish();
  return `lengths ${lengths.join(", ")}`;
}

export async function the_first_solution_comes_within_a_second(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?time=0&input=R+U2+F%27+L+D+B2+R2+U+F+L2+D%27+B" });
  const times = [];
  // The first solve may have to build tables.
  for (let i = 0; i < 5; i++) {
    await until(page, () => !document.querySelector("button.primary")?.disabled);
    await page.evaluate(() => document.querySelector(".statistics")?.removeAttribute("data-first-ms"));
    await solve(page);
    await until(page, () => Number(document.querySelector(".statistics")?.dataset.firstMs) > 0);
    times.push(await page.locator(".statistics").evaluate((statistics) => Number(statistics.dataset.firstMs)));
  }
  const best = Math.min(...times.slice(1));
  assert.ok(best < 1000, `the first solution took ${best} ms`);
  await finish();
  return `${times.map((time) => time.toFixed(0)).join(", ")} ms from click to solution`;
}

export async function an_optimal_solve_is_cancelled(browser, url) {
  // Superflip with four spots takes too long to wait for.
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?mode=optimal&input=F+B+U2+R+F2+R2+B2+U%27+D+F+U2+R%27+L%27+U+B2+D+R2+U+B2+U" });
  await until(page, () => !document.querySelector("button.primary")?.disabled);
  await solve(page);
  const cancel = page.getByRole("button", { name: "Cancel" });
  await cancel.waitFor();
  await page.waitForTimeout(600);
  const began = Date.now();
  await cancel.click();
  await until(page, () => !document.querySelector(".job"));
  const took = Date.now() - began;
  assert.ok(took < 5000, `cancelling took ${took} ms`);
  assert.ok(await page.getByRole("button", { name: "Solve", exact: true }).isEnabled());
  assert.match(await text(page.locator("main")), /[Cc]ancelled|at least|lower bound/);
  await finish();
  return `${took} ms until cancelled`;
}

export async function all_shortest_solutions_are_listed(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?puzzle=2x2x2&mode=all&input=R2+U2+R2" });
  await until(page, () => !document.querySelector("button.primary")?.disabled);
  await solve(page);
  await headline(page).waitFor();
  const found = await page.locator(".solutions button").count();
  assert.ok(found > 1, `${found} solutions`);
  const chosen = await text(page.locator(".solutions button").nth(1));
  await page.locator(".solutions button").nth(1).click();
  await page.locator('.solutions button[aria-pressed="true"]').nth(0).waitFor();
  assert.equal(await text(page.locator(".solutions .on")), chosen);
  assert.equal((await page.locator(".moves button").allTextContents()).join(" "), chosen);
  await finish();
}

export async function a_step_of_the_3x3x3_is_reached(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?input=R+U2+F+L+D+B2+R2+U&goal=eo" });
  assert.equal(await page.getByRole("radio", { name: "Fast" }).count(), 0);
  await until(page, () => !document.querySelector("button.primary")?.disabled);
  await solve(page);
  await headline(page).waitFor();
  assert.match(await text(page.locator(".result")), /^3 moves, proved optimal.*eo-fb/s);
  await finish();
}

const DEFINITION = `Name three
Set CORNERS 3 2
Solved
CORNERS
1 2 3
End
Move A
CORNERS
2 1 3
1 1 0
End
Move B
CORNERS
1 3 2
End
`;

export async function a_dropped_definition_is_solved(browser, url) {
  const { page, finish } = await openPage(browser, url);
  const data = await page.evaluateHandle((definition) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([definition], "three.tws", { type: "text/plain" }));
    return transfer;
  }, DEFINITION);
  await page.dispatchEvent("main", "dragover", { dataTransfer: data });
  await page.locator(".drop").waitFor();
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await until(page, () => document.querySelector("select")?.selectedOptions[0]?.textContent.includes("three"));
  await page.getByLabel("Scramble or position").fill("A B");
  await until(page, () => document.querySelector(".status")?.textContent.includes("is valid"));
  await solve(page);
  await headline(page).waitFor();
  assert.match(await text(headline(page)), /^2 moves, proved optimal/);
  await page.getByRole("button", { name: "To the end" }).click();
  assert.equal(await page.locator(".replay .orbits li.home").count(), 3);
  // The link contains the definition.
  const link = page.url();
  await finish();
  const again = await openPage(browser, url, { hash: new URL(link).hash });
  await until(again.page, () => document.querySelector("select")?.selectedOptions[0]?.textContent.includes("three"));
  await again.page.locator(".replay .orbits").waitFor();
  await again.finish();
}

export async function an_invalid_definition_is_reported(browser, url) {
  const { page, finish } = await openPage(browser, url);
  await page.locator('input[type="file"]').setInputFiles({ name: "broken.tws", mimeType: "text/plain", buffer: Buffer.from(DEFINITION.replace("2 1 3", "2 2 3")) });
  await page.locator(".notice.bad").waitFor();
  assert.match(await text(page.locator(".notice.bad")), /line|expected/i);
  await finish();
}

export async function the_3d_player_ends_solved(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?puzzle=pyraminx&input=U+R%27+L+B" });
  await until(page, () => !document.querySelector("button.primary")?.disabled);
  await solve(page);
  await headline(page).waitFor();
  await choose(page, "3D");
  await page.locator('.twisty[data-state="ready"]').waitFor({ timeout: 60_000 });
  const solved = () =>
    page.evaluate(async () => {
      const { pattern } = { pattern: await document.querySelector("twisty-player").experimentalModel.currentPattern.get() };
      return pattern.isIdentical(pattern.kpuzzle.defaultPattern());
    });
  assert.equal(await solved(), false);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForTimeout(300);
  assert.equal(await solved(), true);
  await finish();
}
