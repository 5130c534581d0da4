"""One pattern for questions that are alike: suits renamed, seats turned, low cards one.

The pattern of the cards finds similar claims; the facts, told in the pattern's own
names of suits and seats, say in what two of them differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import permutations, product

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs.claim import SolverClaim
from rulings.solver.inputs.settings import Settings

Facts = Mapping[str, str]

_NO_FACT = {"budget", "profile", "even_breaks_shown"}
"""Settings that say how far is searched or what is shown beside, not what is normal."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The cards of a question in one form, and its facts for each way to come to it.

    Two questions with the same `cards` are alike. There are several `ways` where cards
    lie in the same manner in two suits or from two seats.
    """

    cards: str
    ways: Sequence[Facts]

    def differs_from(self, other: Pattern) -> tuple[str, ...]:
        """Return the names of the facts in which two questions differ, in order.

        The cards come first where they are others; then no other fact is compared but
        those that name neither suit nor seat.
        """
        if self.cards != other.cards:
            return ("cards", *_differing(self.ways[0], other.ways[0], _PLAIN))
        mine = self.ways[0]
        found = [_differing(mine, way, frozenset(mine)) for way in other.ways]
        return min(found, key=lambda names: (len(names), names))


_PLAIN = frozenset({"tricks", "aware_of_trump", "edition", "player_class"})


def _differing(one: Facts, other: Facts, names: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in one if name in names and one[name] != other.get(name))


def pattern_of(position: Position, claim: SolverClaim, settings: Settings) -> Pattern:
    """Return the pattern of a question; equal for all that differ in names alone."""
    turned = {by: _suits_seen_from(position, by) for by in Seat}
    lowest = min(sorted(suits) for suits in turned.values())
    ways: dict[tuple[str, ...], Facts] = {}
    for by, suits in turned.items():
        if sorted(suits) != lowest:
            continue
        for order in _orders(suits, lowest):
            told = _Names(position, by, order).facts(claim, settings)
            ways[tuple(told.values())] = told
    return Pattern("/".join(lowest), [ways[key] for key in sorted(ways)])


def _suits_seen_from(position: Position, by: Seat) -> tuple[str, ...]:
    """Return how each suit lies, its seats counted from one of them.

    The holders of as many top cards as the longest hand has of it, from the top; then
    how the cards below are spread, whose rank wins no trick. A card on the table has
    its player as a letter.
    """
    return tuple("".join(_holders(position, suit, by)) for suit in Suit)


def _holders(position: Position, suit: Suit, by: Seat) -> Iterator[str]:
    holders = _ranked(position, suit)
    high = _high(holders)
    marks = [
        "abcd"[(seat - by) % 4] if played else str((seat - by) % 4)
        for _, seat, played in holders
    ]
    yield from marks[:high]
    yield ":"
    yield from sorted(marks[high:])


def _ranked(position: Position, suit: Suit) -> list[tuple[Card, Seat, bool]]:
    """Return the cards of a suit from the top, with their holders."""
    held = [(card, seat, False) for seat in Seat for card in position.hands[seat]]
    held += [(card, seat, True) for seat, card in position.trick.plays()]
    of_suit = [row for row in held if row[0].suit is suit]
    return sorted(of_suit, key=lambda row: -row[0].rank)


def _high(holders: list[tuple[Card, Seat, bool]]) -> int:
    seats = [seat for _, seat, _ in holders]
    return max((seats.count(seat) for seat in Seat), default=0)


def _orders(suits: tuple[str, ...], lowest: list[str]) -> Iterator[tuple[int, ...]]:
    """Return for each suit its place in the pattern; more than once where two tie."""
    groups = [
        list(permutations([at for at, one in enumerate(lowest) if one == text]))
        for text in dict.fromkeys(lowest)
    ]
    texts = list(dict.fromkeys(lowest))
    for chosen in product(*groups):
        free = {text: list(places) for text, places in zip(texts, chosen, strict=True)}
        yield tuple(free[text].pop() for text in suits)


class _Names:
    """Suits, cards and seats by their names in the pattern."""

    def __init__(self, position: Position, by: Seat, order: tuple[int, ...]) -> None:
        self.position, self.by, self.order = position, by, order
        self.cards: dict[Card, str] = {}
        for suit in Suit:
            holders = _ranked(position, suit)
            high = _high(holders)
            for at, (card, _, _) in enumerate(holders):
                self.cards[card] = str(at) if at < high else "low"

    def facts(self, claim: SolverClaim, settings: Settings) -> Facts:
        """Return every fact of a question but its cards, by name."""
        trump = self.position.strain.suit
        told = {"trump": self.told(trump), "turn": self.told(self.position.turn)}
        for given in (claim, settings):
            told |= {
                field.name: self.told(getattr(given, field.name))
                for field in fields(given)
                if field.name not in _NO_FACT
            }
        said = claim.statement
        if said is not None:
            told["statement"] = self.told(said.steps) + said.unread
        return told

    def told(self, value: object) -> str:
        """Return a value of a fact in the names of the pattern."""
        if isinstance(value, Card):
            rank = self.cards.get(value, f"gone {value.rank}")
            return f"{self.told(value.suit)}.{rank}"
        if isinstance(value, Suit):
            return f"suit {self.order[value]}"
        if isinstance(value, Seat):
            return f"seat {(value - self.by) % 4}"
        if is_dataclass(value):
            parts = (getattr(value, field.name) for field in fields(value))
            return "(" + ", ".join(map(self.told, parts)) + ")"
        if isinstance(value, frozenset):
            return "{" + ", ".join(sorted(map(self.told, value))) + "}"
        if isinstance(value, tuple):
            return "(" + ", ".join(map(self.told, value)) + ")"
        return str(value)


__all__ = ["Facts", "Pattern", "pattern_of"]
