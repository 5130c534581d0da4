"""What is typed at the table is never lost, and a slip at agreeing is undone."""

import pytest
from playwright.sync_api import expect

from rulings.models import Agreement, Case, Objection, Statement
from rulings.queries.words import texts_of
from tdweb.asgi import application
from tdweb.hosting.gate import GateLane
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
    return dana.turns().types("words, as spoken", words)


def recorded():
    row = Statement.objects.get(layer="claim")
    return texts_of([row.words])[row.words]


def at_objections(dana):
    return dana.tap("said nothing").sees("Does anybody object to the claim?")


@pytest.mark.parametrize(
    "device",
    [TABLET, pytest.param(PHONE, marks=pytest.mark.soak("walks"), id="phone")],
)
def test_main_button_names_and_keeps_what_is_typed(dana):
    dana.sees("Type what North said").sees("North said nothing")
    typed(dana).misses("North said nothing")
    dana.sees("Read as").sees("Keep: “drawing trumps and the")

    dana.tap("Keep:").sees("Does anybody object to the claim?")

    assert recorded() == SAID
    said = Statement.objects.get()
    assert (said.read_back_ns, said.read_back_ew) == ("confirmed", "confirmed")


def test_words_not_read_are_marked_while_they_are_typed(dana):
    typed(dana, "drawing trumps, then abracadabra").sees("Not read")
    marks = dana._page.locator("#mirror mark")
    expect(marks).to_have_text(["abracadabra"])

    dana.types("words, as spoken", "drawing trumps").misses("Not read")
    expect(marks).to_have_count(0)
    assert not Statement.objects.exists()


@pytest.mark.soak("walks")
def test_phrase_goes_into_the_field_behind_what_is_typed(dana):
    typed(dana, "Drawing trumps").tap("The rest are mine", role="button")
    dana.tap("Cash…").tap("Cash hearts from the top")

    dana.tap("Keep:").sees("Does anybody object to the claim?")
    said = "Drawing trumps, The rest are mine, Cash hearts from the top"
    assert recorded() == said
    steps = ["draw trumps", "the rest are mine", "cash hearts from the top"]
    assert Statement.objects.get().steps == steps


@pytest.mark.soak("walks")
def test_repeated_words_and_additions_keep_their_layers(dana):
    typed(dana, "drawing trumps, the rest are mine")
    dana.tap("Repeat, or sides differ").sees("adding nothing")
    dana.turns().tap("the rest are mine", role="checkbox")
    dana.types("Added now", "finessing in clubs").tap("dispute it", near="East–West")
    dana.tap("Keep: a side disputes it").sees("Does anybody object to the claim?")

    rows = {row.layer: row for row in Statement.objects.all()}
    texts = texts_of(row.words for row in rows.values())
    said = {layer: texts[row.words] for layer, row in rows.items()}
    assert said == {
        "claim": "drawing trumps, the rest are mine",
        "repeated": "the rest are mine",
        "added": "finessing in clubs",
    }
    assert rows["claim"].read_back_ew == "disputed"


def test_agreed_claim_keeps_what_is_typed(dana):
    typed(dana).tap("Nobody objects: East–West agree").sees("scored as claimed")

    assert recorded() == SAID
    assert Agreement.objects.exists()


@pytest.mark.parametrize(
    "control",
    [
        "Back",
        pytest.param("Repeat, or", marks=pytest.mark.soak("walks")),
        "Asked by you",
    ],
)
def test_every_way_on_takes_the_words_along(dana, control):
    typed(dana).tap(control).sees("Who claimed" if control == "Back" else SAID)

    assert recorded() == SAID


def test_leaving_by_another_way_asks_and_keeps_the_words(dana):
    typed(dana).answers_browser(leave=False).tap("Seventy", role="link")

    dana.tap("Keep:").sees("Does anybody object to the claim?")
    assert recorded() == SAID


def test_leaving_with_a_tile_or_cards_marked_asks_first(dana):
    dana.tap("Back").sees("Tricks left")
    dana._page.locator('label:has([name="left"][value="5"])').tap()
    dana.answers_browser(leave=False).tap("Seventy", role="link")
    dana.sees("Who claimed how many?").tap("Next", role="button")

    dana.sees("What did").tap("said nothing").sees("Does anybody object")
    dana.tap("West objects").turns().taps_main()
    dana.tap("mark the cards").sees("A mark means")
    dana._page.locator("#cards .k:not(.down)").first.tap()
    dana.answers_browser(leave=False).tap("Seventy", role="link")
    dana.sees("A mark means").answers_browser(leave=True).tap("Seventy", role="link")
    dana.misses("A mark means")


