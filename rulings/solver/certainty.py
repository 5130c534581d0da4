"""G: the tricks a claimer can guarantee against every layout he does not exclude.

Serves Laws 70D1 and 70E1 (and 70C by forgotten cards). Hidden hands are dealt
lazily: at its turn a hidden hand may play any unseen card that fits what is known.
With every card placed the same search is double dummy, and with nobody playing for
the claimer it is the least any legal play gives. Seats are counted clockwise from
the claimer, 0; seats 0 and 2 win for him.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.solver.believed import BITS, EITHER, MASK, ONE_OF_RUN, BelievedSuit, Row
from rulings.solver.budget import Budget

NO_TRUMP = -1
LAST = 3
"""Cards on the table when the last one is to be played."""

Node = tuple[int, int, int, int, int, int, int, int, int]
"""Suits packed, seat to play, suit led, seat winning, cards on the table, forgotten
cards out, tricks left (this one included), and the unplaced cards of each of the
two hidden hands. A plain tuple, for the search makes hundreds of thousands."""

Move = tuple[Node, int]
"""The node that follows and the tricks won on the way to it, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Who plays for the claimer, who is hidden from him, which suit is trumps."""

    mine: frozenset[int]
    hidden: tuple[int, int]
    trump: int


class Certainty:
    """The search for G, with a table of proven bounds kept between questions."""

    def __init__(self, sides: Sides, budget: Budget) -> None:
        """Start with an empty table."""
        self.sides = sides
        self.mine = tuple(seat in sides.mine for seat in range(4))
        self.hidden = tuple(seat in sides.hidden for seat in range(4))
        self.first, self.second = sides.hidden
        self.trump = sides.trump
        self.budget = budget
        self.suits = tuple(BelievedSuit(place, sides.hidden) for place in range(4))
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
        mine = self.mine[node[1]]
        if node[4] == 0:
            sure = self._sure(node)
            if mine and sure >= need:
                self.bounds[key] = sure << 4 | high
                return True
            if not mine and tricks - sure < need:
                self.bounds[key] = low << 4 | (tricks - sure)
                return False
            moves = self._leads(node)
        else:
            moves = self._plays(node)
        holds = not mine
        for following, won in moves:
            if self.holds(following, need - won) is mine:
                holds = mine
                break
        self.bounds[key] = (need << 4 | high) if holds else (low << 4 | (need - 1))
        return holds

    def moves(self, node: Node) -> list[Move]:
        """Return what may happen next."""
        return self._leads(node) if node[4] == 0 else self._plays(node)

    def _rows(self, suits: int) -> tuple[Row, Row, Row, Row]:
        a, b, c, d = self.suits
        return (
            a.rows[suits & MASK] or a.row(suits & MASK),
            b.rows[suits >> BITS & MASK] or b.row(suits >> BITS & MASK),
            c.rows[suits >> 2 * BITS & MASK] or c.row(suits >> 2 * BITS & MASK),
            d.rows[suits >> 3 * BITS] or d.row(suits >> 3 * BITS),
        )

    def _sure(self, node: Node) -> int:
        """Return tricks the hand on lead, or its side, takes at once from the top.

        Only with no trump suit, or when nobody else can ruff.
        """
        suits, turn, *_ = node
        rows = self._rows(suits)
        if self.trump != NO_TRUMP:
            ruffs = rows[self.trump].count
            own = ruffs[turn]
            if self.mine[turn]:
                own = sum(ruffs[seat] for seat in self.sides.mine)
            if sum(ruffs) != own:
                return rows[self.trump].tops[turn]
        return sum(row.tops[turn] for row in rows)

    def _leads(self, node: Node) -> list[Move]:
        suits, turn, _, _, _, blanks, tricks, slack, slack_2 = node
        after = (turn + 1) & 3
        rows = self._rows(suits)
        moves: list[Move] = [
            ((suits + change, after, suit, turn, 1, blanks, tricks, slack, slack_2), 0)
            for suit, row in enumerate(rows)
            for change, _ in row.lead[turn]
        ]
        if self.hidden[turn]:
            if turn == self.first:
                spare, slack = slack, slack - 1
            else:
                spare, slack_2 = slack_2, slack_2 - 1
            if spare:
                moves += [
                    (
                        (
                            suits + change,
                            after,
                            suit,
                            turn,
                            1,
                            blanks,
                            tricks,
                            slack,
                            slack_2,
                        ),
                        0,
                    )
                    for suit, row in enumerate(rows)
                    for change, _ in row.lead[EITHER]
                ]
        return moves

    def _plays(self, node: Node) -> list[Move]:
        """Return the plays that follow suit and, if it may be void, the others."""
        suits, turn, led, _, _, _, _, slack, slack_2 = node
        part = self.suits[led]
        number = suits >> BITS * led & MASK
        row = part.rows[number] or part.row(number)
        own = row.count[turn]
        if not self.hidden[turn]:
            if own:
                return self._follow(node, row, turn, 0)
            return self._discard(node, suits, row, slack, slack_2)
        spare, other = (slack, slack_2) if turn == self.first else (slack_2, slack)
        loose = row.count[EITHER]
        moves = self._follow(node, row, turn, 0) if own else []
        if spare and loose:
            either = EITHER if self._hidden_follows(node) else ONE_OF_RUN
            moves += self._follow(node, row, either, 1)
        if not own and other >= loose:
            if turn == self.first:
                slack_2 -= loose
            else:
                slack -= loose
            change = row.void[turn]
            if change:
                suits += change
                row = part.row(suits >> BITS * led & MASK)
            moves += self._discard(node, suits, row, slack, slack_2)
        return moves

    def _hidden_follows(self, node: Node) -> bool:
        """Say whether the other hidden hand has still to play to this trick."""
        other = self.second if node[1] == self.first else self.first
        return (other - node[1]) % 4 <= LAST - node[4]

    def _follow(self, node: Node, row: Row, symbol: int, used: int) -> list[Move]:
        suits, turn, led, best, played, blanks, tricks, slack, slack_2 = node
        if used:
            if turn == self.first:
                slack -= 1
            else:
                slack_2 -= 1
        if played != LAST:
            after = (turn + 1) & 3
            return [
                (
                    (
                        suits + change,
                        after,
                        led,
                        turn if wins else best,
                        played + 1,
                        blanks,
                        tricks,
                        slack,
                        slack_2,
                    ),
                    0,
                )
                for change, wins in row.follow[symbol]
            ]
        if row.best < 0:
            suits += self._clear(suits, self.trump)
            found = row.throw[symbol]
        else:
            found = row.last[symbol]
        return [
            (
                (
                    suits + change,
                    turn if wins else best,
                    0,
                    0,
                    0,
                    blanks,
                    tricks - 1,
                    slack,
                    slack_2,
                ),
                1 - ((turn if wins else best) & 1),
            )
            for change, wins in found
        ]

    def _clear(self, suits: int, suit: int) -> int:
        number = suits >> BITS * suit & MASK
        return self.suits[suit].row(number).clear

    def _discard(
        self, node: Node, suits: int, row: Row, slack: int, slack_2: int
    ) -> list[Move]:
        """Return discards and ruffs of a hand without the suit led.

        `suits`, `row` of the suit led and the slacks already say that it is void.
        """
        _, turn, led, best, played, blanks, tricks, _, _ = node
        last = played == LAST
        ruffed = row.best < 0
        clear = 0
        if last:
            clear = self._clear(suits, self.trump) if ruffed else row.clear
        after = (turn + 1) & 3
        kinds = [(turn, slack, slack_2)]
        if self.hidden[turn]:
            if turn == self.first and slack:
                kinds.append((ONE_OF_RUN, slack - 1, slack_2))
            elif turn == self.second and slack_2:
                kinds.append((ONE_OF_RUN, slack, slack_2 - 1))
        moves: list[Move] = []
        if self.trump not in (NO_TRUMP, led):
            moves += self._ruff(node, suits, row, kinds)
        rows = self._rows(suits)
        for symbol, left, left_2 in kinds:
            for suit in range(4):
                if suit in (led, self.trump):
                    continue
                for change, _ in rows[suit].throw[symbol]:
                    moves.append(
                        (
                            (
                                suits + change + clear,
                                best,
                                0,
                                0,
                                0,
                                blanks,
                                tricks - 1,
                                left,
                                left_2,
                            ),
                            1 - (best & 1),
                        )
                        if last
                        else (
                            (
                                suits + change,
                                after,
                                led,
                                best,
                                played + 1,
                                blanks,
                                tricks,
                                left,
                                left_2,
                            ),
                            0,
                        )
                    )
        if blanks and len(kinds) > 1:
            _, left, left_2 = kinds[1]
            moves.append(
                (
                    (
                        suits + clear,
                        best,
                        0,
                        0,
                        0,
                        blanks - 1,
                        tricks - 1,
                        left,
                        left_2,
                    ),
                    1 - (best & 1),
                )
                if last
                else (
                    (
                        suits,
                        after,
                        led,
                        best,
                        played + 1,
                        blanks - 1,
                        tricks,
                        left,
                        left_2,
                    ),
                    0,
                )
            )
        return moves

    def _ruff(
        self,
        node: Node,
        suits: int,
        row: Row,
        kinds: list[tuple[int, int, int]],
    ) -> list[Move]:
        _, turn, led, best, played, blanks, tricks, _, _ = node
        trumps = self._rows(suits)[self.trump]
        ruffed = row.best < 0
        partner = self.hidden[turn] and turn == 2 and best == 0
        after = (turn + 1) & 3
        moves: list[Move] = []
        for symbol, left, left_2 in kinds:
            base = suits
            if partner:
                shown = self._only_trumps(suits, turn, blanks, left, left_2)
                if shown is None:
                    continue
                base, left, left_2 = shown
            if symbol == ONE_OF_RUN and self._hidden_follows(node):
                symbol = EITHER
            if played == LAST:
                found = trumps.last[symbol] if ruffed else trumps.throw[symbol]
                end = 0 if ruffed else row.clear
                for change, over in found:
                    winner = turn if over or not ruffed else best
                    moves.append(
                        (
                            (
                                base + change + end,
                                winner,
                                0,
                                0,
                                0,
                                blanks,
                                tricks - 1,
                                left,
                                left_2,
                            ),
                            1 - (winner & 1),
                        )
                    )
                continue
            found = trumps.follow[symbol] if ruffed else trumps.lead[symbol]
            end = 0 if ruffed else row.clear
            for change, over in found:
                moves.append(
                    (
                        (
                            base + change + end,
                            after,
                            led,
                            turn if over else best,
                            played + 1,
                            blanks,
                            tricks,
                            left,
                            left_2,
                        ),
                        0,
                    )
                )
        return moves

    def _only_trumps(
        self, suits: int, turn: int, blanks: int, slack: int, slack_2: int
    ) -> tuple[int, int, int] | None:
        """Return the position in which a claimer's partner has nothing but trumps.

        He does not ruff the claimer's winner while he can discard; None if some
        other card is known to be his.
        """
        loose = 0
        for suit, row in enumerate(self._rows(suits)):
            if suit == self.trump:
                continue
            if row.count[turn]:
                return None
            loose += row.count[EITHER]
            suits += row.void[turn]
        if turn == self.first:
            slack_2 -= loose
            return None if slack_2 < blanks else (suits, slack, slack_2)
        slack -= loose
        return None if slack < blanks else (suits, slack, slack_2)


def _key(node: Node) -> tuple[int, int]:
    suits, turn, led, best, played, blanks, *_ = node
    return suits, turn | led << 2 | best << 4 | played << 6 | blanks << 8
