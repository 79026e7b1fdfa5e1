// The interactive board: a ghost tile that takes only legal rotations, spots for followers, keys, pan and zoom.
// The script knows no rules: the server lists all legal turns in #offer.

import { say } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
// Each has a text for its name and one for its effect.
const KEYS = ["rotate", "none", "spot", "confirm", "cancel", "zoom", "move", "fit", "last", "history", "help"];

const node = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};
const drawn = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const keysAreOn = () => localStorage.getItem("keys") !== "off";

/** Starts the page's board, if it has one; returns a handle to query and stop it. */
export function startBoard(root) {
  const box = root.querySelector(".board-box");
  const svg = box?.querySelector("svg.board");
  if (!svg) return null;
  const ending = new AbortController();
  const on = (target, type, listener, options = {}) =>
    target.addEventListener(type, listener, { signal: ending.signal, ...options });
  const view = startView(box, svg, on);
  const offer = root.querySelector("#offer");
  const draft = offer ? startDraft(root, box, svg, offer, view, on) : null;
  startKeys(root, view, draft, on);
  return { isDrafting: () => draft?.isOpen() ?? false, end: () => ending.abort() };
}

/** Pan and zoom, by changing the view box. */
function startView(box, svg, on) {
  const whole = { ...pick(svg.viewBox.baseVal) };
  let now = { ...whole };
  const pointers = new Map();
  let dragged = false;
  function pick({ x, y, width, height }) {
    return { x, y, width, height };
  }
  const show = () => {
    svg.setAttribute("viewBox", `${now.x} ${now.y} ${now.width} ${now.height}`);
    svg.classList.toggle("zoomed", now.width < whole.width * 0.99);
  };
  const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
  const unit = () => 1 / (svg.getScreenCTM()?.a || 1);
  const at = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  const zoom = (factor, centre) => {
    const width = clamp(now.width * factor, 300, whole.width);
    const scale = width / now.width;
    const { x, y } = centre ?? { x: now.x + now.width / 2, y: now.y + now.height / 2 };
    now = { x: x - (x - now.x) * scale, y: y - (y - now.y) * scale, width, height: now.height * scale };
    move(0, 0);
  };
  const move = (dx, dy) => {
    now.x = clamp(now.x + dx, whole.x - 50, whole.x + whole.width - now.width + 50);
    now.y = clamp(now.y + dy, whole.y - 50, whole.y + whole.height - now.height + 50);
    if (now.width >= whole.width) now = { ...whole };
    show();
  };
  const fit = () => {
    now = { ...whole };
    show();
  };
  const centre = (x, y, width = Math.min(now.width, 800)) => {
    const height = (width / whole.width) * whole.height;
    now = { x: x - width / 2, y: y - height / 2, width: Math.min(width, whole.width), height };
    move(0, 0);
  };
  const last = () => {
    const mark = svg.querySelector(".a-last");
    if (!mark) return;
    const { x, y, width, height } = mark.getBBox();
    centre(x + width / 2, y + height / 2);
  };
  on(svg, "wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(event.deltaY / 300), at(event.clientX, event.clientY));
  }, { passive: false });
  on(svg, "pointerdown", (event) => {
    pointers.set(event.pointerId, event);
    dragged = false;
  });
  on(window, "pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
    if (others.length === 1) {
      const distance = (from) => Math.hypot(from.clientX - others[0].clientX, from.clientY - others[0].clientY);
      zoom(distance(before) / Math.max(distance(event), 1), at(event.clientX, event.clientY));
      dragged = true;
    } else {
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (!dragged && Math.hypot(dx, dy) < 6) return;
      dragged = true;
      move(-dx * unit(), -dy * unit());
    }
    pointers.set(event.pointerId, event);
  });
  for (const type of ["pointerup", "pointercancel"]) on(window, type, (event) => pointers.delete(event.pointerId));
  on(svg, "dragstart", (event) => event.preventDefault());
  // The end of a drag is not a click.
  on(svg, "click", (event) => {
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    dragged = false;
  }, { capture: true });
  const button = (label, sign, action) =>
    node("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: action }, sign);
  svg.before(node("div", { class: "board-tools", role: "group", "aria-label": say("board-view") },
    button(say("zoom-in"), "+", () => zoom(0.7)),
    button(say("zoom-out"), "−", () => zoom(1.4)),
    button(say("fit"), "⤢", fit),
    button(say("last-tile"), "◎", last)));
  return { zoom, move, fit, last, at };
}