@pytest.mark.soak("walks")
def test_kept_words_stand_in_the_field_to_be_changed(dana):
    typed(dana, "drawing trumps").tap("Keep:").sees("Does anybody object")
    dana.tap("Draw trumps", role="link").sees("Keep: “drawing trumps”")

    dana.turns().types("words, as spoken", "drawing trumps then hearts from the top")
    dana.tap("Keep:").sees("Does anybody object to the claim?")

    assert recorded() == "drawing trumps then hearts from the top"


def test_agreeing_and_objecting_are_not_confused(dana):
    at_objections(dana).sees("Nobody objects: East–West agree").tap("West objects")
    dana.sees("West objects, East silent").misses("Nobody objects").turns()

    dana.types("In West’s words", "the king is out").tap("East objects").turns()
    dana.sees("West and East object").taps_main().sees("Are these the cards")

    assert not Agreement.objects.exists()
    west, east = Objection.objects.order_by("received_at")
    assert (west.seat, texts_of([west.words])[west.words]) == ("W", "the king is out")
    assert (east.seat, east.reason_code) == ("E", "")


@pytest.mark.soak("walks")
def test_mistaken_tap_on_a_seat_is_undone(dana):
    at_objections(dana).tap("West objects").turns().tap("Undo", role="button", nth=0)

    dana.sees("Nobody objects: East–West agree")
    assert not Objection.objects.exists()


@pytest.mark.soak("walks")
def test_reason_is_added_to_the_objection_and_can_be_changed(dana):
    at_objections(dana).tap("West objects").turns().tap("The order of play").turns()
    dana.tap("A trump is out").turns().sees("a trump is out")

    assert Objection.objects.get().reason_code == "trump_out"


@pytest.mark.soak("walks")
def test_leaving_the_objections_asks_first(dana):
    at_objections(dana).tap("West objects").turns()
    dana.types("In West’s words", "no king").answers_browser(leave=False).tap("Back")

    dana.tap("East objects").sees("West and East object").sees("no king")


def test_mistaken_tap_on_agree_is_undone(dana):
    at_objections(dana).tap("Nobody objects: East–West agree").sees("scored as claimed")

    dana.tap("Undo: nobody agreed").sees("Does anybody object to the claim?")

    assert not Agreement.objects.exists()
    assert Case.objects.get().state == "called"


def test_agreement_nobody_gave_is_removed_by_the_chief_with_a_reason(dana, walker):
    at_objections(dana).tap("Nobody objects: East–West agree").sees("scored as claimed")
    dana.tap("Next call").tap("Round 1 is over").tap("over", role="button")

    cleo = walker("Cleo, chief director").tap("Table A1", role="link").tap("Open")
    cleo.sees("Agreed and closed").misses("Undo: nobody agreed")
    cleo.tap("Nobody agreed…").sees("Did nobody agree?")
    cleo.types("In your own words", "I asked South instead")
    cleo.tap("one of them had objected").sees("Does anybody object to the claim?")

    assert not Agreement.objects.exists()
    assert Case.objects.get().state == "called"


def test_phone_keeps_words_to_the_director_that_are_left(dana, slip_of):
    at_objections(dana)
    pair = slip_of(4)
    pair.tap("Board 2, table A1").tap("Object").sees("Who are you?")
    pair.types("In your words", "the king is out")
    pair.sees("Draft: kept on this phone, not sent.")

    pair.tap("Not now").sees("North claims the last 3 tricks.")
    pair.tap("Object").tap("West", role="radio")
    pair.tap("Send: Object").sees("Back to the board")

    row = Objection.objects.get()
    assert (row.seat, texts_of([row.words])[row.words]) == ("W", "the king is out")


@pytest.fixture
def crowd(site):
    """Return how the server has no place for filings, and how it has one again."""
    places = application.lanes
    usual = places["filing"]

    def has_place(*, free):
        places["filing"] = usual if free else GateLane(0, queue=0)

    yield has_place
    has_place(free=True)


def test_a_filing_for_which_there_is_no_place_goes_out_again_by_itself(dana, crowd):
    typed(dana)
    crowd(free=False)
    dana.tap("Keep:").sees("Slow, trying again").sees("Sent again, it counts once")
    crowd(free=True)

    dana.sees("Does anybody object to the claim?")

    assert recorded() == SAID
    assert Statement.objects.count() == 1
