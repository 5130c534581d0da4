'use strict';
/* The grid of results: arrows and Enter go from line to line; behind the last line Enter
   sends the grid. Without this script Tab does the same. */
(() => {
  const WAYS = { ArrowDown: 1, ArrowUp: -1, Enter: 1 };
  const cells = [...document.querySelectorAll('[data-cell]')];

  document.addEventListener('keydown', (event) => {
    const place = cells.indexOf(event.target);
    const way = WAYS[event.key];
    if (place < 0 || !way || event.isComposing) return;
    const next = cells[place + way];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
})();
