"""Somebody pastes a hand on the phone and has the answer; a friend opens the link."""

import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from rulings.models import VisitorQuestion
from rulings.workflow.solving.visitors import answer_visitor
from tests.forms.visitor.test_pasted import SHORT
from tests.story.looks import RULES

pytestmark = pytest.mark.one_database("first")
SECONDS = 60


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


def violations(page):
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def test_a_pasted_hand_is_answered_and_shared(page, site, worker, settings):
    settings.TD_RULE = True
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}/rule")
    assert violations(page) == []

    page.get_by_label("Link of a hand viewer, LIN or PBN").fill("no hand at all")
    page.get_by_role("button", name="Rule on this claim").click()
    expect(page.get_by_text("“no hand at all” is no hand")).to_be_visible()
    assert violations(page) == []

    tags = f'[Deal "{SHORT}"] [Contract "4H"] [Declarer "S"]'
    page.get_by_label("Link of a hand viewer, LIN or PBN").fill(tags)
    page.get_by_label("To lead").select_option("South")
    page.get_by_label("Tricks declarer had won").fill("5")
    page.get_by_role("button", name="Rule on this claim").click()
    expect(page.get_by_role("heading", name="How to claim this safely")).to_be_visible()
    assert violations(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide == 390

    page.locator("a.verdict").last.click()
    chosen = page.locator("#chosen")
    expect(chosen).to_be_in_viewport()
    expect(chosen).to_contain_text("If the director finds this:")
    assert violations(page) == []

    link = page.locator(".link3 a").get_attribute("href")
    friend = page.context.new_page()
    friend.goto(link)
    expect(
        friend.get_by_role("heading", name="How to claim this safely")
    ).to_be_visible()
    assert friend.get_by_label("Tricks declarer had won").input_value() == "5"
    assert "source" not in friend.url

    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture (PNG)").click()
    assert saved.value.suggested_filename == "claim.png"
