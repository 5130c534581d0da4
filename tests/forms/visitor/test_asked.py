"""The form of the public page says beside the field what is wrong, and keeps all."""

import pytest

from rulings.bridge.seats import Seat
from rulings.forms.visitor.asked import VisitorForm
from tests.forms.visitor.test_pasted import LINK, SHORT

UNPLAYED = LINK.partition("&p=")[0]
GOOD = {"source": SHORT, "contract": "4H S", "lead": "S", "won": "5"}


def asked_of(data):
    form = VisitorForm(data)
    assert form.is_valid()
    return form.asked


def test_a_link_needs_nothing_else():
    form = VisitorForm({"source": LINK})

    assert form.is_valid(), form.errors
    asked = form.asked
    assert str(asked.contract) == "4S S"
    assert asked.claim.claimer is Seat.SOUTH
    assert (asked.position.left, asked.claim.tricks) == (11, 11)


@pytest.mark.parametrize(("contract", "leader"), [("", "W"), ("4S N", "E")])
def test_where_nothing_was_played_the_contract_given_says_who_leads(contract, leader):
    asked = asked_of({"source": UNPLAYED, "contract": contract})

    assert asked.position.left == 13
    assert str(asked.position.turn) == leader


def test_a_lead_out_of_turn_by_north_is_read_as_it_was_made():
    asked = asked_of({"source": f"{UNPLAYED}&p=sqs2s3s8", "contract": "3N E"})

    assert asked.position.won == (1, 0)
    assert str(asked.position.turn) == "N"


def test_cards_that_are_no_deal_are_named_beside_the_field():
    suits = "AKQJT98765432..."
    hands = dict.fromkeys(("hand_n", "hand_e", "hand_s", "hand_w"), suits)

    form = VisitorForm({**hands, "contract": "7S S"})

    assert list(form.errors) == ["source"]
    assert "two places" in form.errors["source"][0]


def test_cards_words_and_a_number_make_a_claim():
    form = VisitorForm({**GOOD, "said": "Ace of clubs, then the spades", "tricks": "4"})

    assert form.is_valid(), form.errors
    claim = form.asked.claim
    assert claim.tricks == 4
    assert [str(step) for step in claim.statement.steps] == ["play CA", "cash spades"]
    assert form.asked.position.won == (5, 3)


def test_trumps_in_notrump_are_not_understood():
    asked = asked_of({**GOOD, "contract": "3N S", "said": "hearts good, last trump"})

    assert asked.claim.statement.steps == ()


def test_a_suit_named_again_and_again_is_played_thirteen_times_at_most():
    claim = asked_of({**GOOD, "said": "heart, " * 20}).claim

    assert [str(step) for step in claim.statement.steps] == ["cash hearts 13"]


def test_typed_hands_serve_as_well():
    hands = dict(
        zip(("hand_n", "hand_e", "hand_s", "hand_w"), SHORT[2:].split(), strict=True)
    )
    form = VisitorForm({**GOOD, "source": "", **hands})

    assert form.is_valid(), form.errors
    assert form.asked.position == asked_of(GOOD).position


@pytest.mark.parametrize(
    ("more", "field", "words"),
    [
        ({"source": ""}, "source", "enter four hands"),
        ({"source": "xyz"}, "source", "“xyz” is no hand"),
        ({"source": "N:A... 2... 3... 45..."}, "source", "as many cards"),
        ({"source": "N:A... A... 3... 4..."}, "source", "two places"),
        ({"source": "", "hand_n": "QQ..."}, "hand_n", "QQ..."),
        ({"contract": ""}, "contract", "No contract was pasted"),
        ({"contract": "9H S"}, "contract", "“9H S” is no contract"),
        ({"lead": ""}, "lead", "who is to lead"),
        ({"won": ""}, "won", "of the 8 quitted tricks"),
        ({"won": "9"}, "won", "of the 8 quitted tricks"),
        ({"claimer": "N"}, "claimer", "Dummy cannot claim"),
        ({"tricks": "6"}, "tricks", "give at most 5"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(more, field, words):
    form = VisitorForm({**GOOD, **more})

    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert words in form.errors[field][0]
    assert form.status == 422


def test_a_link_holds_what_was_typed_and_nothing_else():
    data = {**GOOD, "said": "Spades", "csrfmiddlewaretoken": "x", "tricks": ""}

    assert VisitorForm(data).given() == {**GOOD, "said": "Spades"}
