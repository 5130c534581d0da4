"""Deals, contracts and auctions of the demo's boards, all from one seed.

The bidding is a caricature: one side bids to what its points and its best suit are
worth, the other passes. It is legal, and good enough to claim tricks in.
"""

from __future__ import annotations

from random import Random

from rulings.bridge.auctions import PASS, Auction
from rulings.bridge.cards import FULL_DECK, Card, Strain, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import FULL_HAND, Deal, Hand
from rulings.bridge.seats import Seat, Side

FIT = 8
JACK = 11
LEVELS = ((20, 1), (24, 2), (32, 3), (36, 6), (40, 7))
"""Most points of a side for a level; 3 stands for game."""
GAME = {
    Strain.NO_TRUMP: 3,
    Strain.SPADES: 4,
    Strain.HEARTS: 4,
    Strain.DIAMONDS: 5,
    Strain.CLUBS: 5,
}
SLAM = 6


def new_deal(random: Random) -> Deal:
    """Return a deal of 52 cards as shuffled."""
    cards = sorted(FULL_DECK)
    random.shuffle(cards)
    hands = [
        Hand(frozenset(cards[seat * FULL_HAND : (seat + 1) * FULL_HAND]))
        for seat in Seat
    ]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def points(hand: Hand) -> int:
    """Return high-card points, 4-3-2-1."""
    return sum(max(0, card.rank - JACK + 1) for card in hand)


def choose_contract(deal: Deal, random: Random) -> Contract:
    """Return a contract the stronger side might reach; tables differ a little."""
    strength = {side: sum(points(deal[seat]) for seat in side.seats) for side in Side}
    side = max(Side, key=lambda one: strength[one])
    suit = best_suit(deal, side)
    game = strength[side] > LEVELS[1][0]
    strain = Strain.NO_TRUMP if suit is None else Strain(suit.letter)
    if game and strain in {Strain.CLUBS, Strain.DIAMONDS} and random.random() < 0.7:  # noqa: PLR2004 - most play notrump
        strain = Strain.NO_TRUMP
    level = next(level for most, level in LEVELS if strength[side] <= most)
    if level == GAME[Strain.NO_TRUMP]:
        level = GAME[strain]
    if random.random() < 0.15 and level in {2, 6}:  # noqa: PLR2004 - some stop lower
        level = level - 1 if level == 2 else GAME[strain]  # noqa: PLR2004 - part score
    return Contract(level, strain, 0, declarer_of(deal, side, strain))


def best_suit(deal: Deal, side: Side) -> Suit | None:
    """Return the longest suit of a side, majors before minors; None without a fit."""
    length = {
        suit: sum(len(deal[seat].suit(suit)) for seat in side.seats) for suit in Suit
    }
    longest = max(Suit, key=lambda suit: (length[suit], -suit))
    return longest if length[longest] >= FIT else None


def declarer_of(deal: Deal, side: Side, strain: Strain) -> Seat:
    """Return who of a side would name the strain first."""
    suit = strain.suit
    if suit is None:
        return max(side.seats, key=lambda seat: points(deal[seat]))
    return max(
        side.seats, key=lambda seat: (len(deal[seat].suit(suit)), points(deal[seat]))
    )


def bid(dealer: Seat, contract: Contract) -> Auction:
    """Return a legal auction to a contract in which the opponents pass."""
    opening = f"1{contract.strain}"
    ours = [opening]
    if contract.level >= SLAM and contract.strain is not Strain.NO_TRUMP:
        ours += ["4N", "5D", contract.call.rstrip("X")]
    elif contract.level > 1:
        ours.append(contract.call.rstrip("X"))
    calls = [PASS] * ((contract.declarer - dealer) % len(Seat))
    for one in ours:
        calls += [one, PASS]
    if contract.doubled:
        calls[-1:] = ["X"]
        calls += [PASS, PASS, PASS]
    else:
        calls += [PASS, PASS]
    return Auction(dealer, tuple(calls))


def by_rank(cards: tuple[Card, ...]) -> list[Card]:
    """Return cards from low to high, whatever their suits."""
    return sorted(cards, key=lambda card: (card.rank, card.suit))
