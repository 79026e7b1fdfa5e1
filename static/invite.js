// Copying and sharing the link to a table, or copying recovery codes. Without scripts they can be selected.

/** Shows the buttons that this browser has a use for. */
export function startInviting() {
  const part = document.querySelector("[data-share]");
  const [copy, share] = part.querySelectorAll("button");
  const url = part.dataset.share;
  const text = copy.textContent;
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(url);
    copy.textContent = copy.dataset.copy;
    setTimeout(() => (copy.textContent = text), 2000);
  });
  if (!share) return;
  share.hidden = !navigator.share;
  // Closing the dialogue is no failure.
  share.addEventListener("click", () => navigator.share({ title: document.title, url }).catch(() => {}));
}
