"""What a side can cash from a lead: plain cases, and never more than it gets."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import FULL_DECK, Card, Strain, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.hypotheses import Certainty, open_view, view_of
from rulings.solver.inputs import NodeBudget, SolverClaim
from rulings.solver.kernel.engine import PLAIN
from rulings.solver.kernel.search import proof
from rulings.solver.lines import double_dummy
from tests.solver.endings import random_claim, random_position, seeded
from tests.solver.slow_search import Reference

SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 0)


def bounds(position, view):
    """Return what is won and what is lost for sure, by the cards alone."""
    search = Certainty(view.sides, NodeBudget(0), PLAIN)
    search.holds(view.node(), 0)
    search._at_root(view.node())
    left = position.left
    won = proof.sure_tricks(search.memory, proof.ROOT, left)
    return won, proof.lost_tricks(search.memory, proof.ROOT, left)


def known(text, claim=SOUTH):
    position = Position.parse(text)
    return bounds(position, view_of(position, claim))


@pytest.mark.parametrize(
    ("position", "won"),
    [
        ("N S:- 9-0 N:42.3.4. 87.K.A. 63.A.K. Q5.4.3.", 1),
        ("N S:- 9-0 N:K2.A.4. 87.K.A. A3.2.K. Q5.4.3.", 3),
        ("N S:- 9-0 N:AK2..4. 87.K.A. Q.2.K7. J5.4.3.", 1),
        ("N S:- 9-0 N:K32..4. 87.K.A. AQ.2.6. J5.4.3.", 2),
        ("N S:- 9-0 N:AKQ..4. 87.K.A9. 2.2.K7. 95.4.3.", 3),
        ("N S:- 9-0 N:AKQJ... 87.K.A. 2.2.K7. 65.4.3.", 4),
        ("N S:- 9-0 N:.5432.. .7.A9.8 .AKQJ.. .T98.3.", 4),
        ("N S:- 9-0 N:.2.45. .7.A9.8 .AKQJ.. .T98.3.", 4),
        ("N S:- 9-0 N:.2.45.9 .7.A9.8 .AK3.2. .T98.3.", 2),
        ("S S:- 9-0 N:54.A.. 8.4.3. AK.3.. 2.76..", 3),
        ("S S:- 9-0 N:.A2.. 5.4.3. .K3.. 2.7.5.", 0),
        ("S S:- 9-0 N:42.5.. .4.32. A..54. .6.76.", 2),
        ("S S:- 9-0 N:4..2. 5.4.. A..5. .6.7.", 1),
        ("S S:- 9-0 N:5.A2.. .43.6. 2.3.5. .76.7.", 2),
    ],
    ids=[
        "an ace",
        "a low card crosses to a winner",
        "a queen opposite ace and king, with no way across",
        "winners in both hands",
        "one hand's winners across",
        "all good",
        "long cards when the others must be out",
        "long cards in the hand on lead",
        "a suit that may not fall",
        "trumps drawn, winners in both hands",
        "not while the others may ruff",
        "trumps out with nobody: a ruff crosses",
        "trump drawn first",
        "a ruff wins when nobody overruffs",
    ],
)
def test_a_lead_cashes(position, won):
    assert known(position)[0] == won


@pytest.mark.parametrize(
    ("position", "claim", "lost"),
    [
        ("N W:- 9-0 N:K2.3.54. 87.K.A2. 63.A.K9. Q5.4.3.", SOUTH, 1),
        ("N W:- 9-0 N:K2.3.54. A7.2.A2. 63.A.K9. Q5.4.3.", SOUTH, 2),
        ("N W:- 9-0 N:K2.3.4. A7.2.A. 63.A.K. Q5.4.3.", SOUTH, 3),
        ("N S:- 9-0 N:K2.3.4. A7.2.A. 63.A.K. Q5.4.3.", SOUTH, 0),
    ],
    ids=[
        "one ace",
        "both aces may be on lead",
        "a card that is long behind its ace",
        "not from the claiming side's lead",
    ],
)
def test_a_lead_of_the_others_takes(position, claim, lost):
    assert known(position, claim)[1] == lost


def placed(*cards):
    """Return proven locations, "W:SA"."""
    pairs = [card.split(":") for card in cards]
    return frozenset((Seat.parse(seat), Card.parse(card)) for seat, card in pairs)


def gone(*suits):
    """Return show-outs, "E:H"."""
    pairs = [suit.split(":") for suit in suits]
    return frozenset((Seat.parse(seat), Suit.parse(suit)) for seat, suit in pairs)


@pytest.mark.parametrize(
    ("position", "claim", "certain"),
    [
        (
            "H W:- 5-4 N:..AKQJ. .KQ.32. .32..32 AKQ.A..",
            replace(SOUTH, locations=placed("W:SA", "W:SK", "W:SQ", "E:D3", "E:D2")),
            1,
        ),
        (
            "D W:- 5-4 N:9.J2..Q A..AQ.3 ..64.A9 .K75.K.",
            SolverClaim(
                Seat.NORTH,
                Seat.NORTH,
                1,
                show_outs=gone("E:H", "W:C", "W:S"),
                locations=placed("E:DA", "W:H5", "W:HK"),
            ),
            1,
        ),
        (
            "S E:- 8-1 N:QT72... 9..A84. .AJ94.. .T.T62.",
            SolverClaim(
                Seat.SOUTH,
                Seat.EAST,
                1,
                show_outs=gone("E:C", "N:C", "N:D", "N:H"),
            ),
            3,
        ),
    ],
    ids=["room for one trump", "room for no suit besides", "a defender's claim"],
)
def test_a_hidden_hand_has_no_more_cards_than_it_has_room_for(position, claim, certain):
    position = Position.parse(position)
    view = view_of(position, claim)
    search = Certainty(view.sides, NodeBudget(10**6))

    lost = bounds(position, view)[1]

    assert explicit(position, claim) == certain
    assert lost <= position.left - certain
    assert search.value(view.node()) == certain


def explicit(position, claim):
    """Return what is certain by going through every layout."""
    reference = Reference(position, claim)
    return reference.certain(
        reference.hands,
        reference.table,
        reference.leader,
        reference.shown,
        reference.forgotten,
    )


@pytest.mark.parametrize("seed", range(120))
def test_what_is_cashed_is_certain_and_what_is_lost_is_not(seed):
    rng = seeded(seed + 5000)
    position = shapely_position(rng, 2 + seed % 2)
    claim = known_claim(rng, position)

    won, lost = bounds(position, view_of(position, claim))

    assert won <= explicit(position, claim) <= position.left - lost


def shapely_position(rng, tricks):
    """Return an ending in which each suit lies mostly with one hand."""
    suits = rng.sample(list(Suit), rng.choice([2, 3, 3, 4]))
    cards = rng.sample([c for c in sorted(FULL_DECK) if c.suit in suits], 4 * tricks)
    likes = {suit: rng.sample(range(4), 4) for suit in suits}
    noise = rng.choice([0, 1, 2, 4, 8])
    hands = [[], [], [], []]
    for card in cards:
        free = [seat for seat in range(4) if len(hands[seat]) < tricks]
        at = {
            seat: likes[card.suit].index(seat) + noise * rng.random() for seat in free
        }
        hands[min(free, key=at.get)].append(card)
    return Position(
        tuple(Hand(frozenset(hand)) for hand in hands),
        rng.choice(list(Strain)),
        Trick(rng.choice(list(Seat))),
        (0, 13 - tricks),
    )


def known_claim(rng, position):
    """Return a claim that knows little or much of the hidden hands."""
    claimer = rng.choice(list(Seat))
    declarer = rng.choice([claimer, claimer, claimer.lho, claimer.rho])
    hidden = SolverClaim(claimer, declarer, 0).hidden
    much = rng.choice([0.1, 0.4, 0.7])
    return SolverClaim(
        claimer,
        declarer,
        0,
        show_outs=frozenset(
            (seat, suit)
            for seat in hidden
            for suit in Suit
            if not position.hands[seat].suit(suit) and rng.random() < 0.3
        ),
        locations=frozenset(
            (seat, card)
            for seat in hidden
            for card in position.hands[seat]
            if rng.random() < much
        ),
    )


@pytest.mark.parametrize("seed", range(60))
def test_bounds_hold_at_double_dummy_with_many_cards(seed):
    if not double_dummy.load_library():
        pytest.skip("endplay is not installed here")
    rng = seeded(seed + 9000)
    position = random_position(rng, 6 + seed % 5)
    while position.trick.cards:
        position = random_position(rng, 6 + seed % 5)
    claim = random_claim(rng, position, by_declarer=True)

    won, lost = bounds(position, open_view(position, claim, frozenset({0, 2})))

    assert won <= double_dummy.by_library(position, claim) <= position.left - lost
