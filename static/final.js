// The final page: pointing at a row of the breakdown outlines its feature on the board.

import { startZoom } from "./camera.js";

const box = document.querySelector("[data-outlines]");
const board = box.querySelector("svg.board");
let loaded = null;
let shown = null;

/** Adds all outlines to the board, hidden. */
async function load() {
  const answer = await fetch(box.dataset.outlines);
  if (!answer.ok) throw new Error();
  const group = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("g.a-outs");
  board.querySelector("g.a-outs")?.remove();
  board.append(group);
}

async function outline(row) {
  if (row === shown) return;
  shown = row;
  if (row) await (loaded ??= load()).catch(() => (loaded = null));
  for (const group of board.querySelectorAll(".a-out")) group.classList.toggle("on", group.dataset.outline === shown);
  for (const item of document.querySelectorAll("[data-row]")) item.classList.toggle("on", item.dataset.row === shown);
}

const rowOf = (event) => event.target.closest?.("[data-row]")?.dataset.row;
// Leaving a row keeps its outline until another is pointed at, so that one can look at the board. Where the page scrolls under
// a pointer that rests, nobody points.
let rests = "";
const spot = (event) => `${event.screenX} ${event.screenY}`;
document.addEventListener("pointermove", (event) => (rests = spot(event)));
for (const type of ["pointerover", "focusin"]) {
  document.addEventListener(type, (event) => {
    const row = rowOf(event);
    if (row && (type === "focusin" || spot(event) !== rests)) outline(row);
  });
}
document.addEventListener("click", (event) => {
  const row = event.target.closest?.("[data-row] a") && rowOf(event);
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  outline(row);
  // Beside the rows the board stays in view; scrolling would put another row under the pointer.
  if (box.getBoundingClientRect().bottom < 100) box.scrollIntoView();
});
startZoom(box);
