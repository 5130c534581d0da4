"""The real cards of a claim at play, and how the claimer sees them.

Serves the search for normal lines (Laws 70 and 71); which moves are normal is not
decided here. Cards that make no difference are one move.
"""

from __future__ import annotations

from rulings.bridge.cards import RANK_OF, Card, Suit
from rulings.bridge.seats import Seat
from rulings.solver.hypotheses import CardLayout, ClaimerView, layout_of, winner_of
from rulings.solver.inputs import Exhausted, Idea, Manner
from rulings.solver.kernel import holding
from rulings.solver.kernel.believed import (
    BITS,
    EITHER,
    FACED,
    NOBODY,
    PARTNER,
    SYMBOL_BITS,
    how_many,
    places,
)
from rulings.solver.kernel.breaks import most_at
from rulings.solver.kernel.layout import CARDS
from rulings.solver.kernel.rules import exceptions
from rulings.solver.kernel.state import (
    BREAK_BITS,
    BREAK_MASK,
    LAST,
    MOST_BITS,
    SearchNode,
)
from rulings.solver.kernel.words.encoded import card_left, cards_of_suit, encode
from rulings.solver.lines.turn import CardOption, LineNode
from rulings.statements.steps import StatedStep

_MANNERS = {
    Manner.LEAD: exceptions.ON_LEAD,
    Manner.FOLLOW: exceptions.IN_SUIT,
    Manner.DISCARD: exceptions.THROWN,
    Manner.RUFF: exceptions.RUFFED,
}
_JACK, _TEN = RANK_OF["J"], RANK_OF["T"]


