// The final page: pointing at a row of the breakdown outlines its feature on the board. And the end of a game on an open table:
// everything that scores at the end lights up, points travel to their players, and the final page takes the place of the table.

import { announce, parsed, still } from "./live.js";
import { playerOf, scoreboard, travel, untilPressed } from "./since.js";
import { swap } from "./table.js";

const load = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  return parsed(answer);
};

/** Adds the outlines of all rows to a board, hidden. */
function add(svg, outlines) {
  svg.querySelector("g.a-outs")?.remove();
  svg.append(outlines.querySelector("g.a-outs"));
}

const loads = new WeakMap();

async function outline(row) {
  const box = document.querySelector("[data-outlines]");
  if (!row || !box) return;
  const svg = box.querySelector("svg.board");
  if (!loads.has(svg)) loads.set(svg, load(box.dataset.outlines).then((outlines) => add(svg, outlines)));
  await loads.get(svg).catch(() => loads.delete(svg));
  for (const group of svg.querySelectorAll(".a-out")) group.classList.toggle("on", group.dataset.outline === row);
  for (const item of document.querySelectorAll("[data-row]")) item.classList.toggle("on", item.dataset.row === row);
}

const rowOf = (event) => event.target.closest?.("[data-row]")?.dataset.row;
// Leaving a row keeps its outline until another is pointed at, so that one can look at the board. Where the page scrolls under
// a pointer that rests, nobody points.
let rests = "";
const spot = (event) => `${event.screenX} ${event.screenY}`;
document.addEventListener("pointermove", (event) => (rests = spot(event)));
for (const type of ["pointerover", "focusin"]) {
  document.addEventListener(type, (event) => {
    if (type === "focusin" || spot(event) !== rests) outline(rowOf(event));
  });
}
document.addEventListener("click", (event) => {
  const row = event.target.closest?.("[data-row] a") && rowOf(event);
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  outline(row);
});

const WHOLE = 7000; // milliseconds for all that scores at the end

/** What the breakdown of a final page pays, in its order: the row, and points by player. */
const payments = (page) => [...page.querySelectorAll(".breakdown li")].map((item) => ({
  row: item.dataset.row,
  gains: [...item.querySelectorAll(".gain")].map((gain) => ({ hue: gain.classList[1], points: Number(gain.firstChild.textContent) })),
})).filter(({ gains }) => gains.length);

/** Lights up what scores, one after the other, until a key or the pointer is pressed. */
async function light(svg, paid) {
  const stop = new AbortController();
  const stopped = untilPressed(stop).then(() => true);
  const wait = (time) => Promise.race([stopped, new Promise((done) => setTimeout(done, time))]);
  const board = scoreboard();
  const now = [...board.scores];
  let pressed = await wait(500);
  for (const { row, gains } of paid) {
    if (pressed) break;
    const area = svg.querySelector(`[data-outline="${row}"]`);
    if (area) {
      area.classList.add("paid", ...(gains.length > 1 ? [] : [gains[0].hue]));
      // Followers stay above what they stand on.
      svg.querySelector(":scope > .a-f")?.before(area);
    }
    const from = (area ?? svg).getBoundingClientRect();
    for (const { hue, points } of gains) travel(`+${points}`, from, playerOf(hue));
    pressed = await wait(Math.min(900, WHOLE / paid.length));
    for (const { hue, points } of gains) now[playerOf(hue)] += points;
    board.show(now);
  }
  if (!pressed) await wait(1800);
  stop.abort();
}

/** The end of a game on an open table, after `turns` have been shown. */
export async function playEnd({ root, svg, camera }, turns) {
  const { end } = root.dataset;
  const [page, outlines, pressed] = await Promise.all([load(end), load(`${end}/outlines`), turns]);
  if (!svg.isConnected) return;
  const paid = payments(page);
  if (paid.length && !pressed && !still()) {
    camera.fit();
    add(svg, outlines);
    await light(svg, paid);
  }
  if (!svg.isConnected) return;
  history.pushState(null, "", end);
  await swap(page);
  scrollTo(0, 0);
  document.querySelector("#main").focus({ preventScroll: true });
  announce(document.querySelector("h1").textContent);
}
