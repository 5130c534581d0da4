"""Penalty cards and bound leads once more, slowly (Laws 50, 51 and 26).

A leader is a seat with 4 added for each step of the restriction on a lead: 1 it is
still to come, 2 a ban goes on, 3 it is over and the card that lay faced is picked up.
"""

# ruff: noqa: PLR0917 - a moment of play is passed on whole, part by part

from dataclasses import replace

from rulings.solver.inputs import LeadBound, PenaltyCard, Pending
from tests.solver.slow_search import Reference
from tests.solver.solving import Question, random_question
from tests.solver.sure import BLANK, without

COMING, BANNED, PICKED_UP = 1, 2, 3
TEN = 10


class BoundReference(Reference):
    """A claim with restrictions; what is certain takes no small penalty card in."""

    small_count = False

    def __init__(self, position, claim, *args, **kwargs):
        super().__init__(position, claim, *args, **kwargs)
        pending = claim.pending
        self.penalties = {
            (int(p.seat), (int(p.card.suit), p.card.rank)): p.major
            for p in pending.cards
        }
        self.located |= set(self.penalties)
        self.forgotten -= {card for _, card in self.penalties}
        self.bound = pending.lead
        if self.bound:
            begun = self.table and self.leader == int(self.bound.seat)
            phase = COMING
            if begun and not self.bound.by_card:
                phase = 0 if self.bound.required else BANNED
            self.leader += 4 * phase

    def lead_binds(self, seat, phase):
        return self.bound and seat == int(self.bound.seat) and phase in {COMING, BANNED}

    def legal(self, hand, table, leader):
        cards = super().legal(hand, table, leader)
        seat, phase = self.turn(leader, table), leader // 4
        if not table and self.lead_binds(seat, phase):
            suit = int(self.bound.suit)
            of_suit = [c for c in cards if c != BLANK and c[0] == suit]
            others = [c for c in cards if c not in of_suit]
            required = self.bound.required and phase == COMING
            cards = (of_suit if required else others) or cards
        if self.small_count:
            for (holder, small), major in self.penalties.items():
                if holder == seat and small in cards and not major:
                    cards = [
                        c
                        for c in cards
                        if c == small or c[0] != small[0] or c[1] >= TEN
                    ]
        return self.must(seat, phase, cards) or cards

    def must(self, seat, phase, cards):
        """Return the major penalty cards among some cards that are still in force."""
        found = [c for c in cards if self.penalties.get((seat, c))]
        if phase >= BANNED and self.bound.by_card:
            gone = seat == (int(self.bound.seat) + 2) % 4
            found = [c for c in found if not (gone and c[0] == int(self.bound.suit))]
        return found

    def partner_holds_back(self, seat, table, options):
        if options and all(self.penalties.get((seat, c)) for c in options):
            return options
        return super().partner_holds_back(seat, table, options)

    def then(self, hands, table, leader, seat, card):
        """Return the leader, with how far the restriction has come, after a card."""
        phase = leader // 4
        if not self.bound:
            return leader
        over = PICKED_UP if self.bound.by_card else 0
        if not table and self.lead_binds(seat, phase):
            required = self.bound.required and phase == COMING
            phase = over if required else BANNED
        elif not table and phase == BANNED:
            phase = over
        partner = (int(self.bound.seat) + 2) % 4
        if phase == COMING and self.bound.by_card and seat == partner:
            left = {s: h for s, h in enumerate(hands) if h is not None}.get(seat)
            known = [c for s, c in self.penalties if s == seat]
            known = [c for c in known if c[0] == int(self.bound.suit)]
            known = [c for c in known if self.penalties[seat, c] and c != card]
            if left is not None and not any(c in left for c in known):
                phase = 0
        return leader % 4 + 4 * phase

    def _fewest(self, hands, table, leader, shown, forgotten, need, plays):
        self.small_count = True
        seat = self.turn(leader, table)
        cards = self.legal(hands[seat], table, leader) if any(hands) else []
        self.small_count = False
        return self.fewest_of(
            hands, table, leader, shown, forgotten, need, plays, cards
        )

    def fewest_of(self, hands, table, leader, shown, forgotten, need, plays, legal):
        if not any(hands):
            return 0
        moment = hands, table, leader, shown, forgotten, need
        cards = legal
        if (self.turn(leader, table) - self.claimer) % 2 == 0:
            cards, _ = self.normal(*moment, plays, legal)
        seat = self.turn(leader, table)
        return min(self._after(*moment, plays, seat, card) for card in cards)

    def step(self, hands, table, leader, shown, forgotten, need, seat, card):
        after = self.then(hands, table, leader, seat, card)
        state, won = super().step(
            hands, table, after, shown, forgotten, need, seat, card
        )
        if len(table) == 3:
            state = (*state[:2], state[2] % 4 + 4 * (after // 4), *state[3:])
        return state, won

    def _next(self, layouts, seen, table, leader, tricks, need):
        seat, card = table[-1]
        hands = list(seen)
        for at, hidden in enumerate(self.hidden):
            some = next(iter(layouts))
            hands[hidden] = some[2 * at]
        leader = self.then(hands, table[:-1], leader, seat, card)
        if len(table) < 4:
            return self.holds(layouts, seen, table, leader, tricks, need)
        winner = self.winner(table)
        need -= (winner - self.claimer) % 2 == 0
        after = winner + leader // 4 * 4
        return self.holds(layouts, seen, (), after, tricks - 1, need)

    def _then(self, hands, blanks, card, table, leader, tricks, need):
        seat = self.turn(leader, table)
        leader = self.then(hands, table, leader, seat, card)
        table = (*table, (seat, card))
        if len(table) < 4:
            return self.seen_holds(hands, blanks, table, leader, tricks, need)
        winner = self.winner(table)
        need -= (winner - self.claimer) % 2 == 0
        after = winner + leader // 4 * 4
        return self.seen_holds(hands, blanks, (), after, tricks - 1, need)

    def _seen_holds(self, hands, blanks, table, leader, tricks, need):
        if tricks and table and 0 < need <= tricks:
            seat = self.turn(leader, table)
            cards = self.legal(hands[seat], table, leader)
            if self.must(seat, leader // 4, cards):
                pick = any if (seat - self.claimer) % 2 == 0 else all
                rest = table, leader, tricks, need
                return pick(
                    self._then(without(hands, seat, c), blanks, c, *rest) for c in cards
                )
        return super()._seen_holds(hands, blanks, table, leader, tricks, need)


class BoundQuestion(Question):
    """A question with restrictions, and nothing said."""

    def reference(self):
        return BoundReference(
            self.position, self.claim, self.forgotten, dials=self.dials
        )


def random_bound(rng, tricks):
    """Return a question with penalty cards of one defender, a bound lead, or both."""
    plain = random_question(rng, tricks)
    position, claim = plain.position, plain.claim
    defenders = claim.declarer.side.other.seats
    cards, lead = frozenset(), None
    seat = rng.choice(defenders)
    held = sorted(position.hands[seat])
    if held and rng.random() < 0.8:
        some = rng.sample(held, min(len(held), rng.choice([1, 1, 1, 2])))
        major = len(some) > 1 or some[0].rank >= TEN or rng.random() < 0.6
        cards = frozenset(PenaltyCard(seat, card, major) for card in some)
    if not cards or rng.random() < 0.3:
        leader = rng.choice(defenders)
        suits = [c.suit for c in position.hands[leader]] or [next(iter(held)).suit]
        lead = LeadBound(leader, rng.choice(suits), rng.random() < 0.4)
    options = Pending(cards, lead).options()
    claim = replace(claim, pending=rng.choice(options))
    return BoundQuestion(position, claim, plain.forgotten, dials=plain.dials)
