'use strict';
/* A player's pages on the phone: kept for a time without network, for one slip at a time,
   and put on the home screen by those who want it. The worker itself is worker.js. */
(() => {
  if (!window.phone) return;
  const [PAGES, LOOKS] = ['pages-1', 'looks-1']; // as in worker.js
  const { owner } = window.phone;
  const { home = '/player/' } = document.getElementById('filings').dataset;

  if (localStorage.getItem('owner') !== owner) { // another pair's slip on this phone
    caches.delete(PAGES);
    localStorage.setItem('owner', owner);
  }
  navigator.serviceWorker.register('/worker.js', { scope: home });

  /* The pages of what can be done here, so that they open without network too. */
  const warm = async () => {
    const cache = await caches.open(PAGES);
    const looks = await caches.open(LOOKS);
    const put = async (store, address, wanted) => {
      if (await store.match(address, { ignoreVary: true })) return;
      const response = await fetch(address);
      if (wanted(response)) await store.put(address, response);
    };
    const isKept = (response) => response.headers.get('X-Keep') === 'phone';
    // This page and what it looks like: before the worker had it, nothing was kept.
    await put(cache, window.location.href.split('#')[0], isKept);
    for (const part of document.querySelectorAll('script[src], link[rel="stylesheet"]')) {
      await put(looks, part.src || part.href, (response) => response.ok);
    }
    const acts = 'form[method="get"] button[name="act"], button[name="turn"]';
    for (const act of document.querySelectorAll(acts)) {
      await put(cache, `${window.location.pathname}?act=${act.value}`, isKept);
    }
  };
  const old = document.documentElement.hasAttribute('data-kept');
  if (!old && navigator.onLine) navigator.serviceWorker.ready.then(warm).catch(() => {});

  const install = document.querySelector('[data-install]');
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!install) return;
    event.preventDefault();
    install.hidden = false;
    install.onclick = () => event.prompt();
  });
})();
