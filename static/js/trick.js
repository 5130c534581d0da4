'use strict';
/* The trick on the table: tap a seat's place, then the card; or drop a card on the felt.
   The lists that serve without a script keep the values and are hidden. Tapping a card
   on the table takes it back. */
(() => {
  let armed = null;

  const part = (form, seat) => form.querySelector(`[data-slot="${seat}"]`);
  const unitFor = (form, seat, card) => form.querySelector(
    `[data-hand="${seat}"] input[value="${card}"], .key[value="${card}"]`,
  );
  const seatOf = (unit) => {
    const hand = unit.closest('[data-hand]');
    return hand ? hand.dataset.hand : unit.dataset.holder || (armed && armed.dataset.slot);
  };
  const cardOf = (unit) => (unit.matches('.key') ? unit.value : unit.querySelector('input').value);

  const arm = (slot) => {
    if (armed) armed.querySelector('button').setAttribute('aria-pressed', 'false');
    armed = slot;
    if (slot) slot.querySelector('button').setAttribute('aria-pressed', 'true');
  };

  const element = (name, words) => {
    const made = document.createElement(name);
    made.textContent = words;
    return made;
  };

  const draw = (slot) => {
    const form = slot.closest('form');
    const button = slot.querySelector('button');
    const card = slot.querySelector('select').value;
    const row = card && unitFor(form, slot.dataset.slot, card).closest('[data-suit]');
    const letter = card && unitFor(form, slot.dataset.slot, card).closest('.k, .key')
      .querySelector('[aria-hidden]').textContent;
    button.className = card ? `face suit-${row.dataset.suit}` : 'face slot';
    button.replaceChildren(...(card
      ? [element('b', letter), element('i', row.dataset.symbol)]
      : [element('b', button.dataset.empty)]));
    const chosen = slot.querySelector('select').selectedOptions[0];
    button.setAttribute('aria-label', card
      ? button.dataset.take + chosen.textContent : button.dataset.ask);
  };

  const lay = (form, seat, card, onTable) => {
    const box = unitFor(form, seat, card);
    if (!box || box.matches('.key')) return;
    box.checked = false;
    box.disabled = onTable;
    box.closest('.k').classList.toggle('down', onTable);
  };

  const put = (slot, card) => {
    const form = slot.closest('form');
    const list = slot.querySelector('select');
    const seat = slot.dataset.slot;
    if (list.value) {
      lay(form, seat, list.value, false);
      const box = unitFor(form, seat, list.value);
      const hand = box.closest('[data-hand]');
      if (hand) box.checked = hand.dataset.mark === 'remaining';
    }
    if (card && ![...list.options].some((option) => option.value === card)) {
      const name = unitFor(form, seat, card).querySelector('.vh').textContent;
      list.add(new Option(name, card));
    }
    list.value = card;
    if (card) {
      lay(form, seat, card, true);
      const key = unitFor(form, seat, card);
      if (key.matches('.key')) key.dataset.holder = seat;
    }
    draw(slot);
    slot.dispatchEvent(new Event('cards:changed', { bubbles: true }));
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-slot] button');
    if (button) {
      const slot = button.closest('[data-slot]');
      if (slot.querySelector('select').value) put(slot, '');
      else arm(armed === slot ? null : slot);
      return;
    }
    const unit = armed && event.target.closest('[data-cards] :is(.k:not(.down), .key)');
    if (!unit || seatOf(unit) !== armed.dataset.slot) return;
    event.preventDefault();
    event.stopPropagation();
    const slot = armed;
    arm(null);
    put(slot, cardOf(unit));
    slot.querySelector('button').focus();
  }, true);

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target.matches('[data-cards] .k input')) {
      event.preventDefault();
      if (armed) event.target.click();
    } else if (event.key === 'Escape') arm(null);
  });

  document.addEventListener('cards:dropped', (event) => {
    const slot = part(event.target.closest('form'), seatOf(event.target));
    if (slot) put(slot, cardOf(event.target));
  });

  const start = () => document.querySelectorAll('[data-cards] [data-slot]').forEach((slot) => {
    slot.querySelector('label').hidden = true;
    slot.querySelector('button').hidden = false;
    draw(slot);
  });
  start();
  document.addEventListener('htmx:afterSettle', start);
})();
