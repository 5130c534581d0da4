"""Normal lines once more, slowly: the fewest tricks over all that the rules leave.

Written from the specification and from nothing in the solver: `sure.py` says what is
certain, `rules.py` and `aims.py` what each rule leaves. Real cards, explicit layouts.
"""

# ruff: noqa: PLR0917 - a moment of play is passed on whole, part by part

from functools import cache

from tests.solver.aims import Aims
from tests.solver.rules import Dials


class Reference(Aims):
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
        never=(),
        let_in=(),
    ):
        super().__init__(position, claim, dials or Dials(), breaks=breaks)
        unseen = self.hands[self.hidden[0]] | self.hands[self.hidden[1]]
        self.forgotten = unseen & {(int(c.suit), c.rank) for c in forgotten}
        self.plays = tuple((int(c.suit), c.rank) for c in plays)
        self.fewest = cache(self._fewest)
        self.never, self.let_in = never, let_in
        ideas = {card for idea in (*never, *let_in) for card in idea.cards}
        self.watched = {(int(card.suit), card.rank) for card in ideas}
        self.struck = self.switched(struck)
        self.allowed = self.switched(allowed)

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

    def _fewest(self, hands, table, leader, shown, forgotten, need, plays):
        if not any(hands):
            return 0
        seat = self.turn(leader, table)
        legal = self.legal(hands[seat], table, leader)
        if (seat - self.claimer) % 2 == 0:
            cards, then = self.normal(
                hands, table, leader, shown, forgotten, need, plays, legal
            )
            said = cards if then is not None else ()
            moment = hands, table, leader, shown, forgotten, need
            if then is None:
                cards = self.instead(moment, legal, cards)
            cards = self.as_switched(moment, legal, cards)
        else:
            cards, said, then = legal, (), None
        results = []
        for card in cards:
            left = then if card in said else plays
            results.append(
                self._after(
                    hands, table, leader, shown, forgotten, need, left, seat, card
                )
            )
        return min(results)

    def _after(self, hands, table, leader, shown, forgotten, need, plays, seat, card):
        state, won = self.step(hands, table, leader, shown, forgotten, need, seat, card)
        return won + self.fewest(*state, plays)

    def narrowed(self, hands, table, leader, forgotten, plays, legal):
        """Return the cards that the rules leave before what is certain is asked for."""
        seat = self.turn(leader, table)
        mine = seat in self.max_seats
        candidates = legal
        if len(legal) > 1:
            if mine and table:
                candidates = [c for c in candidates if c not in plays] or candidates
            if mine and not table:
                candidates = self.leads(seat, hands, forgotten, legal)
            candidates = self.losers_wait(seat, table, candidates)
            candidates = self.finesse_refused(seat, hands, table, forgotten, candidates)
            candidates = self.economy(seat, hands, table, forgotten, candidates)
            if not mine:
                candidates = self.thrown_low(table, candidates)
                candidates = self.kept_by_partner(seat, hands, table, candidates)
        return candidates

    def normal(self, hands, table, leader, shown, forgotten, need, plays, legal):
        """Return the normal cards and, where they are stated, what is then left."""
        seat = self.turn(leader, table)
        candidates = self.narrowed(hands, table, leader, forgotten, plays, legal)
        keeps = {}

        def then(card):
            return self.step(hands, table, leader, shown, forgotten, need, seat, card)

        def after(card):
            if card not in keeps:
                state, won = then(card)
                keeps[card] = won + self.certain(*state[:5])
            return keeps[card]

        stated = self.stated(hands, table, leader, forgotten, plays, legal)
        if stated is not None:
            cards, left = stated
            if len(cards) > 1:
                target = min(need, self.certain(hands, table, leader, shown, forgotten))
                cards = self.leads(seat, hands, forgotten, cards) or cards
                cards = [c for c in cards if after(c) >= target] or cards
            return cards, left
        if seat not in self.max_seats or len(legal) == 1:
            normal = candidates
        else:
            target = self.certain(hands, table, leader, shown, forgotten)
            if not table:
                target = min(target, need)
            normal = [c for c in candidates if after(c) >= target]
            normal = normal or [c for c in legal if after(c) >= target]
            normal = self.trick_kept(seat, hands, table, forgotten, need, normal)
            normal = self.not_wasted(seat, hands, table, forgotten, normal)
            moment = hands, table, leader, shown, forgotten
            normal = self.aimed(moment, need, normal, then)
        return normal, None

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
                if before not in self.legal(hands[seat], table, leader):
                    break
                moment, _ = self.step(*moment, seat, before)
            else:
                hands, table, leader = moment[:3]
                seat = self.turn(leader, table)
                ours = (seat - self.claimer) % 2 == 0
                if ours and card in self.legal(hands[seat], table, leader):
                    places = found.setdefault(self.looks(moment), set())
                    places |= self.run_of(moment, card)
        return found

    def as_switched(self, moment, legal, cards):
        """Return the cards without those struck at a position, with those let in."""
        if not (self.struck or self.allowed or self.never or self.let_in):
            return cards
        looks = self.looks(moment)
        struck = self.struck.get(looks, set()) | self.meant(moment, legal, self.never)
        allowed = self.allowed.get(looks, set())
        allowed = allowed | self.meant(moment, legal, self.let_in)
        kept = [c for c in cards if self.place(moment, c) not in struck] or cards
        more = [c for c in legal if self.place(moment, c) in allowed]
        return [*kept, *(c for c in more if c not in kept)]

    def instead(self, moment, legal, cards):
        """Return other cards that keep what is certain where every one is ruled out."""
        meant = self.meant(moment, legal, self.never)
        if any(self.place(moment, card) not in meant for card in cards):
            return cards
        others = [c for c in legal if self.place(moment, c) not in meant]
        (table, leader), need = moment[1:3], moment[5]
        seat = self.turn(leader, table)
        if seat in self.max_seats and others:
            target = self.certain(*moment[:5])
            target = target if table else min(target, need)
            states = [self.step(*moment, seat, card) for card in others]
            others = [
                card
                for card, (state, won) in zip(others, states, strict=True)
                if won + self.certain(*state[:5]) >= target
            ]
        return others or cards

    def meant(self, moment, legal, ideas):
        """Return the places of the cards that some kinds of play are about now."""
        return {
            self.place(moment, card)
            for idea in ideas
            for card in legal
            if self.is_meant(moment, card, idea)
        }

    def is_meant(self, moment, card, idea):
        hands, table, leader = moment[:3]
        seat = self.turn(leader, table)
        manner = "lead"
        if table:
            manner = "ruff" if card[0] == self.trump else "discard"
            manner = "follow" if card[0] == table[0][1][0] else manner
        if (seat, manner) not in {(hand, idea.manner) for hand in idea.hands}:
            return False
        others = [c for n in (1, 3) for c in hands[(self.claimer + n) % 4]]
        own = [c for n in (0, 2) for c in hands[(self.claimer + n) % 4]]
        if idea.trump_out and not any(c[0] == self.trump for c in others):
            return False
        if idea.before and (int(idea.before.suit), idea.before.rank) not in own:
            return False
        if not idea.card:
            return card[0] == idea.suit
        named = int(idea.card.suit), idea.card.rank
        if named[0] != card[0] or named not in hands[seat]:
            return False
        cards = self.in_suit(moment, card[0])
        ends = sorted((cards.index(card), cards.index(named)))
        between = cards[ends[0] : ends[1] + 1]
        return len({self.kind(moment, c) for c in between}) == 1

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
        suits = [self.in_suit(moment, suit) for suit in range(4)]
        names = tuple(tuple(s) for s in suits if self.watched & set(s))
        seat = self.turn(leader, table)
        return kinds, marks, seat, led, best, len(table), need, names

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
        kinds = [(self.kind(moment, c), c in self.watched and c) for c in cards]
        first = last = at
        while first and kinds[first - 1] == kinds[at]:
            first -= 1
        while last + 1 < len(cards) and kinds[last + 1] == kinds[at]:
            last += 1
        return {(suit, n) for n in range(first, last + 1)}

    def stated(self, hands, table, leader, forgotten, plays, legal):
        """Return the cards that a list of cards forces, and what is then left of it."""
        seat = self.turn(leader, table)
        out = self.unseen(hands, forgotten)
        if not table:
            return self.led_by_words(hands, seat, out, plays, legal)
        gone = self.plays[: len(self.plays) - len(plays)]
        best = self.winner(table)
        allied = best == (seat + 2) % 4 and best in self.max_seats
        sure = allied and not _is_below(dict(table)[best], out)

        def wins(card):
            return card in legal and self.winner((*table, (seat, card))) == seat

        if (leader - self.claimer) % 2 or not gone:
            ours = (best - self.claimer) % 2 == 0
            first = bool(self.table) and not gone and self.begun(hands, table)
            follows = (leader - self.claimer) % 2 == 0
            for n, card in enumerate(plays if follows else plays[:1]):
                led = first and card in legal and card[0] == table[0][1][0]
                if not ours and (wins(card) or (led and n == 0)):
                    return [card], plays[1:] if n == 0 else plays
                if led and follows and wins(card) and not sure:
                    return [card], plays[n + 1 :]
            return None
        if sure:
            return None
        if wins(gone[-1]):
            return [gone[-1]], plays
        after = plays[:1] if dict(table)[leader] == gone[-1] else ()
        same = [card for card in after if card[0] == table[0][1][0] and wins(card)]
        return (same, plays[1:]) if same else None

    def led_by_words(self, hands, seat, out, plays, legal):
        """Return the cards that a list of cards asks to be led."""
        other = (seat + 2) % 4
        both = {seat, other} <= set(self.max_seats)
        behind = hands[other] if both else ()
        for n, card in enumerate(plays):
            if card in legal:
                return [card], plays[n + 1 :]
            low = _low(legal, card, out)
            if card in behind and low and not _is_below(card, out):
                return low, plays[n + 1 :]
        return None

    def begun(self, hands, table):
        """Say whether the trick is the one that lay on the table at the claim."""
        at_first = sum(map(len, self.hands)) + len(self.table)
        return sum(map(len, hands)) + len(table) == at_first


def _low(legal, card, out):
    """Return the lowest card of a suit below a card, and those equal to it."""
    suit = sorted(c for c in legal if c[0] == card[0])
    suit = [c for c in suit if c < card] or suit
    return [c for c in suit if not any(suit[0] < o < c for o in out if o[0] == c[0])]


def _is_below(card, out):
    return any(c[0] == card[0] and c > card for c in out)
