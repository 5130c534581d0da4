"""G: the tricks a claimer can guarantee against every layout he does not exclude.

Serves Laws 70D1 and 70E1 (and 70C by forgotten cards). Hidden hands are dealt
lazily: at its turn a hidden hand may play any unseen card that fits what is known.
With every card placed the same search is double dummy, and with nobody playing for
the claimer it is the least any legal play gives. Seats are counted clockwise from
the claimer, 0; seats 0 and 2 win for him.
"""

from __future__ import annotations

from rulings.solver.budget import Budget
from rulings.solver.dealing import NO_TRUMP, Dealing, Node, Rows, Sides


class Certainty(Dealing):
    """The search for G, with a table of proven bounds kept between questions."""

    def __init__(self, sides: Sides, budget: Budget) -> None:
        """Start with an empty table."""
        super().__init__(sides)
        self.budget = budget
        self.bounds: dict[tuple[int, int], int] = {}

    def value(self, node: Node, low: int = 0, high: int | None = None) -> int:
        """Return G exactly, knowing that it lies from `low` to `high`."""
        top = node[6] if high is None else min(high, node[6])
        while low < top and self.holds(node, low + 1):
            low += 1
        return low

    def proven(self, node: Node) -> tuple[int, int]:
        """Return the bounds proven so far."""
        found = self.bounds.get(_key(node))
        return (0, node[6]) if found is None else (found >> 4, found & 15)

    def holds(self, node: Node, need: int) -> bool:
        """Say whether the claimer can guarantee so many more tricks."""
        tricks = node[6]
        if need <= 0 or need > tricks:
            return need <= 0
        key = _key(node)
        found = self.bounds.get(key)
        low, high = (0, tricks) if found is None else (found >> 4, found & 15)
        if need <= low or need > high:
            return need <= low
        self.budget.count()
        turn = node[1]
        mine = self.mine[turn]
        if node[4] == 0:
            sure, lost = self._sure(node)
            if sure >= need or tricks - lost < need:
                low, high = max(low, sure), min(high, tricks - lost)
                self.bounds[key] = low << 4 | high
                return need <= low
            moves = self._leads(node)
        else:
            moves = self._plays(node)
        if not mine and not turn & 1:
            moves.reverse()
        holds = not mine
        for following, won in moves:
            left = need - won
            if 0 < left <= following[6]:
                if self.holds(following, left) is mine:
                    holds = mine
                    break
            elif (left <= 0) is mine:
                holds = mine
                break
        self.bounds[key] = (need << 4 | high) if holds else (low << 4 | (need - 1))
        return holds

    def _sure(self, node: Node) -> tuple[int, int]:
        """Return tricks won and tricks lost whatever anybody does from a lead.

        The hand on lead takes its top cards when nobody else can ruff; a side whose
        every card beats all others of its suit takes the rest; top trumps of one
        hand always win.
        """
        suits, turn, _, _, _, _, tricks, _, _ = node
        rows = self._rows(suits)
        won = lost = 0
        trumps = rows[self.trump] if self.trump != NO_TRUMP else None
        mine = self.mine[turn]
        if turn in self.seen_side:
            if (trumps is None or not trumps.others) and all(row.clean for row in rows):
                return tricks, 0
            if mine:
                won = self._tops(rows, turn, trumps is None or not trumps.others)
        elif turn & 1:
            alone = trumps is None or sum(trumps.count) == trumps.count[turn]
            lost = self._tops(rows, turn, alone)
        if trumps is not None:
            won = max(won, *(trumps.tops[seat] for seat in self.seen_side))
        return won, lost

    def _tops(self, rows: Rows, turn: int, alone: bool) -> int:  # noqa: FBT001 in the search's inner loop
        if alone:
            return sum(row.tops[turn] for row in rows)
        return rows[self.trump].tops[turn]


def _key(node: Node) -> tuple[int, int]:
    suits, turn, led, best, played, blanks, *_ = node
    return suits, turn | led << 2 | best << 4 | played << 6 | blanks << 8
