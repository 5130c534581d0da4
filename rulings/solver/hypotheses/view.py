"""What a claimer knows, made ready for the search.

Seats are turned so that the claimer is 0. A view holds his visible cards, the
unseen cards with the hands that may hold them (show-outs, proven locations: Law
70E1), and the cards he does not count as out (Laws 70C and 70D1).
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import IN_ORDER
from rulings.solver.inputs import SolverClaim, known_losers
from rulings.solver.kernel.believed import (
    BEST,
    BITS,
    EITHER,
    FACED,
    Symbols,
    suit_number,
)
from rulings.solver.kernel.breaks import even_breaks, most_at
from rulings.solver.kernel.search.restricted_moves import KEEPS_LEAD, PENDING_LEAD
from rulings.solver.kernel.state import (
    BREAK_BITS,
    BREAK_MASK,
    MOST_BITS,
    NO_TRUMP,
    BoundLead,
    Restrictions,
    SearchNode,
    Sides,
)

CardLayout = tuple[list[Card], ...]
"""The real cards left by suit, from the top, the winning card of a trick included."""


@dataclass(frozen=True, slots=True)
class ClaimerView:
    """What one claimer knows of one position."""

    position: Position
    claimer: Seat
    sides: Sides
    shown_out: frozenset[tuple[Seat, Suit]]
    located: frozenset[Card]
    forgotten: frozenset[Card]
    losers: frozenset[Card] = frozenset()

    def seat(self, seat: Seat) -> int:
        """Return a seat counted clockwise from the claimer."""
        return (seat - self.claimer) % 4

    def unseen(self) -> frozenset[Card]:
        """Return the cards in the hidden hands."""
        hands, claimer = self.position.hands, self.claimer
        one, other = (hands[(claimer + seat) % 4] for seat in self.sides.hidden)
        return one.cards | other.cards

    def symbol(self, seat: Seat, card: Card) -> int:
        """Return which hand the claimer knows to hold a card, or EITHER."""
        holder = self.seat(seat)
        if holder not in self.sides.hidden or (self.located and card in self.located):
            return holder
        first, second = self.sides.hidden
        other = IN_ORDER[self.claimer][second if holder == first else first]
        return holder if (other, card.suit) in self.shown_out else EITHER

    def node(self) -> SearchNode:
        """Return the position as this claimer believes it."""
        position = self.position
        winner = (
            position.trick.winner(position.strain) if position.trick.cards else None
        )
        best = next((c for s, c in position.trick.plays() if s is winner), None)
        placed, held = self._placed()
        if best is not None:
            placed[best.suit].append((best.rank, BEST))
        suits, unplaced = 0, set()
        for suit, cards in enumerate(placed):
            cards.sort(reverse=True)
            symbols: Symbols = tuple([symbol for _, symbol in cards])
            suits |= suit_number(symbols) << BITS * suit
            if EITHER in symbols:
                unplaced.add(Suit(suit))
        blanks = len(self.forgotten & self.unseen()) if self.forgotten else 0
        slacks = [
            len(position.hands[(self.claimer + seat) % 4].cards) - held[seat]
            for seat in self.sides.hidden
        ]
        led = position.trick.suit
        return (
            suits,
            self.seat(position.turn),
            0 if led is None else led,
            0 if winner is None else self.seat(winner),
            len(position.trick.cards),
            blanks,
            position.left,
            slacks[0],
            slacks[1],
            (self._most(unplaced) if self.sides.breaks else 0)
            | self.sides.pending.phase,
        )

    def _placed(self) -> tuple[list[list[tuple[int, int]]], list[int]]:
        """Return by suit the ranks that he counts, each with its symbol.

        Also how many cards he knows each hand to hold, those lying faced among them.
        """
        placed: list[list[tuple[int, int]]] = [[], [], [], []]
        held, faced = [0] * (EITHER + 1), self.sides.pending.faced
        for turns in range(4):
            seat = IN_ORDER[self.claimer][turns]
            is_hidden = turns in self.sides.hidden
            for card in self.position.hands[seat].cards:
                if is_hidden and self.forgotten and card in self.forgotten:
                    continue
                symbol = self.symbol(seat, card) if is_hidden else turns
                held[symbol] += 1
                shown = FACED if faced and card in faced else symbol
                placed[card.suit].append((card.rank, shown))
        return placed, held

    def _most(self, unplaced: set[Suit]) -> int:
        """Return what breaks leave the first hidden hand, three bits a suit."""
        first = self.position.hands[(self.claimer + self.sides.hidden[0]) % 4]
        kinds = {
            suit: self.sides.breaks >> BREAK_BITS * suit & BREAK_MASK
            for suit in unplaced
        }
        return sum(
            most_at(kind, len(first.suit(suit))) << MOST_BITS * suit
            for suit, kind in kinds.items()
            if kind
        )


def view_of(
    position: Position,
    claim: SolverClaim,
    forgotten: frozenset[Card] = frozenset(),
    *,
    breaks: bool = False,
) -> ClaimerView:
    """Return the claimer's view with some of the unseen cards forgotten.

    With `breaks` he counts on even breaks, where they are so (nothing forgotten).
    """
    mine = {0, 2} if claim.by_declarer else {0}
    hidden = sorted((seat - claim.claimer) % 4 for seat in claim.hidden)
    held = [position.hands[(claim.claimer + seat) % 4] for seat in hidden]
    pending = restrictions_of(position, claim)
    faced = frozenset(card for _, card, _ in pending.cards)
    shown = set(claim.show_outs)
    led = position.trick.suit
    shown |= {
        (seat, led)
        for seat, card in position.trick.plays()
        if led is not None and card.suit is not led
    }
    return ClaimerView(
        position,
        claim.claimer,
        Sides(
            frozenset(mine),
            (hidden[0], hidden[1]),
            trump_of(position),
            even_breaks(*held) if breaks and not claim.pending else 0,
            pending,
        ),
        frozenset(shown),
        frozenset(card for _, card in claim.locations) | faced,
        forgotten - faced,
        known_losers(position, claim),
    )


def open_view(
    position: Position, claim: SolverClaim, mine: frozenset[int]
) -> ClaimerView:
    """Return a view in which every card is seen, for the extremes of any play."""
    hidden = sorted((seat - claim.claimer) % 4 for seat in claim.hidden)
    return ClaimerView(
        position,
        claim.claimer,
        Sides(
            mine,
            (hidden[0], hidden[1]),
            trump_of(position),
            pending=restrictions_of(position, claim),
        ),
        frozenset(),
        frozenset().union(*(hand.cards for hand in position.hands)),
        frozenset(),
    )


def restrictions_of(position: Position, claim: SolverClaim) -> Restrictions:
    """Return what is pending with the seats counted from the claimer's on."""
    pending, lead = claim.pending, claim.pending.lead
    cards = tuple(
        ((penalty.seat - claim.claimer) % 4, penalty.card, penalty.major)
        for penalty in sorted(pending.cards)
        if penalty.card in position.hands[penalty.seat]
    )
    if lead is None:
        return Restrictions(cards)
    phase = PENDING_LEAD
    if position.trick.cards and position.trick.leader is lead.seat and not lead.by_card:
        phase = 0 if lead.required else KEEPS_LEAD
    seat = (lead.seat - claim.claimer) % 4
    bound = BoundLead(seat, int(lead.suit), lead.required, lead.by_card, phase)
    return Restrictions(cards, bound)


def trump_of(position: Position) -> int:
    """Return the trump suit's number, NO_TRUMP without one."""
    suit = position.strain.suit
    return NO_TRUMP if suit is None else int(suit)


def layout_of(position: Position) -> CardLayout:
    """Return the real cards left by suit, from the top, with the winning card."""
    winner = winner_of(position)
    cards = [card for hand in position.hands for card in hand.cards]
    cards += [card for seat, card in position.trick.plays() if seat is winner]
    cards.sort(key=hash, reverse=True)  # its number, which stands in order
    return tuple([card for card in cards if card.suit is suit] for suit in Suit)


def winner_of(position: Position) -> Seat | None:
    """Return the seat that is winning the trick in progress."""
    return position.trick.winner(position.strain) if position.trick.cards else None
