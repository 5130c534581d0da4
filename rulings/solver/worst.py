"""The worst normal line from a node on which nothing more is stated or struck.

The way into `refutation` for `lines`: nodes in its numbers, memory, the budget. The
engine that runs the search for what is certain runs this one too.
"""

from __future__ import annotations

from rulings.bridge.cards import RANK_OF
from rulings.solver import choice, held, holding, legal, proof, refutation, verdicts
from rulings.solver.beliefs import FORGOTTEN
from rulings.solver.believed import CARDS, Symbols
from rulings.solver.bounds import SIZE
from rulings.solver.budget import Budget, Spent
from rulings.solver.certainty import Certainty
from rulings.solver.dealing import FIRST, MINE, SECOND, TRUMP, Memory, Sides
from rulings.solver.looking import look
from rulings.solver.settings import RuffHeight, Settings, SuitOrder
from rulings.solver.turn import Concession, Lapse, Options

FEWEST, MOST = 1 << 12, 1 << 19
"""Entries of the table of proven bounds, at first and at last (20 MB compiled)."""

Words = tuple[int, int, int, int, int]
"""A node: four suits as in `holding`, then its state."""

_ORDERS = {
    SuitOrder.NONE: choice.ANY_ORDER,
    SuitOrder.TOP_DOWN: choice.TOP_DOWN,
    SuitOrder.TOP_DOWN_SPOTS: choice.TOP_DOWN_SPOTS,
}
_LAPSES = {
    Lapse.ORDER: choice.ORDER,
    Lapse.RUFF: choice.RUFF,
    Lapse.FOLLOW: choice.FOLLOW,
    Lapse.DISCARD: choice.DISCARD,
}
_JACK, _TEN = RANK_OF["J"], RANK_OF["T"]


def suit_word(symbols: Symbols, shown: int, hidden: tuple[int, int]) -> int:
    """Return a suit's number from its symbols in `held`."""
    if len(symbols) > CARDS:
        raise Spent
    cards = holding.ALL
    for symbol in reversed(symbols):
        cards = (cards << 4 | _symbol(symbol, hidden)) & holding.ALL
    ranks = [
        symbol >> held.RANK
        for symbol in symbols
        if symbol == held.WINNING or symbol & held.OWNER not in hidden
    ]
    marks = 0
    if any(rank > 0 for rank in ranks):
        marks = _first(symbols, hidden, _JACK) << holding.JACKS
        marks |= _first(symbols, hidden, _TEN) << holding.TENS
    return holding.without_idle_marks(cards | shown << holding.SHOWN | marks)


def _symbol(symbol: int, hidden: tuple[int, int]) -> int:
    if symbol == held.WINNING:
        return holding.WINNING
    owner = symbol & held.OWNER
    if owner in hidden:
        found = hidden.index(owner)
        found |= holding.LOCATED if symbol & held.LOCATED else 0
        return found | (holding.FORGOTTEN if symbol & FORGOTTEN else 0)
    found = holding.SEEN | (1 if owner else 0)
    return found | (holding.LOSER if symbol & held.LOSER else 0)


def _first(symbols: Symbols, hidden: tuple[int, int], rank: int) -> int:
    """Return the first place of a card of the claiming side that is no higher."""
    return next(
        (
            at
            for at, symbol in enumerate(symbols)
            if symbol != held.WINNING
            and symbol & held.OWNER not in hidden
            and symbol >> held.RANK <= rank
        ),
        len(symbols),
    )


class Worst:
    """The search for lines that hold the claiming side to few tricks."""

    def __init__(
        self,
        search: Certainty,
        settings: Settings,
        conceded: Concession,
        lapses: frozenset[Lapse],
    ) -> None:
        """Start with an empty table."""
        self.search = search
        self.engine = search.engine
        self.template = [0] * choice.END
        _seat(self.template, search.sides)
        turn = self.template
        turn[choice.SUIT_ORDER] = _ORDERS[settings.suit_order]
        turn[choice.LAST_TRUMP] = settings.last_trump_lead_normal
        turn[choice.LOW_LEAD] = settings.low_lead_in_conceded_suit
        turn[choice.RUFF_LOWEST] = settings.ruff_height is RuffHeight.LOWEST
        turn[choice.CONCEDED] = sum(1 << suit for suit in conceded.suits)
        turn[choice.BARE] = conceded.bare
        turn[choice.REFUSED] = sum(1 << suit for suit in conceded.refused)
        turn[choice.LAPSES] = sum(_LAPSES[lapse] for lapse in lapses)
        turn[refutation.MORE_IS_NORMAL] = bool(settings.allowances or lapses)
        self.memory: Memory | None = None

    def record(
        self, words: Words, legal_cards: Options, stated: Options | None
    ) -> tuple[int, ...]:
        """Return what the rules may look at on a node."""
        turn = list(self.template)
        turn[refutation.ROOT : refutation.ROOT + 5] = words
        for option in legal_cards:
            turn[choice.LEGAL + option.suit] |= option.card
            turn[choice.BEATS + option.suit] |= option.card if option.beats else 0
        turn[choice.HAS_WORDS] = stated is not None
        for option in stated or ():
            turn[choice.STATED + option.suit] |= option.card
        look(turn, refutation.ROOT)
        return tuple(turn)

    def below(self, words: Words, allow: int, budget: Budget) -> bool:
        """Say whether a normal line gives the side at most `allow` more tricks."""
        search = self.search
        memory = self._at_root(words)
        search.memory[proof.POSITIONS] = budget.left
        answer = self.engine.refutes(memory, search.memory, allow)
        while answer in {proof.FULL, refutation.LINES_FULL}:
            if answer == proof.FULL:
                search.grow()
            else:
                memory = self._larger(memory)
            answer = self.engine.refutes(memory, search.memory, allow)
        left = int(search.memory[proof.POSITIONS])
        budget.used += budget.left - left
        budget.left = left
        if answer == proof.SPENT:
            raise Spent
        return bool(answer)

    def proven(self, words: Words, tricks: int) -> tuple[int, int]:
        """Return the bounds proven so far."""
        found = int(self.engine.verdict_at(self._at_root(words), refutation.ROOT))
        return found >> 4, min(found & 15, tricks)

    def _at_root(self, words: Words) -> Memory:
        if self.memory is None:
            self.memory = self._new(FEWEST)
        for at, word in enumerate(words, start=refutation.ROOT):
            self.memory[at] = word
        return self.memory

    def _new(self, entries: int) -> Memory:
        memory = self.engine.memory(verdicts.TABLE + verdicts.ENTRY * entries)
        for at, number in enumerate(self.template):
            memory[at] = number
        memory[SIZE] = entries
        memory[proof.GROWS] = entries < MOST
        return memory

    def _larger(self, old: Memory) -> Memory:
        """Go on in a table four times as large, with what was proven so far."""
        self.memory = memory = self._new(4 * int(old[SIZE]))
        self.engine.verdicts_carried(old, memory, refutation.TRIAL)
        for at in range(refutation.ROOT, refutation.ROOT + verdicts.ENTRY):
            memory[at] = old[at]
        return memory


def _seat(memory: Memory, sides: Sides) -> None:
    """Write down who is who."""
    first, second = sides.hidden
    other = next(seat for seat in (1, 2, 3) if seat not in sides.hidden)
    memory[TRUMP], memory[FIRST], memory[SECOND] = sides.trump, first, second
    memory[MINE] = sum(1 << seat for seat in sides.mine)
    memory[legal.OTHER] = other
    for hand, seat in enumerate((first, second, 0, other)):
        memory[legal.HANDS + seat] = hand
