// Improvements for pages with scripts on. Every page works without them.

import { startKeys } from "./keys.js";
import { startLive } from "./live.js";
import { startSending } from "./send.js";
import { moved, restoreLook, startTable } from "./table.js";

// A new account starts in the browser's time zone.
const zone = document.querySelector("select[data-guess-zone]");
if (zone) {
  const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === guess)) zone.value = guess;
}

const start = () => {
  startTable();
  if (document.querySelector("[data-share]")) import("./invite.js").then(({ startInviting }) => startInviting());
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
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#rules");
  fresh.open = form.querySelector("#rules").open;
  form.querySelector("#rules").replaceWith(fresh);
  form.elements.shown.value = body.get("preset");
});

if (document.querySelector(".lesson")) import("./learn.js").then(({ startLesson }) => startLesson());

const scene = document.querySelector("[data-replay]");
if (scene) import("./replay.js").then(({ startReplay }) => startReplay(scene));

const search = document.querySelector("form[data-search]");
if (search) import("./search.js").then(({ startSearch }) => startSearch(search));

const settings = document.querySelector("form[data-settings]");
if (settings) import("./settings.js").then(({ startSettings }) => startSettings(settings));
if (document.querySelector("[data-steps]")) import("./history.js");
if (document.querySelector("[data-outlines]")) import("./final.js");
