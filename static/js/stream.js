'use strict';
/* Listening instead of asking: the server says when something has changed in the event,
   and the part that carries data-stream then asks for itself as it does when it polls.
   While the stream is open it polls once a minute only; without one, as before. Hidden
   pages do not listen. */
(() => {
  const MINUTE = 60_000;
  const PART = '[data-live][data-stream]';
  let source = null;
  let asked = 0;

  const isOpen = () => source !== null && source.readyState === EventSource.OPEN;

  const refresh = () => {
    document.querySelectorAll(PART).forEach((part) => window.htmx.trigger(part, 'live:refresh'));
  };

  const end = () => {
    if (source) source.close();
    source = null;
  };

  const begin = () => {
    const part = document.querySelector(PART);
    if (!part || source || document.hidden) return;
    source = new EventSource(part.getAttribute('hx-get').split('?')[0]);
    /* Not all at the same moment. */
    source.addEventListener('message', () => setTimeout(refresh, 1000 * Math.random()));
    source.addEventListener('error', () => {
      if (!source || source.readyState !== EventSource.CLOSED) return;
      end(); // refused: there are too many, or the reader has to sign in
      setTimeout(begin, MINUTE);
    });
  };

  /* Only what a timer asks has no event that triggered it. */
  document.addEventListener('htmx:beforeRequest', (event) => {
    const { elt, requestConfig } = event.detail;
    if (!elt.matches(PART)) return;
    const byTimer = !requestConfig.triggeringEvent;
    if (byTimer && isOpen() && performance.now() < asked + MINUTE) event.preventDefault();
    else asked = performance.now();
  });

  document.addEventListener('visibilitychange', () => (document.hidden ? end() : begin()));
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', begin);
  begin();
})();
