// Pages of games and the list of one's turns stay readable without a connection, as they were when they were last loaded.
// Nothing is kept of other pages, and nothing after signing out.

const CACHE = "seen";
const MOST = 60;
const LEAVING = ["/logout", "/guest/end"];
const PAGES = /^\/(games\/[^/]+(\/final|\/moves(\/\d+)?)?)?$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method === "POST" && LEAVING.includes(pathname)) event.waitUntil(caches.delete(CACHE));
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(page(request));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(request, answer.clone());
    return answer;
  } catch (error) {
    const seen = await caches.match(request, { ignoreVary: true });
    if (seen) return seen;
    throw error;
  }
}

async function file(request) {
  const seen = await caches.match(request, { ignoreVary: true });
  if (seen) return seen;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.delete(request, { ignoreVary: true });
  await cache.put(request, answer);
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await cache.delete(old);
}
