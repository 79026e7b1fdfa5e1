// Pages of games and the list of one's turns stay readable without a connection, as they were when they were last loaded.
// They are kept for the account that they were shown to: what the next account loads, or nobody's page, ends them.

const FILES = "files";
const PAGES = "pages of ";
const KEPT = /^\/(games\/[^/]+(\/final|\/moves)?)?$/;
const MOST = 40;
const LEAVING = ["/logout", "/guest/end", "/login", "/recover", "/signup"];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method === "POST" && LEAVING.includes(pathname)) event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (pathname.startsWith("/static/")) event.respondWith(file(event));
});

async function page(event, pathname) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    const shown = answer.headers.get("content-type")?.startsWith("text/html");
    if (shown) event.waitUntil(seen(request, answer.clone(), KEPT.test(pathname)).catch(() => {}));
    return answer;
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function seen(request, answer, keeping) {
  const person = answer.headers.get("shown-to");
  await forget(PAGES + person);
  if (person && keeping && answer.ok) await keep(PAGES + person, request, answer);
}

async function file(event) {
  const { request } = event;
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(keep(FILES, request, answer.clone()).catch(() => {}));
  return answer;
}

/** Puts an answer that has come whole into a cache, and takes the oldest ones out. */
async function keep(name, request, answer) {
  const whole = new Response(await answer.blob(), answer);
  const cache = await caches.open(name);
  await cache.delete(request, { ignoreVary: true });
  await cache.put(request, whole);
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await cache.delete(old);
}

/** Ends all kept pages but those of one cache. */
async function forget(but) {
  for (const name of await caches.keys()) if (name !== FILES && name !== but) await caches.delete(name);
}
