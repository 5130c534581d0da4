"""What a person's device has besides a screen: a network, a memory, a lock."""

from tests.walks.noticed import Noticed

STATE = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
KEPT = """async () => [
  ...Object.keys(localStorage), ...await caches.keys(),
  ...(await navigator.serviceWorker.getRegistrations()).map((one) => one.scope),
]"""
NOTHING_KEPT = f"async () => (await ({KEPT})()).length === 0"
LOCK = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A device's own lock, which opens by itself when it is asked."""


class Connected(Noticed):
    """The part of a person that deals with the network and what the device keeps."""

    _offline = False

    def loses_network(self):
        """Walk out of reach of the network."""
        return self._reaches(network=False)

    def has_network(self):
        """Come back into its reach."""
        return self._reaches(network=True)

    def _reaches(self, *, network):
        """Cut the network off or give it back, and let the page know it."""
        self._page.context.set_offline(not network)
        told = self._page.context.new_cdp_session(self._page)
        told.send("Network.enable")
        told.send("Network.overrideNetworkState", {**STATE, "offline": not network})
        self._offline = not network
        return self

    def keeps_pages(self):
        """Wait until this phone keeps pages, and look at the page again."""
        self._page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self._page.reload()
        return self

    def kept(self):
        """Return the names of what this phone keeps."""
        return self._page.evaluate(KEPT)

    def keeps_nothing(self):
        """Wait until this phone keeps nothing: it clears up beside the new page."""
        self._page.wait_for_function(NOTHING_KEPT)
        return self

    def has_passkeys(self):
        """Take a device with a lock that keeps passkeys, as a new tablet does."""
        device = self._page.context.new_cdp_session(self._page)
        device.send("WebAuthn.enable")
        device.send("WebAuthn.addVirtualAuthenticator", {"options": LOCK})
        return self
