"""The scorer's evening on a laptop: a round typed by keyboard, a board compared."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from rulings.models import Playing
from tests.story.devices import LAPTOP, device, world
from tests.story.looks import Looks

__all__ = ["device", "world"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def overflow(page):
    """Return by how much the page is wider than a window of half the width."""
    page.set_viewport_size({"width": 640, "height": 512})
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def test_a_round_is_typed_without_the_mouse_and_a_board_compared(world, device):
    page, looks = device(LAPTOP, "cleo"), Looks()
    page.goto(reverse("scores", args=[world.event.pk]))
    page.get_by_role("link", name="Enter them in a grid…").click()
    cells = page.locator("[data-cell]")
    untouched = cells.count() - 3

    cells.first.focus()
    for result in ("4S S =", "3NT W -2", "8S N ="):
        page.keyboard.type(result)
        page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Enter these results").click()
    expect(page.get_by_text("“8S N” is not a contract")).to_be_visible()
    expect(cells.first).to_have_value("4S S =")
    looks.at(page)

    cells.nth(2).fill("pass")
    page.get_by_role("button", name="Enter these results").click()
    expect(cells.nth(2)).to_have_value("PASS")
    stored = Playing.objects.filter(board__event=world.event)
    assert stored.filter(tricks=None).count() >= untouched
    wide = [overflow(page)]

    page.get_by_role("link", name="Back to the scores").click()
    page.get_by_role("link", name="Compare board").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Board")
    looks.at(page)
    wide.append(overflow(page))

    for name in ("results_out", "standing", "results_in", "role_list"):
        page.goto(reverse(name, args=[world.event.pk]))
        looks.at(page)
        wide.append(overflow(page))

    assert wide == [0] * 6
    assert looks.violations == []
