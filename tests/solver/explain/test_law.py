"""Each computation that a step of the law names has its answer from the search."""

from dataclasses import replace

import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, Span, adjudicate
from rulings.solver.explain import law
from rulings.solver.inputs import SuitOrder
from rulings.solver.types import Proven
from rulings.statements import ReadStatement

SOUTH = {"claimer": Seat.SOUTH, "declarer": Seat.SOUTH}
TRUMP_OUT = "C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5"
GUESS = "N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.."
SEEN = "N S:- 9-0 N:QT5.2.. 3.KQJ.. AK6.A.. J974..."
FORGOTTEN = "S N:- 6-3 N:.AK.32. .JT.Q.Q AK..A.3 2.Q.K.K"
KING_FALLS = "N S:- 11-0 N:.32.. .KQ.. AQ... K.A.."
PARTNER = "N N:- 9-1 N:...KJ6 ...AT9 .Q..42 6...Q8"
FALLS = "N N:- 10-0 N:432... Q9.2.. AKJ... T87..."
CUT_AND_WON = "N S:- 7-2 N:A.K2..7 4.3.6.9 T.7.9.6 2..2.32"
BROKEN = "N N:- 9-0 N:T85.A.. 762.Q.. KJ.K.2. 943.2.."


def claimed(position, tricks, said="", **more):
    claim = SolverClaim(
        **{**SOUTH, **more}, tricks=tricks, statement=ReadStatement.parse(said)
    )
    return Position.parse(position), claim


def proven(position, tricks, said="", budget=250_000, **more):
    asked = claimed(position, tricks, said, **more)
    found = adjudicate(*asked, Settings(budget=budget))
    return Proven.from_json(found.to_json())


def led(position, tricks, order=SuitOrder.TOP_DOWN, found=None, **more):
    """Return the leads left of each suit, "*" after those of a suit left free."""
    asked = claimed(position, tricks, **more)
    leads = law.leads_by_regulation(*asked, Settings(suit_order=order), found)
    return {
        (one.seat.letter, one.cards[0].suit.letter): " ".join(map(str, one.cards))
        + "*" * one.free
        for one in leads
    }


def test_extremes_are_any_play_and_double_dummy():
    assert law.extremes(proven(TRUMP_OUT, 4)) == (Span(1, 1), Span(4, 4))


def test_a_position_says_what_is_wrong_with_it():
    good = Position.parse(TRUMP_OUT)
    bad = Position.parse("C S:- 9-0 N:32.32.. 65.KQ.. AK.A.. 7..KQ.5")

    assert law.position_faults(good) == frozenset()
    assert law.position_faults(bad) == {"unequal_hands"}


@pytest.mark.parametrize(
    ("tricks", "worse"), [(4, True), (3, False)], ids=["all", "one less"]
)
def test_an_alternative_line_is_less_successful_or_not(tricks, worse):
    found = law.alternative_line(proven(GUESS, tricks))

    assert found.less_successful is worse
    assert found.award == Span(3, 3)


def test_an_unsettled_line_is_neither():
    found = proven(GUESS, 4, budget=3)

    assert law.alternative_line(found).less_successful is None
    assert law.normal_line_loses(found, 4) is None
    assert law.share_of_normal_lines(found) is None


def test_a_stated_line_is_carried_out_to_the_letter():
    wrong = law.literal_line(proven(GUESS, 4, "play SJ; play SK"))
    right = law.literal_line(proven(GUESS, 4, "play SJ; play S2"))

    assert law.literal_line(proven(GUESS, 4)) is None
    assert wrong is not None
    assert right is not None
    assert 0 < wrong.low == wrong.high <= right.low <= 4


def test_a_trick_that_no_normal_line_loses():
    found = proven(KING_FALLS, 1, "play SA")

    assert law.normal_line_loses(found, 2) is False
    assert law.legal_line_loses(found, 2) is True
    assert law.normal_line_loses(proven(TRUMP_OUT, 4, aware_of_trump=True), 4) is False


def test_while_a_trump_is_in_question_it_is_open_what_a_normal_line_loses():
    found = proven(TRUMP_OUT, 4)

    assert found.award == Span(4, 4)
    assert law.normal_line_loses(found, 4) is None
    assert law.normal_line_loses(found, 3) is False


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


def test_the_share_of_lines_that_lose_the_trick_asked_back():
    none = proven(KING_FALLS, 2, reclaimed=1)
    some = proven(GUESS, 4, reclaimed=1)

    assert law.share_of_normal_lines(proven(GUESS, 4)) is None
    assert law.share_of_normal_lines(none).fewer == 0
    assert law.reclaimed_can_be_lost(none) is None
    share = law.share_of_normal_lines(some)
    assert 0 < share.fewer < share.lines
    assert law.reclaimed_can_be_lost(some) is None


def test_a_trick_that_comes_back_on_every_line_cannot_be_lost():
    found = proven("N N:- 11-0 N:3.2.. A.K.. 2.3.. 4.5..", 1, reclaimed=1)
    share = law.share_of_normal_lines(found)

    assert share.lines == share.fewer
    assert law.reclaimed_can_be_lost(found) is False


