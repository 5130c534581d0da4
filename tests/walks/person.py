"""A person at a device: sees what is visible, taps what has a name, types no address.

    dana = walker("Dana, director")          # start page, one tap signs in
    dana.tap("New call")                      # one visible control with this name
    dana.tap("South", role="radio", near="Declarer")
    dana.types("What was said", "the rest are mine")
    dana.swipe("seven of spades", "two of spades")
    dana.sees("Does anybody object to the claim?")
    phone.opens(dana.scans())                 # an address read from a QR code
    phone.opens(dana.reads_address())         # or printed as text, for want of a camera

Touch is real: fingers go through the browser's input as on a tablet, so `touch-action`,
scrolling and cancelled pointers count. A name is the accessible name, a part of it is
enough where only one control has it; whoever needs a class or an id to find a control
has found a defect of the screen. An address opens only if somebody has read it.
"""

import io
import re
from contextlib import suppress

import zxingcpp
from PIL import Image
from playwright.sync_api import TimeoutError as TooSlow
from playwright.sync_api import expect

from tests.walks.connected import Connected
from tests.walks.noticed import WAIT
from tests.walks.papers import Papers

ROLES = ("button", "link", "radio", "checkbox", "tab", "menuitem", "combobox")
PRINTED = re.compile(r"https?://\S+")
AT_REST = """() => new Promise((drawn) => {
  const moves = '.htmx-request, .htmx-swapping, .htmx-settling';
  const look = () => {
    if (document.querySelector(moves)) setTimeout(look, 10);
    else requestAnimationFrame(() => requestAnimationFrame(drawn));
  };
  look();
})"""
STEPS = 6
"""How often a swiping finger is felt on its way."""


class TypedAnAddress(AssertionError):
    """A walk opened a page by its address, which no person at a table does."""


