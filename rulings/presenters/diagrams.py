"""What a diagram shows: four hands where the players sit, the trick between them.

Builders turn bridge values into plain values for the templates; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from rulings.bridge.cards import Card, Strain, Suit
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import Deal, Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick
from rulings.presenters.words import card_name, seat_name


@dataclass(frozen=True, slots=True)
class SuitView:
    """The cards of one suit in a hand, high to low, and those in question."""

    suit: Suit
    cards: tuple[Card, ...]
    marked: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand with its name and role: North, dummy."""

    seat: Seat
    name: str
    role: str
    suits: tuple[SuitView, ...]


@dataclass(frozen=True, slots=True)
class PlayView:
    """One place of the felt: a card, the seat to play, or only the seat."""

    seat: Seat
    card: Card | None = None
    words: str = ""
    wins: bool = False
    lit: bool = False
    to_play: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of the compass, with what the deal says of it."""

    seat: Seat
    vulnerable: bool = False
    dealer: bool = False


@dataclass(frozen=True, slots=True)
class FactView:
    """A term and its value; the value may be a card or a contract."""

    term: str
    value: str | int | Card | Contract


@dataclass(frozen=True, slots=True)
class DiagramView:
    """Everything a diagram shows. `plays` is empty when no trick is drawn."""

    label: str
    north: HandView
    east: HandView
    south: HandView
    west: HandView
    plays: tuple[PlayView, ...]
    seats: tuple[SeatView, ...]
    facts: tuple[FactView, ...] = ()
    middle: str = ""


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """What is known of the board beside the cards; each part may be missing."""

    number: int | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    contract: Contract | None = None
    lead: Card | None = None


NO_FACTS = BoardFacts()


def vulnerable_words(vulnerable: Vulnerability) -> str:
    """Return none, North-South, East-West or all, as a diagram says it."""
    return {
        Vulnerability.NONE: gettext("none"),
        Vulnerability.NS: gettext("N–S"),
        Vulnerability.EW: gettext("E–W"),
        Vulnerability.BOTH: gettext("all"),
    }[vulnerable]


def fact_list(board: BoardFacts) -> tuple[FactView, ...]:
    """Return the facts of a board that are known, in the usual order."""
    dealer = None if board.dealer is None else seat_name(board.dealer)
    vulnerable = board.vulnerable and vulnerable_words(board.vulnerable)
    rows: tuple[tuple[str, str | int | Card | Contract | None], ...] = (
        (gettext("Board"), board.number),
        (gettext("Dealer"), dealer),
        (gettext("Vulnerable"), vulnerable),
        (gettext("Contract"), board.contract),
        (gettext("Lead"), board.lead),
    )
    return tuple(FactView(term, value) for term, value in rows if value is not None)


def hand_view(
    seat: Seat, hand: Hand, *, role: str = "", marks: Iterable[Card] = ()
) -> HandView:
    """Return a hand by suits; a card in `marks` is lit."""
    lit = frozenset(marks)
    suits = tuple(
        SuitView(suit, hand.suit(suit), lit.intersection(hand.suit(suit)))
        for suit in Suit
    )
    return HandView(seat, seat_name(seat), role, suits)


def play_views(
    trick: Trick, strain: Strain, marks: Collection[Card] = ()
) -> tuple[PlayView, ...]:
    """Return the four places of the felt in playing order; marked cards are lit."""
    winner = trick.winner(strain) if trick.complete else None
    plays = [
        PlayView(
            seat,
            card,
            _play_words(seat, trick.leader, winner),
            wins=seat is winner,
            lit=card in marks,
        )
        for seat, card in trick.plays()
    ]
    seat = trick.turn
    while len(plays) < len(Seat):
        plays.append(PlayView(seat, to_play=seat is trick.turn))
        seat = seat.lho
    return tuple(plays)


def _play_words(seat: Seat, leader: Seat, winner: Seat | None) -> str:
    name = {"seat": seat_name(seat)}
    if seat is leader and seat is winner:
        return gettext("%(seat)s led and wins:") % name
    if seat is leader:
        return gettext("%(seat)s led:") % name
    if seat is winner:
        return gettext("%(seat)s wins:") % name
    return gettext("%(seat)s:") % name


def seat_views(board: BoardFacts) -> tuple[SeatView, ...]:
    """Return the compass: vulnerable seats framed, the dealer marked."""
    vulnerable = board.vulnerable or Vulnerability.NONE
    return tuple(
        SeatView(seat, vulnerable.includes(seat.side), seat is board.dealer)
        for seat in Seat
    )


def seat_roles(contract: Contract | None, turn: Seat | None = None) -> dict[Seat, str]:
    """Return declarer and dummy, or who is to lead where neither says more."""
    roles: dict[Seat, str] = {}
    if contract is not None:
        roles[contract.dummy] = gettext("dummy")
        roles[contract.declarer] = gettext("declarer")
    if turn is not None and turn not in roles:
        roles[turn] = gettext("to play")
    return roles


def position_label(position: Position) -> str:
    """Return the name of a diagram for a screen reader."""
    trick = position.trick
    if trick.complete:
        return gettext("Position with the four cards of the trick in the middle")
    if not trick.cards:
        return gettext("Cards left, %(seat)s to lead") % {
            "seat": seat_name(position.turn)
        }
    return gettext("Cards left, %(card)s led, %(seat)s to play") % {
        "card": card_name(trick.cards[0]),
        "seat": seat_name(position.turn),
    }


def diagram_of(
    position: Position,
    *,
    board: BoardFacts = NO_FACTS,
    roles: Mapping[Seat, str] | None = None,
    marks: Iterable[Card] = (),
    label: str = "",
    middle: str = "",
) -> DiagramView:
    """Return a position as a diagram.

    Roles default to declarer, dummy and the seat to play. With no card on the table
    the felt is the compass; a trick of four shows its winner.
    """
    turn = None if position.trick.complete else position.turn
    named = seat_roles(board.contract, turn) if roles is None else roles
    lit = frozenset(marks)
    trick, strain = position.trick, position.strain
    plays = play_views(trick, strain, lit) if trick.cards else ()
    return _diagram(
        position.hands,
        label=label or position_label(position),
        board=board,
        roles=named,
        marks=lit,
        plays=plays,
        middle=middle,
    )


def deal_diagram(
    deal: Deal, *, board: BoardFacts = NO_FACTS, label: str = ""
) -> DiagramView:
    """Return a whole deal as a diagram with the compass in the middle."""
    vulnerable = board.vulnerable and vulnerable_words(board.vulnerable)
    return _diagram(
        deal.hands,
        label=label or gettext("Full deal"),
        board=board,
        roles=seat_roles(board.contract),
        marks=frozenset(),
        plays=(),
        middle=vulnerable or "",
    )


def _diagram(
    hands: tuple[Hand, Hand, Hand, Hand],
    *,
    label: str,
    board: BoardFacts,
    roles: Mapping[Seat, str],
    marks: frozenset[Card],
    plays: tuple[PlayView, ...],
    middle: str,
) -> DiagramView:
    north, east, south, west = (
        hand_view(seat, hands[seat], role=roles.get(seat, ""), marks=marks)
        for seat in Seat
    )
    return DiagramView(
        label=label,
        north=north,
        east=east,
        south=south,
        west=west,
        plays=plays,
        seats=seat_views(board),
        facts=fact_list(board),
        middle=middle,
    )


def side_short(side: Side) -> str:
    """Return the heading of a column that counts a side's tricks."""
    return gettext("N–S") if side is Side.NS else gettext("E–W")
