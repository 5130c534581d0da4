'use strict';
/* Sending: a form goes out once; a second tap does nothing until an answer is there.
   After a fragment is replaced the focus goes to its heading. */
(() => {
  const release = (form) => {
    delete form.dataset.sending;
    form.querySelectorAll('[aria-busy="true"]').forEach((button) => {
      button.removeAttribute('aria-busy');
      button.removeAttribute('aria-disabled');
    });
  };

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sending) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.dataset.sending = 'yes';
    const button = event.submitter;
    if (button && button.matches('.btn, .choice')) {
      button.setAttribute('aria-busy', 'true');
      button.setAttribute('aria-disabled', 'true');
    }
  }, true);

  /* A script that answers the form itself keeps it on this page. */
  document.addEventListener('submit', (event) => {
    const byHtmx = event.target.closest('[hx-post], [hx-get], [data-hx-post], [hx-boost]')
      || (event.submitter && event.submitter.closest('[hx-post], [hx-get]'));
    if (event.defaultPrevented && !byHtmx) release(event.target);
  });

  /* Back from the browser's store: the answer is no longer on its way. */
  window.addEventListener('pageshow', () => {
    document.querySelectorAll('form[data-sending]').forEach(release);
  });

  document.addEventListener('htmx:afterRequest', () => {
    document.querySelectorAll('form[data-sending]').forEach(release);
  });

  document.addEventListener('htmx:afterSettle', (event) => {
    const place = event.detail.target;
    if (!place || place.id !== 'main') return;
    const heading = place.querySelector('[data-focus], h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  });
})();
