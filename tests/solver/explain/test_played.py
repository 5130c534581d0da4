"""What cards played after a claim tell: of the words, of the line, of the claim."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.explain import Fit, played_on
from rulings.solver.types import Tag
from rulings.statements import ReadStatement
from tests.solver.endings import seeded
from tests.solver.statements import random_steps
from tests.solver.test_adjudicate import random_case

ENDING = Position.parse("S S:- 9-0 N:.A2.32. Q.K3.K. A.4.AQ. 5.5.54.")
"""South leads: the ace of spades draws the last trumps, then there is a club guess."""


def cards(text):
    return [Card.parse(one) for one in text.split()]


def claim(words="", tricks=4):
    statement = ReadStatement.parse(words) if words else None
    return SolverClaim(Seat.SOUTH, Seat.SOUTH, tricks, statement)


def fits(found):
    return [one.fit for one in found.plays]


def test_cards_are_told_apart_by_what_was_said():
    found = played_on(
        ENDING, claim("draw trumps; play HA"), cards("SA S5 D2 SQ H4 H5 HA H3")
    )

    assert fits(found) == [
        *(Fit.STATED, Fit.OTHER_SIDE, Fit.UNSAID, Fit.OTHER_SIDE),
        *(Fit.STATED, Fit.OTHER_SIDE, Fit.STATED, Fit.OTHER_SIDE),
    ]
    assert (found.won, found.lost, found.as_stated) == (2, 0, 3)
    assert (found.against, found.turns, found.stops) == (None, None, None)


def test_first_card_against_the_words_is_named():
    found = played_on(ENDING, claim("draw trumps"), cards("H4 H5 HA H3"))

    assert (found.against.seat, str(found.against.card)) == (Seat.SOUTH, "H4")
    assert found.won == 1


def test_without_words_nothing_is_told_of_them():
    found = played_on(ENDING, claim(), cards("SA S5"))

    assert fits(found) == [Fit.UNSAID, Fit.OTHER_SIDE]
    assert found.as_stated == 0


def test_card_that_gives_the_claim_away_is_named():
    found = played_on(ENDING, claim(), cards("DQ D5 D2 DK"))

    assert str(found.turns.card) == "DQ"
    assert (found.won, found.lost) == (0, 1)


def test_card_that_cannot_be_played_stops_the_reading():
    found = played_on(ENDING, claim(), cards("SA H5 D2 SQ"))

    assert [str(one.card) for one in found.plays] == ["SA"]
    assert str(found.stops) == "H5"


def test_cards_of_the_line_shown_are_counted():
    line = cards("SA S5 D3 SQ DA D4 D2 DK")

    assert played_on(ENDING, claim(), cards("SA S5 D3 SQ DQ"), line).line == 4
    assert played_on(ENDING, claim(), cards("DA"), line).line == 0


def test_best_play_that_is_not_known_names_no_card():
    found = played_on(ENDING, claim(), cards("DQ D5 D2 DK"), best=lambda _: None)

    assert found.turns is None


def test_nothing_played_tells_nothing():
    found = played_on(ENDING, claim("draw trumps"), [])

    assert (found.plays, found.won, found.lost, found.line) == ((), 0, 0, 0)


@pytest.mark.parametrize("seed", range(80))
def test_line_of_a_proposal_is_read_as_the_search_reads_it(seed):
    """Of claims of what can be won: a larger one rests on a card left out of count."""
    position, made = random_case(seed)
    if not made.by_declarer:
        made = replace(made, declarer=made.claimer)
    own = [card for one in (made.claimer, made.dummy) for card in position.hands[one]]
    said = ReadStatement(random_steps(seeded(seed), own))
    made = replace(made, forgotten=frozenset(), statement=said, aware_of_trump=True)
    most = adjudicate(position, made, Settings()).double_dummy.value
    made = replace(made, tricks=min(made.tricks, most))
    line = adjudicate(position, made, Settings()).line
    cards = [one for trick in line for one in trick.cards]
    shown = cards[len(position.trick.cards) :]

    found = played_on(position, made, [one.card for one in shown], best=lambda _: None)

    assert len(found.plays) == len(shown)
    for play, one in zip(found.plays, shown, strict=True):
        assert play.fit is not Fit.AGAINST
        assert (one.tag is Tag.STATED) <= (play.fit is Fit.STATED)
