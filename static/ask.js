// A click on an empty cell shows what may be placed there, if the table's aids allow it. The server sends a whole page, of
// which the part about the cell is inserted.

/** The cell under a click on the board's background. */
function cellOf(svg, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [Math.round(x / 100), Math.round(y / 100)];
}

function frame(svg, [x, y]) {
  const square = document.createElementNS(svg.namespaceURI, "rect");
  const place = { class: "a-try", "data-asked": "", x: x * 100 - 48, y: y * 100 - 48, width: 96, height: 96, rx: 4 };
  for (const [key, value] of Object.entries(place)) square.setAttribute(key, value);
  svg.append(square);
}

export function startAsking() {
  document.addEventListener("click", async (event) => {
    const box = event.target.closest?.("[data-ask]:not(.drafting)");
    // Clicks on anything that lies on the board have another meaning.
    if (!box || !event.target.matches("svg.board")) return;
    const cell = cellOf(event.target, event);
    const answer = await fetch(`${box.dataset.ask}?cell=${cell}`).catch(() => null);
    if (!answer?.ok || !box.isConnected) return;
    const details = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#cell");
    document.querySelectorAll("#cell, [data-asked]").forEach((old) => old.remove());
    if (!details) return;
    frame(event.target, cell);
    document.querySelector(".beside > *").after(details);
    details.scrollIntoView({ block: "nearest" });
  });
}
