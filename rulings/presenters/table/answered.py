"""Answers of law as items of the header: what was known, what was counted, what else.

Each is an answer that the director gave, on the moment or on a question of law; those
that the record gives stand among the answers so far (70C to 70E).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rulings.bridge.seats import Seat
from rulings.laws.engine.flow import OPEN, Flow
from rulings.models import Fact
from rulings.presenters.table.gist import filled, first_ref
from rulings.presenters.words import seat_name
from rulings.queries.case.rows import answers_of, rows_of
from rulings.queries.case.rules import flow_of
from rulings.queries.table.decided import trump_answer
from rulings.queries.table.proposal import NOT_PROVEN, PROVEN, apart
from rulings.queries.table.sheet import Sheet

ON_TRUMPS = ("trump_covered", "trump_not_covered", "trump_known", "trump_forgotten")
"""The replies of the flow that make up one answer on a trump still out (70C)."""


@dataclass(frozen=True, slots=True)
class AnsweredItem:
    """One answer: what it is about, and what was said; `step` is "" for a fact."""

    step: str
    label: str
    value: str


def answered_items(sheet: Sheet) -> list[AnsweredItem]:
    """Return the director's answers on a contested claim, in the order of the flow."""
    flow = flow_of(sheet.case)
    rows = {row.step: row.choice for row in answers_of(sheet.case)}
    facts = {row.key: row.value for row in rows_of(sheet.case, Fact) if row.value}
    return [
        *_on_trump(sheet, flow, rows),
        *_on_cards(facts),
        *_on_law(sheet, flow, rows),
    ]


def _on_trump(
    sheet: Sheet, flow: Flow, rows: Mapping[str, str]
) -> Iterator[AnsweredItem]:
    words = {
        "covered": _("covered by the words"),
        "aware": _("was known"),
        "not_aware": _("may be forgotten"),
    }
    if answer := trump_answer(sheet.case):
        asked = set().union(*(flow.points.reply(name) for name in ON_TRUMPS))
        step = max(step for step in asked if step in rows)
        yield AnsweredItem(step, _("Trump still out"), words[answer])


def _on_cards(facts: Mapping[str, Any]) -> Iterator[AnsweredItem]:
    """Yield what was answered on cards out of count, and on places (70D1, 70E1)."""
    parts = []
    if gone := _cards(facts.get("forgotten")):
        parts.append(_("%(cards)s thought gone") % {"cards": gone})
    if counted := _cards(facts.get("counted")):
        parts.append(_("%(cards)s counted") % {"cards": counted})
    if facts.get("miscounted"):
        parts.append(_("a trick too many"))
    if parts:
        yield AnsweredItem("", _("Counted"), ", ".join(parts))
    yield from places_known(facts)


def places_known(facts: Mapping[str, Any]) -> Iterator[AnsweredItem]:
    """Yield which cards are known to lie where, and of which that is not proven."""
    places = [_place(text) for text in facts.get(PROVEN) or ()]
    if places:
        yield AnsweredItem("", _("Known to lie"), ", ".join(places))
    doubted = {text for one in facts.get(NOT_PROVEN) or () for text in apart(one)}
    if doubted:
        yield AnsweredItem("", _("Not proven"), ", ".join(map(_place, sorted(doubted))))


def _cards(listed: object) -> str:
    return " ".join(map(str, listed)) if isinstance(listed, list) else ""


def _place(text: str) -> str:
    seat, _colon, card = text.partition(":")
    return _("%(card)s with %(seat)s") % {
        "card": card,
        "seat": seat_name(Seat.parse(seat)),
    }


def _on_law(
    sheet: Sheet, flow: Flow, rows: Mapping[str, str]
) -> Iterator[AnsweredItem]:
    """Yield the other answers on the contested claim, each beside its clause."""
    said = set().union(*(flow.points.reply(name) for name in ON_TRUMPS))
    award = flow.points.reply("accepted")
    contest = flow.points.among("contest") - said - award.keys()
    for step in (one for one in flow.steps if one in contest and one in rows):
        choice = rows[step]
        asked = flow.steps[step]
        words = _("left open")
        if choice != OPEN:
            words = filled(asked.choice(choice).label, flow, sheet)
        yield AnsweredItem(step, first_ref(asked), words)
