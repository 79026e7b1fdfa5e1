// The time left by the server's clock, once seconds matter. Without scripts a page says what was left when it was loaded.

const ahead = new WeakMap();
const two = (number) => String(number).padStart(2, "0");

const tick = () => {
  for (const clock of document.querySelectorAll("[data-until]")) {
    if (!ahead.has(clock)) ahead.set(clock, clock.dataset.now - Date.now());
    const left = Math.ceil((clock.dataset.until - Date.now() - ahead.get(clock)) / 1000);
    if (left >= 0 && left < 3600) clock.textContent = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
  }
};

tick();
setInterval(tick, 1000);
