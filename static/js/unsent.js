'use strict';
/* Words typed, tiles chosen and cards marked, and not sent yet: another form, a link, or
   leaving the page asks first. Which seat gets the next cards is nothing entered.
   Loaded before other scripts, so that what is not to be sent is not marked as sending. */
(() => {
  const FIELDS = 'main form[method="post"]:not([data-drafts]) :is(textarea, input, select)';
  const TYPED = ['text', 'textarea'];
  const TICKED = ['radio', 'checkbox'];
  const question = document.querySelector('main').dataset.unsent;
  let leaving = false;

  const changed = (field) => {
    if (TICKED.includes(field.type)) return field.checked !== field.defaultChecked;
    if (TYPED.includes(field.type)) return field.value.trim() && field.value !== field.defaultValue;
    if (field.type !== 'select-one') return false;
    const begun = [...field.options].find((one) => one.defaultSelected) || field.options[0];
    return Boolean(begun) && field.value !== begun.value;
  };
  const unsent = (form) => [...document.querySelectorAll(FIELDS)].some((field) =>
    field.form !== form && !field.matches('.seats input') && changed(field));

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
