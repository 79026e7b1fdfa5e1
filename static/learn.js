// The lesson without page loads: links replace the page's content and its address. R turns the tile.

import { parsed } from "./live.js";

export function startLesson() {
  const here = (url) => url.pathname.startsWith("/learn/");

  async function show(url) {
    const answer = await fetch(url).catch(() => null);
    if (!answer?.ok) return location.assign(url);
    const page = await parsed(answer);
    document.title = page.title;
    document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
    // Screen readers continue with what the guide says.
    document.querySelector(".lesson-words").focus({ preventScroll: true });
  }

  addEventListener("click", (event) => {
    const link = event.target.closest(".lesson a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // In the drawing, a link's href property is no string.
    const url = new URL(link.getAttribute("href"), location);
    if (!here(url)) return;
    event.preventDefault();
    history.pushState(null, "", url);
    show(url);
  });
  addEventListener("popstate", () => (here(location) ? show(location) : location.reload()));
  const turn = () => document.querySelector(".lesson [data-turn-tile]")?.click();
  addEventListener("keydown", (event) => {
    if (event.key === "r" && !event.ctrlKey && !event.metaKey) turn();
  });
  // As at a table, a right click or the wheel over the tile turns it.
  for (const type of ["contextmenu", "wheel"]) {
    addEventListener(type, (event) => {
      if (!event.target.closest?.(".lesson .a-ghost")) return;
      event.preventDefault();
      clearTimeout(turning);
      turning ??= turn();
      turning = setTimeout(() => (turning = null), 120);
    }, { passive: false });
  }
  let turning = null;
}
