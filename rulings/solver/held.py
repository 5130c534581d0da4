"""The cards of one suit as they lie, with what the claimer knows about each.

A suit is the sequence of its cards from the top; each says who holds it, whether it
is proven to lie there, whether it is forgotten, and (only where a statement may name
it) its rank. Suits that look alike are one state with one number, as in `believed`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.claims.script import Progress
from rulings.solver.beliefs import FORGOTTEN, remember
from rulings.solver.believed import BEST, BITS, EITHER, BelievedSuit, Symbols

OWNER = 3
LOCATED = 8
LOSER = 16
RANK = 5
"""A card's symbol: owner in two bits, three flags (forgotten, proven to lie there, a
loser as the claiming side knows), the rank above them."""

KEPT_STATES = 1 << 14
"""States of a suit kept for the next search; the rest are worked out anew."""

WINNING = -1
"""The symbol of the card that is winning the trick."""


LineNode = tuple[int, int, int, int, int, int, int, Progress | None]
"""A moment of a line: suits packed, seat to play, suit led, seat winning, cards on
the table, tricks left (this one included), tricks still needed for the claim,
progress of the statement (None when it can bind no more)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card that may be played: its place from the top and what becomes of the suit.

    The changes are those of a packed position: the card becomes the best one
    (`lead`), joins a trick in its suit (`follow`, `wins`), ends one (`last`), or is
    let go (`throw`).
    """

    at: int
    symbol: int
    lead: int
    follow: int
    wins: bool
    last: int
    throw: int


class HeldRow:
    """What can happen to a suit in one state."""

    __slots__ = (
        "believed",
        "blanks",
        "clear",
        "count",
        "plays",
        "shown",
        "single",
        "symbols",
        "unseen",
        "winning",
    )

    def __init__(self, suit: HeldSuit, number: int) -> None:
        """Work out the moves of a state and how the claimer sees it."""
        symbols, shown = suit.states[number]
        self.symbols = symbols
        self.winning = symbols.index(WINNING) if WINNING in symbols else -1
        cards = [symbol for symbol in symbols if symbol != WINNING]
        self.blanks = sum(bool(symbol & FORGOTTEN) for symbol in cards)
        seen = suit.seen(symbols, shown)
        self.believed = suit.believed.number(seen) << BITS * suit.place
        self.count = tuple(seen.count(symbol) for symbol in range(EITHER))
        self.unseen = next(
            (
                at
                for at, symbol in enumerate(symbols)
                if symbol != WINNING
                and symbol & OWNER in suit.hidden
                and not symbol & FORGOTTEN
            ),
            len(symbols),
        )
        place = BITS * suit.place
        self.clear = (suit.number(tuple(cards), shown) - number) << place
        self.shown = tuple(
            (suit.number(symbols, shown | _flag(seat, suit.hidden)) - number) << place
            for seat in range(4)
        )
        owned: list[list[Play]] = [[], [], [], []]
        for at, symbol in enumerate(symbols):
            if symbol != WINNING:
                play = suit.play(number, at, self.winning)
                owned[symbol & OWNER].append(play)
        self.single = tuple(tuple(_one_of_run(symbols, plays)) for plays in owned)
        self.plays = tuple(
            tuple(plays) if seat in suit.hidden else self.single[seat]
            for seat, plays in enumerate(owned)
        )


class HeldSuit:
    """All states of one suit that a search has met, numbered as they come."""

    __slots__ = ("believed", "hidden", "numbers", "place", "rows", "states")

    def __init__(self, place: int, believed: BelievedSuit) -> None:
        """Start empty; `believed` numbers the same suit as the claimer sees it."""
        self.place = place
        self.believed = believed
        self.hidden = believed.hidden
        self.numbers: dict[tuple[Symbols, int], int] = {}
        self.states: list[tuple[Symbols, int]] = []
        self.rows: list[HeldRow | None] = []

    def number(self, symbols: Symbols, shown: int) -> int:
        """Return the number of a state; what no hidden card hangs on is dropped."""
        if not any(s != WINNING and s & OWNER in self.hidden for s in symbols):
            shown = 0
        found = self.numbers.get((symbols, shown))
        if found is None:
            found = self.numbers[symbols, shown] = len(self.states)
            self.states.append((symbols, shown))
            self.rows.append(None)
        return found

    def row(self, number: int) -> HeldRow:
        """Return the moves of a state."""
        row = self.rows[number]
        if row is None:
            row = self.rows[number] = HeldRow(self, number)
        return row

    def play(self, number: int, at: int, winning: int) -> Play:
        """Return what playing the card at a place does to a state."""
        symbols, shown = self.states[number]
        symbol = symbols[at]
        after = tuple(WINNING if place == at else s for place, s in enumerate(symbols))
        if symbol & FORGOTTEN:
            after = remember(after)
        alone = tuple(s for place, s in enumerate(after) if s != WINNING or place == at)
        under = tuple(s for place, s in enumerate(after) if place != at)
        gone = tuple(s for s in after if s != WINNING)
        wins = at < winning

        def change(left: Symbols) -> int:
            return (self.number(left, shown) - number) << BITS * self.place

        return Play(
            at,
            symbol,
            change(alone),
            change(alone if wins else under),
            wins,
            change(gone),
            change(under),
        )

    def seen(self, symbols: Symbols, shown: int) -> Symbols:
        """Return the suit as the claimer sees it, without what he has forgotten."""
        return tuple(
            self._seen(symbol, shown)
            for symbol in symbols
            if symbol == WINNING or not symbol & FORGOTTEN
        )

    def _seen(self, symbol: int, shown: int) -> int:
        if symbol == WINNING:
            return BEST
        owner = symbol & OWNER
        if owner not in self.hidden or symbol & LOCATED:
            return owner
        other = self.hidden[0] if owner == self.hidden[1] else self.hidden[1]
        return owner if shown & _flag(other, self.hidden) else EITHER


_KEPT: dict[tuple[int, int], tuple[HeldSuit, ...]] = {}


def held_suits(believed: tuple[BelievedSuit, ...]) -> tuple[HeldSuit, ...]:
    """Return the four suits for a pair of hidden hands.

    States once worked out are kept: they hold no answers, only what the rules of
    the game make of a suit, so a later search finds the same sooner.
    """
    hidden = believed[0].hidden
    kept = _KEPT.get(hidden)
    if kept is None or max(len(suit.states) for suit in kept) > KEPT_STATES:
        kept = tuple(HeldSuit(suit.place, suit) for suit in believed)
        _KEPT[hidden] = kept
    return kept


def _flag(seat: int, hidden: tuple[int, int]) -> int:
    return 1 << hidden.index(seat) if seat in hidden else 0


def _one_of_run(symbols: Symbols, plays: list[Play]) -> list[Play]:
    return [
        play
        for play in plays
        if play.at == 0 or symbols[play.at - 1] != symbols[play.at]
    ]
