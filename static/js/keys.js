'use strict';
/* Keys of a screen with answers: a number presses one, Enter the main button, ? shows
   what there is. Never while something is typed or with a modifier; they can be switched
   off on this device. */
(() => {
  const OFF = 'seventy.keys.off';
  const TYPED = 'input, select, textarea, [contenteditable]';
  const shown = () => document.getElementById('keys');
  const list = shown();
  if (!list) return;

  const off = () => {
    try {
      return window.localStorage.getItem(OFF) === '1';
    } catch {
      return false;
    }
  };

  const keep = (used) => {
    try {
      window.localStorage.setItem(OFF, used ? '0' : '1');
    } catch { /* a device that keeps nothing forgets it */ }
  };

  const press = (control) => {
    if (!control || control.disabled) return false;
    control.click();
    return true;
  };

  const acts = (event) => {
    if (event.key >= '1' && event.key <= '9') {
      return press(document.querySelectorAll('button.verdict')[Number(event.key) - 1]);
    }
    const free = event.target === document.body;
    return event.key === 'Enter' && free && press(document.querySelector('.dock .main'));
  };

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.target.closest(TYPED) || list.open) return;
    if (event.key === '?') {
      list.showModal();
    } else if (off() || !acts(event)) {
      return;
    }
    event.preventDefault();
  });

  const box = list.querySelector('input');
  box.checked = !off();
  box.addEventListener('change', () => keep(box.checked));
  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-keys]')) list.showModal();
  });
})();
