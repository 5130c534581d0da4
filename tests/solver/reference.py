"""The rules of normal play once more, slowly: real cards, explicit sets of layouts.

Written from the specification and from nothing in the solver. A card is (suit,
rank), a seat a number from North; only the reading of a position is shared.
"""

# ruff: noqa: PLR0917 - a moment of play is passed on whole, part by part

from dataclasses import dataclass
from functools import cache
from itertools import combinations

BLANK = ("blank", 0)


@dataclass(frozen=True)
class Dials:
    """What a regulating body sets, and whether nothing but a number was said."""

    spots: bool = False
    last_trump: bool = True
    low_lead: bool = True
    low_ruff: bool = False
    bare: bool = False
    refused: frozenset = frozenset()


class Reference:
    """One claim; `certain` is G, `award` the fewest tricks over normal lines."""

    def __init__(
        self,
        position,
        claim,
        forgotten=frozenset(),
        plays=(),
        struck=(),
        dials=None,
        allowed=(),
        *,
        breaks=False,
    ):
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
        unseen = self.hands[self.hidden[0]] | self.hands[self.hidden[1]]
        self.forgotten = unseen & {(int(c.suit), c.rank) for c in forgotten}
        self.plays = tuple((int(c.suit), c.rank) for c in plays)
        self.dials = dials or Dials()
        self.losers = frozenset((int(c.suit), c.rank) for c in claim.losers)
        self.conceded = frozenset(int(suit) for suit in claim.conceded)
        self.breaking = self._breaking() if breaks else {}
        self.value = cache(self._value)
        self.fewest = cache(self._fewest)
        self.struck = self.switched(struck)
        self.allowed = self.switched(allowed)

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

    def legal(self, hand, table):
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
        return self.value(layouts, seen, table, leader, tricks)

    def _value(self, layouts, seen, table, leader, tricks):
        if tricks == 0:
            return 0
        seat = self.turn(leader, table)
        if seat not in self.hidden:
            pick = max if seat in self.max_seats else min
            return pick(
                self._next(
                    layouts,
                    tuple(h - {card} if s == seat else h for s, h in enumerate(seen)),
                    (*table, (seat, card)),
                    leader,
                    tricks,
                )
                for card in self.legal(seen[seat], table)
            )
        first = seat == self.hidden[0]
        by_card = {}
        for layout in layouts:
            cards, blanks = layout[:2] if first else layout[2:]
            hand = set(cards) | ({BLANK} if blanks else set())
            options = self.legal(hand, table)
            if not table:
                options = [c for c in options if c != BLANK]
            options = self.partner_holds_back(seat, table, options)
            for card in options:
                after = (
                    (cards, blanks - 1) if card == BLANK else (cards - {card}, blanks)
                )
                new = (*after, *layout[2:]) if first else (*layout[:2], *after)
                by_card.setdefault(card, set()).add(new)
        if not by_card:
            return tricks
        return min(
            self._next(frozenset(left), seen, (*table, (seat, card)), leader, tricks)
            for card, left in by_card.items()
        )

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

    def _next(self, layouts, seen, table, leader, tricks):
        if len(table) < 4:
            return self.value(layouts, seen, table, leader, tricks)
        winner = self.winner(table)
        won = (winner - self.claimer) % 2 == 0
        return won + self.value(layouts, seen, (), winner, tricks - 1)

    def award(self):
        """Return the fewest tricks of the claiming side over normal lines."""
        return self.fewest(
            self.hands,
            self.table,
            self.leader,
            self.shown,
            self.forgotten,
            self.need,
            self.plays,
        )

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
                least(_without(hands, seat, c), (*table, (seat, c)), leader)
                for c in self.legal(hands[seat], table)
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
                best(_without(hands, seat, c), (*table, (seat, c)), leader)
                for c in self.legal(hands[seat], table)
            )

        return best(self.hands, self.table, self.leader)

    def _fewest(self, hands, table, leader, shown, forgotten, need, plays):
        if not any(hands):
            return 0
        seat = self.turn(leader, table)
        legal = self.legal(hands[seat], table)
        if (seat - self.claimer) % 2 == 0:
            cards, stated = self.normal(
                hands, table, leader, shown, forgotten, need, plays, legal
            )
            moment = hands, table, leader, shown, forgotten, need
            cards = self.as_switched(moment, legal, cards)
        else:
            cards, stated = legal, False
        results = []
        for card in cards:
            done = stated and (not table or card == plays[0])
            left = plays[plays.index(card) + 1 :] if done else plays
            results.append(
                self._after(
                    hands, table, leader, shown, forgotten, need, left, seat, card
                )
            )
        return min(results)

    def step(self, hands, table, leader, shown, forgotten, need, seat, card):
        """Return the moment after a card, with what everybody then has seen."""
        if table and card[0] != table[0][1][0]:
            shown = shown | {(seat, table[0][1][0])}
        if card in forgotten:
            forgotten = frozenset(c for c in forgotten if c[0] != card[0])
        hands = _without(hands, seat, card)
        table = (*table, (seat, card))
        won = 0
        if len(table) == 4:
            leader = self.winner(table)
            won = int((leader - self.claimer) % 2 == 0)
            table = ()
            need = max(0, need - won)
        return (hands, table, leader, shown, forgotten, need), won

    def _after(self, hands, table, leader, shown, forgotten, need, plays, seat, card):
        state, won = self.step(hands, table, leader, shown, forgotten, need, seat, card)
        return won + self.fewest(*state, plays)

    def normal(self, hands, table, leader, shown, forgotten, need, plays, legal):
        """Return the normal cards, and whether they are there because stated."""
        seat = self.turn(leader, table)
        mine = seat in self.max_seats
        candidates = legal
        if len(legal) > 1:
            if mine and not table:
                candidates = self.leads(seat, hands, forgotten, legal)
            candidates = self.losers_wait(seat, table, candidates)
            candidates = self.finesse_refused(seat, hands, table, forgotten, candidates)
            candidates = self.economy(seat, hands, table, forgotten, candidates)
            if not mine:
                candidates = self.thrown_low(table, candidates)
        keeps = {}

        def after(card):
            if card not in keeps:
                state, won = self.step(
                    hands, table, leader, shown, forgotten, need, seat, card
                )
                keeps[card] = won + self.certain(*state[:5])
            return keeps[card]

        stated = self.stated(table, leader, plays, legal)
        if stated is not None:
            return [stated], True
        if seat not in self.max_seats or len(legal) == 1:
            normal = candidates
        else:
            target = self.certain(hands, table, leader, shown, forgotten)
            if not table:
                target = min(target, need)
            normal = [c for c in candidates if after(c) >= target]
            normal = normal or [c for c in legal if after(c) >= target]
            normal = self.trick_kept(seat, hands, table, forgotten, need, normal)
        return normal, False

    def switched(self, plays):
        """Return the places that some plays name, by the position they stand at.

        A play is the cards before it and a card; one that cannot come is void.
        """
        found = {}
        for played, card in plays:
            moment = (
                self.hands,
                self.table,
                self.leader,
                self.shown,
                self.forgotten,
                self.need,
            )
            for before in played:
                hands, table, leader = moment[:3]
                seat = self.turn(leader, table)
                if before not in self.legal(hands[seat], table):
                    break
                moment, _ = self.step(*moment, seat, before)
            else:
                hands, table, leader = moment[:3]
                seat = self.turn(leader, table)
                ours = (seat - self.claimer) % 2 == 0
                if ours and card in self.legal(hands[seat], table):
                    places = found.setdefault(self.looks(moment), set())
                    places |= self.run_of(moment, card)
        return found

    def as_switched(self, moment, legal, cards):
        """Return the cards without those struck at a position, with those let in."""
        if not self.struck and not self.allowed:
            return cards
        looks = self.looks(moment)
        struck = self.struck.get(looks, set())
        allowed = self.allowed.get(looks, set())
        kept = [c for c in cards if self.place(moment, c) not in struck] or cards
        more = [c for c in legal if self.place(moment, c) in allowed]
        return [*kept, *(c for c in more if c not in kept)]

    def looks(self, moment):
        """Return what two moments of one position have in common."""
        hands, table, leader, shown, _, need = moment
        best = self.winner(table) if table else None
        held = {c[0] for seat in self.hidden for c in hands[seat]}
        marks = frozenset((s, x) for s, x in shown if s in self.hidden and x in held)
        kinds = tuple(
            tuple(self.kind(moment, c) for c in self.in_suit(moment, suit))
            for suit in range(4)
        )
        led = table[0][1][0] if table else None
        return kinds, marks, self.turn(leader, table), led, best, len(table), need

    def in_suit(self, moment, suit):
        """Return a suit's cards from the top, the one that is winning included."""
        hands, table = moment[:2]
        cards = [c for hand in hands for c in hand]
        cards += [dict(table)[self.winner(table)]] if table else []
        return sorted((c for c in cards if c[0] == suit), reverse=True)

    def kind(self, moment, card):
        """Return what tells a card from its neighbours."""
        hands, forgotten = moment[0], moment[4]
        holder = next((s for s in range(4) if card in hands[s]), "table")
        if holder == "table":
            return holder
        if holder in self.hidden:
            return holder, (holder, card) in self.located, card in forgotten
        low = (card[1] <= 11, card[1] <= 10) if self.dials.spots else ()
        return holder, card in self.losers, low

    def place(self, moment, card):
        return card[0], self.in_suit(moment, card[0]).index(card)

    def run_of(self, moment, card):
        """Return the places of a card and of those that are the same play."""
        table, leader = moment[1:3]
        suit, seat = card[0], self.turn(leader, table)
        cards = self.in_suit(moment, suit)
        at = cards.index(card)
        after = [(seat + n) % 4 for n in range(1, 4 - len(table))]
        parts = not table or suit in {table[0][1][0], self.trump}
        if seat in self.hidden and parts and any(s in self.hidden for s in after):
            return {(suit, at)}
        kinds = [self.kind(moment, c) for c in cards]
        first = last = at
        while first and kinds[first - 1] == kinds[at]:
            first -= 1
        while last + 1 < len(cards) and kinds[last + 1] == kinds[at]:
            last += 1
        return {(suit, n) for n in range(first, last + 1)}

    def stated(self, table, leader, plays, legal):
        """Return the card the statement forces: a list of cards to be played."""
        ours = table and (leader - self.claimer) % 2 == 0
        if ours and plays != self.plays:
            return None
        if table and not ours:
            return plays[0] if plays and plays[0] in legal else None
        return next((c for c in plays if c in legal), None)

    def unseen(self, hands, forgotten):
        return (hands[self.hidden[0]] | hands[self.hidden[1]]) - forgotten

    def leads(self, seat, hands, forgotten, cards):
        """Return the leads that N5, N6, N4, N3 and N7 leave, in that order."""
        out = self.unseen(hands, forgotten)
        kept = []
        for card in cards:
            suit = sorted(c for c in hands[seat] if c[0] == card[0])
            good = all(c < suit[-1] for c in out if c[0] == card[0])
            free = self.dials.low_lead and (self.dials.bare or card[0] in self.conceded)
            spot = self.dials.spots and card == suit[0] and self.is_spots(suit)
            if not good or card == suit[-1] or spot or free:
                kept.append(card)
        kept = [c for c in kept if c not in self.losers] or kept
        if not self.dials.last_trump and self.trump is not None:
            trumps = [
                c
                for s, hand in enumerate(hands)
                for c in hand
                if s not in self.max_seats and c[0] == self.trump
            ]
            if all(c in forgotten for c in trumps):
                kept = [c for c in kept if c[0] != self.trump] or kept
        return kept

    def is_spots(self, suit):
        """Say whether a holding, from the bottom, is broken and of small cards."""
        ranks = [rank for _, rank in suit]
        solid = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
        small = ranks[-1] <= 10 or (ranks[-1] == 11 and len(ranks) == 2)
        return small and not solid

    def losers_wait(self, seat, table, cards):
        """Throw known losers before other side cards (N3); leads are above."""
        if not table or seat not in self.max_seats or cards[0][0] == table[0][1][0]:
            return cards
        losers = [c for c in cards if c in self.losers and c[0] != self.trump]
        if not losers:
            return cards
        return losers + [c for c in cards if c[0] == self.trump]

    def finesse_refused(self, seat, hands, table, forgotten, cards):
        """Leave what wins whatever is out, in a suit not to be finessed (N16)."""
        suit = cards[0][0]
        third = seat in self.max_seats and len(table) == 2 and suit == table[0][1][0]
        if not third or suit not in self.dials.refused:
            return cards
        out = [c for c in self.unseen(hands, forgotten) if c[0] == suit]
        over = [c for c in cards if self.winner((*table, (seat, c))) == seat]
        sure = [c for c in over if all(o < c for o in out)]
        return sure if 0 < len(sure) < len(over) else cards

    def thrown_low(self, table, cards):
        """Leave a defender's partner the lowest card of each suit he throws (N13)."""
        if not table or cards[0][0] == table[0][1][0]:
            return cards
        return [
            c
            for c in cards
            if c[0] == self.trump or c == min(o for o in cards if o[0] == c[0])
        ]

    def trick_kept(self, seat, hands, table, forgotten, need, cards):
        """Leave who claims every trick the cards that may win this one (N15)."""
        partner = (seat + 2) % 4
        tricks = max(len(hand) for hand in hands)
        if not table or need < tricks or self.winner(table) == partner:
            return cards
        if partner not in [s for s, _ in table]:
            if self.trump is not None:
                return cards
            best = dict(table)[self.winner(table)]
            hidden = partner not in self.max_seats
            over = self.unseen(hands, forgotten) if hidden else hands[partner]
            if any(c[0] == best[0] and c > best for c in over):
                return cards
        winning = [c for c in cards if self.winner((*table, (seat, c))) == seat]
        return winning or cards

    def economy(self, seat, hands, table, forgotten, cards):
        if not table:
            return cards
        led = table[0][1][0]
        best = self.winner(table)
        best_card = dict(table)[best]
        last = len(table) == 3
        out = self.unseen(hands, forgotten)
        partner_best = best == (seat + 2) % 4
        stands = partner_best and (
            last or not any(c[0] == best_card[0] and c > best_card for c in out)
        )

        def wins(card):
            return self.winner((*table, (seat, card))) == seat

        if cards[0][0] == led:
            low = min(cards)
            over = sorted(c for c in cards if wins(c))
            if not over or (last and partner_best):
                return [low]
            kept = {low, over[0]} if last else {low, over[0], over[-1]}
            return sorted(kept)
        discards = [c for c in cards if c[0] != self.trump]
        claimers = seat not in self.max_seats and best == self.claimer
        if discards and (stands or claimers):
            return discards
        ruffs = sorted(c for c in cards if c[0] == self.trump and wins(c))
        low = self.dials.low_ruff and forgotten and seat in self.max_seats
        if last or low:
            ruffs = ruffs[:1]
        return discards + ruffs or cards


def _without(hands, seat, card):
    return tuple(h - {card} if s == seat else h for s, h in enumerate(hands))
