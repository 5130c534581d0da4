'use strict';
/* Refreshes times that the server wrote: [data-since] counts up, [data-clock] counts
   down. The server's instant in data-now is the start; this device's clock only
   measures how long the page has been open, so a wrong clock does no harm. */
(() => {
  const MINUTE = 60;
  const DAY = 24;
  const seen = new WeakMap();

  const secondsFrom = (element, instant) => {
    if (!seen.has(element)) seen.set(element, Date.now());
    const open = Date.now() - seen.get(element);
    return Math.floor((Date.parse(element.dataset.now) + open - Date.parse(instant)) / 1000);
  };

  const write = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };

  const two = (number) => String(number).padStart(2, '0');

  const elapsed = (element) => {
    const total = Math.max(secondsFrom(element, element.dataset.since), 0);
    const hours = Math.floor(total / (MINUTE * MINUTE));
    const minutes = Math.floor(total / MINUTE) % MINUTE;
    const seconds = two(total % MINUTE);
    if (hours >= DAY) {
      const days = element.dataset.long.replace('{days}', Math.floor(hours / DAY));
      write(element, days.replace('{hours}', hours % DAY));
      return;
    }
    write(element, hours ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`);
  };

  const words = (clock, left) => {
    const minutes = Math.floor(left / MINUTE);
    const { closed, last, left: some, long } = clock.dataset;
    if (left < 0) return closed;
    if (minutes < 1) return last;
    if (minutes < 2 * MINUTE) return some.replace('{minutes}', minutes);
    return long.replace('{hours}', Math.floor(minutes / MINUTE))
      .replace('{minutes}', minutes % MINUTE);
  };

  const countdown = (clock) => {
    const left = -secondsFrom(clock, clock.dataset.until);
    write(clock.querySelector('.left'), words(clock, left));
    const meter = clock.querySelector('meter');
    meter.value = Math.max(Math.floor(left / MINUTE), 0);
    clock.classList.toggle('low', left >= 0 && left < 5 * MINUTE);
    clock.classList.toggle('shut', left < 0);
  };

  const refresh = () => {
    if (document.hidden) return;
    document.querySelectorAll('[data-since]').forEach(elapsed);
    document.querySelectorAll('[data-clock]').forEach(countdown);
  };

  refresh();
  setInterval(refresh, 1000);
  document.addEventListener('visibilitychange', refresh);
  document.addEventListener('htmx:afterSettle', refresh);
})();
