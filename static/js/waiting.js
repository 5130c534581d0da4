'use strict';
/* Offline: an act that is sent while the bar says so waits on its page and goes out by
   itself when the network is back. It can be taken back by the same button, another act
   takes its place, and leaving the page asks first. The bar counts what waits; "filed"
   is said by the server alone. */
(() => {
  let held = null;

  const mark = () => document.querySelector('.net');

  const tell = () => {
    const bar = mark();
    bar.dataset.held = held ? 1 : 0;
    document.dispatchEvent(new Event('acts:held'));
    const place = document.querySelector('.messages');
    place.querySelectorAll('[data-held-note]').forEach((note) => note.remove());
    if (!held) return;
    const note = document.createElement('p');
    note.className = 'notice warn';
    note.dataset.heldNote = '';
    note.textContent = bar.dataset.note;
    place.append(note);
  };

  const free = () => {
    const { form, button } = held;
    held = null;
    delete form.dataset.held;
    delete form.dataset.sending;
    if (button) ['aria-busy', 'aria-disabled'].forEach((name) => button.removeAttribute(name));
    tell();
  };

  /* Heard last, so that whatever the page writes into the form at the tap stands. */
  document.addEventListener('submit', (event) => {
    const form = event.target;
    const bar = mark();
    if (event.defaultPrevented || form.method !== 'post' || !bar) return;
    if (!bar.matches('.off')) return;
    event.preventDefault();
    if (held) free();
    held = { form, button: event.submitter };
    if (held.button) held.button.removeAttribute('aria-disabled');
    form.dataset.held = 'yes';
    delete form.dataset.sending; // another answer of the form may take its place
    tell();
  });

  /* A second tap on the act that waits takes it back. */
  document.addEventListener('click', (event) => {
    if (!held || !held.button || !held.button.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    free();
  }, true);

  document.addEventListener('network:back', () => {
    if (!held) return;
    const { form, button } = held;
    held = null;
    mark().dataset.held = 0;
    delete form.dataset.sending;
    form.requestSubmit(button);
  });

  window.addEventListener('beforeunload', (event) => {
    if (held) event.preventDefault();
  });
})();
