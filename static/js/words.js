'use strict';
/* The words screen: a phrase that is tapped goes into the field, behind what stands
   there; the marks under the field stay with the text they were made for until the
   next reading comes. Without this script a phrase is recorded at once. */
(() => {
  const field = document.getElementById('id_words');
  if (!field) return;

  const follow = () => {
    const mirror = document.getElementById('mirror');
    const marked = mirror.textContent;
    if (field.value === marked) return;
    if (!field.value.startsWith(marked)) mirror.textContent = field.value;
    else mirror.append(field.value.slice(marked.length));
  };

  field.addEventListener('input', follow);
  document.addEventListener('htmx:oobAfterSwap', follow);

  /* A server with too much to do reads later what stands here then. */
  document.addEventListener('htmx:afterRequest', (event) => {
    const { elt, xhr } = event.detail;
    if (elt !== field || xhr.status !== 503) return;
    const seconds = Number(xhr.getResponseHeader('Retry-After')) || 5;
    setTimeout(() => window.htmx.trigger(field, 'words:again'), 1000 * seconds);
  });

  document.addEventListener('click', (event) => {
    const phrase = event.target.closest('[data-words]');
    if (!phrase) return;
    event.preventDefault();
    const said = field.value.trim().replace(/[ ,.;]+$/, '');
    field.value = said ? `${said}, ${phrase.dataset.words}` : phrase.dataset.words;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
})();
