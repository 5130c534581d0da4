"""A false claim rests on a mistake, unless his words tell on what he counts (N12)."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.hypotheses import Certainty, explaining_sets, view_of
from rulings.solver.inputs import NodeBudget
from rulings.statements import ReadStatement
from tests.solver.endings import random_claim, random_position, seeded
from tests.solver.lots import lots
from tests.solver.slow_search import Reference

ENOUGH = 10**7


def claim_of(tricks, words="", **told):
    said = ReadStatement.parse(words) if words else None
    return SolverClaim(Seat.SOUTH, Seat.SOUTH, tricks, said, **told)


def cards(text):
    return frozenset(parse_cards(text))


def solved(position, claim):
    return adjudicate(Position.parse(position), claim, Settings())


def left_out(found):
    """Return the cards of each belief that was searched."""
    return [
        " ".join(map(str, rung.cards)) for rung in found.ladder if "forg" in rung.key
    ]


FIVE = "N S:- 0-8 N:AQ2.2.A. K4.QJ.2. J3.AK.3. 765.3.K."
"""The king of spades lies behind ace and queen; four of five are certain."""
FOUR = "N S:- 0-9 N:AQ2..A. K4.Q.2. J3.A.3. 765..K."
BROKEN = "N N:- 0-8 N:AKQ32... JT98.3.. 54...432 76...765"
"""The spades do not break: after three rounds the jack is high."""
TWO_OUT = "N S:- 0-9 N:2.2.QJ. 3.3.K4. A.A.32. 4.4.A5."
"""Queen and jack of diamonds lose to both ace and king."""


@pytest.mark.parametrize(
    ("position", "tricks", "words", "award"),
    [
        (FIVE, 4, "finesse spades; the rest are good", 4),
        (FIVE, 5, "finesse spades; the rest are good", 4),
        (FIVE, 5, "finesse SQ; the rest are good", 4),
        (FIVE, 5, "finesse SK; the rest are good", 4),
        (FIVE, 5, "lead spades to SQ; the rest are mine", 4),
        (FOUR, 4, "finesse SJ", 3),
        (FOUR, 4, "lead spades to SQ; the rest are mine", 3),
        (FIVE, 5, "no finesse in spades", 4),
        (FIVE, 5, "no finesse", 4),
        (FIVE, 5, "squeeze", 4),
        (BROKEN, 5, "spades break", 3),
    ],
)
def test_words_that_tell_on_what_he_counts_are_no_mistake(
    position, tricks, words, award
):
    found = solved(position, claim_of(tricks, words))

    assert (found.low, found.high) == (award, award)
    assert left_out(found) == []
    assert [one.id for one in found.questions if one.id == "forgotten"] == []


@pytest.mark.parametrize("words", ["", "the rest are mine", "cash hearts"])
def test_words_that_tell_nothing_leave_the_king_out(words):
    found = solved(FIVE, claim_of(5, words))

    assert found.award == 4
    assert left_out(found) == ["SK"]


@pytest.mark.parametrize("words", ["", "the rest are mine"])
def test_king_that_was_counted_was_taken_to_lie_well(words):
    found = solved(FIVE, claim_of(5, words, counted=cards("SK")))

    assert found.award == 4
    assert left_out(found) == []


def test_a_mistake_in_another_suit_is_looked_for_beside_a_finesse():
    position = "N S:- 0-8 N:AQ2.2.Q. K4.QJ.2. J3.AK.3. 765.3.K."

    found = solved(position, claim_of(5, "finesse spades; the rest are good"))

    assert left_out(found) == ["DK"]


@pytest.mark.parametrize(
    ("words", "sets"), [("", ["DK", "DA"]), ("lose to DK", ["DA"])]
)
def test_card_he_will_lose_to_is_not_left_out(words, sets):
    assert left_out(solved(TWO_OUT, claim_of(3, words))) == sets


def ruled_by_reference(position, claim, suits):
    """Return the smallest sets, by explicit layouts, for each way those suits lie."""
    told = [suit for suit in Suit if suit in suits]
    layouts = _most_certain(position, claim, list(_dealt(position, claim, told)))
    if layouts is None:
        return []
    unseen = sorted(c for seat in claim.hidden for c in position.hands[seat])
    trumps = {
        c
        for seat in claim.side.other.seats
        for c in position.hands[seat]
        if c.suit is position.strain.suit
    }
    outside = [c for c in unseen if c.suit not in suits and c not in trumps]
    for size in range(1, 4):
        found = [
            frozenset(some)
            for some in combinations(outside, size)
            if any(_certain(*dealt, frozenset(some)) for dealt in layouts)
        ]
        if found:
            return found
    whole = [frozenset(c for c in outside if c.suit is suit) for suit in Suit]
    return [
        some
        for some in whole
        if len(some) > 3 and any(_certain(*dealt, some) for dealt in layouts)
    ]


def _most_certain(position, claim, layouts):
    """Return the layouts that make most certain; None where the claim is."""
    tricks = [_tricks(*dealt) for dealt in layouts]
    if max(tricks) >= claim.tricks:
        return None
    if max(tricks) == _tricks(position, claim):
        return [(position, claim)]
    return [dealt for dealt, n in zip(layouts, tricks, strict=True) if n == max(tricks)]


def _dealt(position, claim, told):
    """Yield the ways the hidden hands may lie, those that differ in the suits told."""
    one, other = claim.hidden
    table = position.trick
    shown = set(claim.show_outs) | {
        (seat, table.suit)
        for seat, card in table.plays()
        if card.suit is not table.suit
    }
    unseen = sorted(position.hands[one].cards | position.hands[other].cards)
    seen = set()
    for some in combinations(unseen, len(position.hands[one])):
        held = {one: frozenset(some), other: frozenset(unseen) - set(some)}
        if any(card not in held[seat] for seat, card in claim.locations):
            continue
        if any(
            any(card.suit is suit for card in held[seat])
            for seat, suit in shown
            if seat in held
        ):
            continue
        known = frozenset(
            (seat, card) for seat in held for card in held[seat] if card.suit in told
        )
        if known in seen:
            continue
        seen.add(known)
        hands = tuple(
            Hand(held[seat]) if seat in held else position.hands[seat] for seat in Seat
        )
        dealt = replace(position, hands=hands)
        yield dealt, replace(claim, locations=claim.locations | known)


def _tricks(position, claim, forgotten=frozenset()):
    asked = Reference(position, claim, forgotten)
    return asked.certain(
        asked.hands, asked.table, asked.leader, asked.shown, asked.forgotten
    )


def _certain(position, claim, forgotten):
    return _tricks(position, claim, forgotten) >= claim.tricks


def compared(tricks, seed):
    """Compare one ending; say whether some mistake was found."""
    rng = seeded(seed * 11 + tricks)
    position = random_position(rng, tricks)
    claim = replace(
        random_claim(rng, position, by_declarer=True), show_outs=frozenset()
    )
    view = view_of(position, claim)
    search = Certainty(view.sides, NodeBudget(ENOUGH))
    sure = search.value(view.node())
    if sure == position.left:
        return False
    claim = replace(claim, tricks=rng.randint(sure + 1, position.left))
    suits = frozenset(rng.sample(list(Suit), rng.choice([1, 1, 2])))
    words = "; ".join(f"finesse {suit.name.lower()}" for suit in sorted(suits))
    claim = replace(claim, statement=ReadStatement.parse(words))
    trumps = frozenset(
        c
        for seat in claim.hidden
        for c in position.hands[seat]
        if c.suit is position.strain.suit
    )

    found = explaining_sets(position, claim, search, trumps)

    assert sorted(found, key=sorted) == sorted(
        ruled_by_reference(position, claim, suits), key=sorted
    )
    return bool(found)


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_mistakes_beside_a_finesse_are_those_of_explicit_layouts(start):
    for tricks, seed in product([2, 3], range(start, start + 10)):
        compared(tricks, seed)


SOAK = [(tricks, start) for tricks in (2, 3) for start in range(1000, 3000, 250)]


@pytest.mark.parametrize(("tricks", "start"), lots("mistakes", SOAK))
def test_mistakes_are_those_of_explicit_layouts_at_length(tricks, start):
    assert sum(compared(tricks, seed) for seed in range(start, start + 250)) > 0
