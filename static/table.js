// The table page: camera, draft, keys, and changes without leaving the page. A change fetches the page again and swaps its
// content; the camera, the overlays and an open draft stay.

import { addSigns, startCamera } from "./camera.js";
import { PLACES, cellOf, clamp, node, startDraft } from "./draft.js";
import { glow, playSteps, signal, startSince } from "./since.js";
import { announce, notify, parsed, renew, replacePage, say, see } from "./live.js";

let table = null;
// Changes come one after the other, and none while a turn is on its way.
let changes = Promise.resolve();
let newest = 0;
let animation = Promise.resolve();
const inTurn = (change) => (changes = changes.then(change, change));

/** Starts the table of this page, if it has one. */
export function startTable() {
  const root = document.querySelector(".tabletop[data-game]");
  const pane = root?.querySelector(".pane");
  const svg = pane?.querySelector("svg.board");
  if (!svg) return null;
  const ending = new AbortController();
  const on = (target, type, listener, options = {}) => target.addEventListener(type, listener, { signal: ending.signal, ...options });
  const game = root.dataset.game;
  const phone = matchMedia("(max-width: 700px)").matches;
  const smaller = matchMedia("(min-width: 1024px)").matches ? [40, 36, 32, 28] : [];
  const [enough, sizes] = phone ? [0.75, [48, 42, 36, 32, 28, 24]] : [0.85, [64, 56, 48, 44, ...smaller]];
  const camera = startCamera(pane, svg, on, { store: `camera ${game}`, enough, sizes: root.matches(".final") ? [0] : sizes });
  const draft = root.querySelector("#offer") ? startDraft(root, pane, svg, camera, on) : null;
  addSigns(pane, svg, camera);
  const steps = startSince(document);
  const last = Number(root.dataset.last);
  const lastTile = () => {
    const marks = [...svg.querySelectorAll(".a-last")];
    return (marks.length ? marks : [...svg.querySelectorAll(".a-new")].slice(-1)).map((mark) => {
      const box = mark.getBBox();
      return [Math.round((box.x + box.width / 2) / 100), Math.round((box.y + box.height / 2) / 100)];
    });
  };
  const cells = [...svg.querySelectorAll(PLACES)].map(cellOf);
  table = {
    root, pane, svg, game, last, camera, draft, lastTile, path: location.pathname,
    end: () => {
      ending.abort();
      steps?.end();
      camera.end();
    },
  };
  // Something new may have happened since the camera was kept.
  const seen = Number(sessionStorage.getItem(`seen ${game}`) ?? -1);
  if (seen !== last && !draft?.isOpen()) {
    camera.ensure(lastTile(), cells, 2);
  }
  sessionStorage.setItem(`seen ${game}`, last);
  placePopover();
  on(pane, "click", ask);
  on(root.querySelector("#status"), "click", (event) => {
    const link = event.target.closest("[data-show]");
    if (!link || !lastTile().length) return;
    event.preventDefault();
    camera.ensure(lastTile());
    glow(svg);
  });
  return table;
}

/** The nearest cell in a direction; without one to start from, the one nearest to the middle of the view. */
function neighbour([dx, dy]) {
  const cells = [...table.svg.querySelectorAll(PLACES)];
  const here = cells.indexOf(document.activeElement);
  const { state } = table.camera;
  const [x, y] = here < 0 ? [state.x / 100, state.y / 100] : cellOf(cells[here]);
  const far = ([cx, cy]) => {
    const [along, across] = [(cx - x) * dx + (cy - y) * dy, Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx)];
    if (here < 0) return Math.hypot(cx - x, cy - y);
    return along > 0 ? along + 2 * across : Infinity;
  };
  const found = cells.map((cell) => [far(cellOf(cell)), cell]).sort(([a], [b]) => a - b)[0];
  return found && found[0] < Infinity ? found[1] : null;
}

