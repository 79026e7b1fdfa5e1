// Improvements for pages with scripts on. Every page works without them.

import { startKeys } from "./keys.js";
import { parsed, startLive } from "./live.js";
import { startSalts, startSending } from "./send.js";
import { moved, restoreLook, startTable } from "./table.js";

// A new account starts in the browser's time zone.
const zone = document.querySelector("select[data-guess-zone]");
if (zone) {
  const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === guess)) zone.value = guess;
}

const start = () => {
  startTable();
  startSalts();
  if (document.querySelector("[data-share]")) import("./invite.js").then(({ startInviting }) => startInviting());
  if (document.querySelector("[data-outlines]")) import("./final.js");
  if (document.querySelector("#talk")) import("./talk.js").then(({ startTalk }) => startTalk());
};
start();
restoreLook();
startKeys();
startLive(start, moved);
startSending();

// Loaded pages stay readable offline.
navigator.serviceWorker?.register(new URL("worker.js", import.meta.url), { scope: "/" }).catch(() => {});

// Selecting another rule book loads its rules into the form for a new table. Without scripts a button does this.
const rules = document.querySelector("#rules");
const form = rules?.closest("form");
form?.addEventListener("change", async (event) => {
  if (event.target.name !== "preset") return;
  const body = new URLSearchParams(new FormData(form));
  body.set("show", "rules");
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = (await parsed(answer)).querySelector("#rules");
  fresh.open = form.querySelector("#rules").open;
  form.querySelector("#rules").replaceWith(fresh);
  form.elements.shown.value = body.get("preset");
});

// "Custom" opens the settings. Without scripts, their summary does.
form?.addEventListener("change", ({ target: { name, value } }) => {
  if (name === "game") form.querySelector("#more").open = value === "custom";
});

const search = document.querySelector("form[data-search]");
if (search) import("./search.js").then(({ startSearch }) => startSearch(search));

// The settings page shows every choice at once. The names and values of its fields are those of the attributes of <html>.
document.querySelector("form[data-settings]")?.addEventListener("change", ({ target: { name, value, checked } }) => {
  const { dataset } = document.documentElement;
  if (checked && value !== "system") dataset[name] = value;
  else delete dataset[name];
  if (checked && (name === "sound" || name === "vibration")) import("./sound.js").then(({ play }) => play("turn"));
});

if (document.querySelector("[data-steps]")) import("./history.js");
