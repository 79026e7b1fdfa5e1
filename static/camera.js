// The camera over a board: the view box of its SVG, moved by wheel, drag, pinch, buttons and keys. It is kept for the game in
// this tab, and moves by itself only when something that must be seen would be outside.

import { say } from "./texts.js";

const TILE = 100;
const NEAREST = 260;
const FARTHEST = 16;
const MARGIN = 4; // around tiles that must be seen, in board units

/**
 * A camera over `svg`, which fills `box`. `store` names what it is kept under; `least` and `most` are pixels a tile when fitted.
 * Without `store`, it is not kept, and the board is part of a page that scrolls: the wheel zooms only together with Ctrl, and
 * dragging pans only a board that has been zoomed in.
 */
export function startCamera(box, svg, on, { store, least = 64, most = 110 }) {
  const drawn = svg.viewBox.baseVal;
  const whole = { left: drawn.x, top: drawn.y, right: drawn.x + drawn.width, bottom: drawn.y + drawn.height };
  const watchers = [];
  const pointers = new Map();
  let camera = null; // the centre in board units, and pixels a tile
  let dragged = false;

  const size = () => ({ width: box.clientWidth || 1, height: box.clientHeight || 1 });
  const unit = () => TILE / camera.scale;
  const view = () => {
    const { width, height } = size();
    return {
      left: camera.x - (width / 2) * unit(), right: camera.x + (width / 2) * unit(),
      top: camera.y - (height / 2) * unit(), bottom: camera.y + (height / 2) * unit(),
    };
  };
  const show = () => {
    const { left, right, top, bottom } = view();
    svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    if (store) sessionStorage.setItem(store, JSON.stringify(camera));
    else box.classList.toggle("near", isNear());
    for (const watcher of watchers) watcher();
  };
  /** From board units to pixels in the box, and back from the window's. */
  const toBox = (x, y) => {
    const { left, top } = view();
    return [(x - left) / unit(), (y - top) / unit()];
  };
  const at = (clientX, clientY) => {
    const frame = box.getBoundingClientRect();
    const { left, top } = view();
    return [left + (clientX - frame.left) * unit(), top + (clientY - frame.top) * unit()];
  };
  const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

  /** Moves the centre, but never away from the whole board. */
  const centre = (x, y, scale = camera.scale) => {
    camera = { x: clamp(x, whole.left, whole.right), y: clamp(y, whole.top, whole.bottom), scale: clamp(scale, farthest(), NEAREST) };
    show();
  };
  const zoom = (factor, [x, y] = [camera.x, camera.y]) => {
    const scale = clamp(camera.scale * factor, farthest(), NEAREST);
    const rest = camera.scale / scale;
    centre(x - (x - camera.x) * rest, y - (y - camera.y) * rest, scale);
  };
  const pan = (dx, dy) => centre(camera.x + dx * unit(), camera.y + dy * unit());

  /** Room that floats over the edges take, in pixels. */
  const room = () => (!store ? { x: 0, y: 0 } : size().width < 700 ? { x: 8, y: 44 } : { x: 12, y: 56 });
  const scaleFor = ({ left, right, top, bottom }) => {
    const [{ width, height }, { x, y }] = [size(), room()];
    return Math.min((width - 2 * x) / (right - left), (height - 2 * y) / (bottom - top)) * TILE;
  };
  const farthest = () => (store ? FARTHEST : scaleFor(whole));
  const isNear = () => camera.scale > farthest() * 1.01;
  const fit = () =>
    centre((whole.left + whole.right) / 2, (whole.top + whole.bottom) / 2, Math.min(scaleFor(whole), most));

  const around = (cells) => {
    const side = (pick, by) => Math[by](...cells.map(pick));
    const half = TILE / 2 + MARGIN;
    return {
      left: side(([x]) => x, "min") * TILE - half, right: side(([x]) => x, "max") * TILE + half,
      top: side(([, y]) => y, "min") * TILE - half, bottom: side(([, y]) => y, "max") * TILE + half,
    };
  };

  /**
   * Brings cells into view with the smallest move, together with `others` as long as all fit without tiles smaller than
   * `least`. It zooms out only if they would not fit otherwise.
   */
  const ensure = (cells, others = []) => {
    const all = [...cells, ...others];
    if (!all.length) return;
    const fits = scaleFor(around(all)) >= least;
    if (!fits && !cells.length) return;
    const need = around(fits ? all : cells);
    const now = view();
    // The margin alone is no reason to move.
    const rim = MARGIN + 1;
    if (need.left + rim >= now.left && need.right - rim <= now.right && need.top + rim >= now.top && need.bottom - rim <= now.bottom) return;
    const scale = Math.min(camera.scale, Math.max(scaleFor(need), least));
    camera = { ...camera, scale };
    const [{ x, y }, seen] = [room(), view()];
    const shift = (low, high, from, to, margin) => {
      if (high - low > to - from - 2 * margin) return (low + high - from - to) / 2;
      return Math.max(0, high + margin - to) + Math.min(0, low - margin - from);
    };
    centre(
      camera.x + shift(need.left, need.right, seen.left, seen.right, x * unit()),
      camera.y + shift(need.top, need.bottom, seen.top, seen.bottom, y * unit()), scale);
  };

  /** Brings the nearest of these cells into view, unless one of them is. */
  const ensureOne = (cells) => {
    const { left, right, top, bottom } = view();
    const outside = cells.every(([x, y]) => x * TILE < left + 50 || x * TILE > right - 50 || y * TILE < top + 50 || y * TILE > bottom - 50);
    const far = ([x, y]) => Math.hypot(x * TILE - camera.x, y * TILE - camera.y);
    if (outside && cells.length) ensure([cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best))]);
  };

  on(box, "wheel", (event) => {
    // What floats over the board scrolls by itself.
    if (event.defaultPrevented || !event.target.closest("svg.board, .over, .edge") || !(store || event.ctrlKey)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode ? 20 : 1) / 400), at(event.clientX, event.clientY));
  }, { passive: false });
  // A drag may begin on a sign at the edge, too.
  on(box, "pointerdown", (event) => {
    if (!pointers.size) dragged = false;
    if (!event.target.closest("svg.board, .edge")) return;
    pointers.set(event.pointerId, event);
  });
  on(window, "pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const other = [...pointers.values()].find((one) => one.pointerId !== event.pointerId);
    if (other) {
      const distance = (from) => Math.hypot(from.clientX - other.clientX, from.clientY - other.clientY);
      zoom(distance(event) / Math.max(distance(before), 1), at((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2));
      dragged = true;
    } else {
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if ((!dragged && Math.hypot(dx, dy) < 6) || !(store || isNear())) return;
      dragged = true;
      svg.classList.add("dragged");
      pan(-dx, -dy);
    }
    pointers.set(event.pointerId, event);
  });
  for (const type of ["pointerup", "pointercancel"]) {
    on(window, type, (event) => {
      pointers.delete(event.pointerId);
      svg.classList.remove("dragged");
    });
  }
  on(svg, "dragstart", (event) => event.preventDefault());
  // The end of a drag is not a click.
  on(box, "click", (event) => {
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    dragged = false;
  }, { capture: true });
  on(svg, "dblclick", (event) => {
    if (!event.target.closest(".a-cell, .ghost")) fit();
  });
  const resized = new ResizeObserver(() => (store || box.matches(".near") ? show() : fit()));

  camera = JSON.parse((store && sessionStorage.getItem(store)) ?? "null");
  if (!camera) {
    // The whole board, if that is neither too small nor too large.
    camera = { x: drawn.x + drawn.width / 2, y: drawn.y + drawn.height / 2, scale: clamp(scaleFor(whole), least, most) };
  }
  show();
  resized.observe(box);
  return {
    at, toBox, zoom, pan, centre, fit, ensure, ensureOne, view,
    get scale() { return camera.scale; },
    get state() { return { ...camera }; },
    watch: (watcher) => watchers.push(watcher),
    end: () => resized.disconnect(),
  };
}

