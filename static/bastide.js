// What pages do more comfortably with scripts on. Every page works without.

// A new account starts in the zone that the browser keeps.
const zone = document.querySelector("select[data-guess-zone]");
if (zone) {
  const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === guess)) zone.value = guess;
}
