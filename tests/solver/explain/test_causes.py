"""Each cause of a lost claim, on cards where it bites and where it does not."""

from dataclasses import replace
from functools import cache

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import SolverClaim, adjudicate, normal_settings
from rulings.solver.types import Cause, Manner
from rulings.statements import ReadStatement, UnreadSpan
from tests.solver.explain.test_turning import most
from tests.solver.test_adjudicate import random_case

SETTINGS = normal_settings()
SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)
NORTH = SolverClaim(Seat.NORTH, Seat.NORTH, 3)
TRUMP_OUT = "C S:- 0-9 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5"
FINESSE = "N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.."
WAY_BACK = "H S:HJ 0-5 N:AQJT9.T.K.T 543..T87.64 K2.97.Q.K8 876.Q6.J95."
LEFT_IN_HAND = "S S:DT 2-7 N:.KT.Q.J .9.98.9 ..AK.8 .AQJ..Q"
BLOCKED = "N S:- 5-4 N:A3...Q7 JT5...T 8...J82 ...A653"
PARTNERS_ACE = "NT N:- 9-1 N:...KJ6 ...AT9 .Q..42 6...Q8"
KING_OUT = "N S:- 0-10 N:32...2 .32..3 A4.J.. K.Q.A."
NOT_ENOUGH = "N S:HJ 9-0 N:2.2.A.3 4.Q.K.5 A..2.A 3.K.J.4"


def said(text):
    return ReadStatement.parse(text)


def solved(text, claim):
    return adjudicate(Position.parse(text), claim, SETTINGS)


GIVEN_UP = replace(
    SOUTH,
    tricks=7,
    statement=said("lose to HQ; the rest are good"),
    aware_of_trump=True,
)
LEADER = frozenset({(Seat.WEST, Card.parse("SQ"))})

BITES = [
    ("a trump nobody spoke of", TRUMP_OUT, SOUTH, Cause.TRUMP_FORGOTTEN, "C5"),
    (
        "a card thought gone",
        KING_OUT,
        replace(SOUTH, tricks=2, forgotten=frozenset({Card.parse("HQ")})),
        Cause.CARD_FORGOTTEN,
        "HQ",
    ),
    (
        "the play that was named",
        TRUMP_OUT,
        replace(SOUTH, statement=said("play HA; draw trumps"), aware_of_trump=True),
        Cause.WORDS_FAIL,
        "HA",
    ),
    (
        "words that nobody could read",
        FINESSE,
        replace(SOUTH, statement=ReadStatement((), "", (UnreadSpan(0, "so"),))),
        Cause.WORDS_UNREAD,
        "",
    ),
    ("the place of a card", FINESSE, SOUTH, Cause.GUESS, "SQ"),
    ("the wrong way back to hand", WAY_BACK, GIVEN_UP, Cause.ENTRY, ""),
    (
        "winners without a way to them",
        LEFT_IN_HAND,
        replace(SOUTH, tricks=2, forgotten=frozenset({Card.parse("D9")})),
        Cause.ENTRY,
        "DA DK",
    ),
    ("a high card kept in front of winners", BLOCKED, NORTH, Cause.UNBLOCK, "CJ"),
    (
        "a partner's choice",
        PARTNERS_ACE,
        SolverClaim(Seat.WEST, Seat.SOUTH, 3),
        Cause.PARTNER,
        "CA",
    ),
]
DOES_NOT_BITE = [
    ("a trump that was known", TRUMP_OUT, replace(SOUTH, aware_of_trump=True)),
    (
        "a trump that is drawn",
        TRUMP_OUT,
        replace(SOUTH, statement=said("draw trumps; the rest are good")),
    ),
    (
        "a card that was counted",
        KING_OUT,
        replace(SOUTH, tricks=1, counted=frozenset({Card.parse("HQ")})),
    ),
    ("a card in a known place", FINESSE, replace(SOUTH, locations=LEADER)),
    (
        "a way back that was named",
        WAY_BACK,
        replace(GIVEN_UP, statement=said("cross to hand in spades; draw trumps")),
    ),
    ("a trick less on a blocked suit", BLOCKED, replace(NORTH, tricks=2)),
    (
        "a partner's choice that costs nothing",
        PARTNERS_ACE,
        SolverClaim(Seat.WEST, Seat.SOUTH, 1),
    ),
]