/** Replaces the content of the page by that of a fetched one. `from` is the last event shown before. */
export async function swap(fresh, { from = table.last, focus = false, message = "" } = {}) {
  if (!fresh.querySelector(".tabletop")) return location.reload();
  const scrolled = document.querySelector(".tab")?.scrollTop;
  const elsewhere = location.pathname !== table.path;
  table.end();
  replacePage(fresh);
  // A sheet of the phone layout stays open.
  const { hash } = location;
  if (hash) {
    history.replaceState(null, "", location.pathname + location.search);
    location.replace(hash);
  }
  renew(elsewhere);
  document.querySelector(".tab")?.scrollTo(0, scrolled);
  const status = document.querySelector("#status");
  if (message) status.replaceChildren(node("p", { role: "alert" }, message));
  if (focus) status.focus({ preventScroll: true });
  if (from >= table.last) return;
  const { end } = table.root.dataset;
  const turns = (animation = playSteps(table.svg, from, end));
  if (!end) return;
  table.root.classList.add("ending");
  animation = import("./final.js").then(({ playEnd }) => playEnd(table, turns)).catch(() => table.root.classList.remove("ending"));
}

const look = () => sessionStorage.getItem(`look ${table.game}`) ?? "";

/** Fetches the table again, with the overlays that are on and what has happened since the event shown. */
export async function refresh(options = {}) {
  const query = new URLSearchParams(look());
  query.set("after", table.last);
  // What arrives in a hidden window stays new until the next visit.
  const headers = { accept: "text/html", ...(document.hidden ? { "x-hidden": "1" } : {}) };
  const answer = await fetch("walk" in table.root.dataset ? location.href : `${table.game}?${query}`, { headers });
  if (answer.ok) await swap(await parsed(answer), options);
  else if (options.message) notify(options.message);
}

/** Something has happened, up to event `n`. An open draft stays, if it still fits. */
export function moved(n) {
  newest = Math.max(newest, Number(n));
  return inTurn(async () => {
    // Turns are shown one after the other.
    await animation;
    if (newest <= table.last) return;
    const drafting = table.draft?.isOpen();
    await refresh();
    if (drafting && !table.draft?.isOpen()) notify(say("draft-gone"));
    else announce(`${document.querySelector("#status")?.textContent} ${document.querySelector("#h-turn")?.textContent}`);
    const { yours, game } = table.root.dataset;
    if (yours == null) return;
    signal("turn");
    see(yours, game.split("/").pop());
  });
}

/** Sends a turn with `send`, and shows the answer: the table with the result, or why it was rejected. */
export const confirm = (form, send) => inTurn(async () => {
  const answer = await send();
  // The session has ended. The draft stays for the next one.
  if (answer.status === 401) return location.assign(`/login?then=${encodeURIComponent(table.game)}`);
  const fresh = await parsed(answer);
  if (!answer.ok) {
    const why = fresh.querySelector("[role=alert]") ?? fresh.querySelector("main h1");
    return refresh({ message: why?.textContent.trim() ?? say("unreachable"), focus: true });
  }
  localStorage.removeItem(`draft ${form.getAttribute("action")}`);
  table.draft?.restore();
  if ("walk" in table.root.dataset) history.pushState(null, "", answer.url);
  return swap(fresh, { focus: true });
});

/** Practice boards, puzzles, second tries and lessons are walks along addresses: each step is one of the history, and none loads a page. */
const walk = (url, isNew) => inTurn(async () => {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) return location.assign(url);
  if (isNew) history.pushState(null, "", answer.url);
  return swap(await parsed(answer), { focus: true });
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-walk] a");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(link.getAttribute("href"), location);
  // In the same page are its sheets.
  const { walk: path } = table?.root.dataset ?? {};
  if (!path || url.hash || !(url.pathname === path || url.pathname.startsWith(`${path}/`))) return;
  event.preventDefault();
  walk(url.href, true);
});
addEventListener("popstate", () => {
  if (table && (location.pathname !== table.path || (table.root.dataset.walk && !location.hash))) walk(location.href, false);
});

