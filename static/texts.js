// What scripts say, in the language of the page: the page brings it, in #texts.

const texts = JSON.parse(document.querySelector("#texts")?.textContent ?? "{}");

/** The text of a key, with its placeholders filled. */
export function say(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
