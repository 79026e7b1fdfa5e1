// A list of games follows its filters while they are typed or chosen.

import { parsed } from "./live.js";

export function startSearch(form) {
  const part = (page, id) => page.getElementById(id);
  let timer = null;
  let asked = 0;
  const show = async () => {
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value.trim()) address.searchParams.set(name, value);
    const mine = ++asked;
    const answer = await fetch(address).catch(() => null);
    const page = answer?.ok && (await parsed(answer));
    if (!page || mine !== asked) return;
    part(document, "list").replaceWith(part(page, "list"));
    // It is announced.
    part(document, "found").replaceChildren(...part(page, "found").childNodes);
    history.replaceState(null, "", address);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(show, 250);
  };
  for (const type of ["input", "change"]) form.addEventListener(type, wait);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    show();
  });
}
