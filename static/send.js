// A turn on a bad connection: it is sent without leaving the page, so that nothing is lost if it does not arrive. Drafts
// that are kept end with their turn, or with the session.

import { tell } from "./live.js";
import { say } from "./texts.js";

const PATIENCE = 20_000;

/** Sends the form of a turn, and goes where the answer leads. */
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
    // A refusal is a page of its own. The form's key makes it harmless to send the turn twice.
    else form.submit();
  } catch {
    tell(say("unreachable"));
  } finally {
    // Whoever comes back to this page finds it as it was.
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
