'use strict';
/* Words typed and not sent yet: another form, a link, or leaving the page asks first.
   Loaded before other scripts, so that what is not to be sent is not marked as sending. */
(() => {
  const FIELDS = 'main form[method="post"]:not([data-drafts]) :is(textarea, input)';
  const TYPED = ['text', 'textarea'];
  const question = document.querySelector('main').dataset.unsent;
  let leaving = false;

  const unsent = (form) => [...document.querySelectorAll(FIELDS)].some((field) =>
    TYPED.includes(field.type) && field.form !== form
    && field.value.trim() && field.value !== field.defaultValue);

  /* Return whether to go on; a question refused leaves everything as it stands. */
  const mayGo = (event, form) => {
    if (!unsent(form) || window.confirm(question)) return true;
    event.preventDefault();
    event.stopImmediatePropagation();
    return false;
  };

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (!link || link.target || link.closest('[hx-get], [hx-boost]')) return;
    if (link.getAttribute('href').startsWith('#')) return;
    leaving = mayGo(event, null);
  }, true);

  document.addEventListener('submit', (event) => {
    if (event.target.id === 'lock') { // it takes what is typed along
      leaving = true;
      return;
    }
    const stays = event.target.closest('[hx-post], [hx-get]');
    leaving = mayGo(event, event.target) && !stays;
  }, true);
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) leaving = false;
  });

  document.addEventListener('tablet:locks', () => { leaving = true; });
  window.addEventListener('pageshow', () => { leaving = false; });
  window.addEventListener('beforeunload', (event) => {
    if (!leaving && unsent(null)) event.preventDefault();
  });
})();
