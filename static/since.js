// What is new since the last visit, step by step. The script knows no rules: whatever is new on the board carries the
// number of its event, and the list next to it gives their order.

import { say } from "./texts.js";

/** Offers the steps, if the board shows something new; returns a handle that stops them. */
export function startSince(root) {
  const section = root.querySelector("#since");
  const svg = root.querySelector(".board-box svg.board");
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
    svg.after(bar);
    show(0);
    if (!still) run();
    for (const seen of [svg.parentElement, bar]) seen.scrollIntoView({ block: "nearest" });
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