def test_an_outstanding_trump_costs_what_forgetting_it_costs():
    found = law.outstanding_trump(proven(TRUMP_OUT, 4))

    assert found is not None
    assert [str(card) for card in found.cards] == ["C5"]
    assert found.tricks_lost == 1
    assert law.outstanding_trump(proven(GUESS, 4)) is None
    assert law.opponents_trumps(Position.parse(TRUMP_OUT), Seat.SOUTH) == 1
    assert law.opponents_trumps(Position.parse(GUESS), Seat.SOUTH) == 0


def test_a_trump_that_takes_a_trick_either_way_takes_one_on_a_normal_line():
    found = law.outstanding_trump(proven("S S:- 7-3 N:.2.32. 9...AK .A.AK. ..QJ.Q", 3))

    assert found.aware == found.unaware
    assert found.tricks_lost == 1


def test_a_claim_that_hangs_on_a_location():
    guess, seen = law.location(proven(GUESS, 4)), law.location(proven(SEEN, 4))

    assert (guess.dependent, guess.seen_in_time) == (True, False)
    assert "W:SQ" in {held for found in guess.settles for held in found}
    assert (seen.dependent, seen.seen_in_time) == (False, None)
    assert law.location(proven(KING_FALLS, 1)).dependent is False
    assert law.location(proven(GUESS, 4, budget=3)).dependent is None


def test_a_forgotten_trump_that_costs_the_claim_leaves_no_location_to_ask_for():
    found = proven(FORGOTTEN, 4, aware_of_trump=False)

    assert found.settles
    assert found.award == Span(3, 3)
    assert law.location(found).dependent is False


def test_place_of_a_card_is_not_asked_where_every_normal_line_wins():
    """Also where the search for a card that might settle it was cut."""
    cut = proven(CUT_AND_WON, 4, budget=240)

    assert cut.certain.low < cut.award.low == 4
    assert law.location(cut).dependent is False
    assert law.location(replace(cut, award=Span(3, 4))).dependent is None


def test_a_claim_that_only_a_trump_costs_does_not_hang_on_a_location():
    found = proven(FORGOTTEN, 4, aware_of_trump=False)
    cut = replace(found, located=Span(2, 4))

    assert cut.trump.aware == Span(4, 4)
    assert law.location(cut).dependent is False


def test_a_card_that_falls_or_is_caught_on_every_line_comes_out_in_time():
    found = law.location(proven(FALLS, 3))

    assert (found.dependent, found.seen_in_time) == (True, True)
    assert ("E:SQ",) in found.settles


def test_a_claim_does_not_hang_on_a_location_that_would_not_help():
    found = proven(GUESS, 4)
    alike = replace(found, located=found.award)
    maybe = replace(found, located=Span(3, 4))

    assert law.location(alike).dependent is False
    assert law.location(replace(found, located=None)).dependent is False
    assert law.location(maybe).seen_in_time is None
    # Where nothing asked, in a result of earlier days, the fewer tricks tell.
    before = replace(found, asks=False, located=None)
    assert law.location(before).seen_in_time is False


def test_partners_choice_is_named_with_the_card_needed_of_him():
    asked = proven(PARTNER, 3, claimer=Seat.WEST)

    found = law.partner_alternatives(asked)

    assert found.award.high < 3
    assert (found.needed.trick, str(found.needed.card)) == (1, "CA")
    trick, card = found.chosen[0]
    assert (trick, str(card)) == (1, str(found.needed.instead))
    assert law.location(asked).dependent is False


def test_who_declares_has_no_partner_who_chooses():
    found = law.partner_alternatives(proven(GUESS, 4))

    assert (found.needed, found.chosen) == (None, ())


def test_a_suit_thought_good_is_led_from_the_top_by_either_hand():
    assert led(GUESS, 4) == {
        ("S", "S"): "SK",
        ("S", "H"): "HA*",
        ("N", "S"): "SA",
        ("N", "H"): "H2*",
    }


@pytest.mark.parametrize(
    ("order", "spades"),
    [
        (SuitOrder.TOP_DOWN, "ST"),
        (SuitOrder.TOP_DOWN_SPOTS, "ST S5"),
        (SuitOrder.NONE, "ST S8 S5*"),
    ],
)
def test_the_leads_of_a_suit_are_those_the_regulation_leaves(order, spades):
    forgotten = frozenset(Position.parse(BROKEN).hands[Seat.EAST].suit(3))

    assert led(BROKEN, 4, order, forgotten=forgotten)["N", "S"] == spades


def test_a_trick_given_up_by_number_alone_leaves_every_lead():
    position = "N S:- 10-0 N:432... QJ7... AK5... T.KQ.."

    assert led(position, 1)["S", "S"] == "SA"
    assert led(position, 1, found=proven(position, 1))["S", "S"] == "SA SK S5*"


def test_a_trump_out_of_mind_does_not_keep_a_trump_from_being_good():
    position = "S S:- 10-0 N:.432.. K.76.. Q5.A.. .KQJ.."

    assert led(position, 2)["S", "S"] == "SQ S5*"
    assert led(position, 2, aware_of_trump=False)["S", "S"] == "SQ"


def test_a_defenders_partner_leads_what_he_likes():
    assert {seat for seat, _ in led(PARTNER, 2, claimer=Seat.WEST)} == {"W"}


def test_the_score_of_the_tricks():
    assert law.contract_score(Contract.parse("3NS"), 9, vulnerable=False) == 400
