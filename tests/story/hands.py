"""A director's hand on the tablet: every tap, choice and swipe is counted."""

import re
from itertools import pairwise
from urllib.parse import urlsplit

from playwright.sync_api import expect

WAIT = 30_000  # for a busy machine; nothing here is a target


def drag(page, *points):
    """Send a finger from point to point, by touch events the browser may take away."""
    touch = page.context.new_cdp_session(page)

    def send(kind, *spots):
        spots = [{"x": x, "y": y} for x, y in spots]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    send("touchStart", points[0])
    for (x0, y0), (x1, y1) in pairwise(points):
        for step in (1 / 3, 2 / 3, 1):
            send("touchMove", (x0 + (x1 - x0) * step, y0 + (y1 - y0) * step))
    send("touchEnd")
    touch.detach()


class Hand:
    """A page and the gestures made on it."""

    def __init__(self, page):
        self.page = page
        self.gestures = 0
        self.steps = []
        page.set_default_timeout(WAIT)

    def _gesture(self, words, count=1):
        """Count a gesture, and keep on which screen it was made."""
        self.gestures += count
        screen = re.sub(r"/[0-9a-f-]{36}", "", urlsplit(self.page.url).path)
        self.steps.append((screen, words, count))

    def tap(self, selector):
        """Tap what a selector finds; it must be one thing."""
        self._gesture(selector)
        self.page.locator(selector).tap()

    def press(self, words):
        """Tap the button or link with these words."""
        self._gesture(words)
        button = self.page.get_by_role("button", name=words)
        self.page.get_by_role("link", name=words).or_(button).tap()

    def tile(self, name, value):
        """Tap the tile of a choice."""
        self.tap(f'label:has(input[name="{name}"][value="{value}"])')

    def choose(self, name, value):
        """Open a list and tap one of its lines: two gestures."""
        self._gesture(f"{name}: {value}", 2)
        self.page.select_option(f'select[name="{name}"]', value)

    def swipe(self, first, last):
        """Press a finger on one element, drag it along to another, lift it."""
        self._gesture(f"{first} to {last}")
        start, end = (self.middle(selector) for selector in (first, last))
        drag(self.page, start, ((start[0] + end[0]) / 2, end[1]), end)

    def middle(self, selector):
        """Return the middle of an element, brought into view."""
        locator = self.page.locator(selector)
        locator.scroll_into_view_if_needed()
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def mark(self, *runs):
        """Mark cards of the hand record: `SA` a tap, `S3-2` a swipe, of a seat."""
        for run in runs:
            seat, cards = run.split(":")
            suit, ranks = cards[0], cards[1:].split("-")
            keys = [
                f'label.k:has(input[name="{seat}"][value="{suit}{rank}"])'
                for rank in ranks
            ]
            if len(keys) == 1:
                self.tap(keys[0])
            else:
                self.swipe(*keys)

    def give(self, *runs):
        """Give cards of the blank deck to the chosen seat, by tap or swipe."""
        for run in runs:
            suit, ranks = run[0], run[1:].split("-")
            keys = [f'button[name="give"][value="{suit}{rank}"]' for rank in ranks]
            if len(keys) == 1:
                self.tap(keys[0])
            else:
                self.swipe(*keys)

    def sees(self, words):
        """Wait until the page shows some words."""
        expect(self.page.get_by_text(words).first).to_be_visible(timeout=WAIT)

    def comes_to(self, route):
        """Wait until the page's address ends with a route."""
        self.page.wait_for_url(f"**/{route}", timeout=WAIT)

    def leaves(self, route):
        """Wait until the page's address no longer ends with a route."""
        self.page.wait_for_url(lambda url: not url.endswith(route), timeout=WAIT)
