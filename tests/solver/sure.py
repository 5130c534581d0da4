"""What is certain, slowly: every layout that the view allows, each played out.

Written from the specification and from nothing in the solver. A card is (suit,
rank), a seat a number from North; only the reading of a position is shared.
"""

# ruff: noqa: PLR0917 - a moment of play is passed on whole, part by part

from functools import cache
from itertools import combinations

BLANK = ("blank", 0)


def high_first(card):
    return -card[1], str(card[0])


def without(hands, seat, card):
    return tuple(h - {card} if s == seat else h for s, h in enumerate(hands))


class Sure:
    """One position and claim; `certain` is G, what no layout can take away."""

    def __init__(self, position, claim, *, breaks=False):
        self.n = position.left
        self.trump = None if position.strain.suit is None else int(position.strain.suit)
        self.hands = tuple(
            frozenset((int(c.suit), c.rank) for c in hand) for hand in position.hands
        )
        self.table = tuple(
            (int(s), (int(c.suit), c.rank)) for s, c in position.trick.plays()
        )
        self.leader = int(position.trick.leader)
        self.claimer = int(claim.claimer)
        self.dummy = int(claim.dummy)
        self.declares = claim.claimer is claim.declarer
        self.max_seats = {self.claimer, self.dummy} if self.declares else {self.claimer}
        self.hidden = tuple(s for s in range(4) if s not in (self.claimer, self.dummy))
        self.partner = (self.claimer + 2) % 4
        self.need = claim.tricks
        self.shown = frozenset((int(s), int(x)) for s, x in claim.show_outs) | {
            (s, self.table[0][1][0])
            for s, c in self.table
            if c[0] != self.table[0][1][0]
        }
        self.located = frozenset(
            (int(s), (int(c.suit), c.rank)) for s, c in claim.locations
        )
        self.breaking = self._breaking() if breaks else {}
        self.holds = cache(self._holds)

    def _breaking(self):
        """Return by suit how many cards each hidden hand held, where that is even."""
        found = {}
        for suit in range(4):
            held = [sum(c[0] == suit for c in self.hands[s]) for s in self.hidden]
            if sum(held) >= 2 and max(held) - min(held) <= 1:
                found[suit] = held
        return found

    def breaks(self, first, hands):
        """Say whether a first hidden hand fits the suits counted on to break.

        With what it has played since the claim it held as many cards of each as the
        other hand, or one more or less.
        """
        for suit, (held, held_2) in self.breaking.items():
            now = sum(c[0] == suit for c in hands[self.hidden[0]])
            at_the_claim = held - now + sum(c[0] == suit for c in first)
            if abs(at_the_claim - (held + held_2 - at_the_claim)) > 1:
                return False
        return True

    def winner(self, table):
        led = table[0][1][0]
        return max(
            table,
            key=lambda p: (
                p[1] != BLANK and p[1][0] == self.trump,
                p[1] != BLANK and p[1][0] == led,
                p[1][1],
            ),
        )[0]

    def legal(self, hand, table, _leader):
        if table:
            same = [c for c in hand if c != BLANK and c[0] == table[0][1][0]]
            return same or list(hand)
        return list(hand)

    def turn(self, leader, table):
        return (leader + len(table)) % 4

    def layouts(self, hands, shown, forgotten):
        """Return every way to deal the unseen cards that the view does not exclude."""
        a, b = self.hidden
        size_a, size_b = len(hands[a]), len(hands[b])
        unseen = hands[a] | hands[b]
        known = sorted(unseen - forgotten)
        blanks = len(unseen) - len(known)
        found = set()
        for many in range(max(0, size_a - blanks), min(size_a, len(known)) + 1):
            for first in combinations(known, many):
                second = [c for c in known if c not in first]
                if len(second) > size_b:
                    continue
                ok = all((a, c[0]) not in shown for c in first)
                ok = ok and all((b, c[0]) not in shown for c in second)
                ok = ok and all(
                    c in forgotten or c not in unseen or (c in first) == (s == a)
                    for s, c in self.located
                )
                if ok and self.breaks(first, hands):
                    found.add(
                        (
                            frozenset(first),
                            size_a - many,
                            frozenset(second),
                            size_b - len(second),
                        )
                    )
        return frozenset(found)

    def certain(self, hands, table, leader, shown, forgotten):
        """Return G of a moment of real play."""
        seen = tuple(hands[s] if s not in self.hidden else None for s in range(4))
        layouts = self.layouts(hands, shown, forgotten)
        tricks = max(len(hands[s]) + any(p == s for p, _ in table) for s in range(4))
        sure = 0
        while self.holds(layouts, seen, table, leader, tricks, sure + 1):
            sure += 1
        return sure

    def _holds(self, layouts, seen, table, leader, tricks, need):
        """Say whether so many tricks are sure in every layout, of those left."""
        if not 0 < need <= tricks:
            return need <= 0
        seat = self.turn(leader, table)
        if seat not in self.hidden:
            pick = any if seat in self.max_seats else all
            return pick(
                self._next(
                    layouts,
                    tuple(h - {card} if s == seat else h for s, h in enumerate(seen)),
                    (*table, (seat, card)),
                    leader,
                    tricks,
                    need,
                )
                for card in sorted(
                    self.legal(seen[seat], table, leader), key=high_first
                )
            )
        by_card = self._played(layouts, seat, table, leader)
        return all(
            self._next(
                frozenset(by_card[card]),
                seen,
                (*table, (seat, card)),
                leader,
                tricks,
                need,
            )
            for card in sorted(by_card, key=high_first)
        )

    def _played(self, layouts, seat, table, leader):
        """Return the layouts left after each card that a hidden seat may play."""
        first = seat == self.hidden[0]
        by_card = {}
        for layout in layouts:
            cards, blanks = layout[:2] if first else layout[2:]
            hand = set(cards) | ({BLANK} if blanks else set())
            options = self.legal(hand, table, leader)
            if not table:
                options = [c for c in options if c != BLANK]
            options = self.partner_holds_back(seat, table, options)
            for card in options:
                after = (
                    (cards, blanks - 1) if card == BLANK else (cards - {card}, blanks)
                )
                new = (*after, *layout[2:]) if first else (*layout[:2], *after)
                by_card.setdefault(card, set()).add(new)
        return by_card

    def partner_holds_back(self, seat, table, options):
        """A defender's partner does not ruff his winner while he can discard."""
        if (
            self.declares
            or seat != self.partner
            or not table
            or self.winner(table) != self.claimer
            or options == []
            or any(c != BLANK and c[0] == table[0][1][0] for c in options)
        ):
            return options
        discards = [c for c in options if c == BLANK or c[0] != self.trump]
        return discards or options

    def _next(self, layouts, seen, table, leader, tricks, need):
        if len(table) < 4:
            return self.holds(layouts, seen, table, leader, tricks, need)
        winner = self.winner(table)
        need -= (winner - self.claimer) % 2 == 0
        return self.holds(layouts, seen, (), winner, tricks - 1, need)

    def any_play(self):
        """Return the fewest tricks by any legal play of all."""

        @cache
        def least(hands, table, leader):
            if len(table) == 4:
                winner = self.winner(table)
                won = (winner - self.claimer) % 2 == 0
                return won + least(hands, (), winner)
            seat = self.turn(leader, table)
            if not any(hands):
                return 0
            return min(
                least(without(hands, seat, c), (*table, (seat, c)), leader)
                for c in self.legal(hands[seat], table, leader)
            )

        return least(self.hands, self.table, self.leader)

    def double_dummy(self):
        """Return the most against best defence."""

        @cache
        def best(hands, table, leader):
            if len(table) == 4:
                winner = self.winner(table)
                won = (winner - self.claimer) % 2 == 0
                return won + best(hands, (), winner)
            seat = self.turn(leader, table)
            if not any(hands):
                return 0
            pick = max if (seat - self.claimer) % 2 == 0 else min
            return pick(
                best(without(hands, seat, c), (*table, (seat, c)), leader)
                for c in self.legal(hands[seat], table, leader)
            )

        return best(self.hands, self.table, self.leader)

    def step(self, hands, table, leader, shown, forgotten, need, seat, card):
        """Return the moment after a card, with what everybody then has seen."""
        if table and card[0] != table[0][1][0]:
            shown = shown | {(seat, table[0][1][0])}
        if card in forgotten:
            forgotten = frozenset(c for c in forgotten if c[0] != card[0])
        hands = without(hands, seat, card)
        table = (*table, (seat, card))
        won = 0
        if len(table) == 4:
            leader = self.winner(table)
            won = int((leader - self.claimer) % 2 == 0)
            table = ()
            need = max(0, need - won)
        return (hands, table, leader, shown, forgotten, need), won
