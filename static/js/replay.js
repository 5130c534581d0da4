'use strict';
/* Replay: left and right arrows, Home and End, and a sideways swipe over the diagram
   follow the links of [data-steps]. Inside [data-replay]; the links work without it. */
(() => {
  const FAR = 40;
  let start = null;

  const follow = (part, which) => {
    const steps = part.querySelector('[data-steps]');
    if (!steps) return;
    const numbers = steps.querySelectorAll('a:not([data-step])');
    const link = {
      back: steps.querySelector('[data-step="back"]'),
      on: steps.querySelector('[data-step="on"]'),
      first: numbers[0],
      last: numbers[numbers.length - 1],
    }[which];
    if (link) link.click();
  };

  const keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };

  document.addEventListener('keydown', (event) => {
    const part = event.target.closest('[data-replay]');
    const which = keys[event.key];
    if (!part || !which || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest('input, select, textarea, .scroll')) return;
    event.preventDefault();
    follow(part, which);
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
