"""Best play with every card seen, where an opponent may keep all his cards (N20).

Serves the check of stored proposals (Laws 70D1 and 70E1): what some layout gives. An
opponent who cannot follow may play nothing, so that no trick is won by a squeeze.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.bridge.cards import Card

CardSet = frozenset[Card]
Play = tuple[int, Card | None]
"""A seat and the card it plays; None is a card the claimer has no thought of, or
nothing at all."""

HiddenHands = tuple[CardSet, int, CardSet, int]
"""Both hidden hands: the cards counted, and how many that are not."""

Hands = tuple[CardSet, ...]
SeenDeal = tuple[Hands, tuple[int, int]]
"""The hands by seat, and how many cards of the hidden ones he has no thought of."""


class SeenDeals:
    """The search of layouts: yes or no, each answer kept."""

    def __init__(
        self,
        claimer: int,
        hidden: tuple[int, int],
        winner: Callable[[tuple[Play, ...]], int],
        *,
        squeezes: bool,
    ) -> None:
        """Take who is who; `squeezes` where the words name one."""
        self.claimer, self.hidden, self.winner = claimer, hidden, winner
        self.squeezes = squeezes
        self.found: dict[tuple[object, ...], bool] = {}

    def reaches(
        self,
        seen: Hands,
        trick: tuple[tuple[Play, ...], int],
        layout: HiddenHands,
        tricks: int,
        left: int,
    ) -> bool:
        """Say whether best play of one layout gives so many of the tricks left.

        `trick` are the cards on the table and who led.
        """
        one, other = self.hidden
        hands = list(seen)
        hands[one], hands[other] = layout[0], layout[2]
        return self._holds((tuple(hands), (layout[1], layout[3])), *trick, tricks, left)

    def _holds(
        self,
        deal: SeenDeal,
        table: tuple[Play, ...],
        leader: int,
        tricks: int,
        left: int,
    ) -> bool:
        if tricks <= 0 or tricks > left:
            return tricks <= 0
        key = (deal, table, leader, tricks)
        if key not in self.found:
            ours = (leader + len(table) - self.claimer) % 2 == 0
            ways = (
                self._next(after, (*table, play), leader, tricks, left)
                for after, play in self._plays(deal, table, leader)
            )
            first = next(ways, None)
            if first is None:
                self.found[key] = True
            elif ours:
                self.found[key] = first or any(ways)
            else:
                self.found[key] = first and all(ways)
        return self.found[key]

    def _next(
        self,
        deal: SeenDeal,
        table: tuple[Play, ...],
        leader: int,
        tricks: int,
        left: int,
    ) -> bool:
        if len(table) < len(deal[0]):
            return self._holds(deal, table, leader, tricks, left)
        winner = self.winner(table)
        won = int((winner - self.claimer) % 2 == 0)
        return self._holds(deal, (), winner, tricks - won, left - 1)

    def _plays(
        self, deal: SeenDeal, table: tuple[Play, ...], leader: int
    ) -> Iterator[tuple[SeenDeal, Play]]:
        """Yield what the hand to play may do, with the deal after it."""
        hands, blanks = deal
        seat = (leader + len(table)) % len(hands)
        led = table[0][1].suit if table and table[0][1] is not None else None
        held = sorted(hands[seat], reverse=True)
        cards = [card for card in held if card.suit is led] or held
        for card in cards:
            after = tuple(
                hand - {card} if at == seat else hand for at, hand in enumerate(hands)
            )
            yield (after, blanks), (seat, card)
        if not table or any(card.suit is led for card in held):
            return
        if not (self.squeezes or (seat - self.claimer) % 2 == 0):
            yield deal, (seat, None)
        if seat in self.hidden:
            at = self.hidden.index(seat)
            if blanks[at]:
                less = (blanks[0] - (at == 0), blanks[1] - (at == 1))
                yield (hands, less), (seat, None)
