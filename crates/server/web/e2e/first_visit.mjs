// A first visit: every puzzle of the menu, empty fields, invalid links, the back button, and that every offered option
// and every claim is true.
import { assert, openPage, text, until } from "./harness.mjs";
import { load } from "../test/bundle.mjs";

const solve = (page) => page.getByRole("button", { name: "Solve", exact: true });
const notices = (page) => page.locator(".notice.bad, .status.bad, .link-errors").allTextContents();

async function menu(browser, url) {
  const { page, finish } = await openPage(browser, url);
  await until(page, () => document.querySelector("select optgroup"));
  const names = await page.locator("select").first().locator("option").evaluateAll((options) => options.map(({ value }) => value));
  await finish();
  assert.ok(names.length >= 20, `${names.length} puzzles`);
  return names;
}

/** Returns true if the replay shows the solved puzzle at its current move: as a net, piece by piece, or in 3D. */
function replayIsSolved(page) {
  return page.evaluate(async () => {
    const stickers = [...document.querySelectorAll(".replay .net .sticker")].map((sticker) => sticker.getAttribute("class").match(/\bc([URFDLB0])/)[1]);
    if (stickers.length) return stickers.every((colour, i) => colour === stickers[i - (i % (stickers.length / 6))]);
    const pieces = document.querySelectorAll(".replay .orbits li");
    if (pieces.length) return pieces.length === document.querySelectorAll(".replay .orbits li.home").length;
    const pattern = await document.querySelector("twisty-player").experimentalModel.currentPattern.get();
    return pattern.isIdentical(pattern.kpuzzle.defaultPattern());
  });
}

async function playToTheEnd(page) {
  await page.locator(".replay").waitFor();
  if (await page.locator(".replay .twisty").count()) await page.locator('.twisty[data-state="ready"]').waitFor();
  await until(page, () => document.querySelector(".replay .net, .replay .orbits, .replay .twisty"));
  assert.equal(await replayIsSolved(page), false, "the replay begins solved");
  await page.getByRole("button", { name: "To the end" }).click();
  // The 3D player updates with its next frame.
  for (let i = 0; i < 50 && !(await replayIsSolved(page)); i++) await page.waitForTimeout(100);
  assert.equal(await replayIsSolved(page), true, "the replay ends unsolved");
}

export async function every_puzzle_of_the_menu_is_scrambled_solved_and_replayed(browser, url) {
  const notes = [];
  for (const name of await menu(browser, url)) {
    try {
      const { page, finish } = await openPage(browser, url);
      await page.locator("select").first().selectOption(name);
      await until(page, () => /solved puzzle/.test(document.querySelector(".status")?.textContent ?? ""));
      assert.deepEqual(await notices(page), [], "when opened");
      await page.getByRole("button", { name: /^(Random|Short scramble)$/ }).click();
      await until(page, () => document.querySelector("textarea").value.length > 3);
      await until(page, () => !document.querySelector("button.primary")?.disabled);
      assert.deepEqual(await notices(page), [], "when scrambled");
      await solve(page).click();
      await page.locator(".headline, .notice.bad").first().waitFor({ timeout: 240_000 });
      assert.deepEqual(await notices(page), [], "when solved");
      const headline = await text(page.locator(".headline"));
      assert.match(headline, /^\d+ moves?/);
      await playToTheEnd(page);
      assert.deepEqual(await notices(page), [], "when replayed");
      await finish();
      notes.push(`${name} ${headline.match(/^\d+/)[0]}`);
    } catch (failure) {
      throw new Error(`${name}: ${failure.message}`, { cause: failure });
    }
  }
  return notes.join(", ");
}

