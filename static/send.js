// Turns are sent without leaving the page, so that nothing is lost if they do not arrive. The idempotency key makes sending
// one twice harmless. Stored drafts are deleted with their turn, or with the session.

import { tell } from "./live.js";
import { confirm } from "./table.js";
import { say } from "./texts.js";

const PATIENCE = 20_000;

/** Sends the form of a turn, and shows the answer without leaving the page. */
async function send(form) {
  const buttons = [...document.querySelectorAll("[data-act=confirm]"), ...form.querySelectorAll("button:not([type=button])")];
  if (form.dataset.sending) return;
  form.dataset.sending = "";
  for (const button of buttons) button.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form));
    await confirm(form, () => fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout?.(PATIENCE) }));
  } catch {
    tell(say("unreachable"));
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
