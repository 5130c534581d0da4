"""The scale of a proposal and its questions: each number with what it rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Seat
from rulings.presenters import (
    ChoiceView,
    ScaleRow,
    ScaleView,
    contract_line,
    scale_of,
)
from rulings.presenters.sentences import sentence_words
from rulings.presenters.words import call_name, seat_name, side_name
from rulings.queries.table.proposal import Proposed, is_refuted
from rulings.queries.table.sheet import Sheet
from rulings.views.table.scores import (
    declarer_tricks,
    points_words,
    result_words,
    score_ns,
    won_before,
)

ANSWER_WORDS = {
    "aware": gettext_noop("Yes, clearly known"),
    "not_aware": gettext_noop("No, it may have been forgotten"),
    "forgotten": gettext_noop("Yes, left out of count"),
    "counted": gettext_noop("No, counted as out"),
    "order": gettext_noop("An order of play"),
    "not_an_order": gettext_noop("Only a count of tricks"),
    "proven": gettext_noop("Yes, proven"),
    "not_proven": gettext_noop("No, not proven"),
}
STANDS = frozenset({"order", "not_proven", "forgotten"})
"""Answers that the number on the page already rests on."""

DOUBTFUL_FIRST = "beginner"
"""The class of player for which the forgotten trump stands first; never chosen."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A fact that would change the number, with the number either way.

    `about` names the cards it is about, as the form sends them back.
    """

    id: str
    law: str
    words: str
    choices: list[ChoiceView]
    about: str = ""


def scale_view(sheet: Sheet, found: Proposed) -> ScaleView | None:
    """Return the scale as far as it is known; None before claim and contract.

    Until the tricks won before are known nothing is said of the contract.
    """
    if sheet.contract is None or sheet.claimer is None or sheet.left is None:
        return None
    total, side = sheet.left, sheet.claimer.side
    before = won_before(sheet)
    need, foot, caption = None, "", _("for %(side)s.") % {"side": side_name(side)}
    if before is not None:
        own = side is sheet.contract.declarer.side
        won_declarer = before if own else FULL_HAND - total - before
        need, foot = contract_line(
            sheet.contract, side=side, won_declarer=won_declarer, total=total
        )
        values = {"side": side_name(side), "before": before}
        caption = _("for %(side)s. %(before)d won before.") % values
    heading = ngettext("Trick of the last %(n)d", "Tricks of the last %(n)d", total) % {
        "n": total
    }
    return scale_of(
        _rows(sheet, found, total),
        total=total,
        need=need,
        heading=heading,
        caption=caption,
        foot=foot,
        more=_least(found.result),
    )


def _rows(sheet: Sheet, found: Proposed, total: int) -> list[ScaleRow]:
    claimed = sheet.claimed or 0
    rows = [
        ScaleRow(_("Claimed"), claimed, claimed, _result(sheet, claimed, claimed)),
    ]
    low = 0 if found.low is None else found.low
    high = total if found.high is None else found.high
    unknown = is_trivial(found, total)
    says = _("no number yet") if unknown else _result(sheet, low, high)
    rows.append(ScaleRow(_("Award"), low, high, says, award=True, unknown=unknown))
    if found.result is None:
        return rows
    best, sure = found.result["double_dummy"], found.result["certain"]
    if (best["low"], best["high"]) != (0, total):
        says = _result(sheet, best["low"], best["high"])
        rows.append(ScaleRow(_("Double dummy"), best["low"], best["high"], says))
    if unknown:
        return rows
    rows.append(ScaleRow(_("Certain"), sure["low"], sure["high"], _("any layout")))
    return rows


def is_trivial(found: Proposed, total: int | None) -> bool:
    """Say whether the bounds are those of any claim: then nothing has been proven."""
    known = (found.low, found.high)
    return known == (None, None) or (total != 0 and known == (0, total))


def _result(sheet: Sheet, low: int, high: int) -> str:
    """Return what a number of tricks means for the contract; "" for a range."""
    if low != high or sheet.contract is None:
        return ""
    tricks = declarer_tricks(sheet, low)
    return "" if tricks is None else result_words(sheet.contract, tricks)


def _least(result: Mapping[str, Any] | None) -> str:
    if result is None:
        return ""
    least = result["any_play"]
    if least["low"] != least["high"]:
        return ""
    return _("Fewest by any legal play: %(n)d.") % {"n": least["low"]}


def question_views(
    sheet: Sheet, found: Proposed, refuted: Collection[str] = ()
) -> list[QuestionView]:
    """Return the facts that would change the number, the most valuable first.

    A place that was found not proven (`refuted`) is not asked for again.
    """
    if found.result is None:
        return []
    settings = found.row.settings if found.row is not None else {}
    views = [
        question_view(sheet, question, str(settings.get("player_class", "")))
        for question in found.result["questions"]
    ]
    return [
        one
        for one in views
        if one.id != "location" or not is_refuted(one.about, refuted)
    ]


def question_view(
    sheet: Sheet, question: Mapping[str, Any], player_class: str = ""
) -> QuestionView:
    """Return one question, the numbers on its buttons."""
    answers = list(question["answers"])
    if question["id"] == "aware_of_trump" and player_class == DOUBTFUL_FIRST:
        answers.reverse()
    about = question.get("about", ())
    located = question["id"] == "location" and about
    return QuestionView(
        question["id"],
        question["law"],
        _located(about) if located else sentence_words(question["sentence"]),
        [_answer(sheet, question["id"], answer) for answer in answers],
        ",".join(about),
    )


def _located(about: Iterable[str]) -> str:
    """Return the question whether each hand is proven to hold its cards (70E1)."""
    held: dict[str, list[str]] = {}
    for text in about:
        seat, _colon, card = text.partition(":")
        held.setdefault(seat_name(Seat.parse(seat)), []).append(card)
    parts = [
        _("%(seat)s holds %(cards)s") % {"seat": seat, "cards": " ".join(cards)}
        for seat, cards in held.items()
    ]
    both = parts[0]
    for part in parts[1:]:
        both = _("%(one)s and %(other)s") % {"one": both, "other": part}
    return _("Is it proven that %(holding)s?") % {"holding": both}


def _answer(sheet: Sheet, name: str, answer: Mapping[str, Any]) -> ChoiceView:
    low, high = answer["award"]["low"], answer["award"]["high"]
    tricks = declarer_tricks(sheet, low) if low == high else None
    points = None if tricks is None else score_ns(sheet, tricks)
    more = ""
    if tricks is not None and sheet.contract is not None and points is not None:
        result = result_words(sheet.contract, tricks)
        more = f"{call_name(sheet.contract)} {result}, {points_words(points)}"
    return ChoiceView(
        _(ANSWER_WORDS.get(answer["key"], answer["key"])),
        name,
        answer["key"],
        more,
        str(low) if low == high else f"{low}–{high}",
        ngettext("trick", "tricks", high),
        pressed=True if answer["key"] in STANDS else None,
    )