@pytest.mark.parametrize(
    ("text", "claim", "cause", "about"),
    [case[1:] for case in BITES],
    ids=[case[0] for case in BITES],
)
def test_a_claim_is_lost_by(text, claim, cause, about):
    found = solved(text, claim)

    assert found.cause is found.turning.cause is cause
    assert " ".join(map(str, found.turning.about)) == about


@pytest.mark.parametrize(
    ("text", "claim"),
    [case[1:] for case in DOES_NOT_BITE],
    ids=[case[0] for case in DOES_NOT_BITE],
)
def test_a_claim_is_not_lost_by(text, claim):
    found = solved(text, claim)

    assert (found.cause, found.turning) == (Cause.NONE, None)


def test_a_trick_that_no_play_wins_is_miscounted_and_has_no_card():
    found = solved(NOT_ENOUGH, SOUTH)

    assert (found.cause, found.turning) == (Cause.MISCOUNT, None)


def test_a_card_thrown_is_a_matter_of_order_where_no_place_decides():
    found = [f for f in map(solve, range(60)) if f.cause is Cause.ORDER]

    manners = {one.turning.manner for one in found}
    assert manners & {Manner.DISCARD, Manner.RUFF}


@cache
def solve(seed):
    position, claim = random_case(seed)
    return adjudicate(position, claim, SETTINGS)


def before_the_card(found, position):
    """Return the position before the turning card."""
    skipped = len(position.trick.cards)
    for trick in found.losing or found.line:
        for place, play in enumerate(trick.cards):
            if trick.number == 1 and place < skipped:
                continue
            if (trick.number, place) == (found.turning.trick, found.turning.place):
                return position
            position = position.play(play.card)
    raise AssertionError


@pytest.mark.parametrize("seed", range(150))
def test_what_a_cause_says_is_true_of_the_cards(seed):
    position, claim = random_case(seed)
    found = solve(seed)
    turning = found.turning
    if turning is None:
        assert found.cause in {Cause.NONE, Cause.MISCOUNT}
        return
    before = before_the_card(found, position)
    theirs = {c for s in claim.side.other.seats for c in before.hands[s]}

    assert TRUTHS[turning.cause](turning, claim, before, theirs)
    line = found.losing or found.line
    lost = line[turning.lost - 1]
    assert not lost.to_claimer
    assert turning.lost >= turning.trick
    assert (turning.winner, turning.wins) in [(p.seat, p.card) for p in lost.cards]
    assert turning.winner is lost.winner


TRUTHS = {
    Cause.TRUMP_FORGOTTEN: lambda turning, _, before, theirs: (
        set(turning.about) <= theirs
        and {card.suit for card in turning.about} == {before.strain.suit}
    ),
    Cause.CARD_FORGOTTEN: lambda turning, *_: bool(turning.about),
    Cause.PARTNER: lambda turning, claim, *_: (
        not claim.by_declarer and turning.seat is claim.claimer.partner
    ),
    Cause.ENTRY: lambda turning, claim, _, theirs: (
        claim.by_declarer and not set(turning.about) & theirs
    ),
    Cause.UNBLOCK: lambda turning, *_: (
        turning.better > turning.card
        and {c.suit for c in (*turning.about, turning.better)} == {turning.card.suit}
    ),
    Cause.GUESS: lambda turning, claim, before, _: (
        not turning.about or turning.about[0] in unseen(claim, before)
    ),
    Cause.ORDER: lambda turning, *_: set(turning.about) <= {turning.card},
}


def unseen(claim, before):
    """Return the cards that the claimer does not see."""
    return {card for seat in claim.hidden for card in before.hands[seat]}


@pytest.mark.parametrize("seed", range(150))
def test_the_better_card_keeps_what_the_card_gives_up(seed):
    position, claim = random_case(seed)
    found = solve(seed)
    if found.turning is None:
        return
    before = before_the_card(found, position)
    needed = found.turning.tricks + position.won_by(claim.side)

    kept = most(str(before.play(found.turning.better)), claim.side)
    given = most(str(before.play(found.turning.card)), claim.side)
    assert given < needed <= kept
