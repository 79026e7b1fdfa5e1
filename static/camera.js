// The camera over a board: the view box of its SVG, moved by wheel, drag, pinch, buttons and keys. It is kept for the game in
// this tab, and moves by itself only when something that must be seen would be outside.

import { PLACES, cellOf, clamp, node } from "./draft.js";
import { say } from "./live.js";

const TILE = 100;
const NEAREST = 260;
const FARTHEST = 16;
const MARGIN = 4; // around tiles that must be seen, in board units

/**
 * A camera over `svg`, which fills `box`. `store` names what it is kept under. `sizes` are pixels a tile for boards that do not
 * fit, the largest first, and `most` is the largest for those that do. They are not made smaller for more than `enough` of what
 * should be seen.
 * Without `store`, it is not kept, and the board is part of a page that scrolls: the wheel zooms only together with Ctrl, and
 * dragging pans only a board that has been zoomed in.
 */
export function startCamera(box, svg, on, { store, sizes = [0], enough, most }) {
  // The first boards of a game are drawn with much room around them.
  const drawn = store ? svg.getBBox() : svg.viewBox.baseVal;
  const whole = { left: drawn.x, top: drawn.y, right: drawn.x + drawn.width, bottom: drawn.y + drawn.height };
  const watchers = [];
  const pointers = new Map();
  most ??= drawn.width > 800 ? 110 : 140;
  let camera = null; // the centre in board units, and pixels a tile
  let held = []; // cells that stay in view when the box changes its size
  let dragged = false;

  const size = () => ({ width: box.clientWidth || 1, height: box.clientHeight || 1 });
  const unit = () => TILE / camera.scale;
  const NONE = { left: 0, right: 0, top: 0, bottom: 0 };
  /** What is seen of the board, without these pixels at the edges. */
  const view = (edges = NONE) => {
    const { width, height } = size();
    return {
      left: camera.x - (width / 2 - edges.left) * unit(), right: camera.x + (width / 2 - edges.right) * unit(),
      top: camera.y - (height / 2 - edges.top) * unit(), bottom: camera.y + (height / 2 - edges.bottom) * unit(),
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

  /** What floats over the edges takes these pixels. */
  const room = () =>
    !store ? NONE : size().width < 700 ? { ...NONE, bottom: 54 } : { left: 6, right: 52, top: 8, bottom: 62 };
  /** The width and the height between them in board units, at a scale. */
  const between = (scale) => {
    const [{ width, height }, { left, right, top, bottom }] = [size(), room()];
    return [width - left - right, height - top - bottom].map((pixels) => (pixels * TILE) / scale);
  };
  const scaleFor = ({ left, right, top, bottom }) => {
    const [width, height] = between(1);
    return Math.min(width / (right - left), height / (bottom - top));
  };
  const farthest = () => (store ? FARTHEST : scaleFor(whole));
  const isNear = () => camera.scale > farthest() * 1.01;
  /** Moves the camera no more than needed to show a part of the board, or to its middle. */
  const bring = ({ left, right, top, bottom }, scale, toMiddle) => {
    camera = { ...camera, scale };
    const free = view(room());
    const shift = (low, high, from, to) =>
      toMiddle || high - low > to - from ? (low + high - from - to) / 2 : Math.max(0, high - to) + Math.min(0, low - from);
    centre(camera.x + shift(left, right, free.left, free.right), camera.y + shift(top, bottom, free.top, free.bottom));
  };
  const fit = () => bring(whole, Math.min(scaleFor(whole), most), true);

  const around = (cells) => {
    const side = (pick, by) => Math[by](...cells.map(pick));
    const half = TILE / 2 + MARGIN;
    return {
      left: side(([x]) => x, "min") * TILE - half, right: side(([x]) => x, "max") * TILE + half,
      top: side(([, y]) => y, "min") * TILE - half, bottom: side(([, y]) => y, "max") * TILE + half,
    };
  };

  /** Sums what `places` count that are seen at a scale: cells, in a view of which the middle is given. */
  const seer = (places, scale) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const half = scale / 2 + 1.9;
    const floats = [...box.querySelectorAll(".tools summary, .recent, .zooms")].map((one) => one.getBoundingClientRect());
    return (middleX, middleY) => places.reduce((sum, place) => {
      const x = ((place.x * TILE - middleX) * scale) / TILE + width / 2;
      const y = ((place.y * TILE - middleY) * scale) / TILE + height / 2;
      const hidden = x < half || x > width - half || y < half || y > height - half || floats.some((one) =>
        x + half > one.left - left && x - half < one.right - left && y + half > one.top - top && y - half < one.bottom - top);
      return hidden ? sum : sum + place.counts;
    }, 0);
  };
  /** The middle from which most is seen at a scale, the nearest of the best. */
  const best = (places, scale) => {
    const see = seer(places, scale);
    // Some place is at an edge of the best view, or that of now is as good.
    const middles = (axis, length) => new Set([camera[axis], ...places.flatMap((place) =>
      [-1, 1].map((side) => place[axis] * TILE + (side * (length - scale - 4) * TILE) / scale / 2))]);
    let found = { sum: -1 };
    for (const x of middles("x", size().width)) {
      for (const y of middles("y", size().height)) {
        const [sum, far] = [see(x, y), Math.hypot(x - camera.x, y - camera.y)];
        if (sum > found.sum || (sum === found.sum && far < found.far)) found = { x, y, scale, sum, far };
      }
    }
    return found;
  };

  /**
   * Brings cells into view with the smallest move, and with them as many `others` as possible; a cell counts as much as that many
   * of these. It zooms out only if they would not fit otherwise, and then no further than it takes to see enough.
   */
  const ensure = (cells, others = [], counts = 1000) => {
    const all = [...cells, ...others];
    if (!all.length) return;
    const places = all.map(([x, y], i) => ({ x, y, counts: i < cells.length ? counts : 1 }));
    const total = places.reduce((sum, place) => sum + place.counts, 0);
    if (seer(places, camera.scale)(camera.x, camera.y) === total) return;
    const need = around(all);
    const whole = scaleFor(need);
    if (whole >= sizes[0]) return bring(need, Math.min(camera.scale, whole));
    let found = { sum: -1 };
    for (const size of sizes) {
      const next = best(places, Math.min(camera.scale, size));
      if (next.sum > found.sum) found = next;
      if (found.sum >= enough * total) break;
    }
    centre(found.x, found.y, found.scale);
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
  const resized = new ResizeObserver(() => {
    if (!store && !box.matches(".near")) return fit();
    show();
    ensure(held);
  });

  camera = JSON.parse((store && sessionStorage.getItem(store)) ?? "null");
  if (!camera) {
    camera = { x: 0, y: 0, scale: most };
    bring(whole, clamp(scaleFor(whole), sizes[0], most), true);
  }
  show();
  resized.observe(box);
  return {
    at, toBox, zoom, pan, centre, fit, ensure,
    get scale() { return camera.scale; },
    get state() { return { ...camera }; },
    hold: (cells) => (held = cells),
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
  addZooms(box, startCamera(box, svg, on, { most: Infinity }));
}

const button = (name, label, sign, onclick) =>
  node("button", { type: "button", class: name, title: label, "aria-label": label, onclick }, sign);

function addZooms(box, camera) {
  box.append(node("div", { class: "zooms" },
    button("in", say("zoom-in"), "+", () => camera.zoom(1.3)),
    button("out", say("zoom-out"), "−", () => camera.zoom(1 / 1.3)),
    button("fit", say("fit"), "⤢", () => camera.fit())));
}

/** Buttons for the camera, and arrows at the edges that count the places to play outside, and lead to the nearest. */
export function addSigns(box, svg, camera) {
  addZooms(box, camera);
  let outside = [];
  const signs = ["↑", "→", "↓", "←"].map((_, side) => box.appendChild(button("edge", "", "", () => {
    const [nearest, ...others] = outside[side].map(({ link }) => cellOf(link));
    camera.ensure([nearest], others);
  })));
  const boxOf = (element) => element.getBoundingClientRect();
  const count = () => {
    const { x: left, y: top, width, height } = boxOf(box);
    const links = [...svg.querySelectorAll(PLACES)];
    const taken = [...links, ...box.querySelectorAll(".tools, .recent, .zooms")].map(boxOf);
    const places = links.map((link, i) => ({ link, x: taken[i].x + taken[i].width / 2 - left, y: taken[i].y + taken[i].height / 2 - top }));
    const far = ({ x, y }) => Math.hypot(x - width / 2, y - height / 2);
    places.sort((one, other) => far(one) - far(other));
    outside = [({ y }) => y < 0, ({ x }) => x > width, ({ y }) => y > height, ({ x }) => x < 0].map((is) => places.filter(is));
    outside.forEach(([nearest, ...others], side) => {
      const sign = signs[side];
      sign.hidden = !nearest;
      if (!nearest) return;
      sign.textContent = ["↑ #", "# →", "# ↓", "← #"][side].replace("#", others.length + 1);
      sign.ariaLabel = say("outside", { n: others.length + 1 });
      // Beside the nearest, where it covers nothing.
      const inside = (at, all, rim) => clamp(at, rim, all - rim);
      const spots = [...Array(99)].map((_, i) => {
        const [by, rim] = [((i % 2 ? i + 1 : -i) % 26) * 24, 8 + 54 * Math.floor(i / 26)];
        const [x, y] = side % 2 ? [nearest.x, nearest.y + by] : [nearest.x + by, nearest.y];
        return new DOMRect(left + inside(x - 32, width - 64, side % 2 ? rim : 8), top + inside(y - 16, height - 32, side % 2 ? 8 : rim), 64, 32);
      });
      const covers = (one) => taken.some((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom);
      const spot = spots.find((one) => !covers(one)) ?? spots[0];
      taken.push(spot);
      Object.assign(sign.style, { left: `${spot.x - left}px`, top: `${spot.y - top}px` });
    });
  };
  camera.watch(count);
  count();
}
