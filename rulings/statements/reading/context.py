"""What words lean on: trumps, the cards held, what was named before (Law 68C)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulings.bridge.cards import RANK_OF, RANKS, Card, Suit
from rulings.statements.statement import AmbiguousStatement


class UnclearError(Exception):
    """A phrase leans on something that was not said; it stays unread."""


@dataclass(slots=True)
class Context:
    """What words lean on: the trump suit, the cards held, the suit last named.

    `on_table` are the side's cards in the trick in progress, `them` is the suit that
    "them" means, `counted` are those whose tricks are counted, `several` of which more
    than one is, `run` those of which all cards are named, `spoken` is the suit last
    spoken of, trumps too, `asked` the card that was asked for, `of_all` says that
    thirteen tricks are named.
    """

    trump: Suit | None = None
    held: frozenset[Card] = frozenset()
    on_table: frozenset[Card] = frozenset()
    suit: Suit | None = None
    them: Suit | None = None
    counted: frozenset[Suit] = frozenset()
    spoken: Suit | None = None
    asked: Card | None = None
    several: frozenset[Suit] = frozenset()
    run: frozenset[Suit] = frozenset()
    of_all: bool = False

    def trump_named(self, word: str) -> Suit:
        """Return the trump suit; raise AmbiguousStatement where it is not known."""
        if self.trump is None:
            raise AmbiguousStatement(
                f"{word!s}: which suit is trumps? Give the contract first"
            )
        return self.trump

    def lost_of_those_left(self, number: int) -> int:
        """Return how many of the tricks left are not among so many.

        Raises UnclearError where they are more, or so few that they may be those lost.
        """
        left, odd = divmod(len(self.held) + len(self.on_table), 2)
        if self.of_all and number + left > len(RANKS):  # "thirteen, else twelve"
            return len(RANKS) - number
        if odd or not left < number + number <= left + left:
            raise UnclearError(number)
        return left - number

    def may_play(self, cards: Iterable[Card]) -> bool:
        """Say whether the side holds some cards or has them on the table.

        Nobody can say where its cards are not known.
        """
        return not self.held or (self.held | self.on_table).issuperset(cards)


_HONOURS = [RANK_OF[letter] for letter in "TJQKA"]
_NEAR = 2


def finessed(held: Iterable[Card], rank: int | None = None) -> list[Suit]:
    """Return the suits with an honour missing between two cards of the side.

    Only an honour of some rank where one is named.
    """
    cards = frozenset(held)
    ranks = _HONOURS if rank is None else [rank]
    return [
        suit for suit in Suit if any(_is_between(Card(suit, r), cards) for r in ranks)
    ]


def _is_between(card: Card, held: frozenset[Card]) -> bool:
    """Say whether a missing card lies below a held card and just above another."""
    own = [other.rank for other in held if other.suit is card.suit]
    higher = any(rank > card.rank for rank in own)
    near = any(card.rank - _NEAR <= rank < card.rank for rank in own)
    return card not in held and higher and near
