"""The proposal explained as a director would: the cause, the card, what was better.

Serves Laws 68 to 71. The first two sentences are a pair: what was not said or not
known, and the card with what happens. Nothing is searched here: the turning point and
the line say it all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.explain.causes import is_of_order
from rulings.solver.explain.plan import plan_of
from rulings.solver.inputs import SolverClaim, named_forgotten
from rulings.solver.types import (
    Adjudication,
    Cause,
    LineTrick,
    Manner,
    OutstandingTrump,
    Reason,
    TurningPoint,
    reason,
)

Line = tuple[LineTrick, ...]


def explained(
    result: Adjudication, claim: SolverClaim, position: Position
) -> tuple[Reason, ...]:
    """Return the explanation of a proposal, sentence by sentence, in reading order.

    Empty while the award is a range. Where a question is open it is that of the worse
    answer, without the number. `position` is where the claim was made.
    """
    if result.award is None:
        return ()
    if result.low >= result.claimed:
        found = tuple(_stands(result, claim, position))
    else:
        found = tuple(_lost(result, claim, position))
        if result.low == result.high:
            given = {"left": result.left, "claimed": result.claimed}
            found += (reason("total", award=result.award, **given),)
    found = tuple(map(_withdrawn, found)) if claim.reclaimed else found
    return (*found, *_pending(claim))


def _pending(claim: SolverClaim) -> Iterator[Reason]:
    """Say which restrictions were taken into account, and how declarer uses them."""
    for penalty in sorted(claim.pending.cards):
        key = "penalty_major" if penalty.major else "penalty_minor"
        yield reason(key, seat=penalty.seat, card_2=penalty.card)
    lead = claim.pending.lead
    if lead is not None:
        plain = "lead_required" if lead.required else "lead_forbidden"
        by_card = "lead_required_by_card" if lead.required else "lead_forbidden_by_card"
        key = by_card if lead.by_card else plain
        yield reason(key, seat=lead.seat, suit=lead.suit)


def _withdrawn(said: Reason) -> Reason:
    """Return a sentence on the number under the Law of an agreement withdrawn."""
    return replace(said, law="69B2") if said.law == "70A" else said


def _lost(
    result: Adjudication, claim: SolverClaim, position: Position
) -> Iterator[Reason]:
    """Say why, which card, and what was better, as far as the result knows it."""
    line = result.losing or result.line
    turning = result.turning
    if turning is not None:
        cause = _cause(turning, result, claim, position)
        yield cause
        yield _play(turning, line, cause)
        yield from _better(turning, result, cause)
    elif result.by_squeeze is not None:
        yield reason("squeeze_unsaid", seat=claim.claimer)
    elif result.cause is Cause.MISCOUNT and result.double_dummy.high < result.claimed:
        lost = [trick for trick in line if not trick.to_claimer]
        spare = result.left - result.claimed
        if len(lost) > spare:
            seat, card = _winner(lost[spare])
            best = {"best": result.double_dummy.high, "claimed": result.claimed}
            yield reason("too_many", seat_2=seat, card_2=card, **best)
    elif result.low != result.high and result.outstanding_trump is not None:
        trump = result.outstanding_trump
        yield _held(_of_trumps(trump), claim.claimer, trump.cards, position)


def _cause(
    turning: TurningPoint, result: Adjudication, claim: SolverClaim, position: Position
) -> Reason:
    """Return the sentence on what was not said or not known."""
    seat, cause = claim.claimer, turning.cause
    if cause is Cause.TRUMP_FORGOTTEN:
        key = _of_trumps(result.outstanding_trump)
        return _held(key, seat, turning.about, position)
    if cause is Cause.CARD_FORGOTTEN:
        named = named_forgotten(position, claim) >= set(turning.about)
        key = "card_left_out" if named else "card_thought_gone"
        return _held(key, seat, turning.about, position)
    if cause is Cause.ENTRY:
        return _way(turning, claim, position)
    if cause is Cause.UNBLOCK:
        names = _names(turning.about)
        return reason("blocked", seat=seat, card_2=turning.better, cards=names)
    if cause is Cause.PARTNER and turning.better is not None:
        cards = {"card": turning.better, "card_2": turning.card}
        return reason("partner_needed", seat=turning.seat, trick=turning.trick, **cards)
    if cause is Cause.GUESS and turning.about:
        return reason("place_unknown", seat=seat, card_2=turning.about[0])
    if cause is Cause.ORDER and turning.about:
        return reason("winner_thrown", seat=seat, card_2=turning.about[0])
    return reason(_OTHERS.get(cause) or _unsaid(turning, position), seat=seat)


_OTHERS = {
    Cause.WORDS_FAIL: "stated_fails",
    Cause.WORDS_UNREAD: "words_unread",
    Cause.GUESS: "not_all_sure",
}
"""Causes with one sentence, which names nothing but the claimer."""


def _of_trumps(trump: OutstandingTrump | None) -> str:
    """Return what is said about trumps that are out."""
    if trump is not None and trump.thought_gone:
        return "trump_said_gone"
    mentioned = trump is not None and trump.mentioned
    return "trump_lost_sight" if mentioned else "trump_unsaid"


def _held(key: str, seat: Seat, cards: tuple[Card, ...], position: Position) -> Reason:
    """Return a sentence on cards that the other side still holds."""
    if len(cards) > 1:
        return reason(key, seat=seat, cards=_names(cards))
    holder = next(one for one in Seat if cards[0] in _dealt(position, one))
    return reason(key, seat=seat, seat_2=holder, card_2=cards[0])


def _names(cards: tuple[Card, ...]) -> str:
    """Return cards as text, the highest of each suit first."""
    ordered = sorted(cards, key=lambda card: (card.suit, -card.rank))
    return " ".join(map(str, ordered))


def _dealt(position: Position, seat: Seat) -> set[Card]:
    """Return the cards of a seat, with its card on the table."""
    table = {card for who, card in position.trick.plays() if who is seat}
    return table | set(position.hands[seat])


def _way(turning: TurningPoint, claim: SolverClaim, position: Position) -> Reason:
    """Return the sentence on a hand to which there is no way."""
    over = turning.seat.partner
    names = _names(turning.about)
    if turning.about:
        over = next(s for s in Seat if turning.about[0] in position.hands[s])
    place = "hand" if over is claim.claimer else "dummy"
    if names:
        key = "left_in_hand" if place == "hand" else "left_in_dummy"
        return reason(key, seat=claim.claimer, cards=names)
    key = "no_way_to_hand" if place == "hand" else "no_way_to_dummy"
    return reason(key, seat=claim.claimer)


def _unsaid(turning: TurningPoint, position: Position) -> str:
    """Return what was not said about the order, by how the card is played."""
    trump, better = position.strain.suit, turning.better
    ruff = better is not None and better.suit is trump
    if turning.manner is Manner.LEAD:
        same = better is not None and better.suit is turning.card.suit
        return "no_order_named" if same else "no_suit_named"
    if turning.manner is Manner.DISCARD:
        return "no_ruff_named" if ruff else "no_discard_named"
    if turning.manner is Manner.RUFF:
        return "no_ruff_height_named" if ruff else "no_ruff_or_throw_named"
    return "no_card_named"


_PLAYS = {
    (Manner.LEAD, "beaten"): "lead_beaten",
    (Manner.LEAD, "ruffed"): "lead_ruffed",
    (Manner.LEAD, "later"): "lead_later",
    (Manner.LEAD, "taken"): "lead_taken",
    (Manner.FOLLOW, "beaten"): "follow_beaten",
    (Manner.FOLLOW, "ruffed"): "follow_ruffed",
    (Manner.FOLLOW, "later"): "follow_later",
    (Manner.FOLLOW, "taken"): "follow_taken",
    (Manner.DISCARD, "beaten"): "discard_beaten",
    (Manner.DISCARD, "ruffed"): "discard_ruffed",
    (Manner.DISCARD, "later"): "discard_later",
    (Manner.DISCARD, "taken"): "discard_taken",
    (Manner.RUFF, "ruffed"): "ruff_ruffed",
    (Manner.RUFF, "later"): "ruff_later",
    (Manner.RUFF, "taken"): "ruff_taken",
}


def _play(turning: TurningPoint, line: Line, cause: Reason) -> Reason:
    """Return the sentence on the card and what happens, under the Law of the cause.

    A card of a suit that another should come before is the regulator's order (70E2).
    """
    trick = line[turning.lost - 1]
    led = trick.cards[0]
    given = {
        "seat": turning.seat,
        "card": turning.card,
        "seat_2": turning.winner,
        "card_2": turning.wins,
    }
    if turning.lost == turning.trick:
        ruffs = turning.wins.suit is not led.card.suit
        happens, third = "ruffed" if ruffs else "beaten", led.card
    else:
        ours = led.seat.side is turning.seat.side
        happens, third = "later" if ours else "taken", led.card
    key = _PLAYS[turning.manner, happens]
    if key in _WITH_A_THIRD:
        given["card_3"] = third
    said = reason(key, **given)
    by_order = is_of_order(turning.manner, turning.card, turning.better)
    law = "70E2" if by_order else cause.law
    return replace(said, rule=cause.rule, law=law)


_WITH_A_THIRD = {
    *("lead_later", "follow_later", "discard_later", "ruff_later"),
    *("follow_beaten", "follow_ruffed", "discard_beaten", "discard_ruffed"),
}
"""Sentences that name the card led, to this trick or to the one lost later."""


def _better(
    turning: TurningPoint, result: Adjudication, cause: Reason
) -> Iterator[Reason]:
    """Say which card was better, unless the cause has named it."""
    if turning.better is None or turning.cause in {Cause.PARTNER, Cause.UNBLOCK}:
        return
    first = turning.manner is Manner.LEAD
    if turning.tricks < result.claimed:
        key = "fewer_first" if first else "fewer_instead"
        given = {"best": turning.tricks, "claimed": result.claimed}
        yield reason(key, card=turning.better, **given)
    else:
        key = "better_first" if first else "better_instead"
        yield replace(reason(key, card=turning.better), law=cause.law)


def _winner(trick: LineTrick) -> tuple[Seat, Card]:
    play = next(play for play in trick.cards if play.seat is trick.winner)
    return play.seat, play.card


def _stands(
    result: Adjudication, claim: SolverClaim, position: Position
) -> Iterator[Reason]:
    """Say that the claim stands, by which plan, and that a trump costs nothing.

    Nothing is called certain while words are unread that may name a play.
    """
    if result.award is not None and result.award > result.claimed:
        yield reason("more_than_claimed", award=result.award, claimed=result.claimed)
        return
    trump = result.outstanding_trump
    in_mind = trump is not None and trump.aware is False
    unread = claim.statement is not None and bool(claim.statement.not_understood)
    certain = result.certain.low >= result.claimed and not (in_mind or unread)
    plan = plan_of(result.line, claim, position)
    if plan:
        yield reason("certain_plan" if certain else "plan", plan=plan)
    else:
        yield reason("all_certain" if certain else "no_loss")
    if unread:
        yield reason("without_words", seat=claim.claimer)
    if trump is not None and in_mind:
        yield _held("trump_costs_nothing", claim.claimer, trump.cards, position)
