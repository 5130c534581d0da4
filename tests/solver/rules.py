"""The rules of normal play once more, slowly: which cards each of them leaves.

Written from the specification and from nothing in the solver.
"""

# ruff: noqa: PLR0917 - a moment of play is passed on whole, part by part

from dataclasses import dataclass

from tests.solver.sure import Sure


@dataclass(frozen=True)
class Dials:
    """What a regulating body sets, and whether nothing but a number was said."""

    spots: bool = False
    last_trump: bool = True
    low_lead: bool = True
    low_ruff: bool = False
    bare: bool = False
    refused: frozenset = frozenset()
    share: float = 0


class Rules(Sure):
    """A claim whose plays the rules leave or shut out, as the dials are set."""

    def __init__(self, position, claim, dials, *, breaks=False):
        super().__init__(position, claim, breaks=breaks)
        self.dials = dials
        self.losers = frozenset((int(c.suit), c.rank) for c in claim.losers)
        self.conceded = frozenset(int(suit) for suit in claim.conceded)

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
            mine = seat in self.max_seats
            if not over or (last and partner_best) or (mine and stands):
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
