// What Lighthouse says of the front page, of a game after twenty turns, and of the dashboard. Against a server on an empty folder:
//
//     cargo run --release -- --forms-a-minute 1000 &
//     npm install --no-save lighthouse && node tests/lighthouse.mjs http://127.0.0.1:8080
//
// CHROME names the browser; /usr/bin/chromium unless said.

import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const site = new URL(process.argv[2] ?? "http://127.0.0.1:8080").origin;
const browser = await puppeteer.launch({
  executablePath: process.env.CHROME ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"],
});
const page = await browser.newPage();

async function follow(selector) {
  await Promise.all([page.waitForNavigation(), page.locator(selector).click()]);
}

/** Plays a turn by the pages that need no scripts; waits for the computer first. */
async function turn(game) {
  for (let preview = null; ; await new Promise((done) => setTimeout(done, 200))) {
    await page.goto(game);
    preview = await page.evaluate(() => document.querySelector("#placements tbody a")?.href);
    if (!preview) continue;
    await page.goto(preview);
    return follow("button[form=turn]");
  }
}

async function judge(name, url, config) {
  const { lhr } = await lighthouse(url, { disableStorageReset: true, logLevel: "error" }, config, page);
  const scores = ["performance", "accessibility", "best-practices"].map((id) => `${id} ${Math.round(lhr.categories[id].score * 100)}`);
  const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"].map((id) => lhr.audits[id].displayValue);
  console.log(`${name}: ${scores.join(", ")} (${times.join(", ")})`);
}

await judge("Front page, phone", `${site}/`);
await page.goto(`${site}/`);
await follow("form[action='/play-the-computer'] button");
const game = page.url();
for (let turns = 0; turns < 20; turns += 1) await turn(game);
await judge("Game page, phone", game);
await judge("Game page, desktop", game, desktopConfig);
await judge("Dashboard, phone", `${site}/`);
await browser.close();
