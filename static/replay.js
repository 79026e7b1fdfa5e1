// A game that replays itself, once. The script knows no rules: every part of the board carries the number of its event, and
// the figure has the numbers with everybody's points.

/** Replays the figure's game: when it is in view, unless reduced motion is asked for. */
export function startReplay(figure) {
  const svg = figure.querySelector("svg");
  const button = figure.querySelector("button");
  const label = button.textContent;
  const points = figure.querySelectorAll("b");
  const plus = document.createElementNS("http://www.w3.org/2000/svg", "text");
  plus.setAttribute("class", "scene-plus");
  // A step touches only what its event changed: drawing a board again is slow on a phone.
  const steps = figure.dataset.replay.split(";").map((step) => {
    const [event, ...scores] = step.split(" ").map(Number);
    const parts = [...svg.querySelectorAll(`[data-n="${event}"]`)];
    const tile = svg.querySelector(`use[data-n="${event}"]`)?.getAttribute("transform").match(/-?\d+/g);
    return { scores, parts, gone: [...svg.querySelectorAll(`[data-went="${event}"]`)], tile };
  });
  const last = steps.length - 1;
  let at = last;
  let timer = null;

  function show(next) {
    const before = steps[at];
    for (const part of before.parts) part.classList.remove("a-now");
    if (!next) {
      for (const { parts, gone } of steps) {
        for (const part of parts) part.classList.add("a-off");
        for (const follower of gone) follower.classList.add("a-here");
      }
    }
    at = next;
    const { scores, parts, gone, tile } = steps[at];
    for (const part of parts) {
      part.classList.remove("a-off");
      part.classList.toggle("a-now", at < last);
    }
    for (const follower of gone) follower.classList.remove("a-here");
    scores.forEach((score, i) => (points[i].textContent = score));
    const gains = scores.map((score, i) => score - before.scores[i]).filter((gain) => gain > 0);
    plus.remove();
    if (!gains.length || !tile) return;
    plus.setAttribute("x", tile[0]);
    plus.setAttribute("y", Number(tile[1]) + 15);
    plus.textContent = gains.map((gain) => `+${gain}`).join(" ");
    svg.append(plus);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    button.textContent = label;
  }

  function play(wait) {
    button.textContent = button.dataset.pause;
    const next = () => {
      show(at === last ? 0 : at + 1);
      if (at === last) pause();
      else timer = setTimeout(next, 1000);
    };
    timer = setTimeout(next, wait);
  }

  button.addEventListener("click", () => {
    if (timer) pause();
    else play(300);
  });
  button.hidden = false;
  // First the whole landscape, and time for the page to load.
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play(3000);
}
