// The history of a game without page loads: the slider is live, and turns can be played one after the other.

import { startZoom } from "./camera.js";
import { parsed } from "./live.js";

const nav = document.querySelector("[data-steps]");
const steps = nav.dataset.steps.split(" ");
const folder = location.pathname.replace(/[^/]*$/, "");
const query = location.search;
const slider = nav.querySelector("input[type=range]");
const [back, on] = ["prev", "next"].map((rel) => nav.querySelector(`a[rel=${rel}]`));
const [play, speed] = [nav.querySelector(".playing button"), nav.querySelector(".playing select")];
const section = document.querySelector("section[data-part=told]");
const words = { play: play.textContent, pause: play.dataset.pause };
const fetched = new Map();
let at = Number(nav.dataset.at);
let wanted = at;
let busy = false;
let timer = null;

/** The parts of a step, fetched once. */
function load(place) {
  const n = steps[place];
  if (n && !fetched.has(n)) {
    const answer = fetch(`${folder}${n}/step${query}`).then((answer) => {
      if (!answer.ok) throw new Error();
      return parsed(answer);
    });
    answer.catch(() => fetched.delete(n));
    fetched.set(n, answer);
  }
  return fetched.get(n);
}

function show(place, fresh) {
  at = place;
  document.title = fresh.title;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = document.querySelector(`.history [data-part=${part.dataset.part}]`);
    const [board, now] = [part, old].map((element) => element.querySelector("svg.board"));
    if (board && now) {
      // The picture itself stays, with its frame: only what is on it changes.
      now.replaceChildren(...board.cloneNode(true).childNodes);
      now.setAttribute("aria-label", board.getAttribute("aria-label"));
    } else {
      old.replaceChildren(...part.cloneNode(true).childNodes);
    }
  }
  history.replaceState(history.state, "", folder + steps[at] + query);
  label();
}

function label() {
  slider.value = wanted;
  slider.setAttribute("aria-valuetext", section.querySelector("h1").textContent);
  for (const [link, place] of [[back, at - 1], [on, at + 1]]) {
    if (steps[place]) link.href = folder + steps[place] + query;
    // A link that loses its address would lose the focus.
    link.setAttribute("aria-disabled", String(!steps[place]));
  }
}

/** Shows a step, or the one wanted last if several follow quickly. */
async function go(place) {
  wanted = Math.max(0, Math.min(steps.length - 1, place));
  slider.value = wanted;
  if (busy) return;
  busy = true;
  while (at !== wanted) {
    const place = wanted;
    const fresh = await load(place).catch(() => null);
    if (!fresh) return location.assign(folder + steps[place] + query);
    show(place, fresh);
  }
  busy = false;
  // In the background, so that the next steps appear at once.
  for (const next of [at + 1, at + 2, at - 1]) load(next)?.catch(() => {});
}

function pause() {
  clearTimeout(timer);
  timer = null;
  play.textContent = words.play;
  section.setAttribute("aria-live", "polite");
}

function run() {
  play.textContent = words.pause;
  // Nobody can listen as fast as this.
  section.setAttribute("aria-live", "off");
  const next = async () => {
    await go(at + 1);
    if (!timer) return;
    if (at === steps.length - 1) pause();
    else timer = setTimeout(next, speed.value);
  };
  timer = setTimeout(next, 300);
}

play.addEventListener("click", () => {
  if (timer) return pause();
  if (at === steps.length - 1) go(0);
  run();
});
slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});
function move(event, by) {
  event.preventDefault();
  pause();
  go(wanted + by);
}
back.addEventListener("click", (event) => move(event, -1));
on.addEventListener("click", (event) => move(event, 1));
addEventListener(
  "keydown",
  (event) => {
    const by = { "[": -1, "]": 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=range]), textarea")) return;
    event.stopPropagation();
    move(event, by);
  },
  { capture: true },
);
startZoom(document.querySelector(".history-board"));
nav.querySelector(".go").hidden = true;
nav.querySelector(".playing").hidden = false;
label();
load(at + 1)?.catch(() => {});
