"""A full record of play by rules of thumb: second hand low, third hand high.

Nobody peeks but to count what is gone. It makes records that look like play; it proves
nothing, and no ruling rests on it.
"""

from __future__ import annotations

from random import Random

from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import FULL_HAND, Deal, Hand
from rulings.bridge.positions import Position
from rulings.bridge.records import replay
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.management.demo.boards import by_rank

MOST_CLAIMED = 7
"""Tricks left, above which nobody in the demo claims."""

FEWEST_CLAIMED = 3


def play_out(deal: Deal, contract: Contract, random: Random) -> tuple[Card, ...]:
    """Return all 52 cards in playing order."""
    position = opening(deal, contract)
    played: list[Card] = []
    while len(played) < len(Seat) * FULL_HAND:
        card = choose(position, contract, random)
        played.append(card)
        position = position.play(card)
    return tuple(played)


def opening(deal: Deal, contract: Contract) -> Position:
    """Return the position before the opening lead."""
    return Position(deal.hands, contract.strain, Trick(contract.opening_leader))


def choose(position: Position, contract: Contract, random: Random) -> Card:
    """Return the card the seat in turn plays."""
    legal = position.legal()
    if len(legal) == 1:
        return legal[0]
    if not position.trick.cards:
        return lead(position, contract, random)
    return follow(position, legal)


def lead(position: Position, contract: Contract, random: Random) -> Card:
    """Draw trumps while some are out, cash what is high, else lead low from length."""
    seat = position.turn
    hand = position.hands[seat]
    trump = contract.strain.suit
    if trump is not None and seat.side is contract.declarer.side and hand.suit(trump):
        out = sum(len(position.hands[one].suit(trump)) for one in seat.side.other.seats)
        if out:
            return hand.suit(trump)[0]
    high = [suit for suit in Suit if hand.suit(suit) and is_high(position, suit)]
    plain = [suit for suit in high if suit is not trump]
    if high and not is_opening(position):
        return hand.suit(random.choice(plain or high))[0]
    suits = [suit for suit in Suit if hand.suit(suit) and suit is not trump]
    if not suits:
        return by_rank(tuple(hand))[0]
    suit = max(suits, key=lambda one: (len(hand.suit(one)), random.random()))
    return from_length(hand.suit(suit))


def is_opening(position: Position) -> bool:
    """Say whether no trick has been played."""
    return position.won == (0, 0)


def is_high(position: Position, suit: Suit) -> bool:
    """Say whether the seat in turn holds the highest card left of a suit."""
    mine = position.hands[position.turn].suit(suit)[0]
    return all(
        not hand.suit(suit) or hand.suit(suit)[0] <= mine for hand in position.hands
    )


def from_length(cards: tuple[Card, ...]) -> Card:
    """Return the top of touching honours, else the fourth highest or the lowest."""
    ten = 10
    if len(cards) > 1 and cards[0].rank == cards[1].rank + 1 and cards[1].rank >= ten:
        return cards[0]
    return cards[min(3, len(cards) - 1)]


def follow(position: Position, legal: tuple[Card, ...]) -> Card:
    """Return a card to a trick that somebody else has led to."""
    trick, strain, seat = position.trick, position.strain, position.turn
    low = by_rank(legal)
    if legal[0].suit is not trick.suit:
        return ruff_or_discard(position, legal)
    best = trick.winner(strain)
    beating = [
        card
        for card in low
        if Trick(trick.leader, (*trick.cards, card)).winner(strain) is seat
    ]
    second, last = len(trick.cards) == 1, len(trick.cards) == len(Seat) - 1
    if not beating or (best is seat.partner and last):
        return low[0]
    if last:
        return beating[0]
    if second:
        return beating[-1] if is_high(position, beating[-1].suit) else low[0]
    if best is seat.partner and is_safe(position, best):
        return low[0]
    return beating[-1]


def is_safe(position: Position, best: Seat) -> bool:
    """Say whether the winning card so far is the highest left of the suit led."""
    card = dict(position.trick.plays())[best]
    return card.suit is position.trick.suit and all(
        not hand.suit(card.suit) or hand.suit(card.suit)[0] < card
        for hand in position.hands
    )


def ruff_or_discard(position: Position, legal: tuple[Card, ...]) -> Card:
    """Ruff low where the partner is not winning, else throw from the longest suit."""
    trick, strain, seat = position.trick, position.strain, position.turn
    trumps = [card for card in by_rank(legal) if card.suit is strain.suit]
    winning = [
        card
        for card in trumps
        if Trick(trick.leader, (*trick.cards, card)).winner(strain) is seat
    ]
    if winning and trick.winner(strain) is not seat.partner:
        return winning[0]
    plain = [card for card in by_rank(legal) if card.suit is not strain.suit]
    if not plain:
        return trumps[0]
    hand = Hand(frozenset(legal))
    longest = max(plain, key=lambda card: (len(hand.suit(card.suit)), -card.rank))
    return hand.suit(longest.suit)[-1]


def claim_at(deal: Deal, contract: Contract, cards: tuple[Card, ...]) -> int | None:
    """Return after how many cards declarer may claim the rest, None where never.

    The first moment with few tricks left from which declarer's side, as the record
    goes, wins every trick.
    """
    replayed = replay(deal, contract.strain, contract.opening_leader, cards)
    run = 0
    for trick in reversed(replayed.tricks):
        if trick.winner(contract.strain).side is not contract.declarer.side:
            break
        run += 1
    left = min(run, MOST_CLAIMED)
    return None if left < FEWEST_CLAIMED else len(Seat) * (FULL_HAND - left)
