'use strict';
/* Dock: what rests behind its upper edge shows enough of itself to be tapped, or
   nothing. The dock then rises over it; its buttons and the page stay where they are. */
(() => {
  const LEAST = 24;
  const MOST = 64;
  const CONTROLS = 'a[href], button, input, select, textarea, summary, label';
  const main = document.querySelector('main');
  if (!main) return;
  let dock = null;
  let over = 0;
  let resting = 0;

  const slivers = (line) =>
    [...main.querySelectorAll(CONTROLS)]
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, bottom }) => bottom > line && top < line && line - top < LEAST)
      .map(({ top }) => top);

  const rise = () => {
    const shown = document.querySelector('.dock');
    if (!shown) return;
    // A poll may have put a new one in its place, which has not risen yet.
    if (shown !== dock) over = 0;
    dock = shown;
    const edge = dock.getBoundingClientRect().top + over;
    let line = edge;
    for (let found = slivers(line); found.length; found = slivers(line)) {
      line = Math.floor(Math.min(...found));
      if (edge - line > MOST) break;
    }
    const covers = !dock.matches('.corners') || getComputedStyle(dock).position === 'sticky';
    over = covers && edge - line <= MOST ? edge - line : 0;
    dock.style.setProperty('--over', `${over}px`);
  };

  const afterwards = () => {
    clearTimeout(resting);
    resting = setTimeout(rise, 120);
  };

  rise();
  new ResizeObserver(afterwards).observe(main);
  for (const name of ['scroll', 'resize', 'load']) {
    addEventListener(name, afterwards, { passive: true });
  }
  document.addEventListener('htmx:afterSettle', rise);
})();
