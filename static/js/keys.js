'use strict';
/* Keys of the staff's screens: a number presses an answer, opens a call or says what a
   new one is about, Enter the main button, g q leads to the calls, a level and a letter
   call in an auction; ? lists those of the page. Never where a text is typed, with a
   modifier, over an open list, or when they are switched off on this device. A cookie
   keeps the switches. */
(() => {
  const TEXT = 'textarea, select, [contenteditable], '
    + 'input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"])';
  const ANSWERS = 'button.verdict, button.choice, a.choice:not(.plain), .call';
  const CALLS = '.box button[name="call"]';
  const OTHERS = { p: 'p', x: 'x', r: 'xx' };
  const OWN = 'a, button, summary, input';
  const PAUSE = 1500;
  const YEAR = 31536000;
  const list = document.getElementById('keys');
  if (!list) return;
  let begun = ['', 0];

  const root = document.documentElement;
  const here = (what) => [...document.querySelectorAll(what)]
    .filter((one) => one.getClientRects().length > 0);
  const press = (control) => {
    if (!control || control.disabled) return false;
    control.click();
    return true;
  };

  const about = (number) => here('[data-kinds]') // the tables' form and the typed one
    .map((group) => press(group.querySelectorAll('label')[number - 1])).includes(true);

  const answer = (number) => {
    if (document.querySelector('[data-deck]')) return false; // its digits choose a hand
    const found = here(ANSWERS)[number - 1];
    return press(found && found.matches('.call') ? found.querySelector('a, button') : found);
  };

  const call = (keys) => press(here(CALLS)
    .find(({ value }) => value.toLowerCase().startsWith(keys)));

  const acts = (key, before, event) => {
    if (before === 'g' && key === 'q') return press(document.querySelector('a.mark'));
    if (/[1-7]/.test(before) && /[cdhsn]/.test(key)) return call(before + key);
    if (OTHERS[key]) return call(OTHERS[key]);
    if (/[1-9]/.test(key)) return about(Number(key)) || answer(Number(key));
    return key === 'enter' && !event.target.closest(OWN) && press(here('.dock :is(a, button).main').pop());
  };

  const show = () => {
    list.querySelectorAll('[data-where]').forEach((row) => {
      row.hidden = document.querySelector(row.dataset.where) === null;
    });
    list.showModal();
  };

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.isComposing || event.defaultPrevented || list.open) return;
    if (root.dataset.keys === 'off' || event.target.closest(TEXT)) return;
    const key = event.key.toLowerCase();
    const before = event.timeStamp - begun[1] < PAUSE ? begun[0] : '';
    begun = [key, event.timeStamp];
    if (key === '?') show();
    else if (!acts(key, before, event)) return;
    begun = ['', 0];
    event.preventDefault();
  });

  list.querySelectorAll('[data-switch]').forEach((box) => {
    const { switch: name, off } = box.dataset;
    box.checked = root.dataset[name] !== off;
    box.addEventListener('change', () => {
      root.dataset[name] = box.checked ? '' : off;
      const secure = location.protocol === 'https:' ? ';secure' : '';
      document.cookie = `${name}=${root.dataset[name]};path=/;samesite=lax`
        + `;max-age=${box.checked ? 0 : YEAR}${secure}`;
    });
  });

  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-open-keys]')) show();
  });
})();
