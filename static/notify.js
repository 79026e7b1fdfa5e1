// Push messages: the worker shows them, and opens what they are about.

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));

/** Always shows something: a browser withdraws the permission of a site that doesn't. */
async function show(data) {
  let message = {};
  try {
    message = data.json() ?? {};
  } catch {}
  const { title, navigate, body, tag, lang } = message.notification ?? {};
  const options = { body, lang, data: { navigate } };
  // Without a tag, the browser refuses to announce a message that replaces another.
  if (tag) Object.assign(options, { tag, renotify: true });
  const shown = self.registration.showNotification(title || "Bastide", options);
  const count = message.app_badge;
  if (Number.isInteger(count)) await self.navigator.setAppBadge?.(count).catch(() => {});
  await shown;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.navigate));
});

/** Shows the page in the tab that has it, or in a new one: another tab may have something half done. */
async function open(address) {
  const { href, origin } = new URL(address || "/", self.location.origin);
  const target = origin === self.location.origin ? href : self.location.origin;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url.split(/[?#]/)[0] === target);
  await (tab?.focus() ?? self.clients.openWindow(target));
}
