// Runs in every document before the page's own scripts: counts documents and layout shifts, and reads what is on screen.
(() => {
  if (window !== top) return;
  try {
    sessionStorage.setItem("documents", 1 + Number(sessionStorage.getItem("documents")));
  } catch {
    return; // not a page of the site
  }
  let shifts = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) shifts += shift.value;
  }).observe({ type: "layout-shift", buffered: true });

  const rect = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const centre = ({ left, top, right, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const inWindow = (box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const clear = (element) => {
    const { x, y } = centre(rect(element));
    const top = document.elementFromPoint(x, y);
    return top !== null && (top === element || element.contains(top));
  };
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled);
  const targets = (selector) =>
    shown(selector).map((element) => {
      const box = rect(element);
      return { ...box, reachable: clear(element), whole: inWindow(box) && clear(element) };
    });
  const share = ({ left, top, right, bottom }) => {
    const width = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
    const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    return (100 * width * height) / (innerWidth * innerHeight);
  };
  const round = (value) => Math.round(value * 10) / 10;

  /** Whether legal cells and tiles would have been inside the pane with the camera of before. */
  function fitted(svg, cells, before) {
    const { a, e, f, pane } = before;
    const now = svg.getScreenCTM();
    const onBoard = cells.map(centre).map(({ x, y }) => ({ x: (x - now.e) / now.a, y: (y - now.f) / now.a }));
    const squares = onBoard.map(({ x, y }) => ({ left: x - 46, top: y - 46, right: x + 46, bottom: y + 46 }));
    for (const grid of svg.querySelectorAll(".a-grid")) {
      const { x, y, width, height } = grid.getBBox();
      squares.push({ left: x, top: y, right: x + width, bottom: y + height });
    }
    return squares.every(({ left, top, right, bottom }) =>
      a * left + e >= pane.left - 1 && a * top + f >= pane.top - 1 && a * right + e <= pane.right + 1 && a * bottom + f <= pane.bottom + 1);
  }

  /** Scrolls to the target with this centre, as a person would. */
  window.scrollToTarget = (page, x, y) => {
    const selectors = [".board .a-cell", page.confirm, page.rotate, page.spot, page.follower, page.onward];
    const target = shown(selectors.join()).find((element) => {
      const at = centre(rect(element));
      return Math.hypot(at.x - x, at.y - y) < 1;
    });
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  };

  window.probe = (page, before) => {
    const svg = document.querySelector("svg.board");
    const state = {
      loads: Number(sessionStorage.getItem("documents")),
      shifts,
      last: Number(document.querySelector("[data-last]")?.dataset.last ?? 0),
      over: location.pathname.endsWith('/final') || shown("main a[href$='/final']").length > 0,
      told: shown(page.done).length > 0,
      focus: document.activeElement?.matches(".board .a-cell") ?? false,
      button: document.activeElement?.matches(page.onward) ?? false,
      width: innerWidth,
      height: innerHeight,
      cells: targets(".board .a-cell"),
      ghost: null,
      confirms: targets(page.confirm),
      rotates: targets(page.rotate),
      spots: targets(page.spot),
      followers: targets(page.follower),
      onward: targets(page.onward),
      panel: targets(page.panel),
      cut: shown(page.row).filter((text) => text.scrollWidth > text.clientWidth + 1).length,
    };
    if (!svg) return state;
    const { a, e, f } = svg.getScreenCTM();
    const pane = rect(document.querySelector(page.pane));
    const ghost = document.querySelector(".ghost.fixed .a-try") ?? document.querySelector(".ghost.fixed");
    return {
      ...state,
      ghost: ghost && rect(ghost),
      frame: rect(document.querySelector(page.frame)),
      share: share(rect(document.querySelector(page.frame))),
      camera: { a, e, f, pane },
      moved: before ? Math.hypot(e - before.e, f - before.f) : 0,
      scale: before ? round((100 * a) / before.a) : 100,
      needed: before ? !fitted(svg, state.cells, before) : false,
    };
  };
})();
