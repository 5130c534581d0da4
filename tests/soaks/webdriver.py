"""WebKitGTK by its own driver (W3C WebDriver), on a screen that nobody sees.

It is the engine of Safari on another system; a real iPad it is not.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

BROWSERS = "webkit2gtk-4.*/MiniBrowser"
SCREEN = "1280x1500x24"
SIZE = {"width": 820, "height": 1180}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which the standard gives an element."""
WAIT = 60.0
SAFE_IN_TESTS = {
    # The engine's own sandbox needs namespaces that a container may not make.
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "GDK_BACKEND": "x11",
}


def missing():
    """Return why WebKit cannot be driven here, "" where it can."""
    if shutil.which("WebKitWebDriver") is None:
        return "WebKitWebDriver is not here (apt-get install webkit2gtk-driver)."
    if shutil.which("Xvfb") is None:
        return "Xvfb is not here (apt-get install xvfb)."
    return "" if mini_browser() else "WebKitGTK's MiniBrowser is not here."


def mini_browser():
    """Return the path of the browser that comes with the engine, if any."""
    return next(
        (str(one) for one in sorted(Path("/usr/lib").glob(f"*/{BROWSERS}"))), ""
    )


class Page:
    """One window: finds what is visible, clicks it, reads it."""

    def __init__(self, server):
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
        self._server = server
        options = {"binary": mini_browser(), "args": ["--automation"]}
        asked = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        began = self._call("POST", "/session", {"capabilities": asked})
        self.version = began["capabilities"]["browserVersion"]
        self._at = f"/session/{began['sessionId']}"
        with suppress(urllib.error.HTTPError):  # a screen without a window manager
            self._call("POST", f"{self._at}/window/rect", SIZE)

    def _call(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        head = {"Content-Type": "application/json"}
        asked = urllib.request.Request(self._server + path, data, head, method=method)
        with self._open(asked, timeout=120) as answer:
            return json.load(answer)["value"]

    def goes(self, address):
        self._call("POST", f"{self._at}/url", {"url": address})

    def runs(self, script, *given):
        """Return what a script says."""
        return self._call(
            "POST", f"{self._at}/execute/sync", {"script": script, "args": given}
        )

    @property
    def address(self):
        return self._call("GET", f"{self._at}/url")

    @property
    def words(self):
        return self.runs("return document.querySelector('main').innerText")

    def taps(self, selector):
        """Click the first visible thing that a selector of CSS finds."""
        self._clicks({"using": "css selector", "value": selector})

    def presses(self, words):
        """Click the visible button or link with these words."""
        holds = f'contains(normalize-space(.), "{words}")'
        way = f"//button[{holds} and not(@disabled)] | //a[{holds}]"
        self._clicks({"using": "xpath", "value": way})

    def _clicks(self, asked):
        def look():
            if not self.is_whole():  # a hand waits until the page is drawn
                return False
            for found in self._call("POST", f"{self._at}/elements", asked):
                at = f"{self._at}/element/{found[ELEMENT]}"
                if self._call("GET", f"{at}/displayed"):
                    self._call("POST", f"{at}/click")
                    return True
            return False

        self._until(look, f"{asked['value']} is not to be seen")

    def comes_to(self, route):
        """Wait until the address ends with a route, and its page is whole."""
        self._until(
            lambda: self.address.endswith(route) and self.is_whole(),
            f"no way to {route}",
        )

    def is_whole(self):
        """Say whether the page has come with all that belongs to it."""
        return self.runs("return document.readyState") == "complete"

    def sees(self, words):
        self._until(lambda: words in self.words, f"“{words}” is not to be read")

    def _until(self, look, complaint):
        end = time.monotonic() + WAIT
        while True:
            with suppress(urllib.error.HTTPError):  # the page is just turning
                if look():
                    return
            if time.monotonic() > end:
                raise AssertionError(f"{complaint} at {self.address}:\n{self.words}")
            time.sleep(0.1)

    def forgets(self):
        """Lose every cookie: another person takes the device."""
        self._call("DELETE", f"{self._at}/cookie")

    def closes(self):
        self._call("DELETE", self._at)


@contextmanager
def screen():
    """Yield the name of a screen that nobody sees."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN]
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, **given) as program:
        try:
            yield f":{program.stdout.readline().strip()}"
        finally:
            program.terminate()


@contextmanager
def webkit():
    """Yield a page in WebKit."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["WebKitWebDriver", f"--port={port}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with screen() as display:
        environment = {**os.environ, **SAFE_IN_TESTS, "DISPLAY": display}
        with subprocess.Popen(command, env=environment, **quiet) as driver:
            try:
                answers(port)
                page = Page(f"http://127.0.0.1:{port}")
                yield page
                page.closes()
            finally:
                driver.terminate()


def answers(port):
    """Wait until something listens on a port."""
    for _ in range(300):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on {port}")
