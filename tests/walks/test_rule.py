"""Somebody pastes a hand on the phone and has the answer; a friend opens the link."""

import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from rulings.models import VisitorQuestion
from rulings.workflow.solving.visitors import answer_visitor
from tests.forms.visitor.test_pasted import SHORT
from tests.story.looks import RULES
from tests.walks.conftest import PHONE

pytestmark = pytest.mark.one_database("first")
SECONDS = 60
TAGS = f'[Deal "{SHORT}"] [Contract "4H"] [Declarer "S"]'
SAFELY = "How to claim this safely"


@pytest.fixture
def worker(site):
    """Answer what is asked, as the worker of the queue does."""
    stop = threading.Event()

    def work():
        while not stop.wait(0.2):
            for row in VisitorQuestion.objects.filter(status="queued"):
                answer_visitor.call(str(row.pk))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    stop.set()
    thread.join(SECONDS)


def violations(person):
    found = Axe().run(person._page, options=RULES).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def test_a_pasted_hand_is_answered_and_shared(walker, worker, settings):
    settings.TD_RULE = True
    ida = walker(device=PHONE).tap("Rule on this claim", role="link")
    assert violations(ida.sees("Free, no account.")) == []

    ida.types("Link of a hand viewer", "no hand at all")
    ida.tap("Rule on this claim", role="button").sees("“no hand at all” is no hand")
    assert violations(ida) == []

    ida.types("Link of a hand viewer", TAGS).chooses("To lead", "South")
    ida.types("Tricks declarer had won", "5")
    ida.tap("Rule on this claim", role="button").sees(SAFELY)
    assert violations(ida) == []
    assert ida._page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

    ida._page.locator("a.verdict").last.tap()
    ida.sees("If the director finds this:")
    expect(ida._page.locator("#chosen")).to_be_in_viewport()
    assert violations(ida) == []

    friend = walker(device=PHONE).opens(ida.reads_address(".link3"))
    friend.sees(SAFELY).holds("Tricks declarer had won", "5")
    assert "source" not in friend.where

    with ida._page.expect_download() as saved:
        ida.tap("Picture (PNG)")
    assert saved.value.suggested_filename == "claim.png"
