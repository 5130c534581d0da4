"""A contested claim from the call to the receipt, on a tablet, a phone and a laptop."""

import pytest
from playwright.sync_api import expect

from rulings.models import Entry, Objection, Slip
from rulings.workflow.proof.verify import verify
from tests.processes import worker
from tests.story import claims
from tests.story.devices import LAPTOP, PHONE, TABLET, device, world
from tests.story.hands import WAIT, Hand
from tests.story.looks import Looks

__all__ = ["device", "worker", "world"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
EAST_WEST = 4
"""The number of the pair that sits East-West at table 1."""


def rule_at_the_table(hand, world, looks):
    """Take the call of board 1, the facts, the proposal; announce; look everywhere."""
    look = lambda: looks.at(hand.page)  # noqa: E731 - one letter shorter each time
    look()
    hand.press("New call")
    look()
    claims.board(hand, world, 1)
    look()
    claims.contract(hand, "4", "S", "S")
    claims.claim(hand, "5")
    look()
    claims.words(hand, "the rest are mine")
    look()
    claims.doubt(hand, "W")
    hand.comes_to("cards")
    claims.mark_five_cards(hand)
    look()
    hand.tile("won", "5")
    hand.tap('button[name="leader"][value="S"]')
    hand.comes_to("proposal")
    hand.sees("Choose one of the two")
    look()
    claims.forgotten(hand)
    hand.sees("Accept 4 tricks")
    look()
    claims.accept(hand)
    look()
    claims.announce(hand)
    look()


def object_on_the_phone(page, world, looks):
    """Open the slip's link, object to the ruling, and return code and number."""
    page.goto(f"/p/{world.secrets[EAST_WEST]}")
    expect(page.get_by_role("heading", name="Your boards")).to_be_visible()
    looks.at(page)
    page.get_by_role("link", name="Board 1, table A1").click()
    expect(page.get_by_text("ruling on the claim")).to_be_visible()
    looks.at(page)
    page.get_by_role("button", name="Object or appeal").click()
    page.locator('label:has(input[name="seat"][value="W"])').click()
    page.get_by_label("In your words").fill("My nine of hearts is good as well.")
    looks.at(page)
    page.get_by_role("button", name="Send:").click()
    expect(page.get_by_text("The director has it.")).to_be_visible()
    looks.at(page)
    assert "late" not in page.locator("main").inner_text()
    number = page.url.rstrip("/").rsplit("/", 1)[1]
    return page.locator("p.code").inner_text().strip(), int(number)


def publish_on_the_laptop(page, world, looks):
    """See the case among all, then publish the scores: the periods run."""
    row = page.locator("tr", has=page.get_by_role("link", name="Table A1"))
    for words in ("Dana", "4 of 5"):
        expect(row).to_contain_text(words)
    expect(page.get_by_text("A player waits").first).to_be_visible()
    looks.at(page)
    row.get_by_role("link").click()
    looks.at(page)
    page.goto(f"/events/{world.event.pk}/scores")
    looks.at(page)
    page.get_by_role("link", name="Publish now…").click()
    looks.at(page)
    page.locator(".dock button, main form button.main").click()
    expect(page.get_by_text("Published at")).to_be_visible()


def test_story_of_a_contested_claim(device, world, worker):
    looks = Looks()
    tablet, phone = device(TABLET, "dana"), device(PHONE)
    hand = Hand(tablet)

    rule_at_the_table(hand, world, looks)
    code, number = object_on_the_phone(phone, world, looks)
    laptop = device(LAPTOP, "cleo")
    publish_on_the_laptop(laptop, world, looks)

    case = world.case()
    closes_at = case.windows.get(purpose="appeal").closes_at
    until = closes_at.astimezone(world.zone).strftime("%H:%M")
    for page in (tablet, phone):
        page.goto(f"/cases/{case.pk}/announced" if page is tablet else "/player/")
        expect(page.get_by_text(until).first).to_be_visible(timeout=WAIT)
        looks.at(page)

    laptop.goto(f"/cases/{case.pk}/dossier/anonymous")
    expect(laptop.get_by_text("Nobody is named here")).to_be_visible()
    looks.at(laptop)

    entry = Entry.objects.get(chain=world.event.pk, seq=number)
    wish = Objection.objects.filter(case=case).latest("received_at")
    assert entry.code.startswith(code.replace("-", ""))
    assert str(wish.pk) in bytes(entry.data).decode()
    assert wish.late_ms == 0
    assert case.state == "announced"
    assert case.rulings.get().tricks_claimer == 4
    assert Slip.objects.get(ruling__case=case).acknowledged_at is None
    assert hand.gestures <= 27
    assert looks.violations == []
    assert len(looks.screens) >= 18
    assert verify().findings == []
