// What pages do more comfortably with scripts on. Every page works without.

import { startBoard } from "./board.js";
import { startLive } from "./live.js";

// A new account starts in the zone that the browser keeps.
const zone = document.querySelector("select[data-guess-zone]");
if (zone) {
  const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === guess)) zone.value = guess;
}

let board = null;
const start = () => {
  board?.end();
  board = startBoard(document);
};
start();
startLive(() => board, start);
