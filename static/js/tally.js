'use strict';
/* Counts the cards of each hand after every change and says what is missing, in the
   words the server put beside the counts; [data-first] holds the worst of it, [data-full]
   shows at a full count. The button [data-complete] waits for that; without this script the server refuses with the same words. */
(() => {
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  const ofHand = (hand) => {
    const cards = hand.querySelectorAll('.k').length;
    const down = hand.querySelectorAll('.k.down').length;
    const ticked = hand.querySelectorAll('.k:not(.down) :checked').length;
    const held = hand.dataset.mark === 'played' ? cards - ticked - down : ticked;
    return {
      place: hand.querySelector('output'), seat: hand.dataset.name, held, down,
      need: Number(hand.dataset.need),
    };
  };

  const ofSeat = (form, radio) => ({
    place: radio.parentElement.querySelector('small'),
    seat: radio.dataset.name,
    held: form.querySelectorAll(`.key[data-holder="${radio.value}"]`).length,
    down: 0,
    need: Number(radio.dataset.need),
  });

  const write = ({ place, seat, held, down, need }) => {
    const full = held + down === need;
    const words = fill(
      full && down ? place.dataset.plus : place.dataset.part,
      { count: full && down ? held : held + down, need },
    );
    const name = place.querySelector('.vh');
    const text = (full ? '✓ ' : '') + words;
    if (place.lastChild.textContent === text) return;
    place.classList.toggle('full', full);
    place.replaceChildren(...(name ? [name] : []), text);
    if (name) name.textContent = `${seat} `;
  };

  const missing = ({ place, seat, held, down, need }) => {
    const short = need - held - down;
    if (short === 0) return [];
    const words = short > 0 ? place.dataset.missing : place.dataset.over;
    return [fill(words, { seat, count: Math.abs(short), held: held + down, need })];
  };

  /* The words of a form for tricks won that nobody has given yet. */
  const unwon = (form) => (
    form.dataset.won && !form.querySelector('[name="won"]:checked') ? [form.dataset.won] : []);

  const refresh = (form) => {
    const counts = [
      ...[...form.querySelectorAll('[data-hand]')].map(ofHand),
      ...(form.querySelector('[data-deck]')
        ? [...form.querySelectorAll('[name="seat"]')].map((radio) => ofSeat(form, radio)) : []),
    ];
    counts.forEach(write);
    const reasons = [...counts.flatMap(missing), ...unwon(form)].join('. ');
    const ours = (place) => [null, form].includes(place.closest('[data-cards]'));
    const all = (marker) => [...document.querySelectorAll(marker)].filter(ours);
    all('[data-why]').forEach((place) => {
      if (place.textContent !== reasons) place.textContent = reasons;
    });
    const over = counts.filter(({ held, down, need }) => held + down > need);
    const [first = ''] = [...[...over, ...counts].flatMap(missing), ...unwon(form)];
    all('[data-first]').forEach((place) => {
      if (place.textContent !== first) place.textContent = first;
    });
    all('[data-full]').forEach((place) => {
      place.hidden = reasons !== '';
    });
    all('[data-complete]').forEach((button) => {
      button.disabled = reasons !== '';
    });
  };

  document.addEventListener('cards:changed', (event) => refresh(event.target.closest('form')));
  document.addEventListener('change', ({ target }) => {
    if (target.name === 'won' && target.form.matches('[data-cards]')) refresh(target.form);
  });
  const start = () => document.querySelectorAll('form[data-cards]').forEach(refresh);
  start();
  document.addEventListener('htmx:afterSettle', start);
})();
