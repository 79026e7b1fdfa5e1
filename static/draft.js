// A turn before it is confirmed: a ghost of the tile that takes only legal rotations, spots for followers, and what each
// choice means. The script knows no rules: #offer lists all legal turns, and the server says what they would do.

import { announce, parsed, say } from "./live.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 120;

/** An address with more in its query. */
const asking = (address, query) => `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;

export const node = (name, attributes = {}, ...children) => {
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
/** An element of the SVG that contains a figure, as the server draws it. */
const withFigure = (element, figure) => {
  const found = new DOMParser().parseFromString(`<svg>${figure}</svg>`, "text/html").body.firstChild;
  element.append(...document.importNode(found, true).childNodes);
  return element;
};

/** The cells where the tile can be placed, as links on the board. */
export const PLACES = ".a-cell:not(.a-ask)";

export const clamp = (value, low, high) => Math.max(low, Math.min(value, high));

/** The cell that a link on the board stands for. */
export const cellOf = (link) => {
  const query = new URL(link.href.baseVal ?? link.href, location.href).searchParams;
  return [Number(query.get("x")), Number(query.get("y"))];
};

export function startDraft(root, pane, svg, camera, on) {
  const element = root.querySelector("#offer");
  const act = root.querySelector(".act");
  const offer = JSON.parse(element.textContent);
  const expected = act.elements.expected?.value;
  const store = `draft ${act.getAttribute("action")}`;
  const hand = root.querySelector(".hand");
  const layer = svg.appendChild(drawn("g", { class: "ghost" }));
  const over = pane.appendChild(node("div", { class: "over" }));
  const [line, chips, why] = [".line", ".chips", ".why"].map((name) => act.querySelector(name));
  const idle = [...line.childNodes]; // what the panel says without a draft
  const buttons = Object.fromEntries([...act.querySelectorAll("[data-act]")].map((button) => [button.dataset.act, button]));
  const known = new Map();
  let kind = Object.keys(offer.tiles).find((name) => offer.tiles[name].at.length && hand.querySelector(`.chosen[data-kind="${name}"]`))
    ?? Object.keys(offer.tiles).find((name) => offer.tiles[name].at.length);
  let wish = 0; // the rotation to begin with
  let hover = null; // the cell under the pointer: [x, y]
  let open = null; // { x, y, rotation, follower } once fixed
  let before = null; // the camera before a tap moved it

  const rotations = (x, y) => offer.tiles[kind].at.filter((placement) => placement[0] === x && placement[1] === y);
  const first = (x, y) => {
    const all = rotations(x, y).map((one) => one[2]);
    return all.find((rotation) => rotation >= wish) ?? all[0];
  };
  const placement = () => rotations(open.x, open.y).find((one) => one[2] === open.rotation);
  const turned = ([x, y], rotation) => [[x, y], [-y, x], [-x, -y], [y, -x]][rotation];
  /** What the server says about this cell, if it has answered. */
  const found = () => known.get(`${kind} ${open.x} ${open.y}`)?.find((one) => one.rotation === open.rotation);
  const ask = async (x, y) => {
    const name = `${kind} ${x} ${y}`;
    if (known.has(name)) return;
    known.set(name, []);
    const answer = await fetch(asking(element.dataset.options, { tile: kind, x, y })).catch(() => null);
    if (!answer?.ok) return known.delete(name);
    known.set(name, await answer.json());
    // A press ends on the button that it began on.
    while (root.querySelector("button:active")) await new Promise(requestAnimationFrame);
    if (open?.x === x && open.y === y) show();
  };

  /** Spots by segment: the followers that can go there, and a letter. */
  function spots() {
    const bySegment = new Map();
    for (const number of placement()[3]) {
      const [value, segment] = offer.tiles[kind].followers[number];
      bySegment.set(segment, [...(bySegment.get(segment) ?? []), value]);
    }
    return [...bySegment].map(([segment, values], i) => ({
      segment, values, letter: String.fromCharCode(65 + i), name: offer.tiles[kind].names[open.rotation][segment],
      word: offer.tiles[kind].words[segment],
    }));
  }
  const figureOf = (value, segment) => offer.tiles[kind].figures[`${value.split("@")[0]} ${segment}`];
  const picture = (value, { segment }) => withFigure(drawn("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }), figureOf(value, segment));
  const words = (value, spot) => {
    const choice = found()?.followers.find((one) => one.value === value);
    if (!value) return { short: say("no-follower"), label: say("no-follower"), line: found()?.line };
    const label = offer.on[value.split("@")[0]].replace("{place}", spot.name);
    return { short: choice?.short ?? label, label, line: choice?.line, gain: choice?.gain };
  };

  function ghost([x, y], rotation, fixed) {
    layer.setAttribute("class", fixed ? "ghost fixed" : "ghost");
    const tile = hand.querySelector(`[data-kind="${kind}"] svg.tile`);
    const group = drawn("g", { transform: `translate(${x * 100} ${y * 100})rotate(${rotation * 90})` });
    group.append(...[...tile.children].filter((child) => child.localName !== "title").map((child) => child.cloneNode(true)));
    const parts = [group, drawn("rect", { class: "a-try", x: x * 100 - 48, y: y * 100 - 48, width: 96, height: 96, rx: 4 })];
    if (fixed && open.follower) {
      const spot = spots().find(({ values }) => values.includes(open.follower));
      const [dx, dy] = turned(offer.tiles[kind].spots[spot.segment], rotation);
      const place = drawn("g", { transform: `translate(${x * 100 + dx} ${y * 100 + dy})` });
      parts.push(withFigure(place, figureOf(open.follower, spot.segment)));
    }
    layer.replaceChildren(...parts);
  }

  /** Follower spots and the capsule, in pixels over the board. */
  function floats() {
    if (!open) return over.replaceChildren();
    const held = over.contains(document.activeElement) ? document.activeElement.dataset.held : null;
    const touch = matchMedia("(pointer: coarse)").matches || pane.clientWidth < 700;
    const least = touch ? 48 : 32;
    const [cx, cy] = camera.toBox(open.x * 100, open.y * 100);
    const half = camera.scale / 2;
    const marks = spots().map((spot) => {
      const [dx, dy] = turned(offer.tiles[kind].spots[spot.segment], open.rotation);
      return { spot, x: (dx * camera.scale) / 100, y: (dy * camera.scale) / 100 };
    });
    // The chosen follower stands where it will stand.
    spread(marks, least + 2, marks.findIndex(({ spot }) => spot.values.includes(open.follower)));
    const elements = marks.map(({ spot, x, y }) => {
      const value = spot.values.includes(open.follower) ? open.follower : spot.values[0];
      const chosen = value === open.follower;
      const { short, label, line: effect } = words(value, spot);
      const button = node("button", {
        type: "button", class: "spot", "aria-pressed": String(chosen), "aria-label": effect ? `${label}. ${effect}` : label,
        "data-held": spot.segment, onclick: () => cycle(spot),
      }, ...(chosen ? [] : [picture(value, spot)]), node("span", { class: "tip", "aria-hidden": "true" }, short));
      button.style.left = `${cx + x}px`;
      button.style.top = `${cy + y}px`;
      if (cx + x > pane.clientWidth - 170) button.classList.add("flip");
      return button;
    });
    const button = (name, sign, onclick, disabled) =>
      node("button", { type: "button", "data-act": name, "data-held": name, "aria-label": say(name), title: say(name), disabled, onclick }, sign);
    const capsule = node("div", { class: "capsule", role: "group", "aria-label": say("your-turn") },
      button("rotate", "⟳", rotate, rotations(open.x, open.y).length < 2), button("confirm", "✓", confirm), button("cancel", "✕", cancel));
    // Beside the ghost and its spots, wherever there is room.
    const [low, high] = [1, -1].map((side) => Math.max(half, ...marks.map(({ y }) => side * y + least / 2)));
    const below = cy + low + 64 < pane.clientHeight;
    capsule.style.left = `${clamp(cx, 84, pane.clientWidth - 84)}px`;
    capsule.style.top = `${clamp(below ? cy + low + 34 : cy - high - 34, 30, pane.clientHeight - 30)}px`;
    over.classList.toggle("chosen", Boolean(open.follower));
    over.replaceChildren(...elements, capsule);
    if (held != null) [...over.querySelectorAll("[data-held]")].find((button) => button.dataset.held === held)?.focus({ preventScroll: true });
  }

  /** Pushes marks apart until none covers another; the one at `fixed` stays. */
  function spread(marks, least, fixed) {
    let near = true;
    for (let round = 0; near && round < 60; round += 1) {
      near = false;
      for (const [i, one] of marks.entries()) {
        for (const other of marks.slice(i + 1)) {
          const [dx, dy] = [other.x - one.x || 0.1, other.y - one.y || 0.1];
          const distance = Math.hypot(dx, dy);
          if (distance >= least - 0.5) continue;
          near = true;
          const push = (least - distance) / distance;
          const share = marks[fixed] === one ? 0 : marks[fixed] === other ? 1 : 0.5;
          one.x -= dx * push * share;
          one.y -= dy * push * share;
          other.x += dx * push * (1 - share);
          other.y += dy * push * (1 - share);
        }
      }
    }
  }

  function cycle(spot) {
    const next = spot.values.indexOf(open.follower) + 1;
    choose(spot.values[next] ?? "");
  }

  function choose(follower) {
    open.follower = follower;
    show();
  }

  function show() {
    ghost([open.x, open.y], open.rotation, true);
    floats();
    for (const [name, value] of Object.entries({ tile: kind, x: open.x, y: open.y, rotation: open.rotation, follower: open.follower })) {
      const field = act.elements[name] ?? act.appendChild(node("input", { type: "hidden", name }));
      field.value = value;
    }
    const all = spots();
    const own = all.find(({ values }) => values.includes(open.follower));
    const { label, line: effect } = words(open.follower, own);
    if (line.textContent !== (effect || label)) line.textContent = effect || label;
    const held = chips.contains(document.activeElement) ? document.activeElement.value : null;
    const chip = (value, spot) => {
      const { label, gain } = words(value, spot);
      return node("button", {
        type: "button", class: "chip", value, "aria-pressed": String(open.follower === value), title: label, onclick: () => choose(value),
      }, ...(spot ? [picture(value, spot), node("span", { class: "letter" }, spot.letter), spot.word] : [say("no-follower-short")]), ...(gain ? [node("b", {}, `+${gain}`)] : []));
    };
    chips.replaceChildren(chip("", null), ...all.flatMap((spot) => spot.values.map((value) => chip(value, spot))));
    if (held != null) [...chips.children].find((button) => button.value === held)?.focus({ preventScroll: true });
    const reasons = new Map();
    for (const { place, reason } of found()?.impossible ?? []) reasons.set(reason, [...(reasons.get(reason) ?? []), place]);
    why.hidden = !reasons.size;
    why.lastElementChild.replaceChildren(...[...reasons].map(([reason, places]) => node("li", {}, `${places.join(", ")}: ${reason}`)));
    buttons.confirm.disabled = buttons.cancel.disabled = false;
    buttons.rotate.disabled = rotations(open.x, open.y).length < 2;
    root.classList.add("drafting");
    camera.hold([[open.x, open.y]]);
    // Not before the panel is in the window: everything would scroll.
    chips.querySelector("[aria-pressed=true]").scrollIntoView({ block: "nearest", inline: "nearest" });
    localStorage.setItem(store, JSON.stringify({ kind, at: expected, ...open }));
  }

  function fix(x, y, touched) {
    const rotation = open?.x === x && open.y === y ? open.rotation : first(x, y);
    if (rotation === undefined) return;
    hover = null;
    open = { x, y, rotation, follower: "" };
    if (touched) {
      before ??= camera.state;
      camera.centre(x * 100, y * 100, Math.max(camera.scale, NEAR));
    } else camera.ensure([[x, y]]);
    show();
    ask(x, y);
  }

  function rotate() {
    const [x, y] = open ? [open.x, open.y] : hover;
    const all = rotations(x, y).map((one) => one[2]);
    const now = open?.rotation ?? first(x, y);
    wish = all[(all.indexOf(now) + 1) % all.length];
    const link = root.querySelector(`#placements a[href$="tile=${kind}&x=${x}&y=${y}&rotation=${wish}"]`);
    announce(link?.closest("tr").cells[1].textContent ?? say("rotation", { n: all.indexOf(wish) + 1, all: all.length }));
    if (!open) return ghost(hover, wish, false);
    open.rotation = wish;
    if (!placement()[3].some((number) => offer.tiles[kind].followers[number][0] === open.follower)) open.follower = "";
    show();
  }

  function cancel() {
    const link = [...svg.querySelectorAll(".a-cell")].find((one) => cellOf(one).join() === `${open?.x},${open?.y}`);
    open = null;
    layer.replaceChildren();
    layer.setAttribute("class", "ghost");
    floats();
    line.replaceChildren(...idle);
    chips.replaceChildren();
    why.hidden = true;
    why.open = false;
    for (const button of Object.values(buttons)) button.disabled = true;
    root.classList.remove("drafting");
    localStorage.removeItem(store);
    camera.hold([]);
    restore();
    link?.focus({ preventScroll: true });
  }

  const restore = () => {
    if (before) camera.centre(before.x, before.y, before.scale);
    before = null;
  };
  const confirm = () => act.requestSubmit();

  /** Chooses another tile of a shared hand. The draft stays, if the tile fits its cell. */
  function pick(name) {
    if (!offer.tiles[name]?.at.length) return;
    kind = name;
    for (const item of hand.children) {
      item.classList.toggle("chosen", item.dataset.kind === name);
      const link = item.querySelector("a");
      if (item.dataset.kind === name) link?.setAttribute("aria-current", "true");
      else link?.removeAttribute("aria-current");
    }
    for (const link of svg.querySelectorAll(PLACES)) link.remove();
    const links = new Map(offer.tiles[name].at.map(([x, y]) => [`${x} ${y}`, [x, y]]));
    for (const [x, y] of links.values()) svg.insertBefore(cell(x, y), layer);
    makeOneStop();
    relist(name);
    if (open && rotations(open.x, open.y).length) {
      const { x, y } = open;
      open.rotation = first(x, y);
      open.follower = "";
      show();
      ask(x, y);
    } else if (open) cancel();
  }
  /** The list of placements follows the chosen tile. */
  async function relist(name) {
    if (!root.querySelector("#placements")) return;
    const answer = await fetch(hand.querySelector(`[data-kind="${name}"] a`).href).catch(() => null);
    if (!answer?.ok || kind !== name) return;
    const fresh = (await parsed(answer)).querySelector("#placements");
    const old = root.querySelector("#placements");
    if (!fresh || !old) return;
    fresh.open = old.open;
    old.replaceWith(fresh);
  }
  function cell(x, y) {
    const link = drawn("a", { class: "a-cell", href: asking(element.dataset.preview, { tile: kind, x, y }), "aria-label": say("place-at", { cell: `(${x}, ${y})` }) });
    link.append(drawn("rect", { x: x * 100 - 46, y: y * 100 - 46, width: 92, height: 92, rx: 9 }),
      drawn("path", { d: `M${x * 100 - 10} ${y * 100}h20M${x * 100} ${y * 100 - 10}v20` }));
    return link;
  }

  /** The cells are one stop for the Tab key; arrow keys move between them. */
  function makeOneStop(stop = svg.querySelector(PLACES)) {
    for (const link of svg.querySelectorAll(PLACES)) link.setAttribute("tabindex", link === stop ? "0" : "-1");
  }

  makeOneStop();
  on(svg, "focusin", (event) => {
    const link = event.target.closest(PLACES);
    if (!link) return;
    makeOneStop(link);
    // A press must find the cell where it is.
    if (link.matches(":focus-visible")) camera.ensure([cellOf(link)]);
  });
  on(hand, "click", (event) => {
    const item = event.target.closest("a") && event.target.closest("[data-kind]");
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pick(item.dataset.kind);
  });
  // Hints and the list of placements lead to a draft on this board.
  on(root, "click", (event) => {
    const link = event.target.closest?.('.rail a[href*="/preview?"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { tile, x, y, rotation, follower } = Object.fromEntries(new URL(link.href).searchParams);
    if (tile !== kind) pick(tile);
    // On a phone the list is a sheet over the board.
    if (location.hash) location.replace("#board");
    fix(Number(x), Number(y));
    open.rotation = Number(rotation ?? open.rotation);
    choose(follower ?? "");
    buttons.confirm.focus({ preventScroll: true });
  });
  on(svg, "pointerover", (event) => {
    const link = event.target.closest?.(PLACES);
    if (!link || open || event.pointerType !== "mouse" || !rotations(...cellOf(link)).length) return;
    hover = cellOf(link);
    ghost(hover, first(...hover), false);
    ask(...hover);
  });
  on(svg, "pointerout", (event) => {
    if (open || !event.target.closest?.(".a-cell")) return;
    hover = null;
    layer.replaceChildren();
  });
  // Small cells take what a finger puts beside them.
  const near = ({ clientX, clientY }) => {
    const [x, y] = camera.at(clientX, clientY);
    const far = (link) => Math.hypot(cellOf(link)[0] - x / 100, cellOf(link)[1] - y / 100) * camera.scale;
    return [...svg.querySelectorAll(PLACES)].sort((one, other) => far(one) - far(other)).find((link) => far(link) < 28);
  };
  let touched = false;
  on(svg, "pointerdown", (event) => (touched = event.pointerType !== "mouse"));
  on(svg, "click", (event) => {
    const link = event.target.closest?.(PLACES) ?? (touched && !open && !event.target.closest?.("a") ? near(event) : null);
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      // In a lesson other cells lead to what is wrong with them.
      if (!rotations(...cellOf(link)).length) return open && cancel();
      event.preventDefault();
      fix(...cellOf(link), event.detail > 0 && (touched || pane.clientWidth < 700));
      // From here Enter confirms, and Shift and Tab lead to the choices.
      if (event.detail === 0) buttons.confirm.focus({ preventScroll: true });
    } else if (open && event.target.closest?.(".ghost")) rotate();
  });
  on(svg, "contextmenu", (event) => {
    if (!hover && !(open && event.target.closest?.(".ghost"))) return;
    event.preventDefault();
    rotate();
  });
  on(svg, "wheel", (event) => {
    if (!hover && !(open && event.target.closest?.(".ghost"))) return;
    event.preventDefault();
    if (!turning) rotate();
    // A trackpad sends many events for one gesture.
    clearTimeout(turning);
    turning = setTimeout(() => (turning = null), 120);
  }, { passive: false });
  let turning = null;
  on(chips, "wheel", (event) => {
    chips.scrollLeft += event.deltaX || event.deltaY;
    event.preventDefault();
  }, { passive: false });
  on(buttons.rotate, "click", rotate);
  on(buttons.cancel, "click", cancel);
  camera.watch(floats);

  const stored = JSON.parse(localStorage.getItem(store) ?? "null");
  if (stored && offer.tiles[stored.kind]) {
    if (stored.kind !== kind) pick(stored.kind);
    const fits = rotations(stored.x, stored.y).find((one) => one[2] === stored.rotation);
    if (fits) {
      const possible = fits[3].some((number) => offer.tiles[kind].followers[number][0] === stored.follower);
      open = { x: stored.x, y: stored.y, rotation: stored.rotation, follower: possible ? stored.follower : "" };
      camera.ensure([[open.x, open.y]]);
      show();
      ask(open.x, open.y);
    } else if (stored.at !== expected) localStorage.removeItem(store);
  }
  return {
    isOpen: () => open !== null,
    isHovering: () => hover !== null,
    rotate, cancel, choose, confirm, restore,
    letter: (letter) => {
      const spot = spots().find((one) => one.letter === letter);
      if (spot) cycle(spot);
      return Boolean(spot);
    },
  };
}
