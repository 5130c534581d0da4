"""A stored proposal explained in sentences, read from its result (Laws 70, 71).

Only what an explanation rests on is read: the numbers, the outstanding trump, the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_noop

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.queries.case.hearing import StatementContext
from rulings.solver import Adjudication, SolverClaim, Span, Status, Tag
from rulings.solver.explain import Coverage, coverage, explained
from rulings.solver.types import (
    Cause,
    LineTrick,
    OutstandingTrump,
    PartnerPlay,
    PlayedCard,
    Provenance,
    Reason,
    Settling,
    TurningPoint,
)
from rulings.statements import UnreadSpan
from rulings.statements.sentences import Sentence, sentence

Stored = Mapping[str, Any]
NOTHING = Sentence("")
NUMBER_WITHOUT_WORDS = gettext_noop(
    "Without the words that were not understood, the claim stands. The line was not "
    "searched out card by card."
)
STANDS_WITHOUT_LINE = gettext_noop(
    "Certain, whatever the layout: the claim stands. The line was not searched "
    "out card by card."
)
PROVEN_WITHOUT_LINE = gettext_noop(
    "The number is proven. The line was not searched out card by card."
)


def no_line(result: Stored | None, *, turned: bool, unread: bool = False) -> str:
    """Return why a number that is exact has no line, "" where it has one or is open.

    `turned` says that doubt goes against the other side, as after its revoke (Law 62),
    `unread` that words were not understood: nothing is certain then.
    """
    if result is None or result["line"]:
        return ""
    number = result["double_dummy"] if turned else result
    if number["low"] != number["high"]:
        return ""
    if not turned and result["certain"]["low"] >= result["claimed"]:
        return NUMBER_WITHOUT_WORDS if unread else STANDS_WITHOUT_LINE
    return PROVEN_WITHOUT_LINE


def explanation(
    result: Stored,
    claim: SolverClaim,
    position: Position,
    unread: tuple[UnreadSpan, ...] = (),
) -> tuple[Reason, ...]:
    """Return the explanation of a stored result, in reading order.

    `unread` are the words that were not understood: they do not reach the solver, and
    are named beside its number.
    """
    if unread and claim.statement is not None:
        said = replace(claim.statement, not_understood=unread)
        claim = replace(claim, statement=said)
    return explained(adjudication_of(result), claim, position)


def cause_law(
    result: Stored | None, claim: SolverClaim | None, position: Position | None
) -> str:
    """Return the clause by which a stored result cuts a claim, by its latest number.

    "" where the claim stands, where the number is open, or where nothing is stored.
    """
    if result is None or claim is None or position is None:
        return ""
    if result["award"] is None or result["award"] >= result["claimed"]:
        return ""
    return explanation(result, claim, position)[0].law


def coverage_of(
    result: Stored, claim: SolverClaim, words: str, context: StatementContext
) -> Coverage:
    """Return what the words cover of the line shown, and the gap in them.

    The line is that of the worse answer where a question is open (`losing`).
    """
    found = adjudication_of(result)
    line = found.losing or found.line
    return coverage(context.spans(words), claim, line, found.turning, context.trump)


def adjudication_of(result: Stored) -> Adjudication:
    """Return a stored result as a value, without its questions and lists."""
    trump, award = result["outstanding_trump"], result["award"]
    return Adjudication(
        left=result["left"],
        claimed=result["claimed"],
        certain=_span(result["certain"]),
        award=None if award is None else int(award),
        low=result["low"],
        high=result["high"],
        double_dummy=_span(result["double_dummy"]),
        any_play=_span(result["any_play"]),
        questions=(),
        ladder=(),
        line=tuple(_trick(trick) for trick in result["line"]),
        because=(),
        excluded=(),
        strikes=(),
        outstanding_trump=None if trump is None else _trump(trump),
        settles=tuple(_settling(one) for one in result["settles"]),
        cancel_concession=result["cancel_concession"],
        cancel_reason=NOTHING,
        status=Status(result["status"]),
        status_reason=NOTHING,
        provenance=Provenance("", "", "", {}, 0),
        partner=_partner(result.get("partner")),
        cause=Cause(result.get("cause", Cause.NONE)),
        turning=_turning(result.get("turning")),
        losing=tuple(_trick(trick) for trick in result.get("losing", ())),
    )


def _settling(settling: Stored) -> Settling:
    pairs = [text.partition(":") for text in settling["held"]]
    held = tuple((Seat.parse(seat), Card.parse(card)) for seat, _, card in pairs)
    moves = settling.get("moves", True)
    return Settling(held, _sentence(settling["sentence"]), settling["certain"], moves)


def _partner(partner: Stored | None) -> PartnerPlay | None:
    return None if partner is None else PartnerPlay.from_json(partner)


def _turning(turning: Stored | None) -> TurningPoint | None:
    if turning is None or "lost" not in turning:
        return None
    return TurningPoint.from_json(turning)


def _span(span: Stored) -> Span:
    return Span(span["low"], span["high"])


def _trump(trump: Stored) -> OutstandingTrump:
    return OutstandingTrump(
        tuple(Card.parse(card) for card in trump["cards"]),
        trump["mentioned"],
        trump["aware"],
        _span(trump["aware_award"]),
        _span(trump["unaware_award"]),
        trump.get("thought_gone", False),
        trump.get("lost"),
    )


def _trick(trick: Stored) -> LineTrick:
    return LineTrick(
        trick["number"],
        tuple(_card(card) for card in trick["cards"]),
        Seat.parse(trick["winner"]),
        trick["to_claimer"],
    )


def _card(card: Stored) -> PlayedCard:
    reason = card["reason"]
    return PlayedCard(
        Seat.parse(card["seat"]),
        Card.parse(card["card"]),
        Tag(card["tag"]),
        None if reason is None else _reason(reason),
    )


def _reason(reason: Stored) -> Reason:
    return Reason(reason["rule"], reason["law"], _sentence(reason["sentence"]))


def _sentence(stored: Stored) -> Sentence:
    params = {
        name: text if isinstance(text, str) else _sentence(text)
        for name, text in stored["params"].items()
    }
    return sentence(stored["template"], **params)
