"""G: the tricks a claimer can guarantee against every layout he does not exclude.

Serves Laws 70D1 and 70E1 (and 70C by forgotten cards). Hidden hands are dealt
lazily: at its turn a hidden hand may play any unseen card that fits what is known.
With every card placed the same search is double dummy, and with nobody playing for
the claimer it is the least any legal play gives. Seats are counted clockwise from
the claimer, 0; seats 0 and 2 win for him.

`guaranteed` asks in the order that settles most soonest: downward from double dummy,
which is what most claimers can guarantee; upward, which is quick where the hands are
short; of the claim itself, for nearly every claim is certain; upward again, so that
a bound is proven.
"""

from __future__ import annotations

from rulings.solver.inputs import Exhausted, NodeBudget
from rulings.solver.kernel.believed import BITS, MASK, PARTNER
from rulings.solver.kernel.engine import Engine, engine
from rulings.solver.kernel.search import proof, transposition
from rulings.solver.kernel.state import (
    AT_MOST,
    BLANKS,
    BREAKS,
    DEALT,
    FIRST,
    HIGH_MASK,
    LED,
    LEFT,
    LOW_BOUND,
    MAY_PASS,
    MINE,
    PLAYED,
    RUFFS_LATE,
    SECOND,
    SEEN,
    SLACK,
    SLACK_2,
    STATE,
    TRUMP,
    WINNING,
    Memory,
    SearchNode,
    Sides,
)
from rulings.solver.types import Span

FEWEST, MOST = 2**12, 2**19
"""Entries of the transposition table, at first and at last (25 MB compiled)."""
LONG_SEARCH, MOST_OF_ALL = 32_000_000, 2**21
"""A search of more positions than this may have as many entries as that (101 MB)."""

DOWNWARD, UPWARD, CLAIM = 0.15, 0.12, 0.73
"""Parts of the budget for the first questions downward, for those upward, and for
that of the claim."""

CLAIM_AT_MOST = 4_000_000
"""Positions at most for the question of the claim."""


