"""Which real cards are normal at a moment: the rules N1 to N22 written out plainly.

Serves the check of stored proposals (Laws 70 and 71). Imports nothing of the search or
its table of rules, so that a fault in one shows against the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulings.bridge.cards import RANK_OF, Card, Suit
from rulings.solver.inputs import RuffHeight, Settings, SuitOrder
from rulings.solver.reference.layouts import ClaimersKnowledge, RealMoment

Cards = list[Card]
THIRD, LAST = 2, 3
_JACK, _TEN = RANK_OF["J"], RANK_OF["T"]
_SHARES = {"any": 0.0, "quarter": 0.25, "half": 0.5, "best": 1.0}


@dataclass(frozen=True, slots=True)
class PlainRules:
    """The rules as they stand for one claim.

    `beyond` are the tricks asked for that were not claimed (N14).
    """

    known: ClaimersKnowledge
    settings: Settings
    losers: frozenset[Card]
    conceded: frozenset[Suit]
    bare: bool
    refused: frozenset[Suit] = frozenset()
    beyond: int = 0

    def normal(
        self,
        moment: RealMoment,
        need: int,
        stated: Cards | None,
        later: frozenset[Card] = frozenset(),
    ) -> Cards:
        """Return the normal cards of the claiming side's hand to play.

        `later` are the cards that the words name to be played later.
        """
        legal = moment.legal()
        if len(legal) == 1:
            return legal
        mine = moment.seat in self.known.mine
        cards = legal if stated is None else stated
        if moment.table and mine:
            cards = [card for card in cards if card not in later] or cards
        elif mine:
            cards = self._leads(moment, cards)
        if stated is None:
            cards = self._without_finesse(moment, cards)
        cards = self._thrown(moment, self._losers_last(moment, cards))
        if not mine:
            return cards
        sound = self.sound(moment, need, cards)
        if stated is not None:
            return sound or cards
        sound = sound or self.sound(moment, need, legal)
        kept = self._not_wasted(moment, self._trick_kept(moment, need, sound))
        return self._aimed(moment, need, kept)

    def sound(self, moment: RealMoment, need: int, cards: Cards) -> Cards:
        """Return the cards that keep what is certain, on lead as far as needed."""
        target = self.known.certain(moment)
        if not moment.table:
            target = min(target, need)
        return [card for card in cards if self.keeps(moment, card) >= target]

    def keeps(self, moment: RealMoment, card: Card) -> int:
        """Return the tricks certain after a card, the one it wins included."""
        after, won = self.known.after(moment, card)
        return won + self.known.certain(after)

    def _leads(self, moment: RealMoment, cards: Cards) -> Cards:
        if self.settings.suit_order is not SuitOrder.NONE:
            left = [card for card in cards if self._may_be_led(moment, card, cards)]
            cards = left or cards
        cards = [card for card in cards if card not in self.losers] or cards
        trump = self.known.trump
        if self.settings.last_trump_lead_normal or trump is None:
            return cards
        if self._trump_thought_out(moment, trump):
            return cards
        return [card for card in cards if card.suit is not trump] or cards

    def _may_be_led(self, moment: RealMoment, card: Card, cards: Cards) -> bool:
        """Say whether from-the-top lets a card be led (N5, N6, N4)."""
        suit = sorted(c for c in moment.hands[moment.seat] if c.suit is card.suit)
        top = suit[-1]
        unseen = self.known.unseen(moment)
        good = not any(c.suit is card.suit and c > top for c in unseen)
        if not good or card == top or top not in cards:
            return True
        if self.settings.low_lead_in_conceded_suit and (
            self.bare or card.suit in self.conceded
        ):
            return True
        spots = self.settings.suit_order is SuitOrder.TOP_DOWN_SPOTS
        return spots and card == suit[0] and _is_spots(suit)

    def _trump_thought_out(self, moment: RealMoment, trump: Suit) -> bool:
        return any(
            card.suit is trump and card not in moment.forgotten
            for seat, hand in enumerate(moment.hands)
            if seat not in self.known.mine
            for card in hand
        )

    def _losers_last(self, moment: RealMoment, cards: Cards) -> Cards:
        """Leave known losers to be thrown before other side cards (N3)."""
        if not self._is_void(moment, cards) or moment.seat not in self.known.mine:
            return cards
        losers = [c for c in cards if c in self.losers and c.suit is not self.trump]
        ruffs = [c for c in cards if c.suit is self.trump]
        return losers + ruffs if losers else cards

    @property
    def trump(self) -> Suit | None:
        """Return the trump suit."""
        return self.known.trump

    def _is_void(self, moment: RealMoment, cards: Cards) -> bool:
        return moment.led is not None and cards[0].suit is not moment.led

    def _wins(self, moment: RealMoment, card: Card) -> bool:
        table = (*moment.table, (moment.seat, card))
        return self.known.winner(table) == moment.seat

    def _thrown(self, moment: RealMoment, cards: Cards) -> Cards:
        """Leave the cards that waste nothing (N8), and a partner's low ones (N13)."""
        if moment.led is None:
            return cards
        if not self._is_void(moment, cards):
            return self._followed(moment, sorted(cards))
        best = self.known.winner(moment.table)
        discards = [card for card in cards if card.suit is not self.trump]
        mine = moment.seat in self.known.mine
        claimers = not mine and best == self.known.claimer
        if not (discards and (self._partner_stands(moment, best) or claimers)):
            discards = discards + self._ruffs(moment, cards) or cards
        if mine:
            return discards
        low = [
            card
            for card in discards
            if card.suit is self.trump
            or card == min(c for c in discards if c.suit is card.suit)
        ]
        return self._kept_by_partner(moment, low)

    def _kept_by_partner(self, moment: RealMoment, cards: Cards) -> Cards:
        """Leave a defender's partner what he does not see to win (N22)."""
        others = [c for s, h in enumerate(moment.hands) if s != moment.seat for c in h]
        winning = dict(moment.table)[self.known.winner(moment.table)]
        others += [] if winning is None else [winning]
        kept = [c for c in cards if c.suit is not self.trump and _is_top(c, others)]
        left = [c for c in cards if c not in kept]
        return left if any(c.suit is not self.trump for c in left) else cards

    def _not_wasted(self, moment: RealMoment, cards: Cards) -> Cards:
        """Throw no winner and spend no trump where another card can go (N18)."""
        if not cards or not self._is_void(moment, cards):
            return cards
        out = self.known.unseen(moment)
        side = [card for card in cards if card.suit is not self.trump]
        losing = [card for card in side if not _is_top(card, out)]
        if not losing:
            return cards
        partner, led = (moment.seat + 2) % 4, moment.led
        best = dict(moment.table)[self.known.winner(moment.table)]
        waits = partner in self.known.mine and len(moment.table) < LAST - 1
        wins = waits and any(
            c.suit is led is best.suit and c > best and _is_top(c, out)
            for c in moment.hands[partner]
            if best is not None
        )
        return [c for c in cards if c in losing or (c.suit is self.trump and not wins)]

    def _aimed(self, moment: RealMoment, need: int, cards: Cards) -> Cards:
        """Leave the plays with which enough layouts let the claim be made (N19)."""
        if len(cards) < 2:  # noqa: PLR2004 - a choice
            return cards
        share = _SHARES[self.settings.plan_share]
        most = min(max(0, need - self.beyond), moment.tricks)
        for tricks in range(most, self.known.certain(moment), -1):
            made = {card: self._made_in(moment, card, tricks) for card in cards}
            if best := max(made.values()):
                return [c for c in cards if made[c] and made[c] >= share * best]
        return cards

    def _made_in(self, moment: RealMoment, card: Card, tricks: int) -> int:
        after, won = self.known.after(moment, card)
        enough = 0 if _SHARES[self.settings.plan_share] else 1
        return self.known.how_many_give(after, tricks - won, enough)

    def _followed(self, moment: RealMoment, cards: Cards) -> Cards:
        winners = [card for card in cards if self._wins(moment, card)]
        last = len(moment.table) == LAST
        best = self.known.winner(moment.table)
        partner = best == (moment.seat + 2) % 4
        mine = moment.seat in self.known.mine
        wasted = mine and self._partner_stands(moment, best)
        if not winners or (last and partner) or wasted:
            return cards[:1]
        kept = {cards[0], winners[0]} | (set() if last else {winners[-1]})
        return sorted(kept)

    def _without_finesse(self, moment: RealMoment, cards: Cards) -> Cards:
        """Leave the sure winners in third hand where a finesse was refused (N16)."""
        third = len(moment.table) == THIRD and moment.seat in self.known.mine
        suit = cards[0].suit
        if not third or self._is_void(moment, cards) or suit not in self.refused:
            return cards
        out = [card for card in self.known.unseen(moment) if card.suit is suit]
        winners = [card for card in cards if self._wins(moment, card)]
        sure = [card for card in winners if all(card > c for c in out)]
        return sure if 0 < len(sure) < len(winners) else cards

    def _partner_stands(self, moment: RealMoment, best: int) -> bool:
        if best != (moment.seat + 2) % 4:
            return False
        card = dict(moment.table)[best]
        if len(moment.table) == LAST or card is None:
            return True
        out = self.known.unseen(moment)
        return not any(c.suit is card.suit and c > card for c in out)

    def _ruffs(self, moment: RealMoment, cards: Cards) -> Cards:
        ruffs = sorted(
            c for c in cards if c.suit is self.trump and self._wins(moment, c)
        )
        low = self.settings.ruff_height is RuffHeight.LOWEST and moment.forgotten
        if len(moment.table) == LAST or (low and moment.seat in self.known.mine):
            return ruffs[:1]
        return ruffs

    def _trick_kept(self, moment: RealMoment, need: int, cards: Cards) -> Cards:
        """Leave who claims every trick the cards that may win this one (N15)."""
        partner = (moment.seat + 2) % 4
        if moment.led is None or need < moment.tricks:
            return cards
        best = self.known.winner(moment.table)
        if best == partner:
            return cards
        if partner not in [seat for seat, _ in moment.table]:
            if self.trump is not None:
                return cards
            card = dict(moment.table)[best]
            hidden = partner not in self.known.mine
            out = self.known.unseen(moment) if hidden else moment.hands[partner]
            if any(card and c.suit is card.suit and c > card for c in out):
                return cards
        return [card for card in cards if self._wins(moment, card)] or cards


def _is_top(card: Card, others: Iterable[Card]) -> bool:
    return not any(c.suit is card.suit and c > card for c in others)


def _is_spots(suit: Cards) -> bool:
    """Say whether a holding, from the bottom, is broken and headed by a spot."""
    solid = suit[-1].rank - suit[0].rank == len(suit) - 1
    top = suit[-1].rank
    return not solid and (top <= _TEN or (top == _JACK and len(suit) == 2))  # noqa: PLR2004 - jack and one other