/** The unconfirmed turn: cell, rotation and follower. */
function startDraft(root, box, svg, element, view, on) {
  const offer = { ...JSON.parse(element.textContent), ...element.dataset };
  const store = `draft ${offer.send}`;
  let kind = root.querySelector(".hand li.chosen")?.dataset.kind ?? Object.keys(offer.tiles)[0];
  kind = Object.keys(offer.tiles).find((name) => name === kind && offer.tiles[name].at.length) ?? kind;
  let open = null; // { x, y, rotation, follower } once fixed
  const layer = svg.appendChild(drawn("g", { class: "ghost" }));
  const sheet = node("form", { class: "sheet", method: "post", action: offer.send, "data-turn": true, "aria-label": say("your-turn"), tabindex: "-1", hidden: true });
  (root.querySelector("section.turn") ?? box).append(sheet);
  const rotations = (x, y) => offer.tiles[kind].at.filter((placement) => placement[0] === x && placement[1] === y);
  const placement = () => rotations(open.x, open.y).find((one) => one[2] === open.rotation);
  const followers = () => placement()[3].map((number) => offer.tiles[kind].followers[number]);
  /** The consequence of the placement, from the list of placements. */
  const consequence = () => {
    const link = root.querySelector(`#placements a[href$="x=${open.x}&y=${open.y}&rotation=${open.rotation}"]`);
    return link?.closest("tr").cells[2]?.textContent;
  };
  const cellOf = (link) => {
    const query = new URL(link.href.baseVal ?? link.href, location.href).searchParams;
    return [Number(query.get("x")), Number(query.get("y"))];
  };
  const turned = ([x, y], rotation) => [[x, y], [-y, x], [-x, -y], [y, -x]][rotation];

  function ghost(x, y, rotation, fixed) {
    layer.replaceChildren();
    layer.classList.toggle("fixed", fixed);
    const tile = root.querySelector(`.hand li[data-kind="${kind}"] svg.tile`);
    const group = drawn("g", { transform: `translate(${x * 100} ${y * 100})rotate(${rotation * 90})` });
    group.append(...[...tile.children].filter((child) => child.localName !== "title").map((child) => child.cloneNode(true)));
    layer.append(group, drawn("rect", { class: "a-try", x: x * 100 - 48, y: y * 100 - 48, width: 96, height: 96, rx: 4 }));
    if (!fixed) return;
    if (rotations(x, y).length > 1) layer.append(handle(x * 100 + 40, y * 100 - 40));
    for (const spot of spots()) {
      const [dx, dy] = turned(offer.tiles[kind].spots[spot.segment], rotation);
      const chosen = spot.values.includes(open.follower);
      const mark = drawn("g", { class: chosen ? "a-spot chosen" : "a-spot", transform: `translate(${x * 100 + dx} ${y * 100 + dy})` });
      if (chosen) {
        const figure = offer.tiles[kind].figures[`${open.follower.split("@")[0]} ${spot.segment}`];
        const parsed = new DOMParser().parseFromString(`<svg>${figure}</svg>`, "text/html").body.firstChild;
        mark.append(...document.importNode(parsed, true).childNodes);
      } else {
        mark.append(drawn("circle", { r: 10 }));
        const text = drawn("text", { y: 4 });
        text.textContent = spot.letter;
        mark.append(text);
      }
      mark.addEventListener("click", (event) => {
        event.stopPropagation();
        cycle(spot);
      });
      layer.append(mark);
    }
  }

  /** A sign that a click rotates the tile. */
  function handle(x, y) {
    const group = drawn("g", { class: "a-turn", transform: `translate(${x} ${y})` });
    group.append(drawn("circle", { r: 13 }), drawn("path", { d: "M5.5-3A6.5 6.5 0 1 0 6 3M6-8v5.5H.5" }));
    return group;
  }

  /** The segments where a follower may be placed, with a letter and the possible kinds. */
  function spots() {
    const bySegment = new Map();
    for (const [value, segment] of followers()) bySegment.set(segment, [...(bySegment.get(segment) ?? []), value]);
    return [...bySegment].map(([segment, values], i) => ({
      segment, values, letter: String.fromCharCode(65 + i), name: offer.tiles[kind].names[open.rotation][segment],
    }));
  }

  /** Selects the next kind of follower on a spot; after the last one none. */
  function cycle(spot) {
    const next = spot.values.indexOf(open.follower) + 1;
    choose(spot.values[next] ?? "");
  }

  function choose(follower) {
    open.follower = follower;
    show();
  }

  function show() {
    ghost(open.x, open.y, open.rotation, true);
    const effect = consequence();
    const held = document.activeElement?.dataset?.act;
    const label = (value, spot) => offer.on[value.split("@")[0]].replace("{place}", spot.name);
    const choice = (value, letter, text) =>
      node("button", {
        type: "button", class: "chip", "aria-pressed": String(open.follower === value), "data-act": `follower ${value}`,
        onclick: () => choose(value),
      }, ...(letter ? [node("span", { class: "letter" }, letter), " "] : []), text);
    sheet.replaceChildren(
      ...Object.entries({
        csrf: offer.csrf, expected: offer.expected, key: offer.key, tile: kind,
        x: open.x, y: open.y, rotation: open.rotation, follower: open.follower,
      }).map(([name, value]) => node("input", { type: "hidden", name, value })),
      node("p", {}, node("strong", {}, say("tile-at", { tile: kind, cell: `(${open.x}, ${open.y})` })), effect ? ` – ${effect}` : ""),
      node("div", { class: "chips", role: "group", "aria-label": say("follower") },
        choice("", "", say("no-follower")),
        ...spots().flatMap((spot) => spot.values.map((value) => choice(value, spot.letter, label(value, spot))))),
      node("p", { class: "actions" },
        node("button", { "data-act": "confirm" }, say("confirm")),
        node("button", { type: "button", class: "quiet", "data-act": "rotate", disabled: rotations(open.x, open.y).length < 2, onclick: rotate }, say("rotate")),
        node("button", { type: "button", class: "quiet", "data-act": "cancel", onclick: cancel }, say("cancel"))));
    sheet.hidden = false;
    box.classList.add("drafting");
    localStorage.setItem(store, JSON.stringify({ kind, at: offer.expected, ...open }));
    if (held) [...sheet.querySelectorAll("[data-act]")].find((button) => button.dataset.act === held)?.focus({ preventScroll: true });
  }

  function fix(x, y) {
    const [first] = rotations(x, y);
    if (!first) return;
    open = { x, y, rotation: first[2], follower: "" };
    show();
    // From here Enter confirms, and Tab moves through the choices.
    sheet.focus({ preventScroll: true });
    uncover();
  }

  /** On phones the sheet covers the page: scrolls until the tile is visible. */
  function uncover() {
    const under = layer.getBoundingClientRect().bottom + 16 - sheet.getBoundingClientRect().top;
    if (getComputedStyle(sheet).position === "fixed" && under > 0) scrollBy(0, under);
  }

  function rotate() {
    const all = rotations(open.x, open.y).map((one) => one[2]);
    open.rotation = all[(all.indexOf(open.rotation) + 1) % all.length];
    const possible = followers().some(([value]) => value === open.follower);
    if (!possible) open.follower = "";
    show();
  }

  function cancel() {
    open = null;
    layer.replaceChildren();
    sheet.hidden = true;
    box.classList.remove("drafting");
    localStorage.removeItem(store);
    svg.querySelector(".a-cell")?.focus({ preventScroll: true });
  }

  on(svg, "pointerover", (event) => {
    const link = event.target.closest?.(".a-cell");
    if (!link || open || event.pointerType !== "mouse") return;
    const [x, y] = cellOf(link);
    const [first] = rotations(x, y);
    if (first) ghost(x, y, first[2], false);
  });
  on(svg, "pointerout", (event) => {
    if (!open && event.target.closest?.(".a-cell")) layer.replaceChildren();
  });
  on(svg, "click", (event) => {
    const link = event.target.closest?.(".a-cell");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      const [x, y] = cellOf(link);
      fix(x, y);
    } else if (open && event.target.closest?.(".ghost")) {
      rotate();
    }
  });
  on(svg, "wheel", (event) => {
    if (!open || event.ctrlKey || !event.target.closest?.(".ghost")) return;
    event.preventDefault();
    rotate();
  }, { passive: false });

  const stored = JSON.parse(localStorage.getItem(store) ?? "null");
  if (stored?.at === offer.expected && stored.kind === kind && rotations(stored.x, stored.y).some((one) => one[2] === stored.rotation)) {
    open = { x: stored.x, y: stored.y, rotation: stored.rotation, follower: stored.follower };
    show();
    uncover();
  }
  return {
    isOpen: () => open !== null,
    rotate, cancel, choose,
    confirm: () => sheet.requestSubmit(),
    letter: (letter) => {
      const spot = spots().find((one) => one.letter === letter);
      if (spot) cycle(spot);
      return Boolean(spot);
    },
  };
}

