"""Moments of play with real cards, and what the claimer knows as explicit layouts.

Serves the check of stored proposals (Laws 70 and 71) and imports nothing of the
search. Every layout he does not exclude is listed, so that it is slow and meant for
few cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.solver.inputs import SolverClaim, names_squeeze
from rulings.solver.reference.deals import CardSet, HiddenHands, Play, SeenDeals


@dataclass(frozen=True, slots=True)
class RealMoment:
    """A moment of play: hands by seat, cards on the table, what has been seen."""

    hands: tuple[CardSet, CardSet, CardSet, CardSet]
    table: tuple[Play, ...]
    leader: int
    shown: frozenset[tuple[int, Suit]]
    forgotten: CardSet

    @property
    def seat(self) -> int:
        """Return the seat to play."""
        return (self.leader + len(self.table)) % 4

    @property
    def led(self) -> Suit | None:
        """Return the suit led; None on lead."""
        card = self.table[0][1] if self.table else None
        return None if card is None else card.suit

    @property
    def tricks(self) -> int:
        """Return the tricks left, the one in progress included."""
        return max(
            len(hand) + any(seat == s for s, _ in self.table)
            for seat, hand in enumerate(self.hands)
        )

    def legal(self) -> list[Card]:
        """Return the legal cards, in order."""
        hand = sorted(self.hands[self.seat])
        return [card for card in hand if card.suit is self.led] or hand


def _written(layout: HiddenHands) -> tuple[list[Card], int]:
    return sorted(layout[0]), layout[1]


class ClaimersKnowledge:
    """What one claimer knows: who is hidden, what is proven, how much is certain."""

    def __init__(self, position: Position, claim: SolverClaim) -> None:
        """Take position and claim."""
        self.trump = position.strain.suit
        self.claimer, self.dummy = int(claim.claimer), int(claim.dummy)
        self.declares = claim.by_declarer
        self.mine = {self.claimer, self.dummy} if self.declares else {self.claimer}
        self.hidden = (int(claim.hidden[0]), int(claim.hidden[1]))
        self.partner = (self.claimer + 2) % 4
        self.located = {card: int(seat) for seat, card in claim.locations}
        self.deals = SeenDeals(
            self.claimer, self.hidden, self.winner, squeezes=names_squeeze(claim)
        )
        self.values: dict[tuple[object, ...], int] = {}
        self.certainties: dict[RealMoment, int] = {}

    def start(
        self, position: Position, claim: SolverClaim, forgotten: CardSet
    ) -> RealMoment:
        """Return the moment of the claim under a hypothesis."""
        hands = tuple(frozenset(hand) for hand in position.hands)
        table = tuple((int(seat), card) for seat, card in position.trick.plays())
        led = position.trick.suit
        seen = {
            (s, led) for s, card in table if led is not None and card.suit is not led
        }
        shown = {(int(seat), suit) for seat, suit in claim.show_outs}
        unseen = hands[self.hidden[0]] | hands[self.hidden[1]]
        return RealMoment(
            (hands[0], hands[1], hands[2], hands[3]),
            table,
            int(position.trick.leader),
            frozenset(shown | seen),
            unseen & forgotten,
        )

    def winner(self, table: tuple[Play, ...]) -> int:
        """Return the seat that is winning a trick."""
        first = table[0][1]
        led = None if first is None else first.suit
        ranks = [
            (card.suit is self.trump, card.suit is led, card.rank, seat)
            for seat, card in table
            if card is not None and card.suit in {led, self.trump}
        ]
        return max(ranks)[3]

    def after(self, moment: RealMoment, card: Card) -> tuple[RealMoment, int]:
        """Return the moment after a card, and the tricks won on the way, 0 or 1."""
        seat, led = moment.seat, moment.led
        shown, forgotten = moment.shown, moment.forgotten
        if led is not None and card.suit is not led:
            shown |= {(seat, led)}
        if card in forgotten:
            forgotten = frozenset(c for c in forgotten if c.suit is not card.suit)
        hands = [hand - {card} for hand in moment.hands]
        table = (*moment.table, (seat, card))
        leader, won = moment.leader, 0
        if len(table) == len(hands):
            leader, table = self.winner(table), ()
            won = int((leader - self.claimer) % 2 == 0)
        four = (hands[0], hands[1], hands[2], hands[3])
        return RealMoment(four, table, leader, shown, forgotten), won

    def unseen(self, moment: RealMoment) -> CardSet:
        """Return the cards he counts in the hidden hands."""
        one, other = self.hidden
        return (moment.hands[one] | moment.hands[other]) - moment.forgotten

    def certain(self, moment: RealMoment) -> int:
        """Return the tricks he can guarantee, as he sees it, in every layout."""
        if moment not in self.certainties:
            blind = [
                hand if seat not in self.hidden else frozenset[Card]()
                for seat, hand in enumerate(moment.hands)
            ]
            four = (blind[0], blind[1], blind[2], blind[3])
            known = RealMoment(
                four, moment.table, moment.leader, frozenset(), frozenset()
            )
            layouts = self.layouts(moment)
            self.certainties[moment] = self._value(layouts, known, moment.tricks)
        return self.certainties[moment]

    def how_many_give(self, moment: RealMoment, tricks: int, enough: int) -> int:
        """Return how many layouts give so many tricks with every card seen (N19).

        No more are counted than are enough; 0 counts all.
        """
        found, moment_now = 0, (moment.table, moment.leader)
        if tricks > moment.tricks:
            return 0
        for layout in sorted(self.layouts(moment), key=_written):
            found += self.deals.reaches(
                moment.hands, moment_now, layout, tricks, moment.tricks
            )
            if found == enough:
                break
        return found

    def layouts(self, moment: RealMoment) -> frozenset[HiddenHands]:
        """Return every way to deal the cards he counts, as far as he knows."""
        one, other = self.hidden
        size, size_2 = len(moment.hands[one]), len(moment.hands[other])
        cards = self.unseen(moment)
        blanks = size + size_2 - len(cards)
        found: set[HiddenHands] = set()
        for many in range(max(0, size - blanks), min(size, len(cards)) + 1):
            for some in combinations(sorted(cards), many):
                first = frozenset(some)
                rest = cards - first
                fits = self._fits(one, first, moment) and self._fits(
                    other, rest, moment
                )
                if fits and len(rest) <= size_2:
                    found.add((first, size - many, rest, size_2 - len(rest)))
        return frozenset(found)

    def _fits(self, seat: int, hand: CardSet, moment: RealMoment) -> bool:
        return not any(
            (seat, card.suit) in moment.shown or self.located.get(card, seat) != seat
            for card in hand
        )

    def _value(
        self, layouts: frozenset[HiddenHands], moment: RealMoment, tricks: int
    ) -> int:
        if tricks == 0:
            return 0
        key = (layouts, moment.hands, moment.table, moment.leader)
        if key not in self.values:
            hidden = moment.seat in self.hidden
            ways = (
                self._dealt(layouts, moment) if hidden else self._seen(layouts, moment)
            )
            results = [self._next(left, moment, card, tricks) for card, left in ways]
            best = max if moment.seat in self.mine else min
            self.values[key] = best(results, default=tricks)
        return self.values[key]

    def _seen(
        self, layouts: frozenset[HiddenHands], moment: RealMoment
    ) -> list[tuple[Card | None, frozenset[HiddenHands]]]:
        return [(card, layouts) for card in moment.legal()]

    def _dealt(
        self, layouts: frozenset[HiddenHands], moment: RealMoment
    ) -> list[tuple[Card | None, frozenset[HiddenHands]]]:
        """Return each card the hidden hand may show, with the layouts it leaves."""
        first = moment.seat == self.hidden[0]
        ways: dict[Card | None, set[HiddenHands]] = {}
        for layout in layouts:
            hand, blanks = layout[:2] if first else layout[2:]
            for card in self._options(moment, hand, blanks):
                left = (hand, blanks - 1) if card is None else (hand - {card}, blanks)
                new = (*left, *layout[2:]) if first else (*layout[:2], *left)
                ways.setdefault(card, set()).add(new)
        return [(card, frozenset(left)) for card, left in ways.items()]

    def _options(
        self, moment: RealMoment, hand: CardSet, blanks: int
    ) -> list[Card | None]:
        led = moment.led
        cards: list[Card | None] = [card for card in hand if card.suit is led]
        if cards:
            return cards
        cards = list(hand)
        if led is None:
            return cards
        cards += [None] if blanks else []
        holds_back = not self.declares and moment.seat == self.partner
        if holds_back and self.winner(moment.table) == self.claimer:
            thrown = [c for c in cards if c is None or c.suit is not self.trump]
            return thrown or cards
        return cards

    def _next(
        self,
        layouts: frozenset[HiddenHands],
        moment: RealMoment,
        card: Card | None,
        tricks: int,
    ) -> int:
        hands = [hand - {card} for hand in moment.hands]
        four = (hands[0], hands[1], hands[2], hands[3])
        table = (*moment.table, (moment.seat, card))
        if len(table) < len(four):
            after = replace(moment, hands=four, table=table)
            return self._value(layouts, after, tricks)
        winner = self.winner(table)
        after = replace(moment, hands=four, table=(), leader=winner)
        won = int((winner - self.claimer) % 2 == 0)
        return won + self._value(layouts, after, tricks - 1)
