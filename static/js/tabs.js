'use strict';
/* The tabs of a desk: where they are wider than the screen, the one that is open is seen. */
(() => {
  const here = document.querySelector('.tabs [aria-current]');
  if (here) here.scrollIntoView({ block: 'nearest', inline: 'center' });
})();