function startKeys(root, view, draft, on) {
  const step = (rel) => {
    const link = root.querySelector(`a[rel="${rel}"]`) ?? (rel === "prev" ? root.querySelector("a[data-history]") : null);
    if (link) link.click();
  };
  const whenOpen = {
    Enter: () => draft.confirm(),
    Escape: () => draft.cancel(),
    " ": () => draft.choose(""),
    r: () => draft.rotate(),
  };
  const always = {
    "+": () => view.zoom(0.8),
    "-": () => view.zoom(1.25),
    ArrowLeft: () => view.move(-60, 0),
    ArrowRight: () => view.move(60, 0),
    ArrowUp: () => view.move(0, -60),
    ArrowDown: () => view.move(0, 60),
    f: () => view.fit(),
    l: () => view.last(),
    "[": () => step("prev"),
    "]": () => step("next"),
    "?": help,
  };
  on(document, "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inField = event.target.closest?.("input:not([type=hidden]), select, textarea, dialog");
    const onControl = event.target.closest?.("a, button, summary");
    if (inField || (!keysAreOn() && event.key !== "?")) return;
    if (onControl && (event.key === "Enter" || event.key === " ")) return;
    const arrows = event.key.startsWith("Arrow") && !event.target.closest?.(".board-box");
    if (arrows) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const open = draft?.isOpen();
    if (open && whenOpen[key]) whenOpen[key]();
    else if (open && /^[a-z]$/.test(key) && draft.letter(key.toUpperCase())) { /* done */ }
    else if (always[key]) always[key]();
    else return;
    event.preventDefault();
  });
}

/** The list of keys, with a switch to turn them off. */
function help() {
  const switched = node("input", {
    type: "checkbox", checked: keysAreOn(), onchange: (event) => localStorage.setItem("keys", event.target.checked ? "on" : "off"),
  });
  const dialog = node("dialog", { class: "keys", "aria-labelledby": "h-keys" },
    node("h2", { id: "h-keys" }, say("keys")),
    node("dl", { class: "facts" }, ...KEYS.flatMap((key) => [node("dt", {}, node("kbd", {}, say(`key-${key}`))), node("dd", {}, say(`key-${key}-text`))])),
    node("label", { class: "choice" }, switched, node("span", {}, say("keys-on"))),
    node("form", { method: "dialog" }, node("button", {}, say("close"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
