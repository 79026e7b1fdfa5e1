// What people say at a table: new lines come without a reload, what is written stays, and what is on the screen counts as read.

import { announce, notify, parsed, say } from "./live.js";

const talk = () => document.querySelector("#talk");

/** Shows how many lines have not been read, beside the tab. */
function count(n) {
  for (const mark of document.querySelectorAll("[data-unread-count]")) {
    mark.textContent = n;
    mark.hidden = !Number(n);
  }
}

/** Tells the server that the lines on the screen have been read. */
async function read() {
  const part = talk();
  const csrf = part?.querySelector("input[name=csrf]")?.value;
  const { seen, channel, last } = part?.dataset ?? {};
  if (!seen || !csrf || document.hidden) return;
  const body = new URLSearchParams({ csrf, channel, n: last, quiet: "yes" });
  const answer = await fetch(seen, { method: "POST", body }).catch(() => null);
  if (!answer?.ok || !part.isConnected) return;
  part.dataset.unread = 0;
  delete part.dataset.seen;
  part.querySelector("form.read")?.remove();
  count(0);
}

/** Shows the last lines: on the page of talk they have a window of their own. */
const toEnd = () => {
  for (const pane of [talk()?.querySelector(".talk-lines"), talk()?.closest(".tab")]) pane?.scrollTo(0, pane.scrollHeight);
};

export function startTalk() {
  toEnd();
  read();
}

/** Replaces the lines by those of a fetched part. What is being written stays. */
function update(fresh) {
  const known = talk();
  const numbers = new Set([...known.querySelectorAll("[data-n]")].map((line) => line.dataset.n));
  const come = [...fresh.querySelectorAll("[data-n]:not(.own)")].filter((line) => !numbers.has(line.dataset.n));
  for (const name of [".channels", ".talk-lines"]) {
    const part = fresh.querySelector(name);
    if (part) known.querySelector(name)?.replaceWith(part);
  }
  known.querySelector(".empty")?.remove();
  for (const name of ["last", "unread", "seen", "channel"]) if (fresh.dataset[name]) known.dataset[name] = fresh.dataset[name];
  for (const field of known.querySelectorAll("input[name=seen]")) field.value = fresh.dataset.last;
  if (come.length) announce(come.map((line) => line.textContent.trim().replace(/\s+/g, " ")).join(". "));
}

/** Something was said, or withdrawn: `n` changes with it. */
export async function said(n) {
  const root = document.querySelector("[data-said]");
  if (!root || root.dataset.said === n) return;
  root.dataset.said = n;
  const [, game] = root.dataset.live?.match(/^(.*)\/live/) ?? [];
  const answer = await fetch(talk()?.dataset.talk ?? `${game}/talk`).catch(() => null);
  const fresh = answer?.ok && (await parsed(answer)).querySelector("#talk");
  if (!fresh) return;
  if (talk()) update(fresh);
  count(fresh.dataset.unread);
  if (talk()) startTalk();
}

document.addEventListener("visibilitychange", read);

// What is written is sent without leaving the page: a draft on the board stays.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("#talk form");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (answer?.status === 401) return location.assign(`/login?then=${encodeURIComponent(location.pathname)}`);
  const page = answer && (await parsed(answer));
  const fresh = page?.querySelector("#talk");
  if (!fresh) return notify(page?.querySelector("main h1")?.textContent.trim() ?? say("not-sent"));
  notify("");
  talk().replaceWith(fresh);
  count(fresh.dataset.unread);
  startTalk();
  fresh.querySelector("textarea")?.focus({ preventScroll: true });
});
