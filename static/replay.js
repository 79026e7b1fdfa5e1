// A game that replays itself, once. The script knows no rules: every part of the board carries the number of its event, and
// the figure has the numbers with everybody's points.

/** Replays the figure's game, at once unless reduced motion is asked for. */
export function startReplay(figure) {
  const svg = figure.querySelector("svg");
  const steps = figure.dataset.replay.split(";").map((step) => step.split(" ").map(Number));
  const parts = [...svg.querySelectorAll("[data-n]")];
  const gone = [...svg.querySelectorAll("[data-went]")];
  const points = figure.querySelectorAll("b");
  const plus = document.createElementNS("http://www.w3.org/2000/svg", "text");
  plus.setAttribute("class", "scene-plus");
  const button = figure.querySelector("button");
  const label = button.textContent;
  let at = steps.length - 1;
  let timer = null;

  function show(step) {
    const before = steps[Math.max(at, 0)];
    at = step;
    const [event, ...scores] = steps[at];
    for (const part of parts) {
      part.classList.toggle("a-off", part.dataset.n > event);
      part.classList.toggle("a-now", Number(part.dataset.n) === event && at < steps.length - 1);
    }
    for (const follower of gone) follower.classList.toggle("a-here", follower.dataset.went > event);
    scores.forEach((score, i) => (points[i].textContent = score));
    const gains = scores.map((score, i) => score - before[i + 1]).filter((gain) => gain > 0);
    plus.remove();
    const tile = svg.querySelector(`use[data-n="${event}"]`);
    if (!gains.length || !tile) return;
    const { e, f } = tile.transform.baseVal[0].matrix;
    plus.setAttribute("x", e);
    plus.setAttribute("y", f + 15);
    plus.textContent = gains.map((gain) => `+${gain}`).join(" ");
    svg.append(plus);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    button.textContent = label;
  }

  function play() {
    button.textContent = button.dataset.pause;
    const next = () => {
      show(at === steps.length - 1 ? 0 : at + 1);
      if (at === steps.length - 1) pause();
      else timer = setTimeout(next, 1000);
    };
    timer = setTimeout(next, 1000);
  }

  button.addEventListener("click", () => (timer ? pause() : play()));
  button.hidden = false;
  svg.classList.add("stepping");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) pause();
  else play();
}
