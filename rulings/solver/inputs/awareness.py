"""What a claimer believes: cards not counted as out, losers he knows, suits given up.

Serves Laws 70C, 70D1 and 71. Belief rules change the view; the rules about plays
are in `normal`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs.claim import SolverClaim
from rulings.statements.marks import Marks, marks_of
from rulings.statements.steps import SideHand, StatedStep, Verb

_FEW = 3
_LEADS = {Verb.DRAW, Verb.CASH, Verb.RUN, Verb.PLAY, Verb.LEAD, Verb.RUFF, Verb.FINESSE}
_LISTED = {Verb.COUNT, Verb.GOOD, Verb.PLAY}


def trumps_out(position: Position, claim: SolverClaim) -> frozenset[Card]:
    """Return the trumps held by the other side (declarer's, for a defender's claim).

    Without penalty cards, which lie faced.
    """
    trump = position.strain.suit
    return frozenset(
        card
        for seat in claim.side.other.seats
        for card in position.hands[seat]
        if card.suit is trump and card not in claim.pending.faced
    )


def names_squeeze(claim: SolverClaim) -> bool:
    """Say whether the words name a squeeze (N20)."""
    steps = () if claim.statement is None else claim.statement.steps
    return any(step.act is Verb.SQUEEZE for step in steps)


def unseen_cards(position: Position, claim: SolverClaim) -> frozenset[Card]:
    """Return the cards in the two hands the claimer does not see."""
    one, other = claim.hidden
    return position.hands[one].cards | position.hands[other].cards


def mentions_trumps(position: Position, claim: SolverClaim) -> bool:
    """Say whether the words speak of a trump that is out (70C1)."""
    return _marks(claim).covers_trump(position.strain.suit)


def thinks_trumps_gone(position: Position, claim: SolverClaim) -> bool:
    """Say whether the words say that no trump is out."""
    return position.strain.suit in _marks(claim).gone


@lru_cache(maxsize=8)
def known_losers(position: Position, claim: SolverClaim) -> frozenset[Card]:
    """Return the claiming side's cards that the words mark as losers (N3).

    Of cards not named one by one, only those that are not the highest left. A list of
    fewer tricks than were claimed leaves winners out, so that it marks nothing.
    """
    own, unseen = _own(position, claim), unseen_cards(position, claim)
    marks = _marks(claim)
    if _falls_short(claim):
        marks = replace(marks, names_winners=False)
    dummy = position.hands[claim.dummy] if claim.by_declarer else ()
    said = marks.losers(position.hands[claim.claimer], dummy) & own
    return claim.losers & own | frozenset(
        card for card in said if card in marks.loser_cards or _above(card, unseen)
    )


def _falls_short(claim: SolverClaim) -> bool:
    """Say whether the words list tricks one by one, and fewer than were claimed."""
    steps = () if claim.statement is None else claim.statement.steps
    winners = [step for step in steps if step.act in _LEADS | _LISTED]
    if any(step.card is None and step.act is not Verb.COUNT for step in winners):
        return False
    return sum(step.count or 1 for step in winners) < claim.tricks


def conceded_suits(position: Position, claim: SolverClaim) -> frozenset[Suit]:
    """Return the suits in which the words give up a trick (N4)."""
    if claim.tricks == position.left:
        return frozenset()
    return claim.conceded | _marks(claim).conceded


def refused_suits(claim: SolverClaim) -> frozenset[Suit]:
    """Return the suits in which the words say that no finesse will be taken (N16)."""
    return _marks(claim).refused


def _marks(claim: SolverClaim) -> Marks:
    return _marks_of(() if claim.statement is None else claim.statement.steps)


_marks_of = lru_cache(maxsize=64)(marks_of)
"""The same claim is asked about many times in one solve."""


def is_bare(claim: SolverClaim) -> bool:
    """Say whether a number of tricks was claimed and nothing said."""
    said = claim.statement
    silent = said is None or not (said.steps or said.not_understood)
    return silent and not (claim.losers or claim.conceded)


def named_forgotten(position: Position, claim: SolverClaim) -> frozenset[Card]:
    """Return the unseen cards that the claim or its words leave out of count (N10).

    Cards above a loser that he knows are never among them, nor those he says he loses
    to, nor cards that the director found him to have counted. Whether he knew of the
    opponents' trumps is the director's to say (N9), also where the words say that none
    is out.
    """
    unseen = unseen_cards(position, claim)
    marks = _marks(claim)
    gone = {card for card in unseen if card.suit in marks.gone}
    gone |= marks.gone_cards & unseen
    gone -= trumps_out(position, claim)
    named = (claim.forgotten & unseen) | gone | _above_the_good(position, claim)
    return without_known(position, claim, named) - claim.counted - marks.lost_to


def without_known(
    position: Position, claim: SolverClaim, cards: frozenset[Card]
) -> frozenset[Card]:
    """Return cards without those that stand above a loser he spoke of.

    A card merely left out of the winners he named may be one he gave no thought to.
    """
    marks = _marks(claim)
    named = claim.losers | marks.loser_cards
    losers = {
        card
        for card in known_losers(position, claim)
        if card in named or card.suit in marks.loser_suits
    }
    return frozenset(
        card
        for card in cards
        if not any(low.suit is card.suit and low < card for low in losers)
    )


def parts_of(cards: frozenset[Card]) -> tuple[frozenset[Card], ...]:
    """Return the cards and every part of them, by card if few, else by suit."""
    units = [frozenset({card}) for card in sorted(cards)]
    if len(units) > _FEW:
        suits = [frozenset(c for c in cards if c.suit is suit) for suit in Suit]
        units = [suit for suit in suits if suit]
    parts = [cards]
    for size in range(len(units) - 1, -1, -1):
        parts += [frozenset().union(*some) for some in combinations(units, size)]
    return tuple(parts)


def _above_the_good(position: Position, claim: SolverClaim) -> frozenset[Card]:
    """Return the unseen cards above those that the words call good.

    A hand that is called good after stated leads has lost a card to each of them,
    so that many of its worst cards are not meant.
    """
    steps = () if claim.statement is None else claim.statement.steps
    unseen = unseen_cards(position, claim)
    found: set[Card] = set()
    for at, step in enumerate(steps):
        if step.act is not Verb.GOOD or step == StatedStep(Verb.GOOD):
            continue
        good = _called_good(position, claim, step)
        good.sort(key=lambda card: len(_above(card, unseen)))
        if step.place is not None and step.suit is None and step.card is None:
            before = sum(_length(position, claim, s) for s in steps[:at])
            good = good[: max(0, len(good) - before)]
        found.update(*(_above(card, unseen) for card in good))
    return frozenset(found)


def _called_good(
    position: Position, claim: SolverClaim, step: StatedStep
) -> list[Card]:
    seats = {claim.claimer, claim.dummy} if claim.by_declarer else {claim.claimer}
    if step.place is not None:
        seats = {claim.dummy if step.place is SideHand.DUMMY else claim.claimer}
    losers = known_losers(position, claim)
    cards = sorted(card for seat in seats for card in position.hands[seat])
    return [card for card in cards if card not in losers and _names(step, card)]


def _names(step: StatedStep, card: Card) -> bool:
    """Say whether the words call this card good, alone or with all of a hand."""
    return step.card == card or (step.card is None and step.suit in {None, card.suit})


def _length(position: Position, claim: SolverClaim, step: StatedStep) -> int:
    """Return how many tricks a step leads to, as far as its words say."""
    if step.act not in _LEADS:
        return 0
    suit = position.strain.suit if step.act is Verb.DRAW else step.suit
    if step.count is not None:
        return step.count
    if suit is None or step.act not in {Verb.CASH, Verb.RUN, Verb.DRAW}:
        return 1
    side = (claim.claimer, claim.dummy)
    return max(len(position.hands[seat].suit(suit)) for seat in side)


def _own(position: Position, claim: SolverClaim) -> frozenset[Card]:
    seats: set[Seat] = {claim.claimer}
    if claim.by_declarer:
        seats.add(claim.dummy)
    return frozenset().union(*(position.hands[seat].cards for seat in seats))


def _above(card: Card, unseen: frozenset[Card]) -> set[Card]:
    return {c for c in unseen if c.suit is card.suit and c > card}
