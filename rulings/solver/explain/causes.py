"""Why a card turns a claim: one short finder a cause, tried in their order.

Serves Laws 68C and 70C to 70E. Each finder looks at the position before the turning
card, a better card, and the line that follows, and returns the cards it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs import SolverClaim
from rulings.solver.types import (
    Cause,
    LineTrick,
    Manner,
    OutstandingTrump,
    PlayedCard,
    Settling,
    Tag,
    is_said,
)

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnedClaim:
    """What the finders look at.

    `before` is the position before the turning card `played`, `lost` the trick where
    it costs, `then` the position in which that trick is led, `after` the tricks of the
    line behind it.
    """

    claim: SolverClaim
    before: Position
    played: PlayedCard
    manner: Manner
    better: Card | None
    lost: LineTrick
    then: Position
    after: tuple[LineTrick, ...]
    needed: frozenset[Card] = frozenset()
    settles: tuple[Settling, ...] = ()
    trump: OutstandingTrump | None = None

    @property
    def hand(self) -> Seat:
        """Return the seat that plays the turning card."""
        return self.played.seat

    @property
    def at_once(self) -> bool:
        """Say whether the turning card loses its own trick."""
        return self.played in self.lost.cards


def cause_of(turned: TurnedClaim) -> tuple[Cause, Cards]:
    """Return the first cause that is found, with the cards it is about."""
    for cause, finder in _FINDERS:
        about = finder(turned)
        if about is not None:
            return cause, about
    return Cause.ORDER, ()


def _words_fail(turned: TurnedClaim) -> Cards | None:
    """Return the card that the words named, and which loses.

    Not where they say that no trump is out, and one that is wins the trick.
    """
    if turned.played.tag is not Tag.STATED:
        return None
    return None if _out_of_mind(turned) else (turned.played.card,)


def _out_of_mind(turned: TurnedClaim) -> bool:
    """Say whether a trump wins the trick of which the words say that it is not out."""
    trump = turned.trump
    wins = _best(turned.lost).card
    return trump is not None and trump.thought_gone and wins in trump.cards


def _partner(turned: TurnedClaim) -> Cards | None:
    """Return the card a defender's partner has to find (70D2)."""
    claim = turned.claim
    if claim.by_declarer or turned.hand is claim.claimer:
        return None
    return () if turned.better is None else (turned.better,)


def _trump_forgotten(turned: TurnedClaim) -> Cards | None:
    """Return the trumps out, where only who forgets them plays so (70C)."""
    trump = turned.trump
    needs = turned.needed and turned.needed <= set(() if trump is None else trump.cards)
    if trump is None or not (needs or _out_of_mind(turned)):
        return None
    sides = turned.claim.side.other.seats
    out = [c for c in trump.cards if any(c in turned.before.hands[s] for s in sides)]
    return tuple(out) or None


def _card_forgotten(turned: TurnedClaim) -> Cards | None:
    """Return the cards which only who does not count them plays so (70D1)."""
    return tuple(sorted(turned.needed)) or None


def _words_unread(turned: TurnedClaim) -> Cards | None:
    """Say that words which could name the play were not understood."""
    said = turned.claim.statement
    return () if said is not None and said.not_understood else None


def _unblock(turned: TurnedClaim) -> Cards | None:
    """Return winners of a suit beyond a high card that was kept in front of them."""
    card, better = turned.played.card, turned.better
    if better is None or better.suit is not card.suit or better < card:
        return None
    behind = [c for c in stranded(turned) if c.suit is card.suit]
    across = turned.before.hands[turned.hand.partner]
    return tuple(behind) if behind and behind[0] in across else None


def _wrong_way(turned: TurnedClaim) -> Cards | None:
    """Say that the lead goes over to the other hand by the wrong suit."""
    card, better = turned.played.card, turned.better
    if turned.manner is not Manner.LEAD or better is None or not turned.at_once:
        return None
    if better.suit in {card.suit, turned.before.strain.suit}:
        return None
    over = crosses(turned.before, card) and crosses(turned.before, better)
    return () if over else None


