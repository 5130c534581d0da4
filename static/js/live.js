'use strict';
/* Live parts: a fragment that polls carries data-live. Polling rests while the page is
   hidden, a pointer is down (no row moves under a finger) or a form in it is in use,
   and catches up afterwards. What is open only to be read stays open, in a replay from
   trick to trick too; the focus and what was scrolled aside stay where they were.
   It names what it shows already, and nothing comes where nothing changed. A server with
   too much to do says when to ask again. The word of the network stands in the bar. */
(() => {
  let pointers = 0;
  let restsUntil = 0;
  let kept = null;
  const waiting = new Set();
  const shown = new Map();
  const USED = 'details[open] form, input:focus, select:focus, textarea:focus';

  const rests = (place) => pointers > 0 || place.querySelector(USED) !== null;
  const nameOf = (details) => details.querySelector('summary').textContent;
  const READ = 'details:not(:has(form))';
  const FOCUSED = 'a[href], button, summary, [tabindex="0"]';

  const scrolled = (place) => [...place.querySelectorAll('.scroll, [tabindex="0"]')];

  /* The same control after a swap: by where it leads, not by words that count time. */
  const signOf = (control) => control.getAttribute('href')
    || (control.form && [control.form.action, control.name, control.value].join())
    || control.getAttribute('aria-label') || control.textContent;

  const lookAt = (place) => {
    const active = place.contains(document.activeElement) && document.activeElement;
    return {
      open: new Map([...place.querySelectorAll(READ)].map((one) => [nameOf(one), one.open])),
      sign: active && active.matches(FOCUSED) ? signOf(active) : '',
      offsets: scrolled(place).map((one) => [one.scrollLeft, one.scrollTop]),
    };
  };

  const putBack = (place, before) => {
    place.querySelectorAll(READ).forEach((one) => {
      if (before.open.has(nameOf(one))) one.open = before.open.get(nameOf(one));
    });
    scrolled(place).forEach((one, at) => {
      [one.scrollLeft, one.scrollTop] = before.offsets[at] || [0, 0];
    });
    if (!before.sign) return;
    const same = [...place.querySelectorAll(FOCUSED)].find((one) => signOf(one) === before.sign);
    if (same) same.focus({ preventScroll: true });
  };

  const catchUp = () => {
    if (document.hidden || pointers > 0) return;
    const late = [...waiting].filter((element) => element.isConnected);
    waiting.clear();
    late.forEach((element) => window.htmx.trigger(element, 'live:refresh'));
  };

  document.addEventListener('htmx:configRequest', (event) => {
    const { elt: element, path, headers } = event.detail;
    if (!element.matches('[data-live]')) return;
    headers['X-Poll'] = '1';
    if (shown.has(path)) headers['If-None-Match'] = shown.get(path);
  });

  document.addEventListener('htmx:beforeRequest', (event) => {
    const element = event.detail.elt;
    if (!element.matches('[data-live]')) return;
    const used = document.hidden || rests(element);
    if (!used && performance.now() >= restsUntil) return;
    event.preventDefault();
    if (used) waiting.add(element);
  });

  /* An answer waits too. It may replace more than the part that asked for it. */
  document.addEventListener('htmx:beforeSwap', (event) => {
    const element = event.detail.requestConfig && event.detail.requestConfig.elt;
    const place = event.detail.target;
    const { xhr } = event.detail;
    kept = null;
    if (xhr.status === 304) event.detail.shouldSwap = false;
    if (!event.detail.shouldSwap) return;
    if (!element || !place || !element.matches('[data-live], [data-replay] a')) return;
    const polls = element.matches('[data-live]');
    if (polls && rests(place)) {
      event.detail.shouldSwap = false;
      waiting.add(element);
      return;
    }
    kept = lookAt(place);
    const tag = xhr.getResponseHeader('ETag');
    if (polls && tag) shown.set(event.detail.requestConfig.path, tag);
  });

  document.addEventListener('htmx:afterSwap', (event) => {
    const place = document.getElementById(event.detail.target.id);
    if (place && kept) putBack(place, kept);
    kept = null;
  });

  /* A form is closed, or the cursor leaves its field: the tap that did it goes first. */
  ['toggle', 'focusout'].forEach((name) => {
    document.addEventListener(name, () => setTimeout(catchUp, 300), true);
  });

  document.addEventListener('pointerdown', () => { pointers += 1; }, true);
  ['pointerup', 'pointercancel'].forEach((name) => {
    document.addEventListener(name, () => {
      pointers = Math.max(pointers - 1, 0);
      /* The tap itself comes after this event and goes first. */
      setTimeout(catchUp, 300);
    }, true);
  });

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) catchUp();
  });

  const network = (online, slow = false) => {
    const mark = document.querySelector('.net');
    if (!mark) return;
    const count = Number(mark.dataset.held || 0);
    const off = count ? mark.dataset.waiting.replace('{n}', count) : mark.dataset.offline;
    const good = slow ? mark.dataset.slow : mark.dataset.online;
    const words = online ? good : off;
    const back = online && mark.matches('.off');
    mark.classList.toggle('off', !online);
    mark.classList.toggle('slow', slow);
    if (mark.textContent !== words) mark.textContent = words;
    if (back) document.dispatchEvent(new Event('network:back'));
  };

  window.addEventListener('online', () => network(true));
  window.addEventListener('offline', () => network(false));
  document.addEventListener('acts:held', () => {
    network(!document.querySelector('.net').matches('.off'));
  });
  document.addEventListener('htmx:sendError', () => network(false));
  document.addEventListener('htmx:afterRequest', (event) => {
    const { xhr } = event.detail;
    if (!xhr || xhr.status === 0) return;
    const slow = xhr.status === 503;
    const seconds = Number(xhr.getResponseHeader('Retry-After')) || 5;
    if (slow) restsUntil = performance.now() + 1000 * seconds;
    network(true, slow);
  });
  network(navigator.onLine);
})();
