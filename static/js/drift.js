'use strict';
/* Puts this device's time into a form as it is sent. The server's time decides; this
   one is kept as evidence and shown on the receipt. */
(() => {
  document.addEventListener('submit', (event) => {
    event.target.querySelectorAll('input[data-phone-time]').forEach((field) => {
      field.value = new Date().toISOString();
    });
  }, true);
})();
