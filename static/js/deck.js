'use strict';
/* The blank deck: shows who holds each key, keeps the typed hands (S.H.D.C) in step
   both ways, and lets the digits 1 to 4 choose North, East, South, West. */
(() => {
  const SUITS = 'SHDC';

  const radio = (form, seat) => form.querySelector(`[name="seat"][value="${seat}"]`);

  const text = (form, seat) => [...SUITS].map((suit) => (
    [...form.querySelectorAll(`.key[data-holder="${seat}"]`)]
      .filter((key) => key.value[0] === suit).map((key) => key.value[1]).join('')
  )).join('.');

  const draw = (form) => {
    const deck = form.querySelector('[data-deck]');
    if (!deck) return;
    const giving = form.querySelector('[name="seat"]:checked').value;
    deck.querySelectorAll('.key').forEach((key) => {
      const { holder } = key.dataset;
      const [letter, words] = key.querySelector('small').children;
      key.classList.toggle('mine', holder === giving);
      key.classList.toggle('given', holder !== '' && holder !== giving);
      letter.textContent = holder && radio(form, holder).dataset.letter;
      words.textContent = holder
        ? deck.dataset.held.replace('{seat}', radio(form, holder).dataset.name)
        : deck.dataset.free;
    });
    form.querySelectorAll('[data-typed]').forEach((field) => {
      if (field !== document.activeElement) field.value = text(form, field.dataset.typed);
    });
  };

  const typed = (field) => {
    const form = field.closest('form');
    const seat = field.dataset.typed;
    const suits = field.value.toUpperCase().replace(/10/g, 'T').split('.');
    form.querySelectorAll('.key').forEach((key) => {
      const here = (suits[SUITS.indexOf(key.value[0])] || '').includes(key.value[1]);
      if (here) key.dataset.holder = seat;
      else if (key.dataset.holder === seat) key.dataset.holder = '';
    });
    field.dispatchEvent(new Event('cards:changed', { bubbles: true }));
  };

  document.addEventListener('cards:changed', (event) => draw(event.target.closest('form')));

  document.addEventListener('input', (event) => {
    if (event.target.matches('[data-typed]')) typed(event.target);
  });

  document.addEventListener('change', (event) => {
    if (event.target.matches('[name="seat"]')) draw(event.target.form);
  });

  document.addEventListener('keydown', (event) => {
    const deck = document.querySelector('[data-deck]');
    if (!deck || event.target.matches('input:not([type="radio"]), textarea, select')) return;
    const seat = { 1: 'N', 2: 'E', 3: 'S', 4: 'W' }[event.key];
    if (!seat || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    radio(deck.closest('form'), seat).checked = true;
    draw(deck.closest('form'));
  });
})();
