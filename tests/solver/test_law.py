"""Each computation that a step of the law names has its answer from the search."""

import pytest

from rulings.bridge.cards import Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.claims import Statement
from rulings.solver import Claim, Settings, Span, law

SOUTH = {"claimer": Seat.SOUTH, "declarer": Seat.SOUTH}
TRUMP_OUT = "C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5"
GUESS = "N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.."
SEEN = "N S:- 9-0 N:QT5.2.. 3.KQJ.. AK6.A.. J974..."
KING_FALLS = "N S:- 11-0 N:.32.. .KQ.. AQ... K.A.."
PARTNER = "N W:- 11-0 N:..32. .A..A .K.4. A.2.."


def inquiry(position, tricks, said="", budget=250_000, **more):
    claim = Claim(**{**SOUTH, **more}, tricks=tricks, statement=Statement.parse(said))
    return law.Inquiry(Position.parse(position), claim, Settings(budget=budget))


def test_extremes_are_any_play_and_double_dummy():
    assert law.extremes(inquiry(TRUMP_OUT, 4)) == (Span(1, 1), Span(4, 4))


def test_a_position_says_what_is_wrong_with_it():
    good = Position.parse(TRUMP_OUT)

    assert law.position_faults(good) == frozenset()
    assert law.position_faults(
        Position.parse("C S:- 9-0 N:32.32.. 65.KQ.. AK.A.. 7..KQ.5")
    )


@pytest.mark.parametrize(
    ("tricks", "worse"), [(4, True), (3, False)], ids=["all", "one less"]
)
def test_an_alternative_line_is_less_successful_or_not(tricks, worse):
    found = law.alternative_line(inquiry(GUESS, tricks))

    assert found.less_successful is worse
    assert found.award == Span(3, 3)


def test_an_unsettled_line_is_neither():
    found = law.alternative_line(inquiry(GUESS, 4, budget=3))

    assert found.less_successful is None
    assert law.normal_line_loses(inquiry(GUESS, 4, budget=3), 4) is None
    assert law.share_of_normal_lines(inquiry(GUESS, 4, budget=3), 4) is None


def test_a_stated_line_is_carried_out_to_the_letter():
    wrong = law.literal_line(inquiry(GUESS, 4, "play SJ; play SK"))
    right = law.literal_line(inquiry(GUESS, 4, "play SJ; play S2"))

    assert law.literal_line(inquiry(GUESS, 4)) is None
    assert wrong is not None
    assert right is not None
    assert 0 < wrong <= right <= 4


def test_a_trick_that_no_normal_line_loses():
    found = inquiry(KING_FALLS, 1, "play SA")

    assert law.normal_line_loses(found, 2) is False
    assert law.legal_line_loses(found, 2) is True
    assert law.normal_line_loses(inquiry(TRUMP_OUT, 4, aware_of_trump=True), 4) is False


@pytest.mark.parametrize(
    ("won", "lost", "declarer", "decided"),
    [
        (9, 0, True, True),
        (8, 4, True, False),
        (8, 5, False, True),
        (9, 4, False, False),
    ],
)
def test_a_contract_decided_before_the_concession(won, lost, declarer, decided):
    contract = Contract.parse("3NS")

    found = law.contract_already_decided(contract, won, lost, declarer=declarer)

    assert found is decided


def test_the_share_of_lines_that_lose_a_trick():
    none = law.share_of_normal_lines(inquiry(KING_FALLS, 2), 2)
    some = law.share_of_normal_lines(inquiry(GUESS, 4), 4)

    assert none is not None
    assert (none.fewer, none.percent) == (0, 0)
    assert some is not None
    assert 0 < some.fewer < some.lines


def test_an_outstanding_trump_costs_what_forgetting_it_costs():
    found = law.outstanding_trump(inquiry(TRUMP_OUT, 4))

    assert found is not None
    assert [str(card) for card in found.cards] == ["C5"]
    assert found.tricks_lost == 1
    assert law.outstanding_trump(inquiry(GUESS, 4)) is None


def test_a_claim_that_hangs_on_a_location():
    guess, seen = law.location(inquiry(GUESS, 4)), law.location(inquiry(SEEN, 4))

    assert (guess.dependent, guess.seen_in_time) == (True, False)
    assert [str(card) for found in guess.settles for _, card in found.held]
    assert seen.seen_in_time in {True, None}
    assert law.location(inquiry(KING_FALLS, 1)).dependent is False


def test_partners_alternatives_are_listed_with_their_cost():
    west = inquiry(PARTNER, 2, claimer=Seat.WEST)

    found = {str(c.card): c.award for c in law.partner_alternatives(west)}

    assert found == {"HA": Span(1, 1), "CA": Span(2, 2)}
    assert law.partner_alternatives(inquiry(GUESS, 4)) == ()


def test_leads_are_listed_suit_by_suit_from_the_top():
    position = "N S:- 10-0 N:43..2. Q.32.. AK2... J5..A."
    found = law.leads_by_regulation(inquiry(TRUMP_OUT, 3, aware_of_trump=False))

    assert {choice.card.suit for choice in found} <= set(Suit)
    assert all(choice.award.low >= 2 for choice in found)
    assert law.leads_by_regulation(inquiry(position, 3)) == ()


def test_the_score_of_the_tricks():
    assert law.contract_score(Contract.parse("3NS"), 9, vulnerable=False) == 400
