'use strict';
/* Live parts: a fragment that polls carries data-live. Polling rests while the page is
   hidden or a pointer is down (no row moves under a finger) and catches up afterwards.
   A body with data-stream opens one event stream; each message names a topic and fires
   live:<topic>. The word and mark of the network stand in the bar. */
(() => {
  let pointers = 0;
  let stream = null;
  const waiting = new Set();

  const fetchAgain = (element) => {
    if (element.isConnected) window.htmx.trigger(element, 'live:refresh');
  };

  const catchUp = () => {
    if (document.hidden || pointers > 0) return;
    const late = [...waiting];
    waiting.clear();
    late.forEach(fetchAgain);
  };

  document.addEventListener('htmx:beforeRequest', (event) => {
    const element = event.detail.elt;
    if (!element.matches('[data-live]') || (!document.hidden && pointers === 0)) return;
    event.preventDefault();
    waiting.add(element);
  });

  /* An answer that arrives under a finger waits for it too. */
  document.addEventListener('htmx:beforeSwap', (event) => {
    const element = event.detail.requestConfig && event.detail.requestConfig.elt;
    if (!element || !element.matches('[data-live]') || pointers === 0) return;
    event.detail.shouldSwap = false;
    waiting.add(element);
  });

  document.addEventListener('pointerdown', () => { pointers += 1; }, true);
  ['pointerup', 'pointercancel'].forEach((name) => {
    document.addEventListener(name, () => {
      pointers = Math.max(pointers - 1, 0);
      /* The tap itself comes after this event and goes first. */
      setTimeout(catchUp, 300);
    }, true);
  });

  const listen = () => {
    const address = document.body.dataset.stream;
    if (!address || document.hidden || stream) return;
    stream = new EventSource(address);
    stream.addEventListener('message', (event) => {
      /* Spread over a second, or every tablet asks at once. */
      setTimeout(
        () => window.htmx.trigger(document.body, `live:${event.data}`),
        Math.random() * 1000,
      );
    });
  };

  const rest = () => {
    if (stream) stream.close();
    stream = null;
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      rest();
    } else {
      listen();
      catchUp();
    }
  });
  window.addEventListener('pagehide', rest);
  window.addEventListener('pageshow', listen);

  const network = (online) => {
    const mark = document.querySelector('.net');
    if (!mark) return;
    const count = Number(mark.dataset.held || 0);
    const off = count ? mark.dataset.waiting.replace('{n}', count) : mark.dataset.offline;
    const words = online ? mark.dataset.online : off;
    const back = online && mark.matches('.off');
    mark.classList.toggle('off', !online);
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
    if (event.detail.xhr && event.detail.xhr.status > 0) network(true);
  });
  network(navigator.onLine);
})();
