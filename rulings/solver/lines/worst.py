"""The worst normal line from a node: memory for `refutation`, and the ways into it.

Nodes come in as numbers; a budget counts the positions searched. The engine that
runs the search for what is certain runs this one too.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from rulings.solver.hypotheses import Certainty
from rulings.solver.inputs import (
    Exhausted,
    NodeBudget,
    PlanShare,
    RuffHeight,
    Settings,
    SuitOrder,
)
from rulings.solver.kernel import choice, holding
from rulings.solver.kernel.rules import exceptions
from rulings.solver.kernel.search import planning, proof, refutation
from rulings.solver.kernel.search.transposition import LINE_ENTRY, SIZE, TABLE, USED
from rulings.solver.kernel.state import (
    FIRST,
    HIGH_MASK,
    LOW_BOUND,
    MINE,
    PENALTIES,
    PENALTY_ROWS,
    SECOND,
    TRUMP,
    Memory,
    Sides,
)
from rulings.solver.kernel.words import encoded
from rulings.solver.kernel.words.encoded import EncodedStatement
from rulings.solver.lines.turn import Concession, Lapse, Numbers

FEWEST, MOST = 2**12, 2**19
"""Entries of the transposition table, at first and at last (25 MB compiled)."""

_ORDERS = {
    SuitOrder.NONE: choice.ANY_ORDER,
    SuitOrder.TOP_DOWN: choice.TOP_DOWN,
    SuitOrder.TOP_DOWN_SPOTS: choice.TOP_DOWN_SPOTS,
}
_QUARTERS = {
    PlanShare.ANY: 0,
    PlanShare.QUARTER: 1,
    PlanShare.HALF: 2,
    PlanShare.BEST: 4,
}
_LAPSES = {Lapse.ORDER: choice.ORDER, Lapse.RUFF: choice.RUFF}


class Worst:
    """The search for lines that hold the claiming side to few tricks."""

    def __init__(
        self,
        search: Certainty,
        settings: Settings,
        conceded: Concession,
        lapses: frozenset[Lapse],
        statement: EncodedStatement,
        *,
        ideas: tuple[tuple[int, ...], ...] = (),
        penalties: tuple[tuple[int, ...], ...] = (),
        beyond: int = 0,
    ) -> None:
        """Start with an empty table; ideas are rows of `exceptions`.

        So are penalty cards, as `state` says. `beyond` are the tricks asked for that
        were not claimed (N14).
        """
        self.search = search
        self.engine = search.engine
        self.statement = statement
        self.ideas, self.penalties = ideas, penalties
        self.template = turn = [0] * choice.END
        _seat(turn, search.sides)
        turn[choice.SUIT_ORDER] = _ORDERS[settings.suit_order]
        turn[choice.LAST_TRUMP] = settings.last_trump_lead_normal
        turn[choice.LOW_LEAD] = settings.low_lead_in_conceded_suit
        turn[choice.RUFF_LOWEST] = settings.ruff_height is RuffHeight.LOWEST
        turn[choice.PLAN_SHARE] = _QUARTERS[settings.plan_share]
        turn[choice.CONCEDED] = sum(1 << suit for suit in conceded.suits)
        turn[choice.BARE] = conceded.bare
        turn[choice.REFUSED] = sum(1 << suit for suit in conceded.refused)
        turn[choice.BEYOND] = beyond
        turn[choice.LAPSES] = sum(_LAPSES[lapse] for lapse in lapses)
        turn[refutation.MORE_IS_NORMAL] = settings.adds_plays or bool(lapses)
        self._memory: Memory | None = None

    @property
    def memory(self) -> Memory:
        """The memory of this search."""
        if self._memory is None:
            self._memory = self._new(FEWEST)
        return self._memory

    def carry_out_to_the_letter(self) -> None:
        """Let the side follow the words to the letter and else choose the best."""
        self.template[refutation.TO_THE_LETTER] = 1
        self.template[refutation.MORE_IS_NORMAL] = 1
        self._memory = None

    def switch(self, node: Numbers, suit: int, at: int, *, let_in: bool) -> None:
        """Strike a play of the claiming side at a node, or let it in.

        Raises Exhausted when there are more switches than room.
        """
        memory = self.memory
        number = int(memory[exceptions.SWITCHES])
        if number == exceptions.MOST:
            raise Exhausted
        row = exceptions.SWITCH_ROWS + exceptions.ROW * number
        for part, value in enumerate(
            (*node, 2 * suit + let_in, 1 << holding.CARD_BITS * at)
        ):
            memory[row + part] = value
        memory[exceptions.SWITCHES] = number + 1

    def below(self, node: Numbers, allow: int, budget: NodeBudget) -> bool:
        """Say whether a normal line gives the side at most `allow` more tricks."""
        self._at_root(node)
        refutes = self.engine.refutes
        return bool(self._run(lambda m, s, p: refutes(m, s, p, allow), budget))

    def proven(self, node: Numbers, tricks: int) -> tuple[int, int]:
        """Return the bounds proven so far."""
        self._at_root(node)
        found = int(self.engine.line_bounds_at(self.memory, refutation.ROOT))
        return found >> LOW_BOUND, min(found & HIGH_MASK, tricks)

    def opened(
        self, node: Numbers, budget: NodeBudget, *, switched: bool = True
    ) -> int:
        """Write the nodes after the normal plays; return where they end.

        What the rules have looked at stays in memory.
        """
        self._at_root(node)
        memory, laid_open = self.memory, self.engine.laid_open
        there = memory[exceptions.SWITCHES], memory[exceptions.IDEAS]
        if not switched:
            memory[exceptions.SWITCHES] = memory[exceptions.IDEAS] = 0

        def end(lines: Memory, search: Memory, plans: Memory) -> int:
            place = refutation.ROOT, refutation.MOVES
            return abs(laid_open(lines, search, plans, *place))

        try:
            return self._run(end, budget)
        finally:
            memory = self.memory
            memory[exceptions.SWITCHES], memory[exceptions.IDEAS] = there

    def all_opened(self, node: Numbers) -> int:
        """Write the nodes after all legal plays; return where they end."""
        self._at_root(node)
        found = self.engine.all_laid(self.memory, refutation.ROOT, refutation.MOVES)
        return int(found)

    def numbers(self, start: int, end: int) -> list[int]:
        """Return a stretch of memory."""
        return self.engine.stretch(self.memory, start, end)

    def _run(
        self, ask: Callable[[Memory, Memory, Memory], int], budget: NodeBudget
    ) -> int:
        """Return an answer, in larger tables where they get full; raise Exhausted."""
        search = self.search
        search.memory[proof.POSITIONS] = budget.left
        answer = ask(self.memory, search.memory, search.plans)
        while answer in {proof.FULL, refutation.LINES_FULL, planning.PLANS_FULL}:
            if answer == proof.FULL:
                search.grow()
            elif answer == planning.PLANS_FULL:
                search.grow_plans()
            else:
                self._grow()
            answer = ask(self.memory, search.memory, search.plans)
        left = int(search.memory[proof.POSITIONS])
        budget.used += budget.left - left
        budget.left = left
        if answer == proof.EXHAUSTED:
            raise Exhausted
        return int(answer)

    def _at_root(self, node: Numbers) -> None:
        memory = self.memory
        for at, number in enumerate(node, start=refutation.ROOT):
            memory[at] = number

    def _new(self, entries: int) -> Memory:
        memory = self.engine.memory(TABLE + LINE_ENTRY * entries)
        for at, number in enumerate(self.template):
            memory[at] = number
        memory[encoded.STEPS] = self.statement.steps
        memory[encoded.UNDER_WAY] = self.statement.under_way
        for at, number in enumerate(self.statement.rows, start=encoded.STEP_ROWS):
            memory[at] = number
        self._note_ideas(memory)
        self._note_penalties(memory)
        self._sized(memory, entries)
        return memory

    def _note_ideas(self, memory: Memory) -> None:
        """Write the ideas and the cards that are watched for them."""
        watched = self.statement.watched
        memory[encoded.WATCHED] = len(watched)
        for at, number in enumerate(chain(*watched), start=encoded.WATCHED_ROWS):
            memory[at] = number
        ideas = self.ideas[: exceptions.MOST_IDEAS]
        memory[exceptions.IDEAS] = len(ideas)
        for at, number in enumerate(chain(*ideas), start=exceptions.IDEA_ROWS):
            memory[at] = number

    def _note_penalties(self, memory: Memory) -> None:
        """Write what restrictions are pending."""
        self.search.sides.pending.note(memory)
        memory[PENALTIES] = len(self.penalties)
        for at, number in enumerate(chain(*self.penalties), start=PENALTY_ROWS):
            memory[at] = number

    def _sized(self, memory: Memory, entries: int) -> None:
        memory[SIZE], memory[USED] = entries, 0
        memory[proof.GROWS] = entries < MOST

    def _grow(self) -> None:
        """Go on in a table four times as large, with what was proven so far."""
        old = self.memory
        entries = 4 * int(old[SIZE])
        memory = self.engine.memory(TABLE + LINE_ENTRY * entries)
        memory[:TABLE] = old[:TABLE]
        self._sized(memory, entries)
        self._memory = memory
        self.engine.lines_carried_over(old, memory, planning.TRIAL)


def _seat(memory: Memory, sides: Sides) -> None:
    """Write down who is who."""
    first, second = sides.hidden
    other = next(seat for seat in (1, 2, 3) if seat not in sides.hidden)
    memory[TRUMP], memory[FIRST], memory[SECOND] = sides.trump, first, second
    memory[MINE] = sum(1 << seat for seat in sides.mine)
    memory[holding.OTHER] = other
    for hand, seat in enumerate((first, second, 0, other)):
        memory[holding.HANDS + seat] = hand
