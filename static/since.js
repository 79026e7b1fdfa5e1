// What is new since the last visit, step by step. The script knows no rules: whatever is new on the board carries the
// number of its event, and the list next to it gives their order.

import { say } from "./texts.js";

/** Offers the steps, if the board shows something new; returns a handle that stops them. */
export function startSince(root) {
  const section = root.querySelector("#since");
  const svg = root.querySelector(".pane svg.board");
  const rows = [...(section?.querySelectorAll("li[data-n]") ?? [])];
  if (!svg?.querySelector("[data-n]") || !rows.length) return null;
  const points = [...root.querySelectorAll(".players .points")].map((element) => element.firstChild);
  const now = points.map((text) => text.data);
  let at = rows.length;
  let timer = null;

  const button = (text, action) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "quiet";
    element.textContent = text;
    element.addEventListener("click", action);
    return element;
  };
  const offer = button(say("step-by-step"), begin);
  const back = button(say("previous"), () => go(-1));
  const play = button(say("pause"), () => (timer ? pause() : run()));
  const on = button(say("next"), () => go(1));
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const bar = document.createElement("div");
  bar.className = "steps-bar";
  const buttons = document.createElement("p");
  buttons.className = "actions";
  buttons.append(back, play, on, button(say("show-all"), finish));
  bar.append(status, buttons);
  (section.querySelector(".actions") ?? section).append(" ", offer);

  /** The board after the first `step` turns of the list. */
  function show(step) {
    at = step;
    const event = step ? Number(rows[step - 1].dataset.n) : Number(rows[0].dataset.n) - 1;
    for (const part of svg.querySelectorAll("[data-n]")) part.classList.toggle("a-off", Number(part.dataset.n) > event);
    for (const figure of svg.querySelectorAll("[data-went]")) figure.classList.toggle("a-here", Number(figure.dataset.went) > event);
    rows.forEach((row, i) => (i === step - 1 ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    const scores = (step ? rows[step - 1] : section.querySelector("[data-scores]")).dataset.scores.split(" ");
    points.forEach((text, i) => (text.data = scores[i]));
    status.textContent = step
      ? say("step", { n: step, all: rows.length, text: rows[step - 1].querySelector("div").innerText })
      : say("before");
    // Disabling a button would take the focus away from it.
    back.setAttribute("aria-disabled", String(step === 0));
    on.setAttribute("aria-disabled", String(step === rows.length));
  }

  function go(by) {
    pause();
    if (at + by >= 0 && at + by <= rows.length) show(at + by);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    play.textContent = say("play");
  }

  function run() {
    if (at === rows.length) show(0);
    play.textContent = say("pause");
    const next = () => {
      show(at + 1);
      if (at === rows.length) pause();
      else timer = setTimeout(next, 2500);
    };
    timer = setTimeout(next, 900);
  }

  function begin() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    play.hidden = still;
    offer.hidden = true;
    svg.classList.add("stepping");
    svg.parentElement.append(bar);
    show(0);
    if (!still) run();
    (still ? on : play).focus({ preventScroll: true });
  }

  function finish() {
    pause();
    show(rows.length);
    rows.at(-1).removeAttribute("aria-current");
    points.forEach((text, i) => (text.data = now[i]));
    svg.classList.remove("stepping");
    bar.remove();
    offer.hidden = false;
    offer.focus({ preventScroll: true });
  }

  return { end: () => clearTimeout(timer) };
}

/** A sound or a vibration, if they are switched on. */
export function signal(name) {
  const { sound, vibration } = document.documentElement.dataset;
  if (sound || vibration) import("./sound.js").then(({ play }) => play(name)).catch(() => {});
}

const STEP = 900;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wait = (time) => new Promise((done) => setTimeout(done, time));
let playing = 0;

/**
 * Plays what has happened after event `from`, turn by turn: the tile appears, scored features glow, points travel to their
 * player, and followers go home. Any key or press ends it.
 */
