"""What a person's browser does with notices: subscribes, shows them, opens one."""

import json

WAIT = 60_000
"""Milliseconds: for a busy machine; nothing here is a target."""
SUBSCRIBES = """
(() => {
  const { endpoint, ...keys } = %s;
  const kept = 'tests:subscribed';
  const made = (key) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(
      atob(key.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0)) },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { localStorage.removeItem(kept); return true; },
  });
  Notification.requestPermission = async () => 'granted';
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem(kept, applicationServerKey);
    return made(applicationServerKey);
  };
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem(kept);
    return key ? made(key) : null;
  };
})();
"""
"""Stands in for what a browser without a window or a push service cannot do."""
SHOWS = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, data }) => {
    self.shown.push({ words: `${title}: ${body}`, data });
  };
}"""
TAPPED = """async () => {
  let opened = '';
  self.clients.openWindow = async (url) => { opened = url; };
  const [{ data }] = self.shown;
  const done = [];
  self.dispatchEvent(Object.assign(new Event('notificationclick'), {
    notification: { data, close: () => {} }, waitUntil: (work) => done.push(work),
  }));
  await Promise.all(done);
  return opened;
}"""
LACKS = {
    "HTTPS": "Object.defineProperty(window, 'isSecureContext', { value: false });",
    "push": "delete window.PushManager;",
}


class Noticed:
    """The part of a person that deals with notices on the device."""

    def allows_notices(self, device):
        """Let this browser show notices, and subscribe at the tests' push service.

        A browser's own push service is out of reach here; the rest is the browser's.
        """
        context = self._page.context
        context.add_init_script(SUBSCRIBES % json.dumps(device.subscription))
        self._page.reload()
        return self

    def lacks(self, what):
        """Take a browser that lacks something, as an old one or one on plain HTTP."""
        self._page.context.add_init_script(LACKS[what])
        self._page.reload()
        return self

    def gets_pushes(self, device):
        """Hand the browser what the push service has for it, as it comes, decrypted."""
        line = self._page.context.new_cdp_session(self._page)
        found = []
        line.on("ServiceWorker.workerRegistrationUpdated", lambda it: found.append(it))  # noqa: PLW0108 - the library marks what it is given
        line.send("ServiceWorker.enable")
        for _look in range(WAIT // 100):
            if found and self._page.context.service_workers:
                break
            self._page.wait_for_timeout(100)
        self._page.context.service_workers[-1].evaluate(SHOWS)
        pushed = {
            "origin": self._home.rstrip("/"),
            "registrationId": found[-1]["registrations"][0]["registrationId"],
        }
        for message in device.read():
            pushed["data"] = json.dumps(message)
            line.send("ServiceWorker.deliverPushMessage", pushed)
        return self

    def shown_notices(self):
        """Return the words of the notices that this device shows."""
        worker = self._page.context.service_workers[-1]
        for _look in range(WAIT // 100):
            if words := worker.evaluate("self.shown.map((one) => one.words)"):
                return words
            self._page.wait_for_timeout(100)
        return []

    def opens_notice(self):
        """Tap the first notice that this device shows; its page opens."""
        address = self._page.context.service_workers[-1].evaluate(TAPPED)
        self._read.add(address)
        return self.opens(address)
