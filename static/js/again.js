'use strict';
/* The page of a form for which there was no place: it goes out again by itself, with the
   same key, until it is taken. Not all at the same moment. The button does it at once. */
(() => {
  const form = document.querySelector('form[data-again]');
  if (!form) return;
  form.querySelector('[data-trying]').hidden = false;
  const wait = 1000 * (Number(form.dataset.again) + 3 * Math.random());
  const timer = setTimeout(() => form.submit(), wait);
  form.addEventListener('submit', () => clearTimeout(timer));
})();
