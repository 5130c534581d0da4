'use strict';
/* A player's pages on the phone: kept for a time without network, for one slip at a time,
   and put on the home screen by those who want it. The worker itself is worker.js. */
(() => {
  if (!window.phone) return;
  const PAGES = 'pages-1';
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
    const acts = 'form[method="get"] button[name="act"], button[name="turn"]';
    for (const act of document.querySelectorAll(acts)) {
      const address = `${window.location.pathname}?act=${act.value}`;
      if (await cache.match(address, { ignoreVary: true })) continue;
      const response = await fetch(address);
      if (response.headers.get('X-Keep') === 'phone') await cache.put(address, response);
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