class Person(Connected, Papers):
    """Somebody with a device in hand; `gestures` counts taps, swipes and choices.

    `forms` counts what was sent.
    `read` holds the addresses that everybody on this walk has read so far: one shows
    the code, another scans it.
    """

    def __init__(self, page, home, read, *, touch=True):
        self._page = page
        self._home = home
        self._touch = touch
        self._read = read
        self.gestures = 0
        self._offline = False
        page.set_default_timeout(WAIT)
        self._goto = page.goto
        page.goto = self._refuse
        self._pages = self._pressed = self.forms = 0
        page.on("domcontentloaded", self._counts)
        page.on("request", self._sends)

    def _counts(self, _page):
        self._pages += 1

    def _sends(self, request):
        self.forms += request.method == "POST" and request.is_navigation_request()

    @staticmethod
    def _refuse(address, **_kwargs):
        raise TypedAnAddress(f"Nobody types {address}; go there by what is visible.")

    # --- where a person begins ---------------------------------------------------

    def starts(self):
        """Open the start page: the one address that everybody knows."""
        self._goto(self._home)
        return self

    def scans(self, page_part="main"):
        """Return the address in the one QR code that is on the screen now."""
        self._page.wait_for_load_state("load")
        part = self._page.locator(page_part).first
        shot = Image.open(io.BytesIO(part.screenshot()))
        codes = {code.text for code in zxingcpp.read_barcodes(shot) if code.text}
        return self._remembered(codes, "readable codes")

    def reads_address(self, page_part="main"):
        """Return the one address that stands in words on the screen or the paper."""
        words = self._page.locator(page_part).first.inner_text()
        return self._remembered(set(PRINTED.findall(words)), "addresses")

    def _remembered(self, found, what):
        assert len(found) == 1, f"The screen shows {len(found)} {what}."
        self._read |= found
        return found.pop()

    def opens(self, address):
        """Open an address that somebody on this walk has scanned or read."""
        if address not in self._read:
            raise TypedAnAddress(f"Nobody has read {address}: scan it, or go by taps.")
        self._goto(address)
        return self

    # --- hands -----------------------------------------------------------------------

    def tap(self, name, *, role=None, near=None, nth=None):
        """Tap the one visible control with this accessible name.

        `role` tells two apart, `near` the row, group or form whose words tell which one
        is meant, `nth` the place among equals as an eye counts them (0 first).
        """
        self._press(self.control(name, role=role, near=near, nth=nth))
        return self

    def chooses(self, label, option, *, near=None):
        """Open a list and tap one of its lines: two gestures."""
        self.gestures += 2
        control = self.control(label, role="combobox", near=near)
        control.select_option(label=option)
        return self

    def types(self, label, words, *, near=None):
        """Tap a field by its label, empty it and type."""
        scope = self._scope(near)
        exact = scope.get_by_label(label, exact=True)
        found = exact.or_(scope.get_by_label(label))
        with suppress(TooSlow):  # the page of the last tap may be on its way
            found.first.wait_for(state="visible")
        if exact.count() == 1:
            found = exact
        field = self._one(found, label)
        self._press(field)
        field.fill("")
        if field.get_attribute("type") in {"date", "time", "datetime-local"}:
            field.fill(words)  # a wheel of numbers, not a keyboard
        else:
            self._page.keyboard.type(words)
        return self

    def keys(self, *pressed):
        """Press keys of a keyboard, once the scripts of the page listen."""
        self._page.wait_for_load_state("load")
        self._pressed = self._pages
        for key in pressed:
            self.gestures += 1
            self._page.keyboard.press(key)
        return self

    def swipe(self, first, last, *, near=None):
        """Put a finger on one control, draw it to another, lift."""
        self.gestures += 1
        start, end = (self.middle(name, near=near) for name in (first, last))
        self.draws(start, end)
        return self

    def draws(self, start, end):
        """Draw a finger (or the mouse, without touch) from one point to another."""
        (x, y), (far, low) = start, end
        way = [
            (x + (far - x) * step / STEPS, y + (low - y) * step / STEPS)
            for step in range(1, STEPS + 1)
        ]
        if not self._touch:
            self._page.mouse.move(x, y)
            self._page.mouse.down()
            for point in way:
                self._page.mouse.move(*point)
            self._page.mouse.up()
            return
        finger = self._page.context.new_cdp_session(self._page)
        feel = lambda kind, points: finger.send(  # noqa: E731 - three uses below
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]},
        )
        feel("touchStart", [(x, y)])
        for point in way:
            feel("touchMove", [point])
        feel("touchEnd", [])
        finger.detach()

    def middle(self, name, *, near=None):
        """Return the middle of a control on the screen, scrolled into view."""
        control = self.control(name, near=near)
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def goes_back(self):
        """Use the device's own way back."""
        self._page.go_back()
        return self

    def answers_browser(self, *, leave):
        """Say how the browser's own question about unsent words is answered."""
        self._page.once("dialog", lambda box: box.accept() if leave else box.dismiss())
        return self

    def lies(self, *, minutes):
        """Let the device lie on the desk; the first time starts its own clock."""
        if minutes:
            self._page.clock.fast_forward(60_000 * minutes)
        else:
            self._page.clock.install()
        return self

    # --- what a phone does by itself -------------------------------------------------

    def closes(self):
        """Close the page, as a phone does by itself, and open it again."""
        address, context = self._page.url, self._page.context
        self._page.close()
        fresh = Person(context.new_page(), self._home, self._read, touch=self._touch)
        if self._offline:  # a new page is out of reach only a moment after its opening
            fresh.loses_network()._page.wait_for_function("!navigator.onLine")
        fresh._goto(address)
        if self._offline:  # and its first document has to be told once more
            fresh.loses_network()._page.wait_for_function("!navigator.onLine")
        return fresh

    # --- eyes ------------------------------------------------------------------------

    def control(self, name, *, role=None, near=None, nth=None):
        """Return the one visible control with this name, waiting until it is there."""
        scope = self._scope(near)
        exact, part = (
            self._named(scope, name, role, exact=exact) for exact in (True, False)
        )
        try:
            part.first.wait_for(state="visible")
        except TooSlow:
            raise AssertionError(self._absent(name)) from None
        found = exact if exact.count() else part
        if nth is not None:
            return found.nth(nth)
        return self._one(found, name)

    def _named(self, scope, name, role, *, exact):
        roles = (role,) if role else ROLES
        if not exact and isinstance(name, str):
            name = re.compile(re.escape(name), re.IGNORECASE)
        asked = {"name": name} | ({"exact": True} if exact else {})
        found = scope.get_by_role(roles[0], **asked)
        for other in roles[1:]:
            found = found.or_(scope.get_by_role(other, **asked))
        if role is None:  # the line that unfolds more
            words = (
                name
                if isinstance(name, re.Pattern)
                else re.compile(f"^\\s*{re.escape(name)}\\s*$")
            )
            found = found.or_(scope.locator("summary").filter(has_text=words))
        return found.filter(visible=True)

    def _one(self, found, name):
        count = found.count()
        assert count, self._absent(name)
        assert count == 1, f"{count} controls are called “{name}”: say near what."
        return found

    def _absent(self, name):
        seen = self._page.locator("main").first.inner_text()
        return f"No visible control “{name}” on {self.where}. There is:\n{seen}"

    def _scope(self, near):
        if near is None:
            return self._page
        parts = self._page.locator("tr, li, fieldset, article, section, form, dialog")
        holding = parts.filter(visible=True).filter(has_text=near)
        # The innermost part that holds these words.
        return holding.last if holding.count() else self._page.get_by_label(near)

    def _press(self, control):
        self.gestures += 1
        # What is visible while the page is still read counts for nothing yet: its
        # scripts do not listen, and its own arrival would pass for the next page's.
        self._page.wait_for_load_state("domcontentloaded")
        self._pressed = self._pages
        if not self._touch:
            control.click()
            return
        kind = control.get_attribute("type")
        if kind in {"radio", "checkbox"}:  # a finger taps its label, where it has one
            label = control.locator("xpath=ancestor::label[1]")
            control = label if label.count() else control
        control.tap()

    def turns(self):
        """Wait for the page that the last tap led to."""
        for _look in range(WAIT // 10):
            if self._pages > self._pressed:
                self._page.wait_for_load_state("load")
                return self
            self._page.wait_for_timeout(10)
        raise AssertionError(self._page.locator("main").first.inner_text())

    def rests(self):
        """Wait until what came by itself has settled and the picture of it is drawn.

        Before a place, a size or a colour is read: words are there before those are.
        """
        self._page.wait_for_load_state("load")
        self._page.evaluate(AT_REST)
        return self

    def finds(self, name, *, role=None):
        """Say whether a control with this name is on the screen now."""
        if role in {"form", "group"}:
            return self._page.get_by_role(role, name=name).count() > 0
        return any(
            self._named(self._page, name, role, exact=exact).count()
            for exact in (True, False)
        )

    def picks(self, group, place):
        """Tap a tile of a group of choices, by its place (-1 the last)."""
        options = self._page.get_by_role("group", name=group).get_by_role("radio")
        self._press(options.nth(place if place >= 0 else options.count() + place))
        return self

    def taps_main(self):
        """Tap the main control of the dock at the bottom: the last one in it."""
        dock = self._page.get_by_label("Next step", exact=True)
        controls = dock.get_by_role("button").or_(dock.get_by_role("link"))
        self._press(controls.filter(visible=True).last)
        return self

    def sees(self, words):
        """Wait until these words are on the page and visible."""
        found = self._page.get_by_text(words).filter(visible=True).first
        try:
            expect(found).to_be_visible(timeout=WAIT)
        except AssertionError:
            raise AssertionError(self._absent(words)) from None
        return self

    def holds(self, label, words):
        """Wait until a field holds these words."""
        expect(self._page.get_by_label(label)).to_have_value(words, timeout=WAIT)
        return self

    def misses(self, words):
        """Assert that these words are nowhere to be seen."""
        expect(self._page.get_by_text(words).filter(visible=True)).to_have_count(0)
        return self

    @property
    def reading(self):
        """Return the words of the page as they stand."""
        return self._page.locator("main").first.inner_text()

    @property
    def where(self):
        """Return the path of the page, for messages only."""
        return re.sub(r"^https?://[^/]*", "", self._page.url)
