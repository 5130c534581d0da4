'use strict';
/* Replay: left and right arrows step by a card where the page offers it, else by a
   trick; with Shift, by PageUp and PageDown and by a sideways swipe over the diagram
   by a trick; Home and End go to the ends. They follow the links, which work alone. */
(() => {
  const FAR = 40;
  let start = null;

  const follow = (part, ...wanted) => {
    const numbers = part.querySelectorAll('[data-steps] a:not(.end)');
    const ends = { first: numbers[0], last: numbers[numbers.length - 1] };
    const found = wanted.map((one) => ends[one] || part.querySelector(`[data-step="${one}"]`));
    const link = found.find(Boolean);
    if (link) link.click();
  };

  const keys = {
    ArrowLeft: ['card-back', 'back'],
    ArrowRight: ['card-on', 'on'],
    PageUp: ['back'],
    PageDown: ['on'],
    Home: ['first'],
    End: ['last'],
  };

  const wantedBy = (event) => {
    const found = keys[event.key];
    return found && event.shiftKey ? found.slice(-1) : found;
  };

  /* With nothing in focus the arrows are free for the only replay of the page. */
  const partOf = (event) => {
    if (event.target !== document.body) return event.target.closest('[data-replay]');
    return event.key.startsWith('Arrow') ? document.querySelector('[data-replay]') : null;
  };

  document.addEventListener('keydown', (event) => {
    const part = partOf(event);
    const wanted = wantedBy(event);
    if (!part || !wanted || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest('input, select, textarea, .scroll')) return;
    event.preventDefault();
    follow(part, ...wanted);
  });

  document.addEventListener('pointerdown', (event) => {
    const diagram = event.target.closest('[data-replay] .diagram');
    start = diagram && { x: event.clientX, y: event.clientY, diagram };
  });

  document.addEventListener('pointerup', (event) => {
    if (!start) return;
    const across = event.clientX - start.x;
    const down = Math.abs(event.clientY - start.y);
    const part = start.diagram.closest('[data-replay]');
    start = null;
    if (Math.abs(across) < FAR || Math.abs(across) < 2 * down) return;
    follow(part, across < 0 ? 'on' : 'back');
  });

  document.addEventListener('pointercancel', () => { start = null; });
})();
