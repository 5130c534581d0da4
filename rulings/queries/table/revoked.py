"""The cards after a revoke that was not settled has been put right (Law 62).

Pure: a position in, the corrected one out. The claim is then judged on that one, and
doubt goes against the revoker.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.bridge.cards import FULL_DECK, Card
from rulings.bridge.errors import IllegalPlay, Unplayable
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.records import Replay
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick


def corrected(
    position: Position,
    seat: Seat,
    withdrawn: Card,
    legal: Card,
    winner: Seat | None = None,
) -> Position:
    """Return the position with a legal card played in the place of the revoke.

    The revoke is on the table, or in the trick quitted last; of that `winner` says who
    has it now (nobody: as before). Cards led to the next trick by somebody who no
    longer wins go back. Raises IllegalPlay where the hand does not hold the legal
    card, or the card withdrawn was not played.
    """
    if legal not in position.hands[seat]:
        raise IllegalPlay(Unplayable.NOT_HELD, seat=seat.word, card=legal)
    if any(withdrawn in hand for hand in position.hands):
        raise IllegalPlay(Unplayable.NOT_PLAYED, card=withdrawn)
    hands = list(position.hands)
    hands[seat] = hands[seat].without(legal).plus([withdrawn])
    on_table = dict(position.trick.plays())
    if on_table.get(seat) == withdrawn:
        cards = tuple(
            legal if card == withdrawn else card for card in position.trick.cards
        )
        trick = replace(position.trick, cards=cards)
        return replace(position, hands=_four(hands), trick=trick)
    if withdrawn in position.trick.cards:
        raise IllegalPlay(Unplayable.PLAYED_BY_ANOTHER, card=withdrawn, seat=seat.word)
    return _quitted(replace(position, hands=_four(hands)), winner)


def taken_back(position: Position, replayed: Replay | None) -> tuple[Card, ...]:
    """Return the cards that may be taken back: on the table, or in the trick before.

    Without a record of play they are all cards that nobody holds any more (Law 62A).
    """
    if replayed is not None and replayed.tricks:
        return (*position.trick.cards, *replayed.tricks[-1].cards)
    held = [card for hand in position.hands for card in hand]
    return tuple(card for card in FULL_DECK if card not in held)


def winner_now(
    replayed: Replay | None, seat: Seat, withdrawn: Card, legal: Card
) -> Seat | None:
    """Return who has the trick quitted last once a seat's card of it is replaced.

    None where the record does not show the card in it. Raises IllegalPlay where it
    shows that another seat played the card.
    """
    if replayed is None or not replayed.tricks:
        return None
    last = replayed.tricks[-1]
    if withdrawn not in last.cards:
        return None
    if (seat, withdrawn) not in last.plays():
        raise IllegalPlay(Unplayable.PLAYED_BY_ANOTHER, card=withdrawn, seat=seat.word)
    cards = tuple(legal if card == withdrawn else card for card in last.cards)
    return replace(last, cards=cards).winner(replayed.position.strain)


def _quitted(position: Position, winner: Seat | None) -> Position:
    """Return a position whose last quitted trick went to a seat after all."""
    before = position.trick.leader
    if winner is None or winner is before:
        return position
    hands = list(position.hands)
    for seat, card in position.trick.plays():
        hands[seat] = hands[seat].plus([card])
    change = dict.fromkeys(Side, 0)
    change[before.side] -= 1
    change[winner.side] += 1
    won = (position.won[0] + change[Side.NS], position.won[1] + change[Side.EW])
    return Position(_four(hands), position.strain, Trick(winner), won)


def _four(hands: list[Hand]) -> tuple[Hand, Hand, Hand, Hand]:
    north, east, south, west = hands
    return north, east, south, west