export async function empty_fields_are_the_solved_puzzle(browser, url) {
  for (const hash of ["", "#/twisty?puzzle=2x2x2", "#/twisty?puzzle=square-1", "#/twisty?puzzle=megaminx", "#/tiles", "#/shuffdle", "#/charts"]) {
    const { page, responses, finish } = await openPage(browser, url, { hash });
    await page.waitForTimeout(1000);
    assert.deepEqual(await notices(page), [], `${hash} when opened`);
    const refused = responses.filter((response) => response.status() >= 400).map((response) => response.url());
    assert.deepEqual(refused, [], `${hash} sends a request that is rejected`);
    await finish();
  }
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?input=R+U" });
  for (const nothing of ["  ", "// only a comment", ""]) {
    await page.getByLabel("Scramble or stickers").fill(nothing);
    await until(page, () => /solved puzzle/.test(document.querySelector(".status")?.textContent ?? ""));
    assert.ok(await solve(page).isDisabled());
  }
  await page.getByLabel("Scramble or stickers").fill("R U");
  await until(page, () => /is valid/.test(document.querySelector(".status")?.textContent ?? ""));
  await page.getByRole("button", { name: "Solved", exact: true }).click();
  await until(page, () => /solved puzzle/.test(document.querySelector(".status")?.textContent ?? ""));
  assert.deepEqual(await notices(page), []);
  await finish();
  const tiles = await openPage(browser, url, { hash: "#/tiles" });
  await tiles.page.getByLabel("Or type the board, row by row").fill("");
  assert.deepEqual(await notices(tiles.page), []);
  await tiles.finish();
}

const INVALID_LINKS = [
  "#/nowhere", "#/twisty?puzzle=nonsense", "#/twisty?puzzle=constructor&input=R", "#/twisty?puzzle=__proto__", "#/twisty?mode=quick&time=soon",
  "#/twisty?input=R&solution=R%27&at=x", "#/twisty?definition=%25%25%25", "#/twisty?definition=AAAA", "#/tiles?solution=XYZ", "#/tiles?board=1+2+3",
  "#/tiles?board=8+2+0/4+6+1/3+7+5&solution=constructor&at=-1", "#/tiles?goal=nowhere&weight=heavy", "#/shuffdle?word=LATCH&board=short",
  "#/shuffdle?word=LATCH&board=VVXKDNGTSVPXLSFYIDSU_____&moves=z9%3F", "#/shuffdle?word=LATCH&board=VVXKDNGTSVPXLSFYIDSU_____&moves=a1%3E",
  "#/charts?count=constructor&bound=far",
];

export async function an_invalid_link_shows_a_notice(browser, url) {
  for (const hash of INVALID_LINKS) {
    const { page, finish } = await openPage(browser, url, { hash });
    await page.locator(".link-errors, .notice.bad").first().waitFor({ timeout: 20_000 }).catch(() => assert.fail(`${hash}: no notice`));
    assert.match((await notices(page)).join(" "), /link/, hash);
    await page.locator("main .card").first().waitFor();
    await finish();
  }
  // Moves that the puzzle does not have do not affect the rest of the link.
  for (const hash of ["#/twisty?input=R&solution=Q+constructor", "#/twisty?puzzle=pyraminx&input=U&solution=constructor", "#/twisty?puzzle=clock&input=UR3&solution=constructor"]) {
    const { page, finish } = await openPage(browser, url, { hash });
    await page.locator(".status.good").waitFor();
    assert.ok(await solve(page).isEnabled(), hash);
    await finish();
  }
}

export async function a_page_that_fails_is_reset(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles" });
  // An exception while a parameter is parsed stands for any error of the page itself.
  await page.evaluate(() => {
    const split = String.prototype.split;
    String.prototype.split = function (...args) {
      if (String(this).startsWith("9 9 9")) throw new Error("an error of the page");
      return split.apply(this, args);
    };
    location.hash = "#/tiles?board=9+9+9";
  });
  await page.locator(".link-errors").waitFor();
  await page.locator("main .card").first().waitFor();
  await finish();
}

export async function the_back_button_returns_to_the_puzzle_before(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?puzzle=2x2x2&input=R+U" });
  await until(page, () => document.querySelector("select optgroup"));
  await page.locator("select").first().selectOption("pyraminx");
  await until(page, () => location.hash.includes("pyraminx"));
  await page.goBack();
  await until(page, () => document.querySelector("textarea")?.value === "R U" && document.querySelector("select")?.value === "2x2x2");
  await page.reload();
  await until(page, () => document.querySelector("textarea")?.value === "R U" && document.querySelector("select")?.value === "2x2x2");
  await finish();
}

