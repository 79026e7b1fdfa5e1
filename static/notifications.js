// The page about notifications. Its form is hidden without this script.

const form = document.querySelector("form[data-push]");
const isAble = window.PushManager && window.Notification && navigator.serviceWorker;

/** The key as the browser compares it. */
const bytes = (key) => Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const isSame = (key, other) => key?.byteLength === other.length && new Uint8Array(key).every((byte, at) => byte === other[at]);

async function manager() {
  return (await navigator.serviceWorker.ready).pushManager;
}

/** The browser's subscription for the server's key, a new one if need be. */
async function subscribe() {
  const applicationServerKey = bytes(form.dataset.push);
  const push = await manager();
  const old = await push.getSubscription();
  if (old && isSame(old.options.applicationServerKey, applicationServerKey)) return old;
  await old?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function fill(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  form.elements.endpoint.value = endpoint;
  form.elements.p256dh.value = keys.p256dh;
  form.elements.auth.value = keys.auth;
}

form.hidden = !isAble;
form.nextElementSibling.hidden = Boolean(isAble);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [error, button] = [form.querySelector("[role=alert]"), form.querySelector("button")];
  error.hidden = true;
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") throw "denied";
    fill(await subscribe());
    form.submit();
  } catch (why) {
    error.textContent = why === "denied" ? error.dataset.denied : error.dataset.failed;
    error.hidden = false;
  }
  button.disabled = false;
});

// A browser that this page removes needs no subscription any more.
document.querySelector("form[data-own]")?.addEventListener("submit", async (event) => {
  if (!isAble) return;
  event.preventDefault();
  const old = await (await manager()).getSubscription();
  await old?.unsubscribe().catch(() => {});
  event.target.submit();
});

// Push services change addresses now and then, and a server that lost its key has another.
const { endpoint } = form.dataset;
if (isAble && endpoint && Notification.permission === "granted") {
  const subscription = await subscribe().catch(() => null);
  if (subscription && new URL(subscription.endpoint).href !== endpoint) {
    fill(subscription);
    await fetch(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form)) });
  }
}
