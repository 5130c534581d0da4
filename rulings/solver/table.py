"""The real cards of a claim at play: legal moves, and how the claimer sees them.

Serves the search for normal lines (Laws 70 and 71); which moves are normal is not
decided here. Cards that make no difference are one move.
"""

from __future__ import annotations

from enum import Enum

from rulings.bridge.cards import RANK_OF, Card, Suit
from rulings.bridge.seats import Seat
from rulings.claims.script import Progress
from rulings.solver import beliefs, held
from rulings.solver.believed import BITS, MASK, Symbols
from rulings.solver.certainty import Certainty
from rulings.solver.dealing import LAST, LED, LEFT, PLAYED, WINNING, Node
from rulings.solver.held import HeldRow, LineNode, Play
from rulings.solver.legal import NEED
from rulings.solver.turn import Option, Options
from rulings.solver.view import View
from rulings.solver.worst import Words, suit_word

Rows = tuple[HeldRow, HeldRow, HeldRow, HeldRow]
Layout = tuple[list[Card], ...]
"""The real cards left by suit, from the top, the winning card of a trick included."""


class Ranks(Enum):
    """What is kept of a rank: nothing, whether it is a spot, or all of it."""

    NONE = 0
    SPOTS = 1
    ALL = 2


class Table:
    """The cards on the table and in the hands, from one position on.

    The cards of the claiming side keep as much of their rank as the rules or a
    statement may speak of.
    """

    def __init__(self, view: View, search: Certainty, ranks: Ranks) -> None:
        """Lay out the position."""
        self.view = view
        self.sides = view.sides
        self.ranks = ranks
        self.suits = held.held_suits(search.suits)

    def root(self, tricks: int, progress: Progress | None) -> LineNode:
        """Return the moment of the claim."""
        view, position = self.view, self.view.position
        winner = (
            position.trick.winner(position.strain) if position.trick.cards else None
        )
        suits = 0
        for suit in Suit:
            cards = {
                card: self._symbol(seat, card)
                for seat in Seat
                for card in position.hands[seat].suit(suit)
            }
            for seat, card in position.trick.plays():
                if seat is winner and card.suit is suit:
                    cards[card] = held.WINNING
            symbols: Symbols = tuple(
                cards[card] for card in sorted(cards, reverse=True)
            )
            shown = sum(
                1 << at
                for at, seat in enumerate(self.sides.hidden)
                if (Seat((view.claimer + seat) % 4), suit) in view.shown_out
            )
            suits |= self.suits[suit].number(symbols, shown) << BITS * suit
        led = position.trick.suit
        return (
            suits,
            view.seat(position.turn),
            0 if led is None else led,
            0 if winner is None else view.seat(winner),
            len(position.trick.cards),
            position.left,
            tricks,
            progress,
        )

    def _symbol(self, seat: Seat, card: Card) -> int:
        view = self.view
        owner = view.seat(seat)
        symbol = owner
        if owner in self.sides.hidden:
            symbol |= held.LOCATED if card in view.located else 0
            symbol |= beliefs.FORGOTTEN if card in view.forgotten else 0
        else:
            symbol |= held.LOSER if card in view.losers else 0
            symbol |= self._rank(card) << held.RANK
        return symbol

    def _rank(self, card: Card) -> int:
        if self.ranks is Ranks.SPOTS:
            return min(max(card.rank, RANK_OF["T"]), RANK_OF["Q"])
        return card.rank if self.ranks is Ranks.ALL else 0

    def layout(self) -> Layout:
        """Return the real cards of the root by suit, from the top."""
        position = self.view.position
        winner = (
            position.trick.winner(position.strain) if position.trick.cards else None
        )
        cards = [card for hand in position.hands for card in hand]
        cards += [card for seat, card in position.trick.plays() if seat is winner]
        return tuple(
            sorted((card for card in cards if card.suit is suit), reverse=True)
            for suit in Suit
        )

    def lowest_equal(self, node: LineNode, option: Option) -> int:
        """Return the place of the lowest card that differs from an option in nothing.

        A lead shows the top card of a run and a follow the bottom one, as people
        play; a hidden hand's cards differ, for others do not see them.
        """
        if node[4] == 0 or node[1] in self.sides.hidden:
            return option.at
        symbols = self.rows(node[0])[option.suit].symbols
        at = option.at
        while at + 1 < len(symbols) and symbols[at + 1] == symbols[option.at]:
            at += 1
        return at

    def after(self, node: LineNode, cards: Layout, option: Option) -> Layout:
        """Return the real cards left after an option; the winning one stays."""
        rows = self.rows(node[0])
        out: set[Card] = set()
        for suit, row in enumerate(rows):
            if row.winning >= 0 and (option.beats or node[4] == LAST):
                out.add(cards[suit][row.winning])
        if not option.beats or node[4] == LAST:
            out.add(cards[option.suit][option.at])
        return tuple([card for card in suit if card not in out] for suit in cards)

    def option_of(self, node: LineNode, cards: Layout, card: Card) -> Option | None:
        """Return the option a real card is, or stands for in a run of equals."""
        if card not in cards[card.suit]:
            return None
        at = cards[card.suit].index(card)
        options = [o for o in self.legal(node) if o.suit == card.suit]
        exact = [o for o in options if o.at == at]
        if exact:
            return exact[0]
        symbols = self.rows(node[0])[card.suit].symbols
        above = [o for o in options if o.at < at and o.play.symbol == symbols[at]]
        run = [o for o in above if set(symbols[o.at : at + 1]) == {symbols[at]}]
        return run[-1] if run else None

    def rows(self, suits: int) -> Rows:
        """Return the four suits of a packed position."""
        a, b, c, d = self.suits
        return (
            a.rows[suits & MASK] or a.row(suits & MASK),
            b.rows[suits >> BITS & MASK] or b.row(suits >> BITS & MASK),
            c.rows[suits >> 2 * BITS & MASK] or c.row(suits >> 2 * BITS & MASK),
            d.rows[suits >> 3 * BITS] or d.row(suits >> 3 * BITS),
        )

    def believed(self, node: LineNode) -> Node:
        """Return a node as the claimer sees it."""
        suits, turn, led, best, played, tricks, _, _ = node
        rows = self.rows(suits)
        slacks = [
            tricks
            - ((turn - seat) % 4 <= played and turn != seat)
            - sum(row.count[seat] for row in rows)
            for seat in self.sides.hidden
        ]
        return (
            sum(row.believed for row in rows),
            turn,
            led,
            best,
            played,
            sum(row.blanks for row in rows),
            tricks,
            slacks[0],
            slacks[1],
        )

    def words(self, node: LineNode) -> Words:
        """Return a node in the numbers of `holding`."""
        suits, turn, led, best, played, tricks, need, _ = node
        hidden = self.sides.hidden
        first, second, third, fourth = (
            suit_word(*suit.states[suits >> BITS * suit.place & MASK], hidden)
            for suit in self.suits
        )
        state = turn | led << LED | best << WINNING | played << PLAYED
        state |= tricks << LEFT | need << NEED
        return first, second, third, fourth, state

    def legal(self, node: LineNode) -> Options:
        """Return the legal cards, one of a run where they are equal."""
        suits, turn, led, _, played, _, _, _ = node
        rows = self.rows(suits)
        if played == 0:
            return tuple(
                self._option(node, suit, play, rows, 0)
                for suit in range(4)
                for play in rows[suit].plays[turn]
            )
        row = rows[led]
        if row.plays[turn]:
            plays = row.plays if self._hidden_follows(turn, played) else row.single
            return tuple(self._option(node, led, play, rows, 0) for play in plays[turn])
        shown = row.shown[turn] if turn in self.sides.hidden else 0
        if shown:
            rows = self.rows(suits + shown)
        return tuple(
            self._option(node, suit, play, rows, shown)
            for suit in range(4)
            for play in (
                rows[suit].plays if suit == self.sides.trump else rows[suit].single
            )[turn]
        )

    def _hidden_follows(self, turn: int, played: int) -> bool:
        first, second = self.sides.hidden
        other = second if turn == first else first
        return (other - turn) % 4 <= LAST - played

    def _option(
        self, node: LineNode, suit: int, play: Play, rows: Rows, shown: int
    ) -> Option:
        suits, turn, led, best, played, tricks, need, progress = node
        trump = self.sides.trump
        suits += shown
        row = rows[suit]
        over = row.winning >= 0
        if played == 0:
            beats = True
            suits += play.lead
            led = suit
        elif over:
            beats = play.wins
            suits += play.last if played == LAST else play.follow
        else:
            beats = suit == trump and suit != led
            place = led if rows[led].winning >= 0 else trump
            suits += play.lead if beats and played != LAST else play.throw
            if beats or played == LAST:
                suits += rows[place].clear
        if beats:
            best = turn
        if played != LAST:
            after: LineNode = (
                suits,
                (turn + 1) & 3,
                led,
                best,
                played + 1,
                tricks,
                need,
                progress,
            )
            return Option(suit, play, beats, after, 0)
        won = 1 - (best & 1)
        after = (suits, best, 0, 0, 0, tricks - 1, max(0, need - won), progress)
        return Option(suit, play, beats, after, won)


def swapped(cards: Layout, option: Option, card: Card) -> Layout:
    """Return the layout with a card in the place of the equal one an option names."""
    suit = [held for held in cards[option.suit] if held != card]
    suit.insert(option.at, card)
    return tuple(suit if n == option.suit else held for n, held in enumerate(cards))
