"""A record of play, replayed card by card: where it stopped and who showed out.

Seats come from who holds each card, never from columns; a revoke is reported and
the replay goes on with it, for the record is evidence (Law 61 judges it elsewhere).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulings.bridge.cards import Card, Strain, Suit
from rulings.bridge.errors import IllegalPlay, Unplayable
from rulings.bridge.hands import Deal, Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import CARDS_IN_A_TRICK, IN_ORDER, Trick


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record of play leads to.

    `show_outs` holds (seat, suit) for each failure to follow; `revokes` holds
    (trick number from 1, seat, card) where the seat could have followed.
    """

    position: Position
    tricks: tuple[Trick, ...]
    show_outs: frozenset[tuple[Seat, Suit]]
    revokes: tuple[tuple[int, Seat, Card], ...]


@dataclass(slots=True)
class _Table:
    hands: list[set[Card]]
    strain: Strain
    leader: Seat
    on_table: list[Card] = field(default_factory=list)
    won: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[Trick] = field(default_factory=list)
    show_outs: set[tuple[Seat, Suit]] = field(default_factory=set)
    revokes: list[tuple[int, Seat, Card]] = field(default_factory=list)

    def play(self, card: Card) -> None:
        seat = IN_ORDER[self.leader][len(self.on_table)]
        if card not in self.hands[seat]:
            raise IllegalPlay(
                Unplayable.NOT_HELD_AT_TRICK,
                trick=len(self.tricks) + 1,
                seat=seat.word,
                card=card,
            )
        suit = self.on_table[0].suit if self.on_table else card.suit
        if card.suit is not suit:
            if any(held.suit is suit for held in self.hands[seat]):
                self.revokes.append((len(self.tricks) + 1, seat, card))
            else:
                self.show_outs.add((seat, suit))
        self.hands[seat].remove(card)
        self.on_table.append(card)
        if len(self.on_table) == CARDS_IN_A_TRICK:
            trick = Trick(self.leader, tuple(self.on_table))
            self.leader = trick.winner(self.strain)
            self.won[self.leader.side is Side.EW] += 1
            self.tricks.append(trick)
            self.on_table.clear()


def replay(deal: Deal, strain: Strain, leader: Seat, cards: Iterable[Card]) -> Replay:
    """Replay cards from the opening lead on; raise IllegalPlay at a card not held."""
    table = _Table([set(hand.cards) for hand in deal.hands], strain, leader)
    for card in cards:
        table.play(card)
    position = Position(
        tuple(Hand(frozenset(held)) for held in table.hands),  # type: ignore[arg-type]  # four seats
        strain,
        Trick(table.leader, tuple(table.on_table)),
        (table.won[0], table.won[1]),
    )
    return Replay(
        position,
        tuple(table.tricks),
        frozenset(table.show_outs),
        tuple(table.revokes),
    )
