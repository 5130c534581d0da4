'use strict';
/* The public page: a link holds its question behind the #, which no server is sent. It is
   put into the form and the form is sent; and what is shared: the link, a picture, print. */
(() => {
  const form = document.querySelector('[data-question]');

  const fill = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    const known = [...given].filter(([name]) => name !== 'csrfmiddlewaretoken' && form.elements[name]);
    for (const [name, value] of known) form.elements[name].value = value;
    return known.length > 0;
  };

  /* Back from the answer the form stays as it is: it is not sent a second time. */
  if (form && location.hash.includes('=') && fill()) {
    history.replaceState(null, '', location.pathname);
    form.requestSubmit();
  }

  const save = (href, name) => {
    const link = document.createElement('a');
    link.href = href;
    link.download = name;
    link.click();
  };

  const asPng = (address) => {
    const image = new Image();
    image.addEventListener('load', () => {
      const canvas = document.createElement('canvas');
      canvas.width = 2 * image.width;
      canvas.height = 2 * image.height;
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => {
        const made = URL.createObjectURL(blob);
        save(made, 'claim.png');
        setTimeout(() => URL.revokeObjectURL(made), 1000);
      });
    });
    image.src = address;
  };

  const copy = async (button) => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  };

  const show = () => {
    for (const button of document.querySelectorAll('[data-png], [data-print]')) button.hidden = false;
    for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.copy) copy(button);
    if (button.dataset.png) asPng(button.dataset.png);
    if ('print' in button.dataset) window.print();
  });

  document.addEventListener('htmx:afterSettle', show);
  show();
})();
