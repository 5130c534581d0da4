"""The cards that remained, from marks, a blank deck or typed hands (Law 70B3).

Nothing that was marked is lost: an entry that cannot be a position keeps its marks and
says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from rulings.bridge.cards import FULL_DECK, Card, Strain
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND, Deal, Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick
from rulings.forms.acts import ActForm
from rulings.forms.typed import whole
from rulings.queries.table.computed import fault_words
from rulings.workflow.errors import sentence_of

REMAINING = "remaining"
PLAYED = "played"


@dataclass(frozen=True, slots=True)
class CardMarks:
    """What was entered: cards by seat, the trick, the lead, tricks won by a side.

    `hands` are the cards left in the hands, without those on the table. `ticked` are
    the boxes as they stand. `won` is None while nobody has given it.
    """

    hands: Mapping[Seat, Hand]
    ticked: Mapping[Seat, frozenset[Card]]
    trick: Mapping[Seat, Card]
    leader: Seat | None
    won: int | None
    mark: str = REMAINING


class CardsForm(ActForm):
    """The cards that remained, as one page of entry sends them.

    `marks` are what was entered, or what the page began with where that is unreadable.
    """

    faced = forms.BooleanField(required=False)
    """The cards lie face up."""
    pending = forms.BooleanField(required=False)
    """A penalty card or a bound lead is to be noted next."""
    misdealt = forms.BooleanField(required=False)
    """Cards stay at seats that were not dealt them."""

    def __init__(
        self, data: object, marks: CardMarks, deal: Deal | None, version: int
    ) -> None:
        """Take the marks a page starts with, and the deal where hands are marked."""
        super().__init__(data, initial={"version": version})  # type: ignore[arg-type]  # a request's POST
        self.marks, self._deal = marks, deal

    def clean(self) -> dict[str, object]:
        """Refuse a card that is none, or typed wrongly."""
        try:
            self.marks = marks_of(self.data, self._deal, self.marks.mark)  # type: ignore[arg-type]  # as above
        except ParseError as error:
            raise forms.ValidationError(sentence_of(error)) from error
        return super().clean()


def marks_of(data: QueryDict, deal: Deal | None, mark: str) -> CardMarks:
    """Read an entry; raise ParseError on a card that is none or typed wrongly."""
    trick = {
        seat: Card.parse(text)
        for seat in Seat
        if (text := data.get(f"trick_{seat.letter}", ""))
    }
    ticked = {seat: _ticked(data, seat) for seat in Seat}
    if deal is None:
        hands = {seat: _typed(data, seat, trick) for seat in Seat}
        hands = _given(data, hands)
    else:
        hands = {
            seat: _left(deal[seat], ticked[seat], trick.get(seat), mark)
            for seat in Seat
        }
    leader = data.get("leader", "")
    won = data.get("won", "")
    return CardMarks(
        hands,
        ticked,
        trick,
        Seat.parse(leader) if leader else None,
        whole(won),
        mark,
    )


def _ticked(data: QueryDict, seat: Seat) -> frozenset[Card]:
    return frozenset(Card.parse(text) for text in data.getlist(seat.letter))


def _left(dealt: Hand, ticked: frozenset[Card], down: Card | None, mark: str) -> Hand:
    cards = ticked & dealt.cards if mark == REMAINING else dealt.cards - ticked
    return Hand(cards - {down})


def _typed(data: QueryDict, seat: Seat, trick: Mapping[Seat, Card]) -> Hand:
    text = data.get(f"hand_{seat.letter}", "").strip()
    hand = Hand.parse(text) if text else Hand()
    return hand.without(trick[seat]) if seat in trick else hand


def _given(data: QueryDict, hands: dict[Seat, Hand]) -> dict[Seat, Hand]:
    """Give one card to the chosen seat, or take it back from it."""
    if not (text := data.get("give", "")):
        return hands
    card, seat = Card.parse(text), Seat.parse(data.get("seat", "N"))
    had = card in hands[seat]
    cleared = {other: hand.without(card) for other, hand in hands.items()}
    if not had:
        cleared[seat] = cleared[seat].plus([card])
    return cleared


def filled(marks: CardMarks, need: int) -> Mapping[Seat, Hand]:
    """Return the hands with the last one filled where the deck leaves no choice."""
    short = [seat for seat in Seat if _held(marks, seat) < need]
    used = {card for hand in marks.hands.values() for card in hand}
    free = FULL_DECK - used - set(marks.trick.values())
    if len(short) != 1 or len(free) != need - _held(marks, short[0]):
        return marks.hands
    return {**marks.hands, short[0]: marks.hands[short[0]].plus(free)}


def _held(marks: CardMarks, seat: Seat) -> int:
    return len(marks.hands[seat]) + (seat in marks.trick)


def position_of(marks: CardMarks, strain: Strain, side: Side, need: int) -> Position:
    """Return the position; raise ParseError saying what keeps the entry from one.

    `won` counts the quitted tricks of `side`, declarer's.
    """
    hands = filled(marks, need)
    counts = {seat: len(hands[seat]) + (seat in marks.trick) for seat in Seat}
    if len(set(counts.values())) > 1:
        raise ParseError(_unequal(counts, need))
    left = counts[Seat.NORTH]
    if marks.leader is None:
        raise ParseError(_("Say who led to the trick, or who is to lead."))
    if marks.won is None or marks.won > FULL_HAND - left:
        raise ParseError(
            _("Say how many of the %(count)d quitted tricks declarer won.")
            % {"count": FULL_HAND - left}
        )
    lost = FULL_HAND - left - marks.won
    won = (marks.won, lost) if side is Side.NS else (lost, marks.won)
    trick = _trick(marks.trick, marks.leader)
    position = Position(tuple(hands[seat] for seat in Seat), strain, trick, won)  # type: ignore[arg-type]  # four seats
    if faults := position.faults():
        words = ", ".join(sorted(fault_words()[fault.value] for fault in faults))
        raise ParseError(_("These cards cannot be a position: %s.") % words)
    return position


def _trick(cards: Mapping[Seat, Card], leader: Seat) -> Trick:
    played: list[Card] = []
    seat = leader
    while seat in cards and len(played) < len(Seat):
        played.append(cards[seat])
        seat = seat.lho
    if len(played) != len(cards):
        raise ParseError(
            _(
                "A card lies on the table before its turn. Take it back, or change "
                "who led."
            )
        )
    return Trick(leader, tuple(played))


def _unequal(counts: Mapping[Seat, int], need: int) -> str:
    parts = [
        _("%(seat)s has %(count)d") % {"seat": seat_words()[seat], "count": count}
        for seat, count in counts.items()
    ]
    return _(
        "%(counts)s; every hand needs %(need)d. Nothing was recorded, and your marks "
        "are kept."
    ) % {"counts": ", ".join(parts), "need": need}


def seat_words() -> dict[Seat, str]:
    """Return the seats' names."""
    return {
        Seat.NORTH: _("North"),
        Seat.EAST: _("East"),
        Seat.SOUTH: _("South"),
        Seat.WEST: _("West"),
    }
