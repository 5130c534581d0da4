'use strict';
/* Passkeys: made under the account, asked for at sign-in. The browser asks for the lock of
   the device; a form carries its answer. Where there are none, the page says so. */
(() => {
  const able = window.isSecureContext && Boolean(window.PublicKeyCredential);

  /* What the server asks: written on the page, or fetched from where the form goes. */
  const asked = async (form) => {
    const written = document.getElementById(form.dataset.options || '');
    if (written) return JSON.parse(written.textContent);
    const response = await fetch(form.action, { headers: { Accept: 'application/json' } });
    return (await response.json()).request_options;
  };

  /* A new passkey stays on the device, and only its lock opens it. */
  const locked = (options) => {
    const wanted = options.publicKey.authenticatorSelection;
    Object.assign(wanted, {
      residentKey: 'required', requireResidentKey: true, userVerification: 'required',
    });
    return options;
  };

  const field = (form) => {
    if (!form.elements.credential) {
      const made = document.createElement('input');
      Object.assign(made, { type: 'hidden', name: 'credential' });
      form.append(made);
    }
    return form.elements.credential;
  };

  const answer = async (form) => {
    const said = form.querySelector('[data-failed]');
    said.hidden = true;
    try {
      const options = await asked(form);
      const credential = form.dataset.passkey === 'create'
        ? await window.webauthnJSON.create(locked(options))
        : await window.webauthnJSON.get(options);
      field(form).value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      said.hidden = false;
    }
  };

  document.querySelectorAll('form[data-passkey]').forEach((form) => {
    form.hidden = !able;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer(form);
    });
  });
  document.querySelectorAll('[data-no-passkeys]').forEach((note) => { note.hidden = able; });
})();
