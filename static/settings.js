// The settings page shows every choice at once. The names and values of its fields are those of the attributes of <html>.

import { play } from "./sound.js";

export function startSettings(form) {
  const { dataset } = document.documentElement;
  form.addEventListener("change", ({ target: { name, value, checked } }) => {
    if (checked && value !== "system") dataset[name] = value;
    else delete dataset[name];
    if (checked && (name === "sound" || name === "vibration")) play("turn");
  });
}