def _place(turned: TurnedClaim) -> Cards | None:
    """Return the one card whose place decides (70E1): of the suits that are chosen.

    One of two opponents holds it; what a defender does not see, his partner may hold.
    """
    if not turned.claim.by_declarer:
        return None
    one = [s.held[0][1] for s in turned.settles if s.moves and len(s.held) == 1]
    cards = (turned.played.card, turned.better, _best(turned.lost).card)
    suits = {card.suit for card in cards if card is not None}
    return next(((card,) for card in one if card.suit in suits), None)


def _thrown(turned: TurnedClaim) -> Cards | None:
    """Say that the wrong card was thrown or ruffed with; return it if it was good."""
    if turned.manner not in {Manner.DISCARD, Manner.RUFF}:
        return None
    good = turned.played.card in _winners(turned.before, turned.hand)
    return (turned.played.card,) if good and turned.manner is Manner.DISCARD else ()


def _low_first(turned: TurnedClaim) -> Cards | None:
    """Say that a suit is led from below a card that was better (70E2)."""
    return () if is_of_order(turned.manner, turned.played.card, turned.better) else None


def is_of_order(manner: Manner, card: Card, better: Card | None) -> bool:
    """Say whether a card is led before a higher one of its suit that was better."""
    if better is None or manner is not Manner.LEAD:
        return False
    return better.suit is card.suit and card < better


def _no_way(turned: TurnedClaim) -> Cards | None:
    """Return winners left in a hand without a way there."""
    return stranded(turned) or None


def _guess(turned: TurnedClaim) -> Cards | None:
    """Say that more is needed than is sure, and no single card decides.

    So it is wherever the card is normal for one who counts every card, unless the
    director let it in.
    """
    why = turned.played.reason
    return None if why is not None and is_said(why, "allowed") else ()


_FINDERS: tuple[tuple[Cause, Callable[[TurnedClaim], Cards | None]], ...] = (
    (Cause.WORDS_FAIL, _words_fail),
    (Cause.PARTNER, _partner),
    (Cause.TRUMP_FORGOTTEN, _trump_forgotten),
    (Cause.CARD_FORGOTTEN, _card_forgotten),
    (Cause.WORDS_UNREAD, _words_unread),
    (Cause.UNBLOCK, _unblock),
    (Cause.ENTRY, _wrong_way),
    (Cause.GUESS, _place),
    (Cause.ORDER, _thrown),
    (Cause.ORDER, _low_first),
    (Cause.ENTRY, _no_way),
    (Cause.GUESS, _guess),
)
"""The finders in their order: the first that finds something names the cause."""


def stranded(turned: TurnedClaim) -> Cards:
    """Return the winners of one hand when the other has to lead a loser.

    They are the highest left of their suits, none of them wins a trick any more, and
    the hand on lead has none.
    """
    now, lost, claim = turned.then, turned.lost, turned.claim
    leader = lost.cards[0].seat
    if leader.side is not claim.side or not claim.by_declarer:
        return ()
    better = turned.better
    if turned.at_once and (turned.manner is not Manner.LEAD or better is None):
        return ()
    if turned.at_once and better is not None and better.suit is turned.played.card.suit:
        return ()
    if _winners(now, leader):
        return ()
    wins = {_best(trick).card for trick in turned.after if trick.to_claimer}
    return tuple(card for card in _winners(now, leader.partner) if card not in wins)


def _winners(position: Position, seat: Seat) -> Cards:
    """Return a hand's cards that no card of the other side beats in their suit."""
    theirs = [card for s in seat.side.other.seats for card in position.hands[s]]
    return tuple(
        card
        for card in position.hands[seat]
        if not any(other.suit is card.suit and other > card for other in theirs)
    )


def crosses(position: Position, card: Card) -> bool:
    """Say whether a lead goes to a winner in the partner's hand."""
    across = _winners(position, position.turn.partner)
    return any(one.suit is card.suit and one > card for one in across)


def _best(trick: LineTrick) -> PlayedCard:
    """Return the card that wins a trick."""
    return next(play for play in trick.cards if play.seat is trick.winner)
