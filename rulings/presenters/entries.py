"""Card entry: hands as rows of checkboxes, the blank deck, the trick on the table.

The counts shown here are the server's; the script repeats them while cards are marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from rulings.bridge.cards import FULL_DECK, Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import Hand
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.presenters.words import card_name, rank_letter, seat_name

REMAINING = "remaining"
PLAYED = "played"


@dataclass(frozen=True, slots=True)
class KeyView:
    """One card to mark; `down` is a card that lies on the table.

    `holder` and `mine` serve the blank deck: who holds it, and whether that is the
    seat that is being given cards.
    """

    card: Card
    name: str
    letter: str
    checked: bool = False
    down: bool = False
    holder: Seat | None = None
    mine: bool = False


@dataclass(frozen=True, slots=True)
class RunView:
    """The keys of one suit, high to low."""

    suit: Suit
    keys: tuple[KeyView, ...]


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A hand to mark: its suits and how many of the cards needed it has."""

    seat: Seat
    name: str
    role: str
    runs: tuple[RunView, ...]
    count: int
    on_table: int
    need: int
    mark: str = REMAINING

    @property
    def full(self) -> bool:
        """Say whether the hand has exactly the cards it needs."""
        return self.count + self.on_table == self.need

    @property
    def count_words(self) -> str:
        """Return 5 of 8, or 7 + 1 when a card on the table completes the hand."""
        if self.full and self.on_table:
            return gettext("%(count)d + 1") % {"count": self.count}
        return gettext("%(count)d of %(need)d") % {
            "count": self.count + self.on_table,
            "need": self.need,
        }


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat of the blank deck with its count, its typed hand and whether chosen."""

    seat: Seat
    name: str
    count: int
    need: int
    text: str
    chosen: bool = False

    @property
    def count_words(self) -> str:
        """Return 6 of 8, the cards given and the cards needed."""
        return gettext("%(count)d of %(need)d") % {
            "count": self.count,
            "need": self.need,
        }


@dataclass(frozen=True, slots=True)
class SlotView:
    """A seat's place in the trick: its card, or the cards it could be."""

    seat: Seat
    name: str
    card: Card | None
    choices: tuple[Card, ...]
    to_play: bool = False


@dataclass(frozen=True, slots=True)
class TrickEntry:
    """The trick on the table: who led and a slot for each seat."""

    leader: Seat | None
    slots: tuple[SlotView, ...]


def key_view(card: Card, *, checked: bool = False, down: bool = False) -> KeyView:
    """Return a card as a key of a hand."""
    return KeyView(card, card_name(card), rank_letter(card), checked, down)


def hand_entry(
    seat: Seat,
    dealt: Hand,
    *,
    need: int,
    marked: Iterable[Card] = (),
    on_table: Card | None = None,
    mark: str = REMAINING,
    role: str = "",
) -> HandEntry:
    """Return a dealt hand to mark; `marked` are the cards ticked under `mark`."""
    ticked = frozenset(marked) - {on_table}
    down = 0 if on_table is None else 1
    runs = tuple(
        RunView(
            suit,
            tuple(
                key_view(card, checked=card in ticked, down=card == on_table)
                for card in dealt.suit(suit)
            ),
        )
        for suit in Suit
    )
    count = len(ticked) if mark == REMAINING else len(dealt) - len(ticked) - down
    return HandEntry(seat, seat_name(seat), role, runs, count, down, need, mark)


def card_or_none(text: object) -> Card | None:
    """Return a card that was sent; None for what is no card."""
    try:
        return Card.parse(str(text))
    except ParseError:
        return None


def runs_of(cards: Iterable[Card], chosen: Card | None = None) -> tuple[RunView, ...]:
    """Return some cards as keys, by suits; a suit without any is left out."""
    hand = Hand(frozenset(cards))
    return tuple(
        RunView(
            suit,
            tuple(key_view(card, checked=card == chosen) for card in hand.suit(suit)),
        )
        for suit in Suit
        if hand.suit(suit)
    )


def blank_deck(hands: Mapping[Seat, Hand], *, giving: Seat) -> tuple[RunView, ...]:
    """Return all 52 cards by suits with who holds each."""
    holder = {card: seat for seat, hand in hands.items() for card in hand}
    return tuple(
        RunView(
            suit,
            tuple(
                KeyView(
                    card,
                    card_name(card),
                    rank_letter(card),
                    holder=holder.get(card),
                    mine=holder.get(card) is giving,
                )
                for card in Hand(FULL_DECK).suit(suit)
            ),
        )
        for suit in Suit
    )


def seat_choices(
    hands: Mapping[Seat, Hand], *, giving: Seat, need: int
) -> tuple[SeatChoice, ...]:
    """Return the four seats of the blank deck."""
    return tuple(
        SeatChoice(
            seat,
            seat_name(seat),
            len(hands.get(seat, Hand())),
            need,
            str(hands.get(seat, Hand())),
            chosen=seat is giving,
        )
        for seat in Seat
    )


def trick_entry(
    hands: Mapping[Seat, Hand], trick: Trick | None, *, leader: Seat | None = None
) -> TrickEntry:
    """Return the trick to fill; `hands` are the cards each seat could have played."""
    led = leader if trick is None else trick.leader
    played = {} if trick is None else dict(trick.plays())
    turn = led if trick is None else trick.turn
    slots = tuple(
        SlotView(
            seat,
            seat_name(seat),
            played.get(seat),
            tuple(hands.get(seat, Hand())),
            to_play=seat is turn and seat not in played,
        )
        for seat in Seat
    )
    return TrickEntry(led, slots)
