// Screenshots of every page for inspection, wide and narrow, light and dark.
import { join } from "node:path";
import { openPage } from "./harness.mjs";

const SCRAMBLE = "R+U2+F%27+L+D+B2+R2+U+F+L2+D%27+B";
const SCENES = {
  twisty: [`#/twisty?input=${SCRAMBLE}&mode=optimal`, async (page) => {
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.locator(".headline").waitFor({ timeout: 60_000 });
  }],
  space: [`#/twisty?input=${SCRAMBLE}&solution=B%27+D+L2+F%27+U%27+R2+B2+D%27+L%27+F+U2+R%27&at=3`, async (page) => {
    await page.getByRole("radio", { name: "3D" }).check({ force: true });
    await page.locator('.twisty[data-state="ready"]').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(800);
  }],
  pieces: ["#/twisty?puzzle=megaminx&input=U+R+F&solution=F%27+R%27+U%27", async (page) => {
    await page.getByRole("radio", { name: "Pieces" }).check({ force: true });
    await page.locator(".replay .orbits").waitFor();
  }],
  impossible: ["#/twisty?input=UUUUUUUUBRRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLUBBBBBBBB", async (page) => page.locator(".status.bad").waitFor()],
  four: ["#/twisty?puzzle=4x4x4&input=Rw+U+F2", async (page) => page.locator(".status.good").waitFor()],
  tiles: ["#/tiles?board=5+1+2+4/9+6+3+8/13+10+7+11/0+14+15+12&heuristic=manhattan", async (page) => {
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.locator(".headline").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".compare").waitFor({ timeout: 120_000 });
  }],
  shuffdle: ["#/shuffdle?word=LATCH&board=VVXKDNGTSVPXLSFYIDSU_____&moves=e4ve5<", async (page) => {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("[data-left]").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Show a solution" }).click();
    await page.locator(".headline").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Step forward" }).click();
  }],
  charts: ["#/charts", async (page) => page.locator(".column-bar").first().waitFor({ timeout: 60_000 })],
  api: ["api/", async (page) => page.locator(".card").first().waitFor()],
};

export async function takeScreenshots(browser, url, folder) {
  for (const [size, viewport] of [["wide", { width: 1200, height: 900 }], ["phone", { width: 360, height: 740 }]]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const [name, [hash, act]] of Object.entries(SCENES)) {
        const { page, context } = await openPage(browser, url, { hash, options: { viewport, colorScheme, isMobile: size === "phone", hasTouch: size === "phone" } });
        try {
          await act(page);
        } catch (failure) {
          console.log(`shot of ${name} (${size}, ${colorScheme}): ${failure.message.split("\n")[0]}`);
        }
        await page.waitForTimeout(400);
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        await context.close();
      }
    }
  }
}
