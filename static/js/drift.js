'use strict';
/* Puts this device's time into a form as it is sent. The server's time decides; this
   one is kept as evidence and shown on the receipt. */
(() => {
  document.addEventListener('submit', (event) => {
    if (event.target.dataset.held) return; // it waited: the time of the tap stands
    event.target.querySelectorAll('input[data-phone-time]').forEach((field) => {
      field.value = new Date().toISOString();
    });
  }, true);
})();