/** Shows the table as at `url`, which differs only in what is shown. */
const showAs = (url) => inTurn(async () => {
  const answer = await fetch(url).catch(() => null);
  if (answer?.ok) return swap(await parsed(answer));
  sessionStorage.removeItem(`look ${table.game}`);
  return notify(say("unreachable"));
});

// A menu closes when something else is pressed, or one of its links.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    const inside = menu.contains(event.target);
    if (inside && event.target.closest("a, li button")) menu.firstElementChild.focus({ preventScroll: true });
    if (!inside || event.target.closest("a, li button")) menu.open = false;
  }
});

/** Links that change only what the page shows. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-swap]");
  if (!link || !table || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const query = new URL(link.href).searchParams;
  query.delete("cell");
  sessionStorage.setItem(`look ${table.game}`, query);
  link.setAttribute("aria-busy", "true");
  showAs(link.href);
});

/** Brings back the overlays of this tab on a page that was opened without any. */
export function restoreLook() {
  if (table && look() && !location.search) showAs(`${table.game}?${look()}`);
}

/** A click on an empty cell shows what may be placed there, if the table's aids allow it. */
async function ask(event) {
  const link = event.target.closest?.(".a-ask");
  document.querySelectorAll(".popover").forEach((old) => {
    if (!old.contains(event.target)) old.remove();
  });
  if (event.target.closest?.(".popover .close")) {
    event.preventDefault();
    event.stopPropagation();
    return document.querySelector(".popover")?.remove();
  }
  if (table.draft?.isOpen() || !("ask" in table.pane.dataset) || !(link || event.target.matches("svg.board"))) return;
  event.preventDefault();
  const [x, y] = table.camera.at(event.clientX, event.clientY).map((part) => Math.round(part / 100));
  const answer = await fetch(`${table.game}?cell=${x},${y}`).catch(() => null);
  if (!answer?.ok || !table.pane.isConnected) return;
  const fresh = await parsed(answer);
  const details = fresh.querySelector(".popover");
  if (!details) return;
  const symbols = fresh.querySelector(".art-defs");
  if (symbols) document.querySelector(".art-defs").replaceWith(symbols);
  table.pane.append(details);
  placePopover();
}

/** Puts the popover about a cell beside that cell. */
function placePopover() {
  const popover = document.querySelector(".popover");
  if (!popover || !table) return;
  const [x, y] = popover.dataset.cell.split(",").map(Number);
  const [left, top] = table.camera.toBox(x * 100 + 56, y * 100 - 50);
  popover.style.left = `${clamp(left, 8, table.pane.clientWidth - popover.offsetWidth - 8)}px`;
  popover.style.top = `${clamp(top, 8, table.pane.clientHeight - popover.offsetHeight - 8)}px`;
}

export const isDrafting = () => Boolean(table?.draft?.isOpen());

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A key on the table; returns whether it had a meaning. */
export function pressed(key, event) {
  if (!table) return false;
  const { draft, camera } = table;
  const open = isDrafting();
  const drafting = { Enter: "confirm", Escape: "cancel", r: "rotate" };
  const menus = [...document.querySelectorAll("details.menu[open]")];
  if (key === "Escape" && menus.length) {
    for (const menu of menus) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.firstElementChild.focus();
    }
  } else if (open && drafting[key]) draft[drafting[key]]();
  else if (open && key === " ") draft.choose("");
  else if (open && /^[a-z]$/.test(key) && draft.letter(key.toUpperCase())) return true;
  else if (key === "r" && draft?.isHovering()) draft.rotate();
  else if (key === "Escape" && document.querySelector(".popover")) document.querySelector(".popover").remove();
  else if (ARROWS[key]) {
    const next = event.shiftKey || open ? null : neighbour(ARROWS[key]);
    if (next) next.focus({ preventScroll: true });
    else camera.pan(...ARROWS[key].map((by) => by * 80));
  } else if (key === "+") camera.zoom(1.25);
  else if (key === "-") camera.zoom(0.8);
  else if (key === "f") camera.fit();
  else if (key === "l") camera.ensure(table.lastTile());
  else return false;
  return true;
}
