// Keys for every page with a board, and the list of them.

import { node } from "./draft.js";
import { isDrafting, pressed } from "./table.js";
import { say } from "./live.js";

// Each has a text for its name and one for its effect.
const KEYS = ["cells", "rotate", "none", "spot", "confirm", "cancel", "zoom", "move", "fit", "last", "history", "next", "help"];
const keysAreOn = () => localStorage.getItem("keys") !== "off";

function step(rel) {
  const link = document.querySelector(`a[rel="${rel}"]`) ?? (rel === "prev" ? document.querySelector("a[data-history]") : null);
  link?.click();
  return Boolean(link);
}

let pointed = false;

export function startKeys() {
  document.addEventListener("pointerdown", () => (pointed = true), { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") pointed = false;
    const control = event.target.closest?.("input, select, textarea, dialog");
    if (control || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!keysAreOn() && event.key !== "?") return;
    const pressing = event.key === "Enter" || event.key === " ";
    // With an open draft, keys are about the draft after a click on something, and about what Tab has reached.
    if (pressing && event.target.closest?.("a, button, summary") && !(pointed && isDrafting())) return;
    if (event.key.startsWith("Arrow") && event.target.closest?.(".tab, .rail summary")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (pressed(key, event)) return event.preventDefault();
    if (key === "?") help();
    else if (key === "[" ? step("prev") : key === "]" ? step("next") : false) event.preventDefault();
    else if (key === "n" && document.querySelector("header.top .count")) location.assign(document.querySelector("[data-next]") ?? "/next");
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-keys]")) help();
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
