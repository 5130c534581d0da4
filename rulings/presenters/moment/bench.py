"""The answers to an open fact as rows, each with its tricks, result and score.

A row that is pressed is the answer in force: given by the director, or by the words as
they stand. The number of the other one is kept from the result that asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Side
from rulings.presenters import ScaleRow, contract_line, pips
from rulings.presenters.moment import BenchView, VerdictView
from rulings.presenters.moment.located import elsewhere, located
from rulings.presenters.moment.ready import covering_words
from rulings.presenters.table.scores import (
    declarer_tricks,
    over_words,
    points_words,
    result_words,
    score_ns,
    won_before,
)
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.derived import Answers
from rulings.queries.case.rules import flow_of
from rulings.queries.table.decided import (
    COUNTED,
    TRUMP,
    decided,
    questions_of,
    trump_answer,
)
from rulings.queries.table.proposal import Proposed, is_refuted
from rulings.queries.table.sheet import Sheet
from rulings.solver.types import Cause

Stored = Mapping[str, Any]

GIVEN_BY_WORDS = {"stated_order": "order", "location": "not_proven"}
"""Answers that the words as written give: the default until the director says other."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The one axis of all rows: tricks left, and the trick the contract turns on."""

    total: int
    need: int | None
    words: str


def axis_of(sheet: Sheet) -> Axis:
    """Return the axis, without the contract where the tricks before are not known."""
    total, before = sheet.left or 0, won_before(sheet)
    if before is None or sheet.contract is None or sheet.claimer is None:
        return Axis(total, None, "")
    side = sheet.claimer.side
    own = side is sheet.contract.declarer.side
    won = before if own else FULL_HAND - total - before
    need, words = contract_line(
        sheet.contract, side=side, won_declarer=won, total=total
    )
    return Axis(total, need, words)


@dataclass(frozen=True, slots=True)
class TricksOutcome:
    """What a number of tricks is on the board: result, points, and whether it makes."""

    result: str = ""
    points: str = ""
    made: bool = False


def outcome_of(sheet: Sheet, tricks: int) -> TricksOutcome:
    """Return result and declarer's points for tricks of the claiming side."""
    declarer, contract = declarer_tricks(sheet, tricks), sheet.contract
    if declarer is None or contract is None:
        return TricksOutcome()
    value = score_ns(sheet, declarer)
    if value is None:
        return TricksOutcome()
    side = contract.declarer.side
    points = points_words(value if side is Side.NS else -value)
    if side is Side.EW:
        points = _("%(points)s for %(side)s") % {
            "points": points,
            "side": side_name(side),
        }
    if declarer > contract.tricks_needed:
        return TricksOutcome(over_words(contract, declarer), points, made=True)
    made = declarer == contract.tricks_needed
    return TricksOutcome(result_words(contract, declarer), points, made)


def verdict(
    sheet: Sheet,
    axis: Axis,
    span: tuple[int, int],
    words: tuple[str, str],
    *,
    send: tuple[str, str] = ("", ""),
    pressed: bool = False,
    chosen: bool = True,
) -> VerdictView:
    """Return one row: its words, and its tricks on the axis with their score."""
    low, high = span
    marks = pips(ScaleRow("", low, high), max(axis.total, high), axis.need)
    told = outcome_of(sheet, low) if low == high else TricksOutcome()
    return VerdictView(
        *send,
        *words,
        low,
        high,
        marks,
        told.result,
        told.points,
        made=told.made,
        pressed=pressed,
        default=pressed and not chosen,
    )


