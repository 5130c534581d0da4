"""People for the walks: each gets a device of his own and begins at the start page."""

import pytest

from tests.processes import worker
from tests.story.devices import LAPTOP, PHONE, TABLET
from tests.story.world import make_world
from tests.walks.person import Person

__all__ = ["LAPTOP", "PHONE", "TABLET", "worker"]


def objects(person, seat, reason=""):
    """Tap the seat that objects, what it objects to, and go on."""
    person.tap(f"{seat} objects").turns()
    if reason:
        person.tap(reason, role="button").turns()
    return person.taps_main()


@pytest.fixture
def world(transactional_db):
    """Make the event in which people walk."""
    return make_world()


@pytest.fixture
def walker(site, settings, browser, transactional_db):
    """Return how somebody takes a device and begins; a name signs in with one tap."""
    settings.TD_DEMO = True  # its start page: one tap signs in
    settings.TD_ADDRESS = site
    contexts, read = [], set()

    def begin(name=None, device=TABLET, home=site):
        touch = device is not LAPTOP
        context = browser.new_context(
            viewport=device,
            has_touch=touch,
            base_url=home,
            reduced_motion="reduce",  # else a sign of waiting is drawn all the time
        )
        contexts.append(context)
        person = Person(context.new_page(), home + "/", read, touch=touch)
        person.starts()
        if name:
            person.tap(name, role="button").turns()
            person.gestures = 0
        return person

    yield begin
    for context in contexts:
        context.close()


@pytest.fixture
def slip_of(walker):
    """Return how a pair opens its boards: the chief prints its slip, it scans that."""

    def scan(number, device=PHONE):
        chief = walker("Cleo, chief director", device=LAPTOP)
        chief.tap("Slips").tap(f"Number {number}", role="checkbox")
        chief.tap("Issue and print").sees("Print this page now")
        return walker(device=device).opens(chief.scans())

    return scan


def at_the_moment(dana, words="the rest are mine"):
    """Come to the ruling of a claim of all tricks with a trump still out."""
    dana.tap("New call").tap("2", role="button").tap("Next", role="button").turns()
    dana.types("words, as spoken", words)
    dana.tap("Keep:")
    objects(dana, "East", "A trump is out")
    return dana.tap("Yes, these", role="button")
