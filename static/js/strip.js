'use strict';
/* The header of a case: where it is wider than the screen, its edges say that more stands
   there, and on which side. Without a script it scrolls all the same. */
(() => {
  const strip = document.querySelector('.strip');
  if (!strip) return;
  const look = () => {
    const hidden = strip.scrollWidth - strip.clientWidth;
    strip.classList.toggle('more-before', hidden > 1 && strip.scrollLeft > 1);
    strip.classList.toggle('more-after', hidden > 1 && strip.scrollLeft < hidden - 1);
  };
  strip.addEventListener('scroll', look, { passive: true });
  document.addEventListener('htmx:afterSettle', look);
  new ResizeObserver(look).observe(strip);
  look();
})();
