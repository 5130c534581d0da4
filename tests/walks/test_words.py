"""What is typed at the table is never lost, and a slip at agreeing is undone."""

import pytest

from rulings.models import Agreement, Case, Objection, Statement
from rulings.queries.words import texts_of
from tests.walks.conftest import PHONE, TABLET

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

SAID = "drawing trumps and the rest are mine"


@pytest.fixture
def device():
    """Return what Dana holds in hand."""
    return TABLET


@pytest.fixture
def dana(walker, world, device):
    """Return Dana at the statement screen of a claim with a record of play."""
    dana = walker("Dana, director", device=device)
    dana.tap("New call").tap("2", role="button").sees("Who claimed")
    return dana.tap("Next", role="button").sees("What did")


def typed(dana, words=SAID):
    dana.tap("Type or dictate the words")
    return dana.types("The words, exactly as said", words)


def recorded():
    row = Statement.objects.get(layer="claim")
    return texts_of([row.words])[row.words]


def at_objections(dana):
    return dana.tap("Nothing said: agreed").sees("Does anybody doubt the claim?")


@pytest.mark.parametrize("device", [TABLET, PHONE])
def test_main_button_takes_down_what_is_typed(dana):
    typed(dana).misses("Nothing said: agreed").misses("No statement")

    dana.tap("Take down, then read back").sees("Does each side agree that it was said")

    dana.sees(SAID).tap("Both sides agree").sees("Does anybody doubt the claim?")
    assert recorded() == SAID
    assert Statement.objects.get().read_back_ns == "confirmed"


@pytest.mark.parametrize(
    "control",
    ["Read these words", "Back", "Disputed by a side…", "Ruff…", "repeated", "squeeze"],
)
def test_every_way_on_takes_the_words_along(dana, control):
    typed(dana).tap(control).sees("Who claimed" if control == "Back" else SAID)

    assert recorded() == SAID


def test_leaving_by_another_way_asks_and_keeps_the_words(dana):
    typed(dana).answers_browser(leave=False).tap("Seventy", role="link")

    dana.tap("Take down, then read back").sees(SAID)
    assert recorded() == SAID


def test_further_words_do_not_replace_the_first(dana):
    typed(dana, "drawing trumps").tap("Read these words").sees("drawing trumps")
    dana.tap("Type or dictate the words")

    dana.types("Further words", "then hearts from the top")
    dana.tap("Take down, then read back").sees("drawing trumps then hearts")

    assert recorded() == "drawing trumps then hearts from the top"


def test_agreeing_and_objecting_are_not_confused(dana):
    at_objections(dana).tap("West", role="radio").tap("Their words")
    dana.types("What was said", "the king is out")

    dana.tap("East–West agree").sees("Do East–West agree all the same?")
    assert not Agreement.objects.exists()
    assert dana.control("West", role="radio").is_checked()

    dana.tap("Record the objection").sees("Is there another irregularity")
    row = Objection.objects.get()
    assert (row.seat, texts_of([row.words])[row.words]) == ("W", "the king is out")


def test_leaving_the_objections_asks_first(dana):
    at_objections(dana).tap("Their words").types("What was said", "no king")

    dana.tap("Back").tap("Something else happened").tap("Record the objection")
    dana.sees("Choose the seat that objects").tap("West", role="radio")
    dana.tap("order of play").sees("West")

    row = Objection.objects.get()
    assert texts_of([row.words])[row.words] == "no king"


def test_mistaken_tap_on_agree_is_undone(dana):
    at_objections(dana).tap("Nobody: East–West agree").sees("scored as claimed")

    dana.tap("Undo: nobody agreed").sees("Does anybody doubt the claim?")

    assert not Agreement.objects.exists()
    assert Case.objects.get().state == "called"


def test_agreement_nobody_gave_is_removed_by_the_chief_with_a_reason(dana, walker):
    at_objections(dana).tap("Nobody: East–West agree").sees("scored as claimed")
    dana.tap("Next call").tap("Round 1 is over").tap("over", role="button")

    cleo = walker("Cleo, chief director").tap("Table A1", role="link").tap("Open")
    cleo.sees("Agreed and established").misses("Undo: nobody agreed")
    cleo.tap("Nobody agreed…").sees("Did nobody agree?")
    cleo.types("In your own words", "I asked South instead")
    cleo.tap("one of them had objected").sees("Does anybody doubt the claim?")

    assert not Agreement.objects.exists()
    assert Case.objects.get().state == "called"


def test_phone_asks_before_words_to_the_director_are_left(dana, slip_of):
    at_objections(dana)
    pair = slip_of(4)
    pair.tap("Board 2, table A1").tap("Object").sees("Who are you?")
    pair.types("In your words", "the king is out")

    pair.answers_browser(leave=False).tap("Not now")
    pair.tap("West", role="radio").tap("Send: Object").sees("Back to the board")

    row = Objection.objects.get()
    assert (row.seat, texts_of([row.words])[row.words]) == ("W", "the king is out")