export async function square_1_is_replayed_move_by_move(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?puzzle=square-1&input=/+(3,0)+/+(0,3)+/&solution=/+(0,-3)+/+(-3,0)+/" });
  await playToTheEnd(page);
  // Each move is one step, whether it is one or two moves of the player.
  const steps = [];
  for (const label of ["To the start", ...Array(5).fill("Step forward")]) {
    await page.getByRole("button", { name: label }).click();
    await page.waitForTimeout(600);
    steps.push(await page.evaluate(async () => JSON.stringify((await document.querySelector("twisty-player").experimentalModel.currentPattern.get()).patternData)));
  }
  assert.equal(new Set(steps).size, 6, "every step changes the position");
  assert.equal(await replayIsSolved(page), true);
  await finish();
}

export async function turns_made_together_are_replayed(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?input=R+L+U+F&metric=axial" });
  await until(page, () => document.querySelector("select optgroup") && !document.querySelector("button.primary")?.disabled);
  assert.equal(await page.getByRole("radio", { name: /shortest/i }).count(), 0, "no shortest solutions in axial moves");
  await solve(page).click();
  await page.locator(".headline").waitFor();
  assert.match(await text(page.locator(".headline")), /^3 moves/);
  await playToTheEnd(page);
  await finish();
}

export async function fast_mode_is_offered_where_there_are_phases(browser, url) {
  for (const [name, expected] of [["kilominx", 1], ["clock", 1], ["megaminx", 0], ["pyraminx", 0], ["2x2x2", 0], ["4x4x4", 1]]) {
    const { page, finish } = await openPage(browser, url, { hash: `#/twisty?puzzle=${name}` });
    await until(page, () => document.querySelector("select optgroup"));
    assert.equal(await page.getByRole("radio", { name: "Fast" }).count(), expected, name);
    await finish();
  }
}

/** Heuristics with tables that take too long to build in a test. */
const LARGE_TABLES = ["coset-289m", "coset-752m", "coset-7.6g", "coset-15g", "coset-45g", "coset-60g"];

