'use strict';
/* A shared tablet locks itself a little before the server would, and hands over what is
   typed and not sent: it waits there for its writer alone. Nothing is left in the page,
   in the browser's own store of pages, or in any other. */
(() => {
  const form = document.getElementById('lock');
  const { seconds, here, names, locked, offline, kept } = form.dataset;
  const TYPED = ['text', 'textarea', 'search', 'number'];
  const AGAIN = 5_000;
  const TELLS = 20_000;
  let last = Date.now();
  let told = Date.now();
  let isLocked = false;

  const fields = () => [...document.querySelectorAll('main form :is(textarea, input)')]
    .filter((field) => TYPED.includes(field.type) && field.name);
  const wordsOf = () => JSON.stringify(fields()
    .filter((field) => field.value.trim() && field.value !== field.defaultValue)
    .map((field) => [field.form.getAttribute('action') || '', field.name, field.value]));
  const post = (address, values) => fetch(address, {
    method: 'POST',
    body: new URLSearchParams({
      csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, ...values,
    }),
  });

  const empty = async () => {
    sessionStorage.clear();
    localStorage.clear();
    if (window.caches) {
      (await caches.keys()).forEach((name) => caches.delete(name));
    }
    if (navigator.serviceWorker) {
      (await navigator.serviceWorker.getRegistrations()).forEach((one) => one.unregister());
    }
  };

  const handOver = async (values) => {
    try {
      const response = await post(form.action, values);
      if (response.status >= 500) throw new Error(String(response.status));
      window.location.replace(names);
    } catch (error) {
      document.querySelector('p').textContent = `${locked} ${offline}`;
      setTimeout(handOver, AGAIN, values);
    }
  };

  const lock = () => {
    if (isLocked) return;
    isLocked = true;
    const values = { page: form.elements.page.value, words: wordsOf() };
    document.dispatchEvent(new Event('tablet:locks'));
    const words = document.createElement('p');
    words.className = 'notice';
    words.setAttribute('role', 'status');
    words.textContent = locked;
    document.body.replaceChildren(words);
    document.title = locked;
    empty().finally(() => handOver(values));
  };

  const look = () => {
    if (isLocked) return;
    if (Date.now() - last >= 1000 * seconds) {
      lock();
    } else if (last > told && Date.now() - told >= TELLS) {
      told = Date.now();
      post(here, {}).then((response) => response.status === 403 && lock()).catch(() => {});
    }
  };
  ['pointerdown', 'keydown', 'input'].forEach((name) => {
    document.addEventListener(name, () => {
      look(); // a tap on a page that slept too long opens nothing
      last = Date.now();
    }, true);
  });
  ['focus', 'pageshow', 'online'].forEach((name) => window.addEventListener(name, look));
  document.addEventListener('visibilitychange', look);
  setInterval(look, 1000);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    lock();
  });

  /* What the browser keeps of a page that was left shows nothing. */
  window.addEventListener('pagehide', () => { document.documentElement.hidden = true; });
  window.addEventListener('pageshow', (event) => {
    document.documentElement.hidden = false;
    if (!event.persisted) return;
    document.documentElement.hidden = true;
    window.location.reload();
  });

  /* Words that waited for this writer go back to where they were typed. */
  const left = document.getElementById('left-words');
  if (!left) return;
  JSON.parse(left.textContent).forEach(([action, name, text]) => {
    const field = fields().find((one) => one.name === name
      && [one.form.getAttribute('action') || '', window.location.pathname].includes(action));
    if (field) {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return;
    }
    const note = document.createElement('p');
    note.className = 'notice';
    note.textContent = `${kept} ${text}`;
    document.querySelector('main').prepend(note);
  });
  post(here, { taken: 1 });
})();
