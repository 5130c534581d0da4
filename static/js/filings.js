'use strict';
/* A player's filings, safe from the network: draft, waiting, filed, each said where it was
   written. A tap keeps the filing with its time before anything is sent. On plain HTTP
   none of this works, and the page says so. */
(() => {
  const place = document.getElementById('filings');
  const plain = document.querySelector('[data-plain]');
  if (place && !window.phone && plain) plain.hidden = false;
  if (!place || !window.phone) return;
  const {
    owner, entries, save, update, drop, addressOf, actOf, draftOf, send, line, button,
    clear, labelOf, told,
  } = window.phone;
  const say = (name) => place.dataset[name];
  const [old, missing] = ['data-kept', 'data-missing'].map((mark) =>
    document.documentElement.hasAttribute(mark));
  const forms = [...document.querySelectorAll('form[data-queue]')];
  let busy = false;
  /* Forms that may be sent again while one of theirs waits: a sheet is about one call. */
  const many = new Set(forms.filter((form) => 'many' in form.dataset).map(actOf));

  const timeOf = (entry) => new Date(entry.at).toLocaleTimeString([], { hour12: false });

  const show = () => {
    place.replaceChildren();
    const waits = new Map();
    entries().forEach((entry) => {
      const what = `${entry.label}, ${timeOf(entry)}.`;
      if (entry.state === 'filed') {
        const note = line('ok', say('filed'), what);
        const link = Object.assign(document.createElement('a'), { href: entry.receipt });
        link.textContent = say('receipt');
        note.append(' ', link);
        if (many.has(entry.act)) button(note, say('discard'), () => { drop(entry); show(); });
      } else if (entry.state === 'refused') {
        const note = line('stop', say('refused'), `${what} ${entry.words} ${say('reason')}`);
        if (say('correct')) button(note, say('correct'), () => takeBack(entry));
        button(note, say('discard'), () => { drop(entry); show(); });
      } else {
        if (!many.has(entry.act)) waits.set(entry.act, entry);
        const why = entry.state === 'slip' ? say('slip') : say('waiting');
        const note = line('warn', say('kept'), `${what} ${entry.tried ? say('tried') : why}`);
        if (!entry.tried) button(note, say('back'), () => takeBack(entry));
      }
    });
    if (old) line('warn', say('old'), missing ? say('missing') : '');
    forms.forEach((form) => {
      const control = form.querySelector('button:not([type="button"])');
      control.dataset.words = control.dataset.words || control.textContent;
      const waiting = waits.has(actOf(form));
      control.textContent = waiting ? say('kept') : control.dataset.words;
      const state = form.querySelector('[data-state]');
      const draft = !waiting && localStorage.getItem(draftOf(form));
      state.textContent = draft ? say('draft') : '';
    });
  };

  const takeBack = (entry) => {
    const mine = many.has(entry.act) ? forms : []; // another sheet may stand in the form
    const written = mine.some((form) => localStorage.getItem(draftOf(form)));
    if (written && !window.confirm(say('instead'))) return;
    window.phone.takeBack(entry);
    mine.forEach(clear);
    forms.forEach(window.phone.takeDraft);
    show();
  };


  const alone = async (work) => {
    busy = true;
    return work().finally(() => { busy = false; });
  };

  const flush = async () => {
    if (busy || !navigator.onLine) return;
    const gone = await alone(async () => {
      if (old && !await window.phone.isBack()) return null;
      const waiting = entries().filter((entry) => ['waiting', 'slip'].includes(entry.state));
      for (const entry of waiting) update(told(await send(entry), many)); // as tapped
      return waiting.length;
    });
    if (gone) show();
    if (old && gone !== null && !forms.length) window.location.reload(); // nobody writes here
  };

  /* The tap itself: filed at once where the network is there. What the server refuses at
     once is shown by the server, in its own form. */
  const file = async (form) => {
    const key = crypto.randomUUID();
    form.elements.key.value = key;
    const body = new URLSearchParams(new FormData(form)).toString();
    const entry = {
      key, owner, body, url: addressOf(form), act: actOf(form), state: 'waiting',
      at: new Date().toISOString(), label: labelOf(form),
    };
    save(entry);
    localStorage.removeItem(draftOf(form));
    const done = busy ? entry : await alone(() => send(entry));
    if (done.state === 'filed') {
      drop(entry);
      window.location.assign(done.receipt);
    } else if (done.state === 'refused') {
      drop(entry);
      form.elements.csrfmiddlewaretoken.value = window.phone.token();
      form.submit(); // nothing was written; the page says why, with everything kept
    } else {
      update(done);
      (many.has(entry.act) ? clear : (one) => one.reset())(form); // a refused page, too
      show();
    }
  };

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.matches('[data-forget]')) {
      const left = entries().some((entry) => entry.state !== 'filed');
      if (left && !window.confirm(say('forget'))) event.preventDefault();
      return;
    }
    if (event.defaultPrevented || !form.matches('[data-queue]')) return;
    event.preventDefault();
    if (event.submitter && event.submitter.name === 'turn') { // works without network too
      window.location.assign(window.phone.turn(form, event.submitter.value));
      return;
    }
    const waits = (entry) => entry.act === actOf(form) && entry.state === 'waiting';
    if (!many.has(actOf(form)) && entries().some(waits)) {
      flush();
      return;
    }
    const control = form.querySelector('button:not([type="button"])');
    setTimeout(() => { if (busy) control.setAttribute('aria-busy', 'true'); });
    file(form).finally(() => {
      ['aria-busy', 'aria-disabled'].forEach((name) => control.removeAttribute(name));
    });
  });

  entries().filter((entry) => entry.state === 'filed'
    && entry.receipt === window.location.pathname).forEach(drop);
  forms.forEach((form) => {
    form.dataset.drafts = '';
    if (!form.querySelector('.errorlist')) window.phone.takeDraft(form);
    form.addEventListener('input', () => { window.phone.keepDraft(form); show(); });
  });
  show();
  flush();
  ['online', 'pageshow'].forEach((name) => window.addEventListener(name, flush));
  document.addEventListener('network:back', flush);
  setInterval(flush, 10_000);
})();