def benches(
    sheet: Sheet, found: Proposed, refuted: Collection[str] = ()
) -> list[BenchView]:
    """Return the facts that decide: those still open first, then those answered."""
    if found.turned:
        return []
    past = decided(found)
    asked = [] if found.result is None else _deciding(found.result)
    every = [*asked, *(one.question for one in past)]
    trumps = [one["trump"] for one in every if "trump" in one]
    benches = [
        _bench(sheet, one, _answer_now(one), given=_is_refuted(one, refuted))
        for one in asked
        if "trump" not in one
    ]
    benches += [
        _bench(sheet, one.question, one.answer, given=True)
        for one in past
        if "trump" not in one.question
    ]
    if trumps and _matters(trumps[0]):
        benches.insert(0, _on_trump(sheet, trumps[0], trump_answer(sheet.case)))
    return sorted(benches, key=lambda one: one.pressed is not None)


def _deciding(result: Stored) -> list[Stored]:
    """Return the questions that decide; a place only where a guess lost the claim.

    Elsewhere nobody at the table would ask it: it stands under what would change this.
    """
    guessed = result.get("cause", Cause.GUESS) == Cause.GUESS
    asked = questions_of(result)
    return [one for one in asked if guessed or one["id"] != "location"]


def _matters(trump: Stored) -> bool:
    """Say whether it changes the number that the trump was forgotten (70C)."""
    return bool(trump["aware_award"] != trump["unaware_award"])


def _answer_now(question: Stored) -> str:
    """Return the answer in force to a question that a result still asks."""
    return GIVEN_BY_WORDS.get(question["id"], "")


def _is_refuted(question: Stored, refuted: Collection[str]) -> bool:
    """Say whether the director answered that a place was not proven."""
    about = ",".join(question.get("about", ()))
    return question["id"] == "location" and is_refuted(about, refuted)


def _bench(
    sheet: Sheet, question: Stored, answer: str, *, given: bool = False
) -> BenchView:
    """Return one question of a result with the number of each answer."""
    if question["id"] == COUNTED:
        return _on_counting(sheet, question, answer, given=given)
    axis, name = axis_of(sheet), question["id"]
    about = tuple(question.get("about", ()))
    words = _answers(sheet, name, about)
    rows = tuple(
        verdict(
            sheet,
            axis,
            (one["award"]["low"], one["award"]["high"]),
            words.get(one["key"], (one["key"], "")),
            send=(name, one["key"]),
            pressed=one["key"] == answer,
            chosen=given,
        )
        for one in question["answers"]
    )
    heading = _heading(sheet, name, about)
    return BenchView(name, question["law"], heading, rows, ",".join(about), given=given)


def _on_counting(
    sheet: Sheet, question: Stored, answer: str, *, given: bool
) -> BenchView:
    """Return what a false claim may rest on; other cards are named on their screen."""
    axis, named = axis_of(sheet), {"seat": _claimer(sheet)}
    nothing = _("%(seat)s thought no card gone") % named
    words = {
        "too_many": (_("A trick too many"), nothing),
        "out_of_reach": (_("A winner without a way to it"), nothing),
    }
    rows = []
    for one in question["answers"]:
        cards = one.get("about") or []
        gone = _("%(cards)s thought gone") % {"cards": " ".join(cards)}
        value = f"gone:{','.join(cards)}" if cards else one["key"]
        if value != "other":
            rows.append(
                verdict(
                    sheet,
                    axis,
                    (one["award"]["low"], one["award"]["high"]),
                    words.get(value, (gone, _("and so not looked after"))),
                    send=(COUNTED, value),
                    pressed=value == answer,
                )
            )
    heading = _("What had %(seat)s counted?") % named
    about = sorted({card for one in question["answers"] for card in one["about"]})
    other = (COUNTED, "other", _("Other cards were thought gone…"))
    return BenchView(
        COUNTED,
        question["law"],
        heading,
        tuple(rows),
        ",".join(about),
        given=given,
        other=other,
    )


def _heading(sheet: Sheet, name: str, about: tuple[str, ...]) -> str:
    if name == "location":
        return located(sheet, about)
    if name == "stated_order":
        return _("Did the words name an order of play?")
    return _("What had %(seat)s counted?") % {"seat": _claimer(sheet)}


