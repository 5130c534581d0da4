"""The cards of one suit as a claimer believes them, with every move worked out once.

A suit is the sequence of its cards from the top, each a symbol: 0 to 3 the hand
known to hold it (counted clockwise from the claimer), EITHER one of the two hidden
hands, BEST the card that is winning the trick. Only the order matters, so suits
that look alike are one state with one number.
"""

from __future__ import annotations

from rulings.solver.budget import Spent

PARTNER = 2
EITHER = 4
BEST = 5
ONE_OF_RUN = 5
"""Index of EITHER's moves when cards of a run are equal (nobody hidden follows)."""

BITS = 20
MASK = (1 << BITS) - 1
KEPT_STATES = 1 << 16
"""States of a suit kept for the next search; the rest are worked out anew."""

Symbols = tuple[int, ...]
Moves = tuple[tuple[int, bool], ...]


class Row:
    """What can happen to a suit in one state; moves are (change of number, wins).

    Each list of moves is indexed by symbol; changes are shifted to the suit's place.
    `lead` makes the card the best one, `follow` plays it under or over the best
    card, `last` does the same and ends the trick, `throw` lets it go.
    """

    __slots__ = (
        "best",
        "clean",
        "clear",
        "count",
        "follow",
        "last",
        "lead",
        "others",
        "throw",
        "tops",
        "void",
    )

    def __init__(self, suit: BelievedSuit, symbols: Symbols) -> None:
        """Work out the moves of a state."""
        change = suit.change(symbols)
        self.best = symbols.index(BEST) if BEST in symbols else -1
        self.count = tuple(symbols.count(symbol) for symbol in range(BEST))
        bare = tuple(symbol for symbol in symbols if symbol != BEST)
        self.clear = change(bare)
        self.void = tuple(
            change(_shown_out(symbols, seat, suit.hidden)) for seat in range(4)
        )
        side = (0,) if PARTNER in suit.hidden else (0, PARTNER)
        first_other = next(
            (at for at, symbol in enumerate(symbols) if symbol not in side),
            len(symbols),
        )
        self.clean = not any(symbol in side for symbol in symbols[first_other:])
        self.others = sum(symbol not in side for symbol in symbols)
        self.tops = tuple(_top_run(symbols, seat) for seat in range(4))
        places = [_places(symbols, symbol) for symbol in range(BEST)]
        places[EITHER] = _ends(symbols)
        places.append(_places(symbols, EITHER))
        best = self.best
        self.lead = tuple(
            tuple((change(_as_best(symbols, at)), True) for at in found)
            for found in places
        )
        self.throw = tuple(
            tuple((change(_without(symbols, at)), False) for at in found)
            for found in places
        )
        self.follow = tuple(
            tuple(
                (change(_as_best(symbols, at)), True)
                if at < best
                else (change(_without(symbols, at)), False)
                for at in found
            )
            for found in places
        )
        self.last = tuple(
            tuple(
                (
                    change(_without(_without(symbols, max(at, best)), min(at, best))),
                    at < best,
                )
                for at in found
            )
            if best >= 0
            else ()
            for found in places
        )

    def __repr__(self) -> str:
        """Return the counts, for messages."""
        return f"Row({self.count})"


class BelievedSuit:
    """All states of one suit that a search has met, numbered as they come."""

    __slots__ = ("hidden", "numbers", "place", "rows", "symbols")

    def __init__(self, place: int, hidden: tuple[int, int]) -> None:
        """Start empty; `place` is the suit's place in a packed position."""
        self.place = place
        self.hidden = hidden
        self.numbers: dict[Symbols, int] = {}
        self.symbols: list[Symbols] = []
        self.rows: list[Row | None] = []

    def number(self, symbols: Symbols) -> int:
        """Return the number of a state, a new one if it was not met before."""
        found = self.numbers.get(symbols)
        if found is None:
            if len(self.symbols) == MASK:
                raise Spent
            found = self.numbers[symbols] = len(self.symbols)
            self.symbols.append(symbols)
            self.rows.append(None)
        return found

    def change(self, symbols: Symbols) -> Change:
        """Return how a packed position changes when this state becomes another."""
        return Change(self, self.number(symbols))

    def row(self, number: int) -> Row:
        """Return the moves of a state."""
        row = self.rows[number]
        if row is None:
            row = self.rows[number] = Row(self, self.symbols[number])
        return row


_KEPT: dict[tuple[int, int], tuple[BelievedSuit, ...]] = {}


def believed_suits(hidden: tuple[int, int]) -> tuple[BelievedSuit, ...]:
    """Return the four suits for a pair of hidden hands.

    States once worked out are kept: they hold no answers, only what the rules of
    the game make of a suit, so a later search finds the same sooner.
    """
    kept = _KEPT.get(hidden)
    if kept is None or max(len(suit.symbols) for suit in kept) > KEPT_STATES:
        kept = tuple(BelievedSuit(place, hidden) for place in range(4))
        _KEPT[hidden] = kept
    return kept


class Change:
    """The difference between one state's number and another's, in its place."""

    __slots__ = ("number", "suit")

    def __init__(self, suit: BelievedSuit, number: int) -> None:
        """Remember the state that changes."""
        self.suit = suit
        self.number = number

    def __call__(self, symbols: Symbols) -> int:
        """Return the difference to another state."""
        return (self.suit.number(symbols) - self.number) << (BITS * self.suit.place)


def _without(symbols: Symbols, at: int) -> Symbols:
    return symbols[:at] + symbols[at + 1 :]


def _as_best(symbols: Symbols, at: int) -> Symbols:
    return tuple(
        BEST if place == at else symbol
        for place, symbol in enumerate(symbols)
        if symbol != BEST
    )


def _shown_out(symbols: Symbols, seat: int, hidden: tuple[int, int]) -> Symbols:
    if seat not in hidden:
        return symbols
    other = hidden[0] if seat == hidden[1] else hidden[1]
    return tuple(other if symbol == EITHER else symbol for symbol in symbols)


def _top_run(symbols: Symbols, seat: int) -> int:
    run = 0
    while run < len(symbols) and symbols[run] == seat:
        run += 1
    return run


def _places(symbols: Symbols, wanted: int) -> list[int]:
    """Return the first place of each run of a symbol, from the top."""
    return [
        at
        for at, symbol in enumerate(symbols)
        if symbol == wanted and (at == 0 or symbols[at - 1] != wanted)
    ]


def _ends(symbols: Symbols) -> list[int]:
    """Return the top and the bottom place of each run of unplaced cards.

    Hidden cards of a run are not equal: the other hidden hand may hold the rest of
    it, and beat the bottom card but not the top one.
    """
    last = len(symbols) - 1
    return [
        at
        for at, symbol in enumerate(symbols)
        if symbol == EITHER
        and (
            at == 0
            or symbols[at - 1] != EITHER
            or at == last
            or symbols[at + 1] != EITHER
        )
    ]
