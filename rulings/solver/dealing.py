"""What may be played next when two hands are hidden and dealt lazily.

At its turn a hidden hand may play any unseen card that fits what is known: its
show-outs, proven locations (Law 70E1) and number of cards. A forgotten card (Laws
70C and 70D1) is a blank that may be thrown instead of following, and never wins.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.solver.believed import (
    BITS,
    EITHER,
    MASK,
    ONE_OF_RUN,
    PARTNER,
    Row,
    believed_suits,
)

NO_TRUMP = -1
LAST = 3
"""Cards on the table when the last one is to be played."""

Node = tuple[int, int, int, int, int, int, int, int, int]
"""Suits packed, seat to play, suit led, seat winning, cards on the table, forgotten
cards out, tricks left (this one included), and the unplaced cards of each of the
two hidden hands. A plain tuple, for the search makes hundreds of thousands."""

Rows = tuple[Row, Row, Row, Row]
Move = tuple[Node, int]
"""The node that follows and the tricks won on the way to it, 0 or 1."""

Thrown = tuple[int, int, int, int, int]
"""Suits, seat winning, blanks and slacks after a card of another suit than the led."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Who plays for the claimer, who is hidden from him, which suit is trumps."""

    mine: frozenset[int]
    hidden: tuple[int, int]
    trump: int


class Dealing:
    """The moves of one claim: who is seen, who is hidden, which suit is trumps."""

    def __init__(self, sides: Sides) -> None:
        """Take the suits' states as earlier searches left them."""
        self.sides = sides
        self.mine = tuple(seat in sides.mine for seat in range(4))
        self.hidden = tuple(seat in sides.hidden for seat in range(4))
        self.first, self.second = sides.hidden
        self.partner = PARTNER if sides.mine == {0} else -1
        self.seen_side = (0,) if PARTNER in sides.hidden else (0, PARTNER)
        self.trump = sides.trump
        self.suits = believed_suits(sides.hidden)

    def moves(self, node: Node) -> list[Move]:
        """Return what may happen next."""
        return self._leads(node) if node[4] == 0 else self._plays(node)

    def _rows(self, suits: int) -> Rows:
        a, b, c, d = self.suits
        return (
            a.rows[suits & MASK] or a.row(suits & MASK),
            b.rows[suits >> BITS & MASK] or b.row(suits >> BITS & MASK),
            c.rows[suits >> 2 * BITS & MASK] or c.row(suits >> 2 * BITS & MASK),
            d.rows[suits >> 3 * BITS] or d.row(suits >> 3 * BITS),
        )

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
        _, turn, led, best, played, blanks, _, _, _ = node
        clear = 0
        if played == LAST:
            clear = self._clear(suits, self.trump) if row.best < 0 else row.clear
        kinds = [(turn, slack, slack_2)]
        if turn == self.first and slack:
            kinds.append((ONE_OF_RUN, slack - 1, slack_2))
        elif turn == self.second and slack_2:
            kinds.append((ONE_OF_RUN, slack, slack_2 - 1))
        found: list[Thrown] = []
        if self.trump not in (NO_TRUMP, led):
            found = self._ruff(node, suits, row, kinds)
        rows = self._rows(suits)
        for symbol, left, left_2 in kinds:
            found += [
                (suits + change + clear, best, blanks, left, left_2)
                for suit in range(4)
                if suit not in (led, self.trump)
                for change, _ in rows[suit].throw[symbol]
            ]
        if blanks and len(kinds) > 1:
            _, left, left_2 = kinds[1]
            found.append((suits + clear, best, blanks - 1, left, left_2))
        return _moves(node, found)

    def _ruff(
        self,
        node: Node,
        suits: int,
        row: Row,
        kinds: list[tuple[int, int, int]],
    ) -> list[Thrown]:
        _, turn, _, best, played, blanks, _, _, _ = node
        trumps = self._rows(suits)[self.trump]
        ruffed = row.best < 0
        clear = 0 if ruffed else row.clear
        if played == LAST:
            plays = trumps.last if ruffed else trumps.throw
        else:
            plays = trumps.follow if ruffed else trumps.lead
        found: list[Thrown] = []
        for kind, *slacks in kinds:
            base, left, left_2 = suits, *slacks
            if turn == self.partner and best == 0:
                shown = self._only_trumps(suits, turn, blanks, left, left_2)
                if shown is None:
                    continue
                base, left, left_2 = shown
            both_ends = kind == ONE_OF_RUN and self._hidden_follows(node)
            found += [
                (
                    base + change + clear,
                    turn if over or not ruffed else best,
                    blanks,
                    left,
                    left_2,
                )
                for change, over in plays[EITHER if both_ends else kind]
            ]
        return found

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


def _moves(node: Node, found: list[Thrown]) -> list[Move]:
    _, turn, led, _, played, _, tricks, _, _ = node
    if played == LAST:
        return [
            ((suits, best, 0, 0, 0, blanks, tricks - 1, left, left_2), 1 - (best & 1))
            for suits, best, blanks, left, left_2 in found
        ]
    after = (turn + 1) & 3
    return [
        ((suits, after, led, best, played + 1, blanks, tricks, left, left_2), 0)
        for suits, best, blanks, left, left_2 in found
    ]