export async function every_available_option_is_accepted(_browser, url) {
  const { readOptions, requestOf } = await load("pages/twisty/options.ts");
  const list = await (await fetch(`${url}api/list`)).json();
  const inputs = { "2x2x2": "R U", "3x3x3": "R U", "4x4x4": "Rw U", "square-1": "(1,0) / (-1,0)", clock: "UR3", pyraminx: "U R" };
  let asked = 0;
  for (const [puzzle, input] of Object.entries(inputs)) {
    const names = (named) => ["", ...named.map(({ name }) => name)];
    // The other options do not depend on the step.
    for (const goal of names(readOptions(puzzle, list, {}).available.goals).slice(0, 2)) {
      for (const metric of names(readOptions(puzzle, list, { goal }).available.metrics)) {
        for (const { value: mode } of readOptions(puzzle, list, { goal, metric }).available.modes) {
          for (const heuristic of names(readOptions(puzzle, list, { goal, metric, mode }).available.heuristics)) {
            if (LARGE_TABLES.includes(heuristic)) continue;
            const { options } = readOptions(puzzle, list, { goal, metric, mode, heuristic, time: "1" });
            assert.deepEqual([options.goal, options.metric, options.mode, options.heuristic], [goal, metric, mode, heuristic]);
            const request = { puzzle, input, timeout: 5, ...requestOf(options) };
            const response = await fetch(`${url}api/solve`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
            const answer = await response.json();
            assert.equal(response.status, 200, `${JSON.stringify(request)}: ${answer.error?.message}`);
            asked += 1;
          }
        }
      }
    }
  }
  return `${asked} combinations`;
}

export async function heuristics_fit_the_board(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/tiles?heuristic=pattern" });
  const heuristics = () => page.getByLabel("Heuristic").locator("option").evaluateAll((options) => options.map(({ value }) => value));
  await until(page, () => document.querySelectorAll("select option[value=pattern]").length === 1);
  assert.ok((await heuristics()).includes("walking-distance"));
  await page.getByLabel("Or type the board, row by row").fill([...Array(6).keys()].map((row) => [...Array(6).keys()].map((column) => (row * 6 + column + 1) % 36).join(" ")).join("/").replace("35 0", "0 35"));
  await until(page, () => document.querySelectorAll(".board .tile").length === 35);
  assert.deepEqual((await heuristics()).filter((name) => ["pattern", "walking-distance"].includes(name)), []);
  await solve(page).click();
  await page.locator(".headline, .notice.bad").first().waitFor();
  assert.equal(await text(page.locator(".headline")), "1 move, proved optimal");
  for (const name of ["construct", "beam"]) {
    await page.getByLabel("Algorithm").selectOption(name);
    assert.equal(await page.getByLabel("Heuristic").count(), 0, name);
    await solve(page).click();
    await until(page, () => !document.querySelector(".job"));
    await page.locator(".headline, .notice.bad").first().waitFor();
    assert.deepEqual(await notices(page), [], name);
  }
  await finish();
}

export async function a_scramble_with_a_rotation_is_replayed_as_it_is_held(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/twisty?puzzle=tetraminx&input=Uv+R&solution=R%27" });
  await until(page, () => document.querySelector(".status")?.textContent.endsWith("."));
  await page.getByRole("radio", { name: "Pieces" }).check({ force: true });
  await playToTheEnd(page);
  await finish();
}

export async function every_listed_count_is_computed(_browser, url) {
  const { COUNTED_PUZZLES } = await load("pages/charts/DepthDistribution.tsx");
  for (const { request } of COUNTED_PUZZLES) {
    const response = await fetch(`${url}api/count`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
    const answer = await response.json();
    assert.equal(response.status, 200, `${JSON.stringify(request)}: ${answer.error?.message}`);
    assert.ok(answer.per_depth.length > 5, JSON.stringify(request));
  }
  return `${COUNTED_PUZZLES.length} puzzles`;
}

const PUBLISHED = {
  "2x2x2": "3674160", "3x3x3": "43252003274489856000", "4x4x4": "7401196841564901869874093974498574336000000000",
  "5x5x5": "282870942277741856536180333107150328293127731985672134721536000000000000000", fto: "31408133379194880000000",
  megaminx: "100669616553523347122516032313645505168688116411019768627200000000000", skewb: "3149280", "loopover-3x3": "181440",
};

export async function numbers_of_positions_are_the_published_ones(browser, url) {
  const { page, finish } = await openPage(browser, url, { hash: "#/charts" });
  const puzzles = page.getByLabel("Puzzle").nth(1);
  await until(page, () => document.querySelectorAll("select")[1]?.options.length > 1);
  const names = await puzzles.locator("option").evaluateAll((options) => options.map(({ value }) => value));
  for (const name of names) {
    await puzzles.selectOption(name);
    await until(page, (name) => location.hash.includes(`group=${name}`), name);
    await page.locator(".digits, .notice.bad").first().waitFor();
    await until(page, () => ![...document.querySelectorAll(".muted")].some((element) => element.textContent.startsWith("Counting")));
    assert.deepEqual(await notices(page), [], name);
    const digits = await page.locator(".digits").getAttribute("aria-label");
    if (PUBLISHED[name]) assert.equal(digits, PUBLISHED[name], name);
  }
  await finish();
  return `${names.length} puzzles`;
}

export async function optimal_is_shown_only_with_a_proof(browser, url) {
  for (const [status, expected] of [["optimal", true], ["upper_bound", false]]) {
    const answer = { status, left: 31, seconds: 0.1 };
    for (const [hash, move] of [["#/tiles?board=8+2+0/4+6+1/3+7+5", "U"], ["#/shuffdle?word=LATCH&board=VVXKDNGTSVPXLSFYIDSU_____", "e4v"]]) {
      const { page, finish } = await openPage(browser, url, { hash });
      await page.route("**/api/hint", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify({ ...answer, move }) }));
      await page.getByRole("button", { name: "Hint" }).click();
      const left = page.locator("[data-left]");
      await left.waitFor();
      assert.equal(/shortest from here/i.test(await text(left.locator(".."))), expected, `${hash} ${status}`);
      await finish();
    }
    const { page, finish } = await openPage(browser, url, { hash: "#/twisty?puzzle=2x2x2&input=R+U" });
    const result = { puzzle: "2x2x2", status, moves: "U' R'", length: 2, lower_bound: 1 };
    await page.route("**/api/solve", (route) => route.fulfill({ contentType: "text/event-stream", body: `event: result\ndata: ${JSON.stringify(result)}\n\n` }));
    await until(page, () => !document.querySelector("button.primary")?.disabled);
    await solve(page).click();
    await page.locator(".headline").waitFor();
    assert.equal(/short|optimal|least/i.test(await text(page.locator(".headline"))), expected, status);
    await finish();
  }
}
