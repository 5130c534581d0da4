"""An appeal from the phone to the decision that both sides are told (Laws 92, 93)."""

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.models import Appeal, Ruling, Window
from rulings.workflow.proof.verify import verify
from tests.factories import Cast, make_case
from tests.walks.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def announced(world):
    """Return a ruling announced at table 1, as a director would have brought it."""
    dana, cleo, sam = (User.objects.get(username=n) for n in ("dana", "cleo", "sam"))
    cast = Cast(world.event, world.session, dana, cleo, sam, at=receipt_at())
    return make_case(cast, state="announced", playing=world.playing(1))


def votes_and_decides(rae):
    """Decide against the vote, keep the deposit of an appeal that won, then rightly."""
    rae.types("Reasons", "A normal play loses the heart too.")
    rae.types("Facts the panel finds", "The nine was high.")
    rae.tap("is kept", role="radio").tap("Uphold", role="radio", near="Vote of Rae")
    rae.tap("Enter this decision").sees("More members voted the other way.")
    rae.tap("Change", role="radio", near="Vote of Rae").tap("Enter this decision")
    rae.sees("the deposit is returned").tap("is returned", role="radio").tap(
        "Enter this decision"
    )
    rae.sees("Rae: Change").sees("The nine was high.")


def test_an_appeal_is_decided_by_the_panel_and_then_announced(walker, world):
    case = announced(world)

    phone = walker("The pair East–West", device=PHONE)
    phone.tap("Board 1, table A1").tap("Object or appeal")
    phone.tap("This is an appeal to the committee")
    phone.tap("West", role="radio").tap("My partner is here and agrees")
    phone.types("In your words", "My nine of hearts is good as well.")
    phone.tap("Send: Appeal").tap("Back to the board")
    phone.sees("Your side agrees to the appeal")

    cleo = walker("Cleo, chief director")
    cleo.tap("Table A1", role="link").tap("The appeal…")
    cleo.sees("Before the hearing").tap("Rae", near="Panel", role="checkbox")
    cleo.types("Deposit", "25 EUR").types("The hearing begins", "2026-11-24T18:30")
    cleo.types("Room", "Harbour room").tap("Save")
    phone.starts().tap("The pair East–West").sees("in Harbour room")

    rae = walker("Rae, reviewer")
    rae.sees("waits for the decision")
    rae.tap("Board 1, table A1")
    rae.sees("My nine of hearts is good as well.").sees("I have the rest.")
    rae.sees("East, on the phone").sees("7 of the last 8 tricks")
    rae.tap("Dossier").sees("My nine of hearts is good as well.").tap("Back")
    rae.tap("Ruling changed").types("Reasons", "…").tap("Enter this decision")
    rae.sees("A changed ruling needs its number of tricks.").tap("6", role="radio")
    votes_and_decides(rae)
    rae.sees("Dana or the chief director announces it to both sides.")
    rae.tap("Your desk").sees("decided, not announced yet")

    phone.starts().tap("The pair East–West").tap("Board 1, table A1")
    phone.sees("The appeal has been decided. The director will tell both sides.")
    phone.sees("get 7 of the last 8 tricks").sees("ruled by Dana")
    phone.sees("My nine of hearts is good as well.").misses("Time to appeal")
    before = Window.objects.get(case=case, purpose="appeal").closes_at

    dana = walker("Dana, director")
    dana.tap("Table A1")
    dana.sees("The appeal by East–West has been decided: the ruling is changed.")
    dana.misses("You may appeal")
    dana.tap("Announced to both sides")
    dana.sees("The appeal by East–West has been decided: the ruling is changed.")

    phone.starts().tap("The pair East–West").tap("Board 1, table A1")
    phone.sees("Appeal decided: ruling changed").sees("get 6 of the last 8 tricks")
    phone.sees("Heard by Rae").misses("ruled by Rae").misses("Time to appeal")
    phone.misses("Object or appeal")

    rae.starts().tap("Board 1, table A1").sees("Announced to both sides at")
    rae.tap("Dossier").prints()
    rae.sees("25 EUR: is returned").sees("East, on the phone").misses("Time to appeal")
    rae.sees("My nine of hearts is good as well.").sees("Ruling 1").sees("Ruling 2")

    row = Appeal.objects.get()
    assert (row.outcome, row.decided_by.username) == ("changed", "rae")
    assert row.announced_at > row.decided_at
    assert Window.objects.get(case=case, purpose="appeal").closes_at == before
    assert Ruling.objects.get(case=case, current=True).tricks_claimer == 6
    assert verify().findings == []


def test_a_refused_appeal_says_what_is_missing_and_keeps_the_words(walker, world):
    announced(world)
    phone = walker("The pair East–West", device=PHONE)
    phone.tap("Board 1, table A1").tap("Object or appeal")
    phone.types("In your words", "My nine of hearts is good.")
    phone.tap("This is an appeal to the committee").turns()
    phone.sees("Draft: kept").holds("In your words", "My nine of hearts is good.")
    phone.tap("Send: Appeal")

    phone.sees("Nothing has been sent yet.").sees("Say who you are")
    phone.tap("West", role="radio").tap("My partner is here and agrees")
    phone.tap("Send: Appeal").sees("Receipt: Appeal").sees("My nine of hearts is good.")

    assert Appeal.objects.get().concurrence == {"W": "phone", "E": "phone"}