class Certainty:
    """The search for G, with a table of proven bounds kept between questions."""

    def __init__(
        self,
        sides: Sides,
        budget: NodeBudget,
        runner: Engine | None = None,
        *,
        squeezes: bool = False,
        may_pass: bool = False,
    ) -> None:
        """Start with an empty table; the fastest engine there is runs the search.

        `squeezes` where the words name a squeeze, so that one counts as a plan;
        `may_pass` where an opponent may keep all his cards in this search too (N20).
        """
        self.sides = sides
        self.mine = tuple(seat in sides.mine for seat in range(4))
        self.budget = budget
        self.engine = runner or engine()
        self.most = MOST_OF_ALL if budget.left > LONG_SEARCH else MOST
        self.squeezes, self.may_pass = squeezes, may_pass
        self.memory = self._memory(FEWEST)
        self._plans: Memory | None = None

    def value(self, node: SearchNode, low: int = 0, high: int | None = None) -> int:
        """Return G exactly, knowing that it lies from `low` to `high`."""
        top = node[6] if high is None else min(high, node[6])
        while low < top and self.holds(node, low + 1):
            low += 1
        return low

    def proven(self, node: SearchNode) -> tuple[int, int]:
        """Return the bounds proven so far."""
        self._at_root(node)
        found = int(self.engine.bounds_at(self.memory, proof.ROOT))
        return found >> LOW_BOUND, min(found & HIGH_MASK, node[6])

    def holds(self, node: SearchNode, need: int) -> bool:
        """Say whether the claimer can guarantee so many more tricks."""
        if need <= 0 or need > node[6]:
            return need <= 0
        self._at_root(node)
        memory, budget = self.memory, self.budget
        memory[proof.POSITIONS] = budget.left
        answer = self.engine.proves(memory, need)
        while answer == proof.FULL:
            memory = self.grow()
            answer = self.engine.proves(memory, need)
        left = int(memory[proof.POSITIONS])
        budget.used += budget.left - left
        budget.left = left
        if answer == proof.EXHAUSTED:
            raise Exhausted
        return bool(answer)

    @property
    def plans(self) -> Memory:
        """The memory of the search for plans: both hands of the side, cards seen."""
        if self._plans is None:
            self._plans = self._planning(FEWEST)
        return self._plans

    def grow_plans(self) -> None:
        """Go on in a table of plans four times as large, with what was proven."""
        old = self.plans
        self._plans = self._planning(4 * int(old[transposition.SIZE]))
        self.engine.carried_over(old, self._plans)

    def _planning(self, entries: int) -> Memory:
        memory = self._memory(entries)
        memory[MINE], memory[RUFFS_LATE], memory[BREAKS] = 1 | 1 << PARTNER, -1, 0
        memory[MAY_PASS], memory[DEALT] = not self.squeezes, 1
        return memory

    def _at_root(self, node: SearchNode) -> None:
        suits, turn, led, best, played, blanks, tricks, slack, slack_2, most = node
        memory = self.memory
        for suit in range(4):
            memory[proof.ROOT + suit] = suits >> BITS * suit & MASK
        memory[proof.ROOT + STATE] = (
            turn
            | led << LED
            | best << WINNING
            | played << PLAYED
            | blanks << BLANKS
            | tricks << LEFT
            | slack << SLACK
            | slack_2 << SLACK_2
            | most << AT_MOST
        )

    def _memory(self, entries: int) -> Memory:
        """Return empty memory for a table of so many entries."""
        memory = self.engine.memory(transposition.TABLE + transposition.ENTRY * entries)
        hidden = self.sides.hidden
        memory[TRUMP] = self.sides.trump
        memory[FIRST], memory[SECOND] = hidden
        memory[MINE] = sum(1 << seat for seat in self.sides.mine)
        memory[SEEN] = 1 if PARTNER in hidden else 1 | 1 << PARTNER
        memory[RUFFS_LATE] = PARTNER if self.sides.mine == {0} else -1
        memory[BREAKS] = self.sides.breaks
        memory[MAY_PASS] = self.may_pass
        self.sides.pending.note(memory)
        memory[transposition.SIZE] = entries
        memory[proof.GROWS] = entries < self.most
        return memory

    def grow(self) -> Memory:
        """Go on in a table four times as large, with what was proven so far."""
        old = self.memory
        self.memory = self._memory(4 * int(old[transposition.SIZE]))
        self.engine.carried_over(old, self.memory)
        for at in (proof.POSITIONS, *range(proof.ROOT, proof.ROOT + STATE + 1)):
            self.memory[at] = old[at]
        return self.memory


def guaranteed(
    search: Certainty, node: SearchNode, asked: tuple[int, int], budget: NodeBudget
) -> Span:
    """Return what is certain from a node; `asked` is the claim and the most there is.

    A range where the budget ends first.
    """
    claimed, high = asked
    whole = budget.left
    with budget.lend(int(DOWNWARD * whole)) as part:
        span = _downward(search, node, high, part)
    of_claim = min(int(CLAIM * whole), CLAIM_AT_MOST)
    for first, share in ((1, int(UPWARD * whole)), (claimed, of_claim), (None, whole)):
        wanted = span.low + 1 if first is None else first
        if span.low < wanted <= span.high:
            with budget.lend(share) as part:
                span = _upward(search, node, span, wanted, part)
    return span


def _downward(
    search: Certainty, node: SearchNode, high: int, budget: NodeBudget
) -> Span:
    """Return what is certain, asked downward; above an answer all is refuted."""
    search.budget = budget
    try:
        while high and not search.holds(node, high):
            high -= 1
    except Exhausted:
        return Span(0, min(high, search.proven(node)[1]))
    return Span(high, high)


def _upward(
    search: Certainty, node: SearchNode, span: Span, wanted: int, budget: NodeBudget
) -> Span:
    """Return what is certain, asked upward from a number above the lower bound."""
    search.budget = budget
    low = span.low
    try:
        while wanted <= span.high and search.holds(node, wanted):
            low, wanted = wanted, wanted + 1
    except Exhausted:
        return Span(low, min(span.high, search.proven(node)[1]))
    return Span(low, wanted - 1)
