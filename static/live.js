// Live updates: the page reloads its content when something has happened, but never discards an open draft.

// The texts of the scripts, in the language of the page: the page brings them.
const texts = JSON.parse(document.querySelector("#texts")?.textContent ?? "{}");

/** The text of a key, with its placeholders filled. */
export const say = (key, values = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** Whether nothing should move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A status line at the end of the page. */
function status(id, name) {
  const known = document.getElementById(id);
  if (known) return known;
  const line = document.createElement("p");
  Object.assign(line, { id, className: name, role: "status" });
  document.body.append(line);
  return line;
}

/** Announces to screen readers what everybody else sees anyway. */
export function announce(text) {
  status("announced", "sr-only").textContent = text;
}

/** The page that an answer contains. */
export const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

/** Shows a message, and announces it to screen readers. */
export function notify(text) {
  const line = status("live", "live");
  line.textContent = text;
  line.hidden = !text;
}

/** Puts the count of the header on the icon of an installed app; 0 takes it away. */
function showCount() {
  navigator.setAppBadge?.(Number(document.querySelector("header.top .count")?.textContent ?? 0)).catch(() => {});
}
showCount();

/** Replaces the content of the page by that of a fetched one. Open details and the focus stay. */
export function replacePage(fresh) {
  const open = [...document.querySelectorAll("details[open][id]")].map((details) => details.id);
  const focus = document.activeElement?.id;
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  // The icon contains a count. It is replaced only if it has changed, so that it does not flicker.
  const [icon, counted] = [document, fresh].map((page) => page.querySelector("link[rel=icon]"));
  if (icon.getAttribute("href") !== counted.getAttribute("href")) icon.replaceWith(counted);
  document.querySelector("header.top").replaceWith(fresh.querySelector("header.top"));
  document.querySelector("main").replaceWith(fresh.querySelector("main"));
  showCount();
  countDown();
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

function listen(address, listeners) {
  const source = new EventSource(address);
  let lost = null;
  for (const [type, listener] of Object.entries(listeners)) source.addEventListener(type, (event) => listener(event.data));
  source.addEventListener("open", () => {
    clearTimeout(lost);
    if (lost) notify("");
    lost = null;
  });
  source.addEventListener("error", () => {
    // Short interruptions recover without a message.
    lost ??= setTimeout(() => notify(say("connection-lost")), 4000);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => (close(), (close = listen(address, listeners))), 5000);
  });
  addEventListener("pagehide", () => source.close(), { once: true });
  let close = () => {
    clearTimeout(lost);
    source.close();
  };
  return () => close();
}

/** Tells the server that the viewer sees whose turn it is, in a game or in all: no message has to say so. */
export function see(address, game = "") {
  const csrf = document.querySelector("input[name=csrf]")?.value;
  if (!address || !csrf || document.hidden) return;
  fetch(address, { method: "POST", body: new URLSearchParams({ csrf, game }), keepalive: true }).catch(() => {});
}

/** What others offer: invitations and a rematch. */
const offers = () => [...document.querySelectorAll("[data-offer]")].map((offer) => offer.textContent.trim());

/** Loads the page again. */
async function refresh(start) {
  // What arrives in a hidden window stays new until the next visit.
  const hidden = document.hidden ? { "x-hidden": "1" } : {};
  const answer = await fetch(location.href, { headers: { accept: "text/html", ...hidden } });
  if (!answer.ok) return;
  const fresh = await parsed(answer);
  // The game has begun.
  if (fresh.body.className !== document.body.className) return location.reload();
  const known = new Set(offers());
  replacePage(fresh);
  const come = offers().filter((offer) => !known.has(offer));
  if (come.length) announce(come.join(". "));
  start();
}

/** Starts new content, and listens to its address if it is that of another page. */
export let renew;

/** Listens for changes to what the page shows. `start` initialises new content, `moved` shows a change of a game. */
export function startLive(start, moved) {
  const begin = () => {
    const page = document.querySelector("[data-live]");
    if (page) {
      const table = page.matches(".tabletop");
      const picture = page.querySelector("img");
      return listen(page.dataset.live, {
        moved(n) {
          // Nothing else on the front page moves while somebody aims at a button, or writes.
          if (picture && !table) picture.src = picture.src.replace(/\d+(?=\/board)/, n);
          else if (!page.querySelector("#talk") || table) (table ? moved(n) : refresh(start)).catch(() => {});
        },
        talk(n) {
          import("./talk.js").then(({ said }) => said(n)).catch(() => {});
        },
      });
    }
    const dashboard = document.querySelector("[data-live-turns]");
    let first = true;
    return dashboard && listen(dashboard.dataset.liveTurns, {
      turns() {
        // What it was about may be gone, and a form there instead.
        const page = document.querySelector("[data-live-turns]");
        if (page && (!first || "atOnce" in page.dataset)) refresh(start).then(() => see(dashboard.dataset.seen)).catch(() => {});
        first = false;
      },
    });
  };
  let stop = begin();
  renew = (elsewhere) => {
    start();
    if (!elsewhere) return;
    stop?.();
    stop = begin();
  };
}

/** Counts clocks down by the server's time: in the words of the page, and by seconds in the last hour, unless motion is unwelcome. */
const countDown = () => document.querySelectorAll("[data-until]").forEach((clock) => {
  const { until, now } = clock.dataset;
  const left = until - Date.now() - (clock.ahead ??= now - Date.now());
  const [days, hours, minutes] = [864e5, 36e5, 6e4].map((unit) => Math.floor(left / unit));
  const text =
    left <= 0 ? say("time-up")
    : days ? say("time-left-days", { n: days, more: hours % 24 })
    : hours ? say("time-left-hours", { n: hours, more: minutes % 60 })
    : still() ? say("time-left-minutes", { n: minutes })
    : new Date(left).toISOString().slice(14, 19);
  if (clock.textContent !== text) clock.textContent = text;
});
countDown();
setInterval(countDown, 1000);