export async function playSteps(svg, from, { glowOnly = false } = {}) {
  const own = (playing += 1);
  const rows = [...document.querySelectorAll(".news li[data-n]")].filter((row) => Number(row.dataset.n) > from);
  const shown = rows.map((row) => row.dataset.scores.split(" ").map(Number));
  const before = (rows[0]?.previousElementSibling?.dataset.scores ?? document.querySelector(".news")?.dataset.scores ?? "").split(" ").map(Number);
  if (rows.length && !glowOnly && String(shown.at(-1)) !== String(before)) signal("points");
  if (!rows.length || still()) return;
  const stop = new AbortController();
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (playing += 1), { signal: stop.signal, capture: true });
  const points = [...document.querySelectorAll(".players .points")].map((element) => element.firstChild);
  const parts = [...svg.querySelectorAll("[data-n]")].filter((part) => Number(part.dataset.n) > from);
  const went = [...svg.querySelectorAll("[data-went]")].filter((part) => Number(part.dataset.went) > from);
  svg.classList.add("stepping");
  const state = (event, scores) => {
    for (const part of parts) part.classList.toggle("a-off", Number(part.dataset.n) > event);
    for (const part of went) part.classList.toggle("a-here", Number(part.dataset.went) > event);
    points.forEach((text, i) => (text.data = scores[i]));
  };
  if (!glowOnly) state(from, before);
  for (const [i, row] of rows.entries()) {
    if (own !== playing) break;
    const n = Number(row.dataset.n);
    if (!glowOnly) state(n, shown[i - 1] ?? before);
    const glows = [...svg.querySelectorAll(`[data-glow="${n}"]`)];
    for (const glow of glows) glow.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], STEP);
    const start = (glows[0] ?? parts.find((part) => Number(part.dataset.n) === n))?.getBoundingClientRect();
    (shown[i] ?? []).forEach((score, colour) => {
      const gain = score - (shown[i - 1] ?? before)[colour];
      if (gain > 0 && start && points[colour]) travel(`+${gain}`, start, points[colour].parentElement.getBoundingClientRect());
    });
    for (const figure of went.filter((part) => Number(part.dataset.went) === n)) walkHome(figure, document.querySelectorAll(".players .paint, .strip .paint"));
    await wait(glows.length || rows.length > 1 ? STEP : 300);
    if (!glowOnly) state(n, shown[i]);
  }
  stop.abort();
  if (!glowOnly) state(Infinity, shown.at(-1));
  svg.classList.remove("stepping");
}

/** Points on their way to a player's row. */
function travel(text, from, to) {
  const badge = document.createElement("span");
  badge.className = "flying";
  badge.textContent = text;
  badge.setAttribute("aria-hidden", "true");
  document.body.append(badge);
  const place = ({ left, top, width, height }) => `translate(${left + width / 2}px, ${top + height / 2}px)`;
  const moves = [{ transform: `${place(from)} scale(1.6)`, opacity: 0 }, { transform: `${place(from)} scale(1.6)`, opacity: 1, offset: 0.25 }, { transform: place(to), opacity: 1 }];
  badge.animate(moves, { duration: STEP, easing: "ease-in-out" }).finished.finally(() => badge.remove());
}

/** A follower on its way to its player's row. */
function walkHome(figure, rows) {
  const drawn = figure.querySelector(".a-f");
  const hue = [...(drawn?.classList ?? [])].find((name) => name.startsWith("a-") && name !== "a-f");
  const home = [...rows].find((row) => row.offsetParent && row.querySelector(`.${hue}`))?.getBoundingClientRect();
  if (!drawn || !home) return;
  const from = drawn.getBoundingClientRect();
  const copy = document.createElementNS(drawn.namespaceURI, "svg");
  const box = drawn.getBBox();
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.setAttribute("class", "flying-figure");
  copy.append(drawn.cloneNode(true));
  copy.firstChild.removeAttribute("transform");
  Object.assign(copy.style, { width: `${from.width}px`, height: `${from.height}px` });
  document.body.append(copy);
  const place = ({ left, top }) => `translate(${left}px, ${top}px)`;
  copy.animate([{ transform: place(from) }, { transform: `${place(home)} scale(.5)`, opacity: 0.6 }], { duration: STEP - 100, easing: "ease-in" }).finished.finally(() => copy.remove());
}