def _answers(
    sheet: Sheet, name: str, about: tuple[str, ...]
) -> dict[str, tuple[str, str]]:
    """Return the words of each answer, and what they rest on."""
    cards, many = {"cards": " ".join(about), "seat": _claimer(sheet)}, len(about)
    return {
        "forgotten": {
            "forgotten": (
                ngettext("%(cards)s was left out", "%(cards)s were left out", many)
                % cards,
                ngettext(
                    "%(seat)s took it to be gone", "%(seat)s took them to be gone", many
                )
                % cards,
            ),
            "counted": (
                ngettext("%(cards)s was counted", "%(cards)s were counted", many)
                % cards,
                ngettext("%(seat)s had it in mind", "%(seat)s had them in mind", many)
                % cards,
            ),
        },
        "stated_order": {
            "order": (_("An order of play"), _("as the words above stand")),
            "not_an_order": (_("Only a count of tricks"), _("any order fits them")),
        },
        "location": {
            "not_proven": (_("No"), elsewhere(sheet, many)),
            "proven": (
                _("Yes"),
                ngettext(
                    "or the card had been shown", "or the cards had been shown", many
                ),
            ),
        },
    }.get(name, {})


def _on_trump(sheet: Sheet, trump: Stored, given: str) -> BenchView:
    """Return the answers on the trump; the words that cover it are one of them."""
    axis, cards = axis_of(sheet), trump["cards"]
    covers = bool(trump["mentioned"]) or given == "covered"
    gone = bool(trump.get("thought_gone")) and not covers
    answer = given or ("covered" if covers else "not_aware" if gone else "")
    named = {"cards": " ".join(cards), "seat": _claimer(sheet)}
    many = len(cards)
    knew = ngettext("%(seat)s knew it was out", "%(seat)s knew they were out", many)
    known = (knew % named, _("and you are sure of it"))
    said = covering_words(sheet)
    covered = (
        _("The words cover it"),
        _("“%(words)s”") % {"words": said} if said else _("as they stand above"),
    )
    forgotten = _("It may be forgotten") if many == 1 else _("They may be forgotten")
    why = (
        _("the words say that none is out")
        if gone
        else _("nothing said speaks against it")
    )
    open_ = (forgotten, why)
    first = "covered" if covers else "aware"
    spans = {name: trump[f"{name}_award"] for name in ("aware", "unaware")}
    aware, unaware = ((one["low"], one["high"]) for one in spans.values())
    rows = (
        verdict(
            sheet,
            axis,
            aware,
            covered if covers else known,
            send=(TRUMP, first),
            pressed=answer == first,
            chosen=bool(given),
        ),
        verdict(
            sheet,
            axis,
            unaware,
            open_,
            send=(TRUMP, "not_aware"),
            pressed=answer == "not_aware",
        ),
    )
    heading = ngettext(
        "Is it at all likely that %(cards)s was forgotten?",
        "Is it at all likely that %(cards)s were forgotten?",
        many,
    )
    other = None if covers else (TRUMP, "covered", _("The words do cover it"))
    return BenchView(
        TRUMP, "70C", heading % named, rows, given=bool(given), other=other
    )


def accepting(sheet: Sheet, found: Proposed) -> Answers:
    """Return the answers that accepting the number gives, with those of the words.

    Words that cover the trump answer its first test, and words that none is out the
    first two, unless the director did (70C).
    """
    points = flow_of(sheet.case).points
    answers = points.reply("accepted")
    trump = None if found.result is None else found.result["outstanding_trump"]
    if not trump or trump_answer(sheet.case):
        return answers
    if trump["mentioned"]:
        noted = {"mentioning_words": covering_words(sheet)}
        for step, choice in points.reply("trump_covered").items():
            answers[step] = {"choice": choice, **noted}
    elif trump.get("thought_gone"):
        answers |= points.reply("trump_not_covered", "trump_forgotten")
    return answers


def _claimer(sheet: Sheet) -> str:
    return _("the claimer") if sheet.claimer is None else seat_name(sheet.claimer)
