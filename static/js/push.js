'use strict';
/* Notices on this device: asked for and taken back by a tap. Where they cannot be, the
   page says why. What arrives is shown by worker.js. */
(() => {
  const able = window.isSecureContext && navigator.serviceWorker
    && 'PushManager' in window && 'Notification' in window;

  const subscribed = async (scope) => {
    const worker = await navigator.serviceWorker.getRegistration(scope);
    return worker ? worker.pushManager.getSubscription() : null;
  };

  /* A slip that is forgotten takes its notices along. */
  document.querySelectorAll('form[data-forget]').forEach(async (form) => {
    const device = able ? await subscribed('/player/') : null;
    if (!device) return;
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'device', value: device.endpoint });
    form.append(field);
    form.addEventListener('submit', () => device.unsubscribe());
  });

  const place = document.getElementById('push');
  if (!place) return;
  const { key, address, scope } = place.dataset;

  const say = (...names) => {
    place.querySelectorAll('[data-say]').forEach((part) => {
      part.hidden = !names.includes(part.dataset.say);
    });
    place.hidden = false;
  };

  /* The same letters as the key of the page: a new key needs a new subscription. */
  const keyOf = (device) => {
    const bytes = new Uint8Array(device.options.applicationServerKey);
    return btoa(String.fromCharCode(...bytes))
      .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  };

  const tell = async (fields) => {
    const token = JSON.parse(document.body.getAttribute('hx-headers'));
    const body = new URLSearchParams(fields);
    const response = await fetch(address, { method: 'POST', headers: token, body });
    if (!response.ok) throw new Error(response.status);
    return (await response.json()).mine;
  };

  const start = async () => {
    if (await Notification.requestPermission() !== 'granted') return show();
    await navigator.serviceWorker.register('/worker.js', { scope });
    const worker = await navigator.serviceWorker.ready;
    const device = await worker.pushManager.subscribe({
      userVisibleOnly: true, applicationServerKey: key,
    });
    const { endpoint, keys } = device.toJSON();
    await tell({ endpoint, ...keys });
    return show();
  };

  const stop = async () => {
    const device = await subscribed(scope);
    if (device) {
      await tell({ endpoint: device.endpoint, stop: '1' });
      await device.unsubscribe();
    }
    return show();
  };

  /* Another slip or account on this device does not get the notices of the one before. */
  const show = async () => {
    if (!window.isSecureContext) return say('plain');
    if (!able) return say('lacking');
    if (Notification.permission === 'denied') return say('blocked');
    const device = await subscribed(scope);
    if (!device) return say('off');
    if (keyOf(device) !== key || !await tell({ endpoint: device.endpoint })) {
      await device.unsubscribe();
      return say('off');
    }
    return say('on');
  };

  const acts = { start, stop };
  place.querySelectorAll('[data-do]').forEach((control) => {
    control.addEventListener('click', () => {
      acts[control.dataset.do]().catch(() => say('off', 'failed'));
    });
  });
  if (navigator.onLine && !document.documentElement.hasAttribute('data-kept')) {
    show().catch(() => {});
  }
})();
