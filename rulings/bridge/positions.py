"""What remains of a board: four hands, the trick on the table, tricks won so far.

The text form is one line: strain, trick, tricks won by North-South and East-West,
hands from North: `H S:HJ 4-0 N:AQ.T.K. 54..T8. K2..Q.K 87.Q.J.`
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rulings.bridge.cards import Card, Strain
from rulings.bridge.errors import IllegalPlay, ParseError, Unplayable, Unreadable
from rulings.bridge.hands import FULL_HAND, Hand
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import CARDS_IN_A_TRICK, Trick

_COUNT = re.compile(r"[0-9]{1,2}")


class PositionFault(StrEnum):
    """What can be wrong with a position; several may hold at once."""

    CARD_TWICE = "card_twice"
    UNEQUAL_HANDS = "unequal_hands"
    TRICK_COUNT = "trick_count"
    TRICK_COMPLETE = "trick_complete"
    NO_CARDS = "no_cards"
    REVOKE_ON_TABLE = "revoke_on_table"


@dataclass(frozen=True, slots=True)
class Position:
    """Four remaining hands (without the cards on the table) and the trick in progress.

    `won` holds the quitted tricks of North-South and East-West.
    """

    hands: tuple[Hand, Hand, Hand, Hand]
    strain: Strain
    trick: Trick
    won: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        """Return the one-line text form, which `parse` reads back."""
        hands = " ".join(str(hand) for hand in self.hands)
        return f"{self.strain} {self.trick} {self.won[0]}-{self.won[1]} N:{hands}"

    @property
    def turn(self) -> Seat:
        """Return the seat to play next."""
        return self.trick.turn

    @property
    def left(self) -> int:
        """Return the tricks not yet finished; the one in progress counts."""
        held = [len(hand.cards) for hand in self.hands]
        for at in range(min(4, len(self.trick.cards))):
            held[(self.trick.leader + at) % 4] += 1
        return max(held)

    def held(self, seat: Seat) -> int:
        """Return a seat's cards, counting one that lies on the table."""
        return len(self.hands[seat]) + (seat in self.played_to_trick())

    def played_to_trick(self) -> frozenset[Seat]:
        """Return the seats that have played to the trick in progress."""
        return frozenset(seat for seat, _ in self.trick.plays())

    def won_by(self, side: Side) -> int:
        """Return the quitted tricks of a side."""
        return self.won[0] if side is Side.NS else self.won[1]

    def legal(self) -> tuple[Card, ...]:
        """Return the cards the seat to play may play (Law 44), as hands are written."""
        hand = self.hands[self.turn]
        if self.trick.suit is not None:
            following = hand.suit(self.trick.suit)
            if following:
                return following
        return tuple(hand)

    def play(self, card: Card) -> Position:
        """Return the position after a card; raise IllegalPlay if it may not be played.

        A trick that becomes complete is quitted at once and its winner leads.
        """
        seat = self.turn
        held, led = self.hands[seat].cards, self.trick.suit
        if card not in held:
            raise IllegalPlay(Unplayable.NOT_HELD, seat=seat.word, card=card)
        if led not in {None, card.suit} and any(one.suit is led for one in held):
            raise IllegalPlay(Unplayable.MUST_FOLLOW, seat=seat.word, card=card)
        hands = list(self.hands)
        hands[seat] = hands[seat].without(card)
        trick = Trick(self.trick.leader, (*self.trick.cards, card))
        won = self.won
        if trick.complete:
            winner = trick.winner(self.strain)
            won = (won[0] + (winner.side is Side.NS), won[1] + (winner.side is Side.EW))
            trick = Trick(winner)
        return Position(tuple(hands), self.strain, trick, won)  # type: ignore[arg-type]  # a list of four made a tuple of four

    def faults(self) -> frozenset[PositionFault]:
        """Return everything that keeps this from being a legal position (S1)."""
        found: set[PositionFault] = set()
        cards = [card for hand in self.hands for card in hand.cards]
        cards += self.trick.cards
        if len(set(cards)) != len(cards):
            found.add(PositionFault.CARD_TWICE)
        if len({self.held(seat) for seat in Seat}) != 1:
            found.add(PositionFault.UNEQUAL_HANDS)
        if not any(self.hands):
            found.add(PositionFault.NO_CARDS)
        if len(self.trick.cards) >= CARDS_IN_A_TRICK:
            found.add(PositionFault.TRICK_COMPLETE)
        if sum(self.won) + self.left != FULL_HAND:
            found.add(PositionFault.TRICK_COUNT)
        suit = self.trick.suit
        if suit is not None and any(
            card.suit is not suit and self.hands[seat].suit(suit)
            for seat, card in self.trick.plays()
        ):
            found.add(PositionFault.REVOKE_ON_TABLE)
        return frozenset(found)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the one-line text form; raise ParseError on anything else."""
        words = text.split()
        if len(words) != 3 + len(Seat) or not words[3].upper().startswith("N:"):
            raise ParseError(Unreadable.POSITION, text=text)
        won = words[2].split("-")
        if len(won) != len(Side) or not all(map(_COUNT.fullmatch, won)):
            raise ParseError(Unreadable.TRICKS_WON, text=words[2])
        hands = tuple(Hand.parse(word) for word in [words[3][2:], *words[4:]])
        return cls(
            hands,  # type: ignore[arg-type]  # seven words, so four hands
            Strain.parse(words[0]),
            Trick.parse(words[1]),
            (int(won[0]), int(won[1])),
        )
