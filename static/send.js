// What scripts send. Turns are sent without leaving the page, so that nothing is lost if they do not arrive. The idempotency key
// makes sending one twice harmless. Stored drafts are deleted with their turn, or with the session. Salts for the draw are made
// and kept here, and revealed when all seats are taken.

import { notify, parsed, replacePage, say } from "./live.js";
import { confirm } from "./table.js";

const PATIENCE = 20_000;

/** Sends the form of a turn, and shows the answer without leaving the page. */
async function send(form) {
  const buttons = [...document.querySelectorAll("[data-act=confirm]"), ...form.querySelectorAll("button:not([type=button])")];
  if (form.dataset.sending) return;
  form.dataset.sending = "";
  for (const button of buttons) button.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form));
    const signal = AbortSignal.timeout?.(PATIENCE);
    // A practice is its address, so its turns are no more than other addresses.
    const get = form.method === "get" ? new URL(form.action) : null;
    for (const [name, value] of get ? body : []) get.searchParams.set(name, value);
    await confirm(form, () => (get ? fetch(get, { signal }) : fetch(form.action, { method: "POST", body, signal })));
  } catch {
    notify(say("unreachable"));
  } finally {
    delete form.dataset.sending;
    for (const button of buttons) button.removeAttribute("aria-busy");
  }
}

export function startSending() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches(".tabletop form[data-turn]")) {
      event.preventDefault();
      send(form);
    } else if (/\/(logout|guest\/end)$/.test(form.action)) {
      for (const key of Object.keys(localStorage)) if (key.startsWith("draft ")) localStorage.removeItem(key);
    }
  });
}

/**
 * Begins a game against the computer, whose table waits for nothing but this browser's salt: the page that says so is not shown.
 * If that fails, the form is sent as without scripts.
 */
async function begin(form, button) {
  const body = new URLSearchParams(new FormData(form));
  body.set(button.name, button.value);
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const page = await parsed(answer);
    const waits = page.querySelector("[data-reveal]");
    if (waits) await reveal(waits);
    if (answer.ok) return location.assign(answer.url);
    replacePage(page);
    startSalts();
  } catch {
    form.dataset.plain = "";
    button.disabled = false;
    button.click();
  }
}

/** Commits to a salt when a form is sent. A salt is for one table, and one that cannot be kept could never be revealed. */
async function commit(input) {
  const salt = crypto.randomUUID();
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt)));
  const hash = [...bytes].map((byte) => (byte + 256).toString(16).slice(1)).join("");
  input.value = hash;
  const send = (event) => {
    try {
      if (input.value === hash) localStorage.setItem(hash, salt);
    } catch {
      input.value = "";
    }
    if (input.form.matches("[action='/play-the-computer']:not([data-plain])")) {
      event.preventDefault();
      begin(input.form, event.submitter);
    }
    // Not before the browser has read the form.
    setTimeout(commit, 0, input);
  };
  input.form.addEventListener("submit", send, { once: true });
}

async function reveal(form) {
  const hash = form.dataset.reveal;
  const salt = localStorage.getItem(hash);
  if (!salt) return;
  form.elements.salt.value = salt;
  const body = new URLSearchParams(new FormData(form));
  const { ok } = await fetch(form.action, { method: "POST", body });
  if (ok) localStorage.removeItem(hash);
  return ok;
}

/** Browsers compute hashes on secure pages only; elsewhere players join without a salt. */
export function startSalts() {
  if (!crypto.subtle) return;
  for (const input of document.querySelectorAll("[name=salt_hash]")) if (!input.defaultValue) commit(input);
  for (const form of document.querySelectorAll("[data-reveal]")) reveal(form).then((ok) => ok && location.reload());
}
