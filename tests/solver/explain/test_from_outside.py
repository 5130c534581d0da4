"""Cause and card of lost claims, found again by rules written out and by every play."""

from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from rulings.solver import adjudicate, normal_settings
from rulings.solver.types import Cause
from rulings.statements import ReadStatement, StatedStep, Verb
from rulings.statements.statement import UNREAD
from tests.solver.endings import seeded
from tests.solver.finder import BestPlay, Finder
from tests.solver.lots import lots
from tests.solver.test_adjudicate import random_case

SETTINGS = normal_settings()
LOTS = [(2, 500), (3, 600), (4, 700), (5, 200)]
"""Tricks left, and how many endings of that size: 2,000 in all."""

EACH = {2: 50, 3: 50, 4: 50, 5: 10}
"""So many of a size are one lot."""


def lost_case(seed, tricks):
    """Return a claim, most of what best play wins or more, in some with words."""
    position, claim = random_case(seed, tricks)
    rng = seeded(f"words {seed} {tricks}")
    if rng.random() < 0.8:
        best = BestPlay(position, claim).of(position) - position.won_by(claim.side)
        claim = replace(claim, tricks=min(position.left, best + (rng.random() < 0.2)))
    seats = [claim.claimer] + ([claim.dummy] if claim.by_declarer else [])
    own = sorted(card for seat in seats for card in position.hands[seat])
    if own and rng.random() < 0.4:
        said = rng.sample(own, min(len(own), rng.randint(1, 3)))
        steps = tuple(StatedStep(Verb.PLAY, card=card) for card in said)
        unread = (UNREAD,) if rng.random() < 0.2 else ()
        claim = replace(claim, statement=ReadStatement(steps, "", unread))
    aware = rng.choice([None, None, True, False])
    return position, replace(claim, aware_of_trump=aware)


LAWS = {
    Cause.TRUMP_FORGOTTEN: {"70C"},
    Cause.CARD_FORGOTTEN: {"70D1"},
    Cause.ORDER: {"70D1", "70E2"},
    Cause.ENTRY: {"70D1"},
    Cause.UNBLOCK: {"70D1"},
    Cause.GUESS: {"70D1"},
    Cause.WORDS_FAIL: {"68C"},
    Cause.WORDS_UNREAD: {"70D1"},
    Cause.PARTNER: {"70D2"},
    Cause.MISCOUNT: {"70A"},
    Cause.NONE: {"70A", "71"},
}
"""The Law that the sentence on each cause names."""


def law_differs(found, claim):
    """Return in words which Law is not the one of the cause."""
    turning, said = found.turning, found.explanation
    if not said:
        return []
    one_card = found.cause is Cause.GUESS and turning is not None and turning.about
    laws = {"70E1"} if one_card else LAWS[found.cause]
    wrong = [said[0].law] if said[0].law not in laws else []
    wrong += [one.law for one in said if one.law == "70E1" and not one_card]
    places = [s for s in found.settles if s.moves and len(s.held) == 1]
    if not (claim.by_declarer and places):
        guesses = [one.law for one in found.because if one.rule == "N1"]
        wrong += [law for law in guesses if law == "70E1"]
    if turning is not None:
        # The order of leads (70E2) is the claimer's own; a partner may choose.
        own = turning.manner == "lead" and turning.cause is not Cause.PARTNER
        low = own and is_low(turning.card, turning.better)
        wrong += [said[1].law] if low and said[1].law != "70E2" else []
    return [f"{found.cause}: {law}" for law in wrong]


def is_low(card, better):
    return better.suit is card.suit and card < better


def differences(seed, tricks, met):
    """Return what differs, in words; note the cause that was met."""
    position, claim = lost_case(seed, tricks)
    found = adjudicate(position, claim, SETTINGS)
    turning, name = found.turning, f"{tricks} cards, seed {seed}: "
    met[found.cause] += 1
    if wrong := law_differs(found, claim):
        return [name + str(wrong)]
    if turning is None:
        return [] if found.cause in {Cause.NONE, Cause.MISCOUNT} else [name + "no card"]
    finder = Finder(found, position, claim)
    there = finder.turn.trick, finder.turn.place, finder.turn.card
    if there != (turning.trick, turning.place, turning.card):
        return [name + f"turned by {finder.turn.card}, not {turning.card}"]
    causes = finder.causes()
    if not any(one.cause is turning.cause for one in causes):
        return [f"{name}{turning.cause}, not {[str(one.cause) for one in causes]}"]
    if not is_about(turning, finder, causes):
        return [f"{name}{turning.cause} is about {list(map(str, turning.about))}"]
    return []


def is_about(turning, finder, causes):
    """Say whether the cards named are those that the finder lays it to."""
    about = frozenset(turning.about)
    if turning.cause is Cause.CARD_FORGOTTEN:
        fewer = (about - {card} for card in about)
        return finder.plays_so(about) and not any(map(finder.plays_so, fewer))
    if turning.cause in {Cause.TRUMP_FORGOTTEN, Cause.WORDS_FAIL, Cause.PARTNER}:
        return bool(about)
    allowed = frozenset().union(*(one.about for one in causes))
    return about <= allowed and bool(about) is bool(allowed)


def test_cause_and_card_are_those_found_from_outside():
    met = Counter()

    found = [differences(seed, 2 + seed % 2, met) for seed in range(60)]

    assert list(chain(*found)) == []
    assert len(met) >= 6


@pytest.mark.parametrize(
    ("tricks", "start"),
    lots("causes", [(n, at) for n, many in LOTS for at in range(0, many, EACH[n])]),
)
def test_the_same_of_two_thousand_endings(tricks, start):
    met = Counter()

    lot = range(start, start + EACH[tricks])
    found = [differences(seed, tricks, met) for seed in lot]

    assert list(chain(*found)) == []