class RealCards:
    """The cards on the table and in the hands, from one position on.

    Of a rank only that is kept which rules about spots or words ask for.
    """

    def __init__(
        self,
        view: ClaimerView,
        steps: tuple[StatedStep, ...],
        *,
        spots: bool,
        ideas: tuple[Idea, ...] = (),
    ) -> None:
        """Lay out the position; the cards that ideas name are kept apart."""
        self.view = view
        self.sides = view.sides
        self.spots = spots
        self.first = layout_of(view.position)
        begun = view.position.left if view.position.trick.cards else 0
        there = {card for suit in self.first for card in suit}
        watched = {card for i in ideas for card in i.cards}
        watched |= {card for _, card, _ in self.sides.pending.cards}
        self.watched = sorted(watched & there)
        self.statement = encode(
            steps,
            self.first,
            self._own(),
            view.claimer,
            begun,
            watched=self.watched,
        )

    def _own(self) -> frozenset[Card]:
        """Return the cards the claimer plays or names, one that is winning included."""
        view, position = self.view, self.view.position
        seats = {0, PARTNER} if PARTNER in self.sides.mine else {0}
        winner = winner_of(position)
        held = [
            card
            for seat in Seat
            if view.seat(seat) in seats
            for card in position.hands[seat].cards
        ]
        held += [
            card
            for seat, card in position.trick.plays()
            if seat is winner and view.seat(seat) in seats
        ]
        return frozenset(held)

    def root(self, tricks: int) -> LineNode:
        """Return the moment of the claim."""
        view, position = self.view, self.view.position
        winner = winner_of(position)
        symbols = {
            card: self._symbol(seat, card)
            for seat in Seat
            for card in position.hands[seat].cards
        }
        for seat, card in position.trick.plays():
            if seat is winner:
                symbols[card] = holding.WINNING
        first, second, third, fourth = (
            self._suit(suit, [symbols[card] for card in self.first[suit]])
            for suit in Suit
        )
        led = position.trick.suit
        return LineNode(
            (first, second, third, fourth),
            view.seat(position.turn),
            0 if led is None else int(led),
            0 if winner is None else view.seat(winner),
            len(position.trick.cards),
            position.left,
            tricks,
            self.statement.words,
            self.sides.pending.phase,
        )

    def _suit(self, suit: Suit, symbols: list[int]) -> int:
        """Return a suit's number from its symbols, from the top."""
        view = self.view
        if len(symbols) > CARDS:
            raise Exhausted
        cards = holding.ALL
        for symbol in reversed(symbols):
            cards = (cards << holding.CARD_BITS | symbol) & holding.ALL
        for at, seat in enumerate(self.sides.hidden):
            if (Seat((view.claimer + seat) % 4), suit) in view.shown_out:
                cards |= 1 << holding.SHOWN + at
        if self.spots:
            cards |= self._lower(suit, symbols, _JACK) << holding.JACKS
            cards |= self._lower(suit, symbols, _TEN) << holding.TENS
        return holding.without_idle_marks(cards)

    def _lower(self, suit: Suit, symbols: list[int], rank: int) -> int:
        """Return the first place of a card of the claiming side that is no higher.

        0 where the side holds no card of the suit.
        """
        own = [at for at, symbol in enumerate(symbols) if _is_seen(symbol)]
        low = [at for at in own if self.first[suit][at].rank <= rank]
        return low[0] if low else len(symbols) if own else 0

    def _symbol(self, seat: Seat, card: Card) -> int:
        view = self.view
        owner = view.seat(seat)
        if owner in self.sides.hidden:
            symbol = self.sides.hidden.index(owner)
            symbol |= holding.LOCATED if card in view.located else 0
            return symbol | (holding.FORGOTTEN if card in view.forgotten else 0)
        symbol = holding.SEEN | (1 if owner else 0)
        return symbol | (holding.LOSER if card in view.losers else 0)

    def row_of(self, idea: Idea, *, let_in: bool) -> tuple[int, ...] | None:
        """Return an idea as the search reads it; None where it can never count."""
        if not idea.cards <= set(self.watched):
            return None
        number, claimer = self.watched.index, self.view.claimer
        return (
            sum(1 << (seat - claimer) % len(Seat) for seat in idea.hands),
            _MANNERS[idea.manner],
            int(idea.suit),
            -1 if idea.card is None else number(idea.card),
            -1 if idea.before is None else number(idea.before),
            int(idea.trump_out),
            int(let_in),
        )

    def penalty_rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the penalty cards as the search reads them."""
        return tuple(
            (
                seat,
                int(card.suit),
                self.watched.index(card),
                int(major),
                sum(c.rank >= _TEN for c in self.first[card.suit]),
            )
            for seat, card, major in self.sides.pending.cards
        )

    def layout(self) -> CardLayout:
        """Return the real cards of the root by suit, from the top."""
        return tuple(list(suit) for suit in self.first)

    def lowest_equal(self, node: LineNode, option: CardOption) -> int:
        """Return the place of the lowest card that differs from an option in nothing.

        A lead shows the top card of a run and a follow the bottom one, as people
        play; the other side's cards stand as they are. A partner's cards that are not
        seen differ while another hidden hand that may hold those between has to play.
        """
        if node.played == 0 or self._tells_apart(node, option.suit):
            return option.at
        suit = node.suits[option.suit]
        named = self._named_places(node, option.suit)
        at = option.at
        while at not in named and at + 1 not in named and _same(suit, at, at + 1):
            at += 1
        return at

    def _tells_apart(self, node: LineNode, suit: int) -> bool:
        """Say whether each card of a suit is a play of its own in a hidden hand."""
        hidden = self.sides.hidden
        if node.seat not in hidden:
            return False
        if node.seat != PARTNER:
            return True
        if suit not in {node.led, self.sides.trump}:
            return False
        steps = range(1, LAST - node.played + 1)
        return any((node.seat + step) % 4 in hidden for step in steps)

    def _named_places(self, node: LineNode, suit: int) -> set[int]:
        """Return the places of the cards that are named and left."""
        left = cards_of_suit(node.words, suit)
        if not left:
            return set()
        firsts = [at for named, at in self.statement.named if named == suit]
        return {(left & (1 << at) - 1).bit_count() for at in firsts if left >> at & 1}

    def stands_for(self, node: LineNode, option: CardOption, at: int) -> bool:
        """Say whether a card at a place is one an option stands for."""
        suit = node.suits[option.suit]
        return all(_same(suit, place, at) for place in range(option.at, at))

    def after(
        self, node: LineNode, cards: CardLayout, option: CardOption
    ) -> CardLayout:
        """Return the real cards left after an option; the winning one stays."""
        last = node.played == LAST
        gone = [] if option.beats and not last else [(option.suit, option.at)]
        if option.beats or last:
            for suit, held in enumerate(node.suits):
                winning = holding.winning_card(held)
                if winning:
                    gone.append((suit, holding.place_of(winning)))
        left = list(cards)
        for suit, at in sorted(gone, reverse=True):
            left[suit] = left[suit][:at] + left[suit][at + 1 :]
        return tuple(left)

    def played(
        self, node: LineNode, cards: CardLayout, option: CardOption
    ) -> tuple[Card, CardLayout]:
        """Return the card that people play for an option, and the layout after it."""
        card = cards[option.suit][self.lowest_equal(node, option)]
        return card, self.after(node, swapped(cards, option, card), option)

    def forgets(self, node: LineNode, suit: int) -> bool:
        """Say whether a card of a suit is still left out of count."""
        return holding.forgotten_cards(node.suits[suit]) != 0

    def believed(self, node: LineNode) -> SearchNode:
        """Return a node as the claimer sees it."""
        first, second = self.sides.hidden
        other = next(seat for seat in (1, 2, 3) if seat not in self.sides.hidden)
        seen = [holding.as_believed(suit, first, second, other) for suit in node.suits]
        slacks = [
            node.tricks
            - ((node.seat - seat) % 4 <= node.played and node.seat != seat)
            - sum(how_many(places(suit, seat)) for suit in seen)
            for seat in self.sides.hidden
        ]
        blanks = [holding.forgotten_cards(suit).bit_count() for suit in node.suits]
        self._show_faced(node, seen)
        return (
            sum(suit << BITS * place for place, suit in enumerate(seen)),
            node.seat,
            node.led,
            node.best,
            node.played,
            sum(blanks),
            node.tricks,
            slacks[0],
            slacks[1],
            self._most(node, seen) | node.phase,
        )

    def _show_faced(self, node: LineNode, seen: list[int]) -> None:
        """Show the major penalty cards that are left in the suits as they are seen."""
        for card in self.sides.pending.faced:
            suit = int(card.suit)
            place = self.first[suit].index(card)
            left = card_left(node.words, suit, place)
            if left & ~holding.winning_card(node.suits[suit]):
                hidden = holding.forgotten_cards(node.suits[suit]) & left - 1
                at = holding.place_of(left) - hidden.bit_count()
                place = SYMBOL_BITS * at
                seen[suit] ^= (seen[suit] >> place & NOBODY ^ FACED) << place

    def _most(self, node: LineNode, seen: list[int]) -> int:
        """Return what breaks leave the first hidden hand, three bits a suit."""
        most = 0
        for suit, believed in enumerate(seen):
            kind = self.sides.breaks >> BREAK_BITS * suit & BREAK_MASK
            if kind and places(believed, EITHER):
                cards = holding.of_hand(node.suits[suit], 0).bit_count()
                most |= most_at(kind, cards) << MOST_BITS * suit
        return most


def swapped(cards: CardLayout, option: CardOption, card: Card) -> CardLayout:
    """Return the layout with a card in the place of the equal one an option names."""
    if cards[option.suit][option.at] == card:
        return cards
    suit = [held for held in cards[option.suit] if held != card]
    suit.insert(option.at, card)
    return tuple(suit if n == option.suit else held for n, held in enumerate(cards))


def _is_seen(symbol: int) -> bool:
    return symbol & holding.SEEN != 0 and symbol != holding.WINNING


def _same(suit: int, one: int, other: int) -> bool:
    """Say whether the cards at two places differ in nothing."""
    symbol = suit >> holding.CARD_BITS * one & holding.NOBODY
    if symbol in {holding.WINNING, holding.NOBODY} or other >= CARDS:
        return False
    if holding.rank_bounds(suit) >> holding.CARD_BITS * other & 1:
        return False
    return symbol == suit >> holding.CARD_BITS * other & holding.NOBODY
