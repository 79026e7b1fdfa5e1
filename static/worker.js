// Game pages, the dashboard and the queue stay readable offline, as they were when last loaded, and so do the positions that a
// page shows as waiting for the viewer. They are cached for one account: when another account or a visitor without one loads a
// page, the cache is deleted.

importScripts("notify.js");

const FILES = "files";
const PAGES = "pages of ";
const CACHED = /^\/(queue|games\/[^/]+(\/final|\/moves)?)?$/;
const WAITING = /"mine" src="((\/games\/\w+)[^"]+)/g;
const MOST = 160;
const LEAVING = ["/logout", "/guest/end", "/login", "/recover", "/signup"];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method === "POST" && LEAVING.includes(pathname)) event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (request.mode === "navigate" || pathname.endsWith("/board.svg")) event.respondWith(page(event, pathname));
  else if (pathname.startsWith("/static/")) event.respondWith(file(event));
});

async function page(event, pathname) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    const shown = answer.headers.get("content-type")?.startsWith("text/html");
    if (shown) event.waitUntil(seen(request, answer.clone(), CACHED.test(pathname)).catch(() => {}));
    return answer;
  } catch (error) {
    const cached = await caches.match(pathname === "/next" ? "/queue" : request, { ignoreVary: true });
    if (cached) return cached;
    throw error;
  }
}

async function seen(request, answer, keeping) {
  const person = answer.headers.get("shown-to");
  const name = PAGES + person;
  await forget(name);
  if (!person || !keeping || !answer.ok) return;
  const text = await answer.clone().text();
  await keep(name, request, answer);
  for (const [, picture, game] of text.matchAll(WAITING)) {
    // Its address changes with the position.
    if (await caches.match(picture)) continue;
    for (const path of [game, picture]) {
      const answer = await fetch(path, { headers: { "x-hidden": "1" } });
      // The session may have ended meanwhile.
      if (answer.ok && (await caches.has(name))) await keep(name, path, answer);
    }
  }
}

async function file(event) {
  const { request } = event;
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(keep(FILES, request, answer.clone()).catch(() => {}));
  return answer;
}

/** Stores a response in a cache once it is complete, and removes the oldest ones. */
async function keep(name, request, answer) {
  const whole = new Response(await answer.blob(), answer);
  const cache = await caches.open(name);
  await cache.delete(request, { ignoreVary: true });
  await cache.put(request, whole);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

/** Deletes all cached pages except those in one cache. */
async function forget(but) {
  for (const name of await caches.keys()) if (name !== FILES && name !== but) await caches.delete(name);
}