/** Lets the board of a page that scrolls be zoomed. */
export function startZoom(box) {
  const svg = box.querySelector("svg.board");
  const { width, height } = svg.viewBox.baseVal;
  box.classList.add("zoomable");
  box.style.setProperty("--ratio", width / height);
  const on = (target, type, listener, options) => target.addEventListener(type, listener, options);
  addZooms(box, startCamera(box, svg, on, { least: 0, most: Infinity }));
}

function button(name, label, sign, action) {
  const element = document.createElement("button");
  Object.assign(element, { type: "button", className: name, title: label, textContent: sign, ariaLabel: label });
  element.addEventListener("click", action);
  return element;
}

function addZooms(box, camera) {
  const zooms = document.createElement("div");
  zooms.className = "zooms";
  zooms.append(
    button("in", say("zoom-in"), "+", () => camera.zoom(1.3)),
    button("out", say("zoom-out"), "−", () => camera.zoom(1 / 1.3)),
    button("fit", say("fit"), "⤢", () => camera.fit()));
  box.append(zooms);
}

/** Buttons for the camera, and signs at the edges that count the tiles outside. */
export function addSigns(box, svg, camera) {
  addZooms(box, camera);
  const tiles = new Set([...svg.querySelectorAll(":scope > use[transform]")]
    .map((use) => /translate\((-?\d+) (-?\d+)\)/.exec(use.getAttribute("transform"))?.slice(1, 3).join(" ")));
  const places = [...tiles].filter(Boolean).map((text) => text.split(" ").map(Number));
  const edges = [["n", 0, -1, "↑"], ["e", 1, 0, "→"], ["s", 0, 1, "↓"], ["w", -1, 0, "←"]].map(([name, dx, dy, arrow]) => {
    const step = () => camera.pan(dx * box.clientWidth * 0.6, dy * box.clientHeight * 0.6);
    const element = button(`edge edge-${name}`, "", "", step);
    element.hidden = true;
    box.append(element);
    return { element, dx, dy, arrow };
  });
  const count = () => {
    const { left, right, top, bottom } = camera.view();
    for (const { element, dx, dy, arrow } of edges) {
      const outside = places.filter(([x, y]) => (dx < 0 ? x < left : dx > 0 ? x > right : dy < 0 ? y < top : y > bottom)).length;
      element.hidden = outside === 0;
      element.textContent = dx < 0 ? `${arrow} ${outside}` : `${outside} ${arrow}`;
      element.setAttribute("aria-label", say("outside", { n: outside }));
    }
  };
  camera.watch(count);
  count();
}
