'use strict';
/* Keys of the exam: a digit chooses the tricks, a letter the Law, Enter the main button.
   Never with a modifier, over an open list, or when keys are off on this device. */
(() => {
  const LETTERS = 'abcdefg';
  const OWN = 'a, button, summary, textarea, select, input:not([type="radio"])';
  const radios = (name) => [...document.querySelectorAll(`#answer input[name="${name}"]`)];
  const choose = (radio) => {
    if (!radio) return false;
    radio.click();
    return true;
  };

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.isComposing || event.defaultPrevented) return;
    if (document.documentElement.dataset.keys === 'off' || event.target.closest(OWN)) return;
    if (document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    let done = false;
    if (/^[0-9]$/.test(key)) done = choose(radios('tricks').find((one) => one.value === key));
    else if (key.length === 1 && LETTERS.includes(key)) done = choose(radios('law')[LETTERS.indexOf(key)]);
    else if (key === 'enter') {
      const main = document.querySelector('.dock .main');
      if (main) main.click();
      done = main !== null;
    }
    if (done) event.preventDefault();
  });
})();
