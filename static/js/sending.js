'use strict';
/* Sends a filing of a player's phone until the server answers, always with the same key,
   so that it counts once. Only the receipt makes it filed; a refusal keeps its reason. */
(() => {
  if (!window.phone) return;
  const { owner, save } = window.phone;
  const { home: HOME = '/player/', receipts: RECEIPT = '/player/receipts/' } =
    document.getElementById('filings').dataset;
  const PATIENCE = 20_000;
  /* The server has not judged the filing: too slow, too often, or its own trouble. */
  const unjudged = (status) => [408, 429].includes(status) || status >= 500;
  const tokenOf = (page) => JSON.parse(page.body.getAttribute('hx-headers'))['X-CSRFToken'];
  let csrf = tokenOf(document);

  const sentenceOf = (page) => {
    const found = page.querySelector('main .notice.stop, main .errorlist, main h1');
    return found ? found.textContent.trim().replace(/\s+/g, ' ') : '';
  };
  const read = async (response) =>
    new DOMParser().parseFromString(await response.text(), 'text/html');

  /* A new token, where the one of an old page is not taken any more. */
  const renew = async () => {
    const response = await fetch(HOME, { signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok || response.redirected) return false;
    const page = await read(response);
    const mine = page.getElementById('filings');
    if (!mine || mine.dataset.owner !== owner) return false;
    csrf = tokenOf(page);
    return true;
  };

  const post = (entry) => {
    const body = new URLSearchParams(entry.body);
    body.set('csrfmiddlewaretoken', csrf);
    body.set('owner', entry.owner);
    return fetch(entry.url, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE) });
  };

  const judge = async (entry, response) => {
    const { pathname } = new URL(response.url);
    if (response.redirected && pathname.startsWith(RECEIPT) && response.ok) {
      return { ...entry, state: 'filed', receipt: pathname };
    }
    if (unjudged(response.status)) return { ...entry, state: 'waiting' };
    if (response.redirected && !pathname.startsWith(HOME)) return { ...entry, state: 'slip', tried: false };
    return { ...entry, state: 'refused', words: sentenceOf(await read(response)) };
  };

  const send = async (entry) => {
    if (!navigator.onLine) return entry;
    save({ ...entry, tried: true });
    try {
      let response = await post(entry);
      if (response.status === 403) {
        if (!await renew()) return { ...entry, state: 'slip' };
        response = await post(entry);
      }
      return await judge({ ...entry, tried: true }, response);
    } catch (error) {
      return { ...entry, tried: true };
    }
  };

  const isBack = () => fetch('/healthz', { cache: 'no-store' }).then(() => true, () => false);

  Object.assign(window.phone, { send, isBack, token: () => csrf });
})();
