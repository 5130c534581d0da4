"""The proposal explained as a director would: the card, the cause, what was better.

Serves Laws 68 to 71. The first sentence names the card that turns the claim, what
happens, and why: what was not said or not known. A range says what is proven, what is
open and what would narrow it. Nothing is searched here: the turning point and the line
say it all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.explain.causes import is_of_order
from rulings.solver.explain.plan import names_of, on_held, stands, unread_words
from rulings.solver.inputs import SolverClaim, named_forgotten
from rulings.solver.types import (
    Adjudication,
    Cause,
    LineTrick,
    Manner,
    OutstandingTrump,
    Reason,
    Status,
    TurningPoint,
    reason,
)

Line = tuple[LineTrick, ...]


def explained(
    result: Adjudication, claim: SolverClaim, position: Position
) -> tuple[Reason, ...]:
    """Return the explanation of a proposal, sentence by sentence, in reading order.

    Where a question is open it is that of the worse answer, with the number either
    way. `position` is where the claim was made. Words that were not understood are
    named with every number.
    """
    open_ = result.turning is None and result.status is Status.RANGE
    if result.award is None or (open_ and result.low < result.claimed):
        found = (*_range(result, claim), *_unread(result, claim))
    elif result.low >= result.claimed:
        found = tuple(stands(result, claim, position))
    else:
        found = (
            *_lost(result, claim, position),
            _total(result),
            *_unread(result, claim),
        )
    found = tuple(map(_withdrawn, found)) if claim.reclaimed else found
    return (*found, *_squeeze(result), *_pending(claim))


def _range(result: Adjudication, claim: SolverClaim) -> Iterator[Reason]:
    """Say what is proven while the search has only a range, and what would narrow it.

    A fact that was found to matter, else a longer search.
    """
    given = {"low": result.low, "high": result.high, "left": result.left}
    yield reason("range_proven", claimed=result.claimed, **given)
    if result.certain.low > result.low:
        yield reason("range_certain", certain=result.certain.low)
    trump = result.outstanding_trump
    if trump is not None and trump.aware is None and trump.aware_award.low > result.low:
        names = names_of(trump.cards)
        yield reason("narrow_trump", seat=claim.claimer, cards=names)
    moving = [one for one in result.settles if one.moves and one.held]
    if moving:
        yield reason("narrow_place", cards=names_of([c for _, c in moving[0].held]))
    yield reason("narrow_search")


def _total(result: Adjudication) -> Reason:
    """Return the sentence on the number; on both numbers where a question is open."""
    given = {"left": result.left, "claimed": result.claimed}
    if result.low == result.high:
        return reason("total", award=result.award, **given)
    turning, trump = result.turning, result.outstanding_trump
    given["low"] = result.low
    about = () if turning is None else turning.about
    if result.cause is Cause.TRUMP_FORGOTTEN and trump is not None:
        about = trump.cards
    is_forgotten = result.cause in {Cause.TRUMP_FORGOTTEN, Cause.CARD_FORGOTTEN}
    if about and is_forgotten and result.award == result.high:
        return reason("either_way", cards=names_of(about), award=result.award, **given)
    return reason("range_answer", high=result.high, **given)


def _unread(result: Adjudication, claim: SolverClaim) -> Iterator[Reason]:
    """Name the words that were not understood, unless the cause has done so."""
    if result.cause is not Cause.WORDS_UNREAD or result.turning is None:
        yield from unread_words(claim)


def _squeeze(result: Adjudication) -> Iterator[Reason]:
    """Say that the number may rest on a squeeze, where that was not counted (N20)."""
    if result.squeeze_open:
        yield reason("squeeze_open", high=result.high)


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
    spare = result.left - result.claimed
    lost = [trick for trick in line if not trick.to_claimer][spare : spare + 1]
    if turning is not None:
        cause = _cause(turning, result, claim, position)
        play = _play(turning, line)
        said = reason("turned", play=play.sentence, cause=cause.sentence)
        yield replace(said, rule=cause.rule, law=cause.law)
        yield from _better(turning, result, cause)
    elif result.by_squeeze is not None:
        yield reason("squeeze_unsaid", seat=claim.claimer)
    elif result.cause is Cause.MISCOUNT and result.double_dummy.high < result.claimed:
        for seat, card in map(_winner, lost):
            best = {"best": result.double_dummy.high, "claimed": result.claimed}
            yield reason("too_many", seat_2=seat, card_2=card, **best)
    else:
        for seat, card in map(_winner, lost):
            yield reason("line_loses", seat_2=seat, card_2=card)


def _cause(
    turning: TurningPoint, result: Adjudication, claim: SolverClaim, position: Position
) -> Reason:
    """Return the sentence on what was not said or not known."""
    seat, cause = claim.claimer, turning.cause
    if cause is Cause.TRUMP_FORGOTTEN:
        key = _of_trumps(result.outstanding_trump)
        return on_held(key, seat, turning.about, position)
    if cause is Cause.CARD_FORGOTTEN:
        named = named_forgotten(position, claim) >= set(turning.about)
        key = "card_left_out" if named else "card_thought_gone"
        return on_held(key, seat, turning.about, position)
    if cause is Cause.ENTRY:
        return _way(turning, claim, position)
    if cause is Cause.UNBLOCK:
        names = names_of(turning.about)
        return reason("blocked", seat=seat, card_2=turning.better, cards=names)
    if cause is Cause.PARTNER and turning.better is not None:
        cards = {"card": turning.better, "card_2": turning.card}
        return reason("partner_needed", seat=turning.seat, trick=turning.trick, **cards)
    if cause is Cause.GUESS:
        return _guessed(turning, seat)
    if cause is Cause.ORDER and turning.about:
        return reason("winner_thrown", seat=seat, card_2=turning.about[0])
    if cause is Cause.WORDS_UNREAD:
        words = "" if claim.statement is None else claim.statement.unread
        key = "words_unread_quoted" if words else "words_unread"
        return reason(key, **({"words": words} if words else {"seat": seat}))
    key = "stated_fails" if cause is Cause.WORDS_FAIL else _unsaid(turning, position)
    return reason(key, seat=seat)


def _guessed(turning: TurningPoint, seat: Seat) -> Reason:
    """Return the sentence on a guess: whose card decides, or what was not named."""
    if turning.about:
        return reason("place_unknown", seat=seat, card_2=turning.about[0])
    if turning.better is None:
        return reason("unsure", seat=seat)
    key = {Manner.LEAD: "unsure_lead", Manner.DISCARD: "unsure_discard"}
    return reason(
        key.get(turning.manner, "unsure_card"), seat=seat, card=turning.better
    )


def _of_trumps(trump: OutstandingTrump | None) -> str:
    """Return what is said about trumps that are out."""
    if trump is not None and trump.thought_gone:
        return "trump_said_gone"
    mentioned = trump is not None and trump.mentioned
    return "trump_lost_sight" if mentioned else "trump_unsaid"


def _way(turning: TurningPoint, claim: SolverClaim, position: Position) -> Reason:
    """Return the sentence on a hand to which there is no way."""
    over = turning.seat.partner
    names = names_of(turning.about)
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


def _play(turning: TurningPoint, line: Line) -> Reason:
    """Return the part of the sentence on the card and what happens."""
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
    return reason(key, **given)


_WITH_A_THIRD = {
    *("lead_later", "follow_later", "discard_later", "ruff_later"),
    *("follow_beaten", "follow_ruffed", "discard_beaten", "discard_ruffed"),
}
"""Sentences that name the card led, to this trick or to the one lost later."""


def _better(
    turning: TurningPoint, result: Adjudication, cause: Reason
) -> Iterator[Reason]:
    """Say which card was better, unless the cause has named it.

    A card of a suit that another should come before is the regulator's order (70E2).
    """
    if turning.better is None or turning.cause in {Cause.PARTNER, Cause.UNBLOCK}:
        return
    first = turning.manner is Manner.LEAD
    by_order = is_of_order(turning.manner, turning.card, turning.better)
    if turning.tricks < result.claimed:
        key = "fewer_first" if first else "fewer_instead"
        given = {"best": turning.tricks, "claimed": result.claimed}
        said = reason(key, card=turning.better, **given)
    else:
        key = "better_first" if first else "better_instead"
        said = replace(reason(key, card=turning.better), law=cause.law)
    yield replace(said, law="70E2") if by_order else said


def _winner(trick: LineTrick) -> tuple[Seat, Card]:
    play = next(play for play in trick.cards if play.seat is trick.winner)
    return play.seat, play.card
