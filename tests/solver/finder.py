"""Why a claim is lost and by which card, found from outside: no search is asked.

Written from the specification. Real cards and explicit layouts: what the rules leave
is `slow_search`'s, what best play wins is tried card by card. It starts from a losing
line and says which card turns it, which belief the play needs, and what would mend it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from rulings.bridge.positions import Position
from rulings.solver.inputs import (
    conceded_suits,
    is_bare,
    known_losers,
    named_forgotten,
    refused_suits,
    trumps_out,
    without_known,
)
from rulings.solver.types import Cause
from tests.solver.slow_search import Dials, Reference
from tests.solver.sure import Sure, high_first, without

NONE = frozenset()


@dataclass(frozen=True)
class Turn:
    """The card after which the claim cannot be made, and where it was played."""

    before: Position
    card: object
    trick: int
    place: int
    plays: tuple


class BestPlay:
    """What best play of all wins, every card seen, tried card by card."""

    def __init__(self, position, claim):
        self.start, self.side = Sure(position, claim), claim.side
        self.won = position.won_by(self.side)
        self.holds = cache(self._holds)

    def of(self, now):
        """Return the tricks of the side at the end, with those it has."""
        hands = tuple(
            frozenset((int(c.suit), c.rank) for c in hand) for hand in now.hands
        )
        table = tuple((int(s), (int(c.suit), c.rank)) for s, c in now.trick.plays())
        won = 0
        while self.holds(hands, table, int(now.trick.leader), now.left, won + 1):
            won += 1
        return now.won_by(self.side) + won

    def _holds(self, hands, table, leader, tricks, need):
        if not 0 < need <= tricks:
            return need <= 0
        seat = self.start.turn(leader, table)
        pick = any if (seat - self.start.claimer) % 2 == 0 else all
        cards = sorted(self.start.legal(hands[seat], table, leader), key=high_first)
        return pick(
            self._next(
                without(hands, seat, c), (*table, (seat, c)), leader, tricks, need
            )
            for c in cards
        )

    def _next(self, hands, table, leader, tricks, need):
        if len(table) < 4:
            return self.holds(hands, table, leader, tricks, need)
        winner = self.start.winner(table)
        need -= (winner - self.start.claimer) % 2 == 0
        return self.holds(hands, (), winner, tricks - 1, need)


def cards_of(line, position):
    """Return the cards of a line that were not yet on the table, with their places."""
    found = [
        (trick.number, place, play.card)
        for trick in line
        for place, play in enumerate(trick.cards)
    ]
    return found[len(position.trick.cards) :]


def turn_of(line, position, claim, best):
    """Return the first card after which best play falls short of what it could win."""
    side, now = claim.side, position
    needed = min(position.won_by(side) + claim.tricks, best.of(position))
    plays = ()
    for trick, place, card in cards_of(line, position):
        then = now.play(card)
        if best.of(then) < needed:
            return Turn(now, card, trick, place, plays)
        now, plays = then, (*plays, card)
    return None


def unseen(position, claim):
    return frozenset(c for seat in claim.hidden for c in position.hands[seat])


def reference(position, claim, forgotten):
    """Return the rules written out, for one belief."""
    steps = () if claim.statement is None else claim.statement.steps
    plays = tuple(step.card for step in steps)
    marked = replace(
        claim,
        losers=known_losers(position, claim),
        conceded=conceded_suits(position, claim),
    )
    refused = frozenset(int(suit) for suit in refused_suits(claim))
    bare = is_bare(claim) and claim.tricks < position.left
    if bare:
        start = Sure(position, marked)
        now = start.hands, start.table, start.leader, start.shown, NONE
        bare = start.certain(*now) > claim.tricks
    dials = Dials(bare=bare, refused=refused)
    return Reference(position, marked, forgotten, plays, (), dials)


class Followed:
    """A line followed under one belief, as far as its cards are normal."""

    def __init__(self, ref):
        self.ref = ref
        self.moment = (
            *(ref.hands, ref.table, ref.leader, ref.shown, ref.forgotten, ref.need),
        )
        self.plays, self.said = ref.plays, False

    def goes(self, card):
        """Play a card; say whether it is normal where the claiming side plays it."""
        ref, card = self.ref, (int(card.suit), card.rank)
        hands, table, leader = self.moment[:3]
        seat = ref.turn(leader, table)
        legal, normal, self.said = ref.legal(hands[seat], table, leader), True, False
        if (seat - ref.claimer) % 2 == 0:
            cards, then = ref.normal(*self.moment, self.plays, legal)
            normal = any(self.is_same(seat, card, other) for other in cards)
            if then is not None and normal:
                self.plays, self.said = then, len(legal) > 1
        self.moment, _ = ref.step(*self.moment, seat, card)
        return normal

    def is_same(self, seat, card, other):
        """Say whether two cards of a hand differ in nothing: no third lies between."""
        low, high = sorted((card, other))
        hands, table = self.moment[:2]
        out = [c for s, hand in enumerate(hands) if s != seat for c in hand]
        out += [dict(table)[self.ref.winner(table)]] if table else []
        return low[0] == high[0] and not any(low < c < high for c in out)


def allows(ref, cards):
    """Say whether every card is normal under a belief; whether the last was named."""
    followed = Followed(ref)
    for card in cards:
        if not followed.goes(card):
            return None
    return followed


@dataclass(frozen=True)
class Verdict:
    """A cause with the cards it may be about; `words` are named by it too."""

    cause: Cause
    about: frozenset


class Finder:
    """One lost claim: its line, the card that turns it, and why it could be played."""

    def __init__(self, found, position, claim):
        self.found, self.position, self.claim = found, position, claim
        self.line = found.losing or found.line
        self.best = BestPlay(position, claim)
        self.turn = turn_of(self.line, position, claim, self.best)
        self.trump, self.said = position.strain.suit, False

    def causes(self):
        """Return the causes that the card may be laid to, with what they are about."""
        turn, claim = self.turn, self.claim
        beliefs = []
        for belief in self.beliefs():
            if not any(one <= belief for one in beliefs) and self.plays_so(belief):
                beliefs.append(belief)
                if not belief:
                    break
        if self.said:
            return [Verdict(Cause.WORDS_FAIL, frozenset({turn.card}))]
        if not claim.by_declarer and self.hand is not claim.claimer:
            return [Verdict(Cause.PARTNER, frozenset(self.better()))]
        if NONE not in beliefs:
            return [self.forgotten(belief) for belief in beliefs]
        if claim.statement is not None and claim.statement.not_understood:
            return [Verdict(Cause.WORDS_UNREAD, NONE)]
        return [self.unsure()]

    def forgotten(self, belief):
        trumps = all(card.suit is self.trump for card in belief)
        cause = Cause.TRUMP_FORGOTTEN if trumps else Cause.CARD_FORGOTTEN
        return Verdict(cause, belief)

    def plays_so(self, belief, claim=None):
        """Say whether the line is normal as far as the card under some belief."""
        cards = (*self.turn.plays, self.turn.card)
        followed = allows(reference(self.position, claim or self.claim, belief), cards)
        self.said |= followed is not None and followed.said
        return followed is not None

    def beliefs(self, claim=None):
        """Return what may be out of mind: nothing, trumps, side cards, few first."""
        position, claim = self.position, claim or self.claim
        known, trumps = named_forgotten(position, claim), NONE
        if claim.aware_of_trump is not True:
            trumps = without_known(position, claim, trumps_out(position, claim))
            trumps &= unseen(position, claim)
        trumps |= {card for card in known if card.suit is self.trump}
        yield NONE
        yield trumps
        mine = position.won_by(claim.side)
        if known:
            sets = [known]
        else:
            false = self.best.of(position) < claim.tricks + mine
            sets = self.mistakes() if false else []
        for whole in (one | more for one in sets for more in (NONE, trumps)):
            for size in range(1, len(whole) + 1):
                yield from map(frozenset, combinations(sorted(whole), size))

    def mistakes(self):
        """Return the smallest sets whose loss from mind makes the claim sure."""
        cards = sorted(unseen(self.position, self.claim))
        for size in (1, 2, 3):
            sets = map(frozenset, combinations(cards, size))
            found = [one for one in sets if self.explains(one)]
            if found:
                return found
        suits = {card.suit for card in cards}
        return [frozenset(c for c in cards if c.suit is suit) for suit in suits]

    def explains(self, cards):
        sure = Sure(self.position, self.claim)
        gone = frozenset((int(c.suit), c.rank) for c in cards)
        now = sure.hands, sure.table, sure.leader, sure.shown, gone
        return sure.certain(*now) >= self.claim.tricks

    def better(self):
        """Return the cards that would have kept what best play could win."""
        now, card = self.turn.before, self.turn.card
        kept = self.best.of(now)
        return [
            c for c in now.legal() if c != card and self.best.of(now.play(c)) >= kept
        ]

    def unsure(self):
        """Return the cause of a line that one may play who counts every card.

        A high card kept before winners, the wrong way over, the place of one card, a
        wrong throw or ruff, low before high, winners without a way there, a guess.
        """
        turn, over = self.turn, self.across()
        manner, card = self.found.turning.manner, turn.card
        better = self.found.turning.better
        assert better in self.better()
        above = better.suit is card.suit and better > card
        behind = {c for c in over if c.suit is card.suit}
        behind &= set(turn.before.hands[self.hand.partner])
        placed = self.places({card.suit, better.suit, self.wins().suit})
        lead = manner == "lead"
        if above and behind and min(over, key=lambda c: c.suit).suit is card.suit:
            return Verdict(Cause.UNBLOCK, frozenset(behind))
        both = self.goes_over(card) and self.goes_over(better)
        other = better.suit not in {card.suit, self.trump}
        if lead and self.at_once and both and other:
            return Verdict(Cause.ENTRY, NONE)
        if placed:
            return Verdict(Cause.GUESS, placed)
        if manner in {"discard", "ruff"} or (lead and above):
            good = manner == "discard" and card in self.high(turn.before, self.hand)
            return Verdict(Cause.ORDER, frozenset({card} if good else ()))
        return Verdict(Cause.ENTRY, over) if over else Verdict(Cause.GUESS, NONE)

    @property
    def hand(self):
        """Return the hand that plays the card."""
        return self.turn.before.turn

    @property
    def at_once(self):
        """Say whether the card costs its own trick."""
        return self.lost == self.turn.trick

    @property
    def lost(self):
        """Return the trick that the card costs: its own, or one too many later."""
        turn, side = self.turn, self.claim.side
        own = self.line[turn.trick - 1]
        lost = [trick.number for trick in self.line if trick.winner.side is not side]
        theirs = own.winner.side is not side
        if theirs and (not turn.place or self.trick_won(own)):
            return own.number
        needed = self.best.of(self.position) - self.position.won_by(side)
        return lost[self.position.left - min(self.claim.tricks, needed)]

    def trick_won(self, trick):
        """Say whether the better card wins the trick, the others being as they were."""
        better, seat = self.found.turning.better, self.hand
        played = [(p.seat, better if p.seat is seat else p.card) for p in trick.cards]
        table = tuple((s, (int(c.suit), c.rank)) for s, c in played)
        return self.best.start.winner(table) is seat

    def wins(self):
        """Return the card that wins the trick lost."""
        trick = self.line[self.lost - 1]
        return next(p.card for p in trick.cards if p.seat is trick.winner)

    def high(self, now, seat):
        """Return the cards of a hand that no opponent beats in their suit."""
        others = [c for s in (seat.lho, seat.rho) for c in now.hands[s]]
        return {
            c
            for c in now.hands[seat]
            if not any(o.suit is c.suit and o > c for o in others)
        }

    def goes_over(self, card):
        """Say whether a lead goes to a winner of the other hand."""
        now = self.turn.before
        over = self.high(now, now.turn.partner)
        return any(c.suit is card.suit and c > card for c in over)

    def across(self):
        """Return winners of the other hand that would be there with the lead there."""
        trick = self.line[self.lost - 1]
        leader, better = trick.cards[0].seat, self.found.turning.better
        if leader.side is not self.claim.side or not self.claim.by_declarer:
            return NONE
        if self.at_once and self.turn.place:
            return NONE
        if self.at_once and better.suit is self.turn.card.suit:
            return NONE
        now = self.position
        for number, _, card in cards_of(self.line, self.position):
            if number == trick.number:
                break
            now = now.play(card)
        if self.high(now, leader):
            return NONE
        won = {
            p.card
            for t in self.line[self.lost :]
            for p in t.cards
            if p.seat is t.winner and t.winner.side is self.claim.side
        }
        return frozenset(self.high(now, leader.partner) - won)

    def places(self, suits):
        """Return the cards of some suits whose place alone decides.

        Proven, it makes the claim sure and the line not normal under any belief.
        """
        claim, found = self.claim, set()
        if not claim.by_declarer:
            return NONE
        for seat in claim.hidden:
            for card in self.position.hands[seat]:
                held = claim.locations | {(seat, card)}
                aware = claim.aware_of_trump is not False
                known = replace(claim, locations=held, aware_of_trump=aware)
                if card.suit not in suits or not self.is_sure(known):
                    continue
                if not any(self.plays_so(one, known) for one in self.beliefs(known)):
                    found.add(card)
        return frozenset(found)

    def is_sure(self, claim):
        sure = Sure(self.position, claim)
        now = sure.hands, sure.table, sure.leader, sure.shown, NONE
        return sure.certain(*now) >= claim.tricks
