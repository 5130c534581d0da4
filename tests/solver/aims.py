"""No waste, a plan, a partner who keeps winners (N18 to N22), slowly.

Written from the specification and from nothing in the solver: every layout that the
view allows is played out, cards seen, by a side whose opponents may keep all cards.
"""

# ruff: noqa: PLR0917 - a moment of play is passed on whole, part by part

from functools import cache

from tests.solver.rules import Rules
from tests.solver.sure import BLANK, high_first, without

NOTHING = BLANK
"""What is played by who keeps all his cards: like a blank, it never wins."""


class Aims(Rules):
    """A claim whose plays the rules of part 2 narrow.

    `beyond` are the tricks asked for that were not claimed, `squeezes` says that the
    words name one.
    """

    beyond = 0
    squeezes = False

    def __init__(self, position, claim, dials, *, breaks=False):
        super().__init__(position, claim, dials, breaks=breaks)
        self.seen_holds = cache(self._seen_holds)

    def kept_by_partner(self, seat, hands, table, cards):
        """Leave a defender's partner what he does not see to win (N22)."""
        if not table or cards[0][0] == table[0][1][0]:
            return cards
        best = self.winner(table)
        others = [c for s, h in enumerate(hands) if s != seat for c in h]
        others.append(dict(table)[best])

        def is_kept(card):
            above = any(c[0] == card[0] and c > card for c in others)
            return card[0] != self.trump and not above

        thrown = [c for c in cards if c[0] != self.trump and not is_kept(c)]
        return [c for c in cards if not is_kept(c)] if thrown else cards

    def not_wasted(self, seat, hands, table, forgotten, cards):
        """Throw no winner and spend no trump where another card can go (N18)."""
        if not table or cards[0][0] == table[0][1][0]:
            return cards
        led, out = table[0][1][0], self.unseen(hands, forgotten)

        def is_good(card):
            return not any(c[0] == card[0] and c > card for c in out)

        if any(c[0] == led for c in hands[seat]):
            return cards
        low = [c for c in cards if c[0] != self.trump and not is_good(c)]
        if not low:
            return cards
        ruffs = [c for c in cards if c[0] == self.trump]
        partner = (seat + 2) % 4
        best = dict(table)[self.winner(table)]
        waits = partner in self.max_seats and partner not in dict(table)
        if waits and any(
            c[0] == led == best[0] and c > best and is_good(c) for c in hands[partner]
        ):
            return low
        return low + ruffs

    def aimed(self, moment, need, cards, after):
        """Leave the plays with which enough layouts let the claim be made (N19)."""
        hands, table, leader = moment[:3]
        seat = self.turn(leader, table)
        left = len(hands[seat])
        sure = self.certain(*moment)
        for tricks in range(min(max(0, need - self.beyond), left), sure, -1):
            if len(cards) < 2:
                return cards
            made = {}
            for card in cards:
                state, won = after(card)
                made[card] = self.made_in(*state[:5], tricks - won)
            most = max(made.values())
            if most:
                least = max(1, self.dials.share * most)
                return [card for card in cards if made[card] >= least]
        return cards

    def made_in(self, hands, table, leader, shown, forgotten, need):
        """Count the layouts that give so many tricks, cards seen."""
        a, b = self.hidden
        tricks = max(len(hands[s]) + any(p == s for p, _ in table) for s in range(4))
        found = 0
        for first, blanks, second, blanks_2 in self.layouts(hands, shown, forgotten):
            dealt = list(hands)
            dealt[a], dealt[b] = first, second
            rest = (blanks, blanks_2)
            found += self.seen_holds(tuple(dealt), rest, table, leader, tricks, need)
            if found and not self.dials.share:
                break
        return found

    def _seen_holds(self, hands, blanks, table, leader, tricks, need):
        """Say whether best play wins so many, every card seen, squeezes apart."""
        if not 0 < need <= tricks:
            return need <= 0
        seat = self.turn(leader, table)
        ours = (seat - self.claimer) % 2 == 0
        at = self.hidden.index(seat) if seat in self.hidden else None
        options = self.legal(hands[seat], table, leader)
        free = table and not any(c[0] == table[0][1][0] for c in hands[seat])
        plays = [(without(hands, seat, card), blanks, card) for card in options]
        plays.sort(key=lambda play: high_first(play[2]))
        if free and at is not None and blanks[at]:
            less = tuple(n - (i == at) for i, n in enumerate(blanks))
            plays.append((hands, less, BLANK))
        if free and not ours and not self.squeezes:
            plays.append((hands, blanks, NOTHING))
        pick = any if ours else all
        return not plays or pick(
            self._then(*play, table, leader, tricks, need) for play in plays
        )

    def _then(self, hands, blanks, card, table, leader, tricks, need):
        table = (*table, (self.turn(leader, table), card))
        if len(table) < 4:
            return self.seen_holds(hands, blanks, table, leader, tricks, need)
        winner = self.winner(table)
        need -= (winner - self.claimer) % 2 == 0
        return self.seen_holds(hands, blanks, (), winner, tricks - 1, need)
