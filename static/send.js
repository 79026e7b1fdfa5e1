// Turns on a bad connection: they are sent without leaving the page, so that nothing is lost if they do not arrive. Stored
// drafts are deleted with their turn, or with the session.

import { tell } from "./live.js";
import { say } from "./texts.js";

const PATIENCE = 20_000;

/** Sends the form of a turn, then follows the redirect. */
async function send(form) {
  const button = form.querySelector("button:not([type=button])");
  if (button.disabled) return;
  button.disabled = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout?.(PATIENCE) });
    if (answer.redirected) {
      localStorage.removeItem(`draft ${form.getAttribute("action")}`);
      location.assign(answer.url);
    }
    // A rejection is a page, which a normal submit shows. The idempotency key makes sending the turn twice harmless.
    else form.submit();
  } catch {
    tell(say("unreachable"));
  } finally {
    // The page may be restored by the back button.
    button.disabled = false;
  }
}

export function startSending() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("form[data-turn]")) {
      event.preventDefault();
      send(form);
    } else if (/\/(logout|guest\/end)$/.test(form.action)) {
      for (const key of Object.keys(localStorage)) if (key.startsWith("draft ")) localStorage.removeItem(key);
    }
  });
}
