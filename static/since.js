// What is new since the last visit, step by step. The script knows no rules: whatever is new on the board carries the
// number of its event, and the list next to it gives their order.

import { node } from "./draft.js";
import { say, still } from "./live.js";

/** Hides what came after `event` on the board: new tiles with what is on them, and the return of followers. */
function showUntil(svg, event) {
  for (const part of svg.querySelectorAll("[data-n]")) part.classList.toggle("a-off", part.dataset.n > event);
  for (const figure of svg.querySelectorAll("[data-went]")) figure.classList.toggle("a-here", figure.dataset.went > event);
}

/** Offers the steps, if the board shows something new; returns a handle that stops them. */
export function startSince(root) {
  const section = root.querySelector("#since");
  const svg = root.querySelector(".pane svg.board");
  const rows = [...(section?.querySelectorAll("li[data-n]") ?? [])];
  if (!svg?.querySelector("[data-n]") || !rows.length) return null;
  const board = scoreboard();
  let at = rows.length;
  let timer = null;

  const button = (text, onclick) => node("button", { type: "button", class: "quiet", onclick }, text);
  const offer = button(say("step-by-step"), begin);
  const back = button(say("previous"), () => go(-1));
  const play = button(say("pause"), () => (timer ? pause() : run()));
  const on = button(say("next"), () => go(1));
  const status = node("p", { role: "status" });
  const buttons = node("p", { class: "actions" }, back, play, on, button(say("show-all"), finish));
  const bar = node("div", { class: "steps-bar" }, status, buttons);
  (section.querySelector(".actions") ?? section).append(" ", offer);

  /** The board after the first `step` turns of the list. */
  function show(step) {
    at = step;
    const event = step ? Number(rows[step - 1].dataset.n) : Number(rows[0].dataset.n) - 1;
    showUntil(svg, event);
    rows.forEach((row, i) => (i === step - 1 ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    const scores = (step ? rows[step - 1] : section.querySelector("[data-scores]")).dataset.scores.split(" ");
    board.show(scores);
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
    play.hidden = still();
    offer.hidden = true;
    svg.classList.add("stepping");
    svg.parentElement.append(bar);
    show(0);
    if (!still()) run();
    (still() ? on : play).focus({ preventScroll: true });
  }

  function finish() {
    pause();
    show(rows.length);
    rows.at(-1).removeAttribute("aria-current");
    board.show(board.scores);
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

/** The points in the rail and in the strip: what they are, and a way to show others. */
export function scoreboard() {
  const lists = [".players .points", ".summary strong"].map((list) => [...document.querySelectorAll(list)].map((element) => element.firstChild));
  return {
    scores: lists[0].map((text) => Number(text.data)),
    show: (scores) => lists.forEach((texts) => texts.forEach((text, i) => (text.data = scores[i]))),
  };
}

/** Resolves when a key or the pointer is pressed. */
export function untilPressed({ signal }) {
  return new Promise((done) => {
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, done, { signal, capture: true });
    signal.addEventListener("abort", done);
  });
}

const STEP = 900;
let ending = null;

/**
 * Plays what has happened after event `from`, turn by turn: the tile appears, scored features glow, points travel to their
 * player, and followers go home. Any key or press ends it. Resolves
 * to whether one did. If the game `ends`, the points stay what they were before the final scoring.
 */
export async function playSteps(svg, from, ends) {
  ending?.abort();
  const stop = (ending = new AbortController());
  const news = document.querySelector(".news");
  const rows = [...(news?.querySelectorAll("li[data-n]") ?? [])].filter((row) => row.dataset.n > from);
  const scores = (row) => (row ?? news).dataset.scores.split(" ").map(Number);
  if (!rows.length) return ends && news && scoreboard().show(scores());
  let before = scores(rows[0].previousElementSibling?.dataset.scores ? rows[0].previousElementSibling : null);
  if (String(scores(rows.at(-1))) !== String(before)) signal("points");
  if (still()) return put(svg, rows.at(-1).dataset.n);
  const stopped = untilPressed(stop).then(() => stop.abort());
  const board = scoreboard();
  const state = (event, now) => {
    showUntil(svg, event);
    board.show(now);
  };
  svg.classList.add("stepping");
  for (const row of rows) {
    const n = Number(row.dataset.n);
    svg.classList.toggle("more-comes", row !== rows.at(-1));
    state(n, before);
    put(svg, n);
    const now = scores(row);
    const glows = glow(svg, n);
    const start = (glows[0] ?? svg.querySelector(`use[data-n="${n}"]`))?.getBoundingClientRect();
    now.forEach((score, i) => score > before[i] && start && travel(`+${score - before[i]}`, start, i));
    for (const figure of svg.querySelectorAll(`[data-went="${n}"]`)) walkHome(figure);
    await Promise.race([new Promise((done) => setTimeout(done, glows.length || rows.length > 1 ? STEP : 300)), stopped]);
    if (stop.signal.aborted) break;
    before = now;
    state(n, now);
  }
  const pressed = stop.signal.aborted;
  state(Infinity, ends && !pressed ? before : board.scores);
  svg.classList.remove("stepping", "more-comes");
  stop.abort();
  return pressed;
}

/** The tile of event `n`, with what is on it, drops on the table. */
function put(svg, n) {
  const parts = [...svg.querySelectorAll(`[data-n="${n}"]:not(.a-cast)`)];
  if (!parts.length) return;
  signal("tile");
  if (parts.some((part) => part.querySelector(".a-f"))) setTimeout(signal, 160, "meeple");
  if (!still()) for (const part of parts) part.animate([{ translate: "0 -16px" }, { translate: "0 0" }], { duration: 170, easing: "ease-in" });
}

/** Lights up what the turn of event `n` scored; without one, the last turn on the board. */
export function glow(svg, n = [...svg.querySelectorAll("[data-glow]")].at(-1)?.dataset.glow) {
  const areas = [...svg.querySelectorAll(`[data-glow="${n}"]`)];
  if (!still()) for (const area of areas) area.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], STEP);
  return areas;
}

/** The row of a player: in the rail or, on a phone, in the strip. */
const home = (player) =>
  [".players", ".summary"].map((list) => document.querySelectorAll(`${list} li`)[player]).find((row) => row?.offsetParent);

/** The number of the player whose pieces have this class. */
export const playerOf = (hue) => [...document.querySelectorAll(".players li")].findIndex((row) => row.querySelector(`.${hue}`));

/** Points on their way to a player. */
export function travel(text, from, player) {
  const row = home(player);
  if (!row) return;
  const to = (row.querySelector(".points") ?? row.querySelector("strong")).getBoundingClientRect();
  const badge = node("span", { class: "flying", "aria-hidden": "true" }, text);
  document.body.append(badge);
  const place = ({ left, top, width, height }) => `translate(${left + width / 2}px, ${top + height / 2}px)`;
  const moves = [{ transform: `${place(from)} scale(1.6)`, opacity: 0 }, { transform: `${place(from)} scale(1.6)`, opacity: 1, offset: 0.25 }, { transform: place(to), opacity: 1 }];
  badge.animate(moves, { duration: STEP, easing: "ease-in-out" }).finished.finally(() => badge.remove());
}

/** A follower on its way to its player. */
function walkHome(figure) {
  const drawn = figure.querySelector(".a-f");
  const hue = [...drawn.classList].find((name) => name !== "a-f");
  const to = home(playerOf(hue))?.querySelector(".paint").getBoundingClientRect();
  if (!to) return;
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
  copy.animate([{ transform: place(from) }, { transform: `${place(to)} scale(.5)`, opacity: 0.6 }], { duration: STEP - 100, easing: "ease-in" }).finished.finally(() => copy.remove());
}
