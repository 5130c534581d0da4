'use strict';
/* What a player's phone keeps of its filings: one entry of its storage for each filing and
   each draft, so that two pages never overwrite each other. Each slip has its own. */
(() => {
  const place = document.getElementById('filings');
  if (!place || !window.isSecureContext || !navigator.serviceWorker) return;
  const { owner } = place.dataset;

  const entries = () => Object.keys(localStorage)
    .filter((name) => name.startsWith('filing:'))
    .map((name) => JSON.parse(localStorage.getItem(name)))
    .filter((entry) => entry.owner === owner)
    .sort((one, other) => one.at.localeCompare(other.at));
  const save = (entry) => {
    localStorage.setItem(`filing:${entry.key}`, JSON.stringify(entry));
  };
  /* Only what has not been taken back meanwhile. */
  const update = (entry) => {
    if (localStorage.getItem(`filing:${entry.key}`) !== null) save(entry);
  };
  const drop = (entry) => localStorage.removeItem(`filing:${entry.key}`);

  const addressOf = (form) => new URL(form.getAttribute('action'), window.location).pathname;
  const actOf = (form) => {
    const chosen = new URLSearchParams(new FormData(form));
    return `${addressOf(form)}?${chosen.get('act') || ''}${chosen.get('wish') || ''}`;
  };
  const draftOf = (form) => `draft:${owner}:${actOf(form)}`;
  const typed = (form) => [...form.elements].filter((one) =>
    one.name && !['hidden', 'submit', 'button'].includes(one.type));
  const ticked = (one) => ['radio', 'checkbox'].includes(one.type);

  const clear = (form) => typed(form).forEach((one) => {
    if (ticked(one)) one.checked = false;
    else one.value = '';
  });

  const keepDraft = (form) => {
    const fields = typed(form).filter((one) => !ticked(one) || one.checked);
    const values = fields.map((one) => [one.name, one.value]).filter(([, value]) => value);
    if (values.length) localStorage.setItem(draftOf(form), JSON.stringify(values));
    else localStorage.removeItem(draftOf(form));
  };

  const takeDraft = (form) => {
    const values = JSON.parse(localStorage.getItem(draftOf(form)) || '[]');
    typed(form).forEach((one) => {
      const mine = values.filter(([name]) => name === one.name).map(([, value]) => value);
      if (ticked(one) && mine.length) one.checked = mine.includes(one.value);
      else if (mine.length) [one.value] = mine;
      const fold = one.closest('details');
      if (fold && mine.length && !ticked(one)) fold.open = true; // nothing goes unseen
    });
    return values.length > 0;
  };

  /* A sheet is found again by its table and board; once filed, only its case is kept. */
  const labelOf = (form) => [document.title.split(' · ')[0].trim(),
    ...(form.dataset.many || '').split(' ').filter(Boolean).map((name) => {
      const { labels, value } = form.elements[name];
      return value && `${labels[0].textContent.trim()} ${value}`;
    })].filter(Boolean).join(', ');
  const told = (entry, many) => (entry.state === 'filed' && many.has(entry.act)
    ? { ...entry, body: '' } : entry);

  /* What was typed for one act becomes the draft of another; returns that act's page. */
  const turn = (form, act) => {
    keepDraft(form);
    const values = localStorage.getItem(draftOf(form));
    localStorage.removeItem(draftOf(form));
    if (values) localStorage.setItem(`draft:${owner}:${addressOf(form)}?${act}`, values);
    return `${addressOf(form)}?act=${act}`;
  };

  /* What is taken back before it was sent is a draft again. */
  const takeBack = (entry) => {
    const unseen = ['csrfmiddlewaretoken', 'key', 'act', 'wish', 'version', 'phone_time'];
    const values = [...new URLSearchParams(entry.body)]
      .filter(([name, value]) => value && !unseen.includes(name));
    localStorage.setItem(`draft:${owner}:${entry.act}`, JSON.stringify(values));
    drop(entry);
  };

  // --- how it is said

  const line = (kind, head, words) => {
    const note = document.createElement('div');
    note.className = `notice ${kind}`;
    const strong = document.createElement('b');
    strong.textContent = head;
    note.append(strong, ` ${words}`);
    place.append(note);
    return note;
  };

  const button = (note, words, act) => {
    const control = document.createElement('button');
    control.type = 'button';
    control.className = 'btn';
    control.textContent = words;
    control.addEventListener('click', act);
    note.append(document.createElement('br'), control);
  };

  window.phone = {
    owner, entries, save, update, drop, takeBack, addressOf, actOf, draftOf, keepDraft, takeDraft,
    clear, labelOf, told, turn, line, button,
  };
})();
