'use strict';
/* Served at the root as /worker.js for the pages below /player/ and for a director's fact
   sheet. It keeps the pages that the server lets a device keep, as they were last seen, and
   what they look like; without network it shows them so. Acts never pass through here. It
   shows notices too, for which staff have it below /notices/; of their other pages nothing
   is kept. */
(() => {
  const PAGES = 'pages-1';
  const LOOKS = 'looks-1';
  const HOME = '/player/';
  const SHEET = /^\/events\/[^/]+\/sheet$/; // a director's fact sheet

  const keep = async (name, request, response) => {
    const cache = await caches.open(name);
    await cache.put(request.url, response);
  };

  const kept = async (name, address) => {
    const cache = await caches.open(name);
    return cache.match(address, { ignoreVary: true });
  };

  /* The page says of itself that it is old, or that another one stands in for it. */
  const marked = async (response, mark) => {
    const words = await response.text();
    return new Response(words.replace('<html ', `<html ${mark} `), {
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
  };

  const pageOf = async (event) => {
    const { request } = event;
    try {
      const response = await fetch(request);
      if (response.status === 403) event.waitUntil(caches.delete(PAGES));
      if (response.headers.get('X-Keep') === 'phone') {
        event.waitUntil(keep(PAGES, request, response.clone()));
      }
      return response;
    } catch (error) {
      const own = await kept(PAGES, request.url);
      if (own) return marked(own, 'data-kept');
      const { pathname } = new URL(request.url);
      const home = pathname.startsWith(HOME)
        && await kept(PAGES, new URL(HOME, request.url).href);
      if (home) return marked(home, 'data-kept data-missing');
      throw error;
    }
  };

  const lookOf = async (event) => {
    const { request } = event;
    try {
      const response = await fetch(request);
      if (response.ok) event.waitUntil(keep(LOOKS, request, response.clone()));
      return response;
    } catch (error) {
      const own = await kept(LOOKS, request.url);
      if (own) return own;
      throw error;
    }
  };

  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => {
    event.waitUntil((async () => {
      const names = await caches.keys();
      const old = names.filter((name) => ![PAGES, LOOKS].includes(name));
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })());
  });

  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin) return;
    if (request.mode === 'navigate' && (pathname.startsWith(HOME) || SHEET.test(pathname))) {
      event.respondWith(pageOf(event));
    } else if (pathname.startsWith('/static/')) {
      event.respondWith(lookOf(event));
    }
  });

  // --- notices

  /* How far a notice came; its number is known to this device alone. */
  const tell = (id, state) =>
    fetch(`/push/${id}/${state}`, { method: 'POST', keepalive: true }).catch(() => {});

  const open = async (address) => {
    const url = new URL(address, self.location.origin).href;
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((one) => one.url === url);
    return page ? page.focus() : self.clients.openWindow(url);
  };

  self.addEventListener('push', (event) => {
    const { id, tag, title, body, address } = event.data.json();
    const icon = '/favicon.ico';
    event.waitUntil((async () => {
      await self.registration.showNotification(title, { body, tag, icon, data: { id, address } });
      await tell(id, 'shown');
    })());
  });

  self.addEventListener('notificationclick', (event) => {
    const { id, address } = event.notification.data;
    event.notification.close();
    event.waitUntil(Promise.all([open(address), tell(id, 'opened')]));
  });
})();
