"""The pages of the law: one question, or values that a rule needs; generic over flows.

A page says its template, what it shows, and the form that it brings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.forms.acts import ActForm
from rulings.forms.table.steps import ASSIGNED, BIDDING, StepForm, ValueForm
from rulings.laws.engine.answers import Need
from rulings.laws.engine.flow import Flow, Step
from rulings.laws.errors import NotOffered
from rulings.models import Case
from rulings.presenters import ChoiceView, DiagramView
from rulings.presenters.law.auctions import INPUT, box_context
from rulings.presenters.moment.bench import outcome_of
from rulings.presenters.moment.ready import ready_answer
from rulings.presenters.moment.transfer import TRANSFER, WON_BY, transfer_pairs
from rulings.presenters.table import plain_diagram
from rulings.presenters.table.computed import misses_cards
from rulings.presenters.table.gist import (
    SEVERAL,
    choice_views,
    filled,
    first_ref,
    guidance_at,
    option_words,
    record_fields,
    trumps_out,
)
from rulings.presenters.table.given import entered_values, given_views
from rulings.presenters.table.law import law_of
from rulings.presenters.table.revoked import revoke_words
from rulings.presenters.table.words import binding, wish_lines
from rulings.queries.case.endings import RULINGS
from rulings.queries.case.flow import CaseWalk, walk_case
from rulings.queries.case.rows import answers_of
from rulings.queries.table.sheet import Sheet
from rulings.states import State

Offered = tuple[object, object]

REVOKE_LAW = "64"
"""The Law of the tricks for a revoke that was not corrected."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the law: `here` is its place in the header."""

    template: str
    here: str
    context: Callable[[], dict[str, object]]
    form: Callable[[object], ActForm]


def question_page(
    sheet: Sheet, walked: CaseWalk, asked: Step, at: datetime, *, put_right: str = ""
) -> Page:
    """Return the page of one question, with the answer that it has.

    `put_right` is the card that was just put in the place of a revoke.
    """
    stored = next((row for row in answers_of(sheet.case) if row.step == asked.id), None)
    given = stored.choice if stored else _derived(walked, asked.id)
    ready = None if given else ready_answer(sheet, walked, asked)
    values = dict(stored.values) if stored else {}
    if ready is not None:
        values = dict(ready.values)
    if _corrects(asked):
        values = {"corrected_card": put_right, **values}

    def context() -> dict[str, object]:
        offered = _offered(sheet.case, at, asked)
        choices = choice_views(
            asked, walked.flow, sheet, given=given, offered=offered, ready=ready
        )
        choices = _with_numbers(choices, sheet, at, asked)
        told = _question(sheet, walked, asked)
        return {**told, "choices": choices, "ready": ready}

    return Page(
        "step",
        f"step:{first_ref(asked) or asked.id}",
        context,
        partial(
            StepForm,
            asked=asked,
            shown=record_fields(asked, values),
            box=box_context(sheet),
            version=sheet.case.version,
        ),
    )


def _with_numbers(
    choices: list[ChoiceView], sheet: Sheet, at: datetime, asked: Step
) -> list[ChoiceView]:
    """Return answers with the number of each, where the number hangs on the answer.

    It does where every answer leads to a ruling, and not all to the same tricks.
    """
    if sheet.cards is None or not any(choice.decides for choice in asked.choices):
        return choices
    tricks = [_ruled(sheet.case, at, asked, view.value) for view in choices]
    if None in tricks or len(set(tricks)) < 2:  # noqa: PLR2004 - two differ
        return choices
    return [
        _numbered(sheet, view, number)
        for view, number in zip(choices, tricks, strict=True)
        if number is not None
    ]


def _ruled(case: Case, at: datetime, asked: Step, choice: str) -> int | None:
    """Return the tricks that an answer rules, None where it leads to no ruling yet."""
    walked = walk_case(case, at, more={asked.id: choice}).walk
    rules = walked.outcome is not None and walked.outcome.effect in RULINGS
    return walked.final_tricks if rules else None


def _numbered(sheet: Sheet, view: ChoiceView, tricks: int) -> ChoiceView:
    """Return an answer with its tricks, and what they are on the board."""
    told = outcome_of(sheet, tricks)
    score = ", ".join(part for part in (told.result, told.points) if part)
    unit = ngettext("trick", "tricks", tricks)
    return replace(view, number=str(tricks), unit=unit, more=score or view.more)


def _question(sheet: Sheet, walked: CaseWalk, asked: Step) -> dict[str, object]:
    case = sheet.case
    return {
        **_beside(sheet, walked, asked),
        "question": filled(asked.question, walked.flow, sheet),
        "records_open": asked.id == walked.flow.points.at("revoke")
        or any(one.name in ASSIGNED or one.kind in BIDDING for one in asked.records),
        "corrects": _corrects(asked),
        "misses_cards": misses_cards(sheet, asked) or _taps_cards(sheet, asked),
        "posts_to": reverse("step", args=[case.pk, asked.id]),
        "back": _back(sheet, walked, asked),
        "may_reserve": case.state == State.FROZEN,
    }


def _beside(sheet: Sheet, walked: CaseWalk, asked: Step) -> dict[str, object]:
    """Return what stands beside a question or a value: the law, the facts, the way."""
    flow = walked.flow
    return {
        **box_context(sheet),
        **law_of(asked, flow, sheet),
        "step": asked,
        "takes_claim": "claim" in flow.inputs,
        "diagram": diagram(sheet, asked),
        "binding": binding(sheet),
        "doubt_lines": wish_lines(sheet),
        "given": given_views(sheet, flow, walked),
        "guidance": guidance_at(asked, flow, sheet),
        "revoke": revoke_words(sheet, walked) if _is_of_revoke(asked) else "",
    }


def _is_of_revoke(asked: Step) -> bool:
    """Say whether a step decides what a revoke comes to (64A, 64C)."""
    return first_ref(asked).startswith(REVOKE_LAW)


def _back(sheet: Sheet, walked: CaseWalk, asked: Step) -> str:
    """Return the screen of facts before the questions."""
    if INPUT in walked.flow.inputs:
        return INPUT
    if walked.entry in sheet.case.follow_ups:
        return "case"
    intake = asked.id in walked.flow.points.among("intake")
    return "claim" if sheet.claim is None or intake else "objections"


def _corrects(asked: Step) -> bool:
    """Say whether the answer means that a revoke was put right, and so the cards."""
    names = {setting.name for choice in asked.choices for setting in choice.sets}
    return "doubt_against" in names


def _taps_cards(sheet: Sheet, asked: Step) -> bool:
    """Say whether cards are to be tapped on a position that is not known yet."""
    return sheet.cards is None and any(one.name in SEVERAL for one in asked.records)


def _derived(walked: CaseWalk, step_id: str) -> str:
    given = walked.answers.get(step_id, "")
    return given if isinstance(given, str) else str(given.get("choice", ""))


def _offered(case: Case, at: datetime, asked: Step) -> frozenset[str]:
    """Return the choices that hold now; most steps offer all of theirs."""
    if all(choice.when is None for choice in asked.choices):
        return frozenset(asked.offered)
    found = set()
    for choice in asked.choices:
        try:
            walk_case(case, at, more={asked.id: choice.value})
        except NotOffered:
            continue
        found.add(choice.value)
    return frozenset(found)


def diagram(sheet: Sheet, asked: Step) -> DiagramView | None:
    """Return the position, lit where a trump is in question; None without cards."""
    if sheet.cards is None:
        return None
    marks = trumps_out(sheet) if "{trump}" in asked.question else ()
    return plain_diagram(sheet, sheet.cards, marks)


def value_page(sheet: Sheet, walked: CaseWalk, wanted: tuple[Need, ...]) -> Page:
    """Return the page that asks for values a rule needs, or changes them."""
    asked, known = walked.flow.steps[wanted[0].step], entered_values(sheet)
    needs = [(need, *_asked(need, sheet, walked.flow)) for need in wanted]
    posts_to = _posts_to(sheet.case, walked)
    return Page(
        "value",
        f"step:{first_ref(asked) or asked.id}",
        lambda: {**_beside(sheet, walked, asked), "posts_to": posts_to},
        partial(
            ValueForm,
            needs=needs,
            box=box_context(sheet),
            initial={**as_typed(known), "version": sheet.case.version},
        ),
    )


def _asked(need: Need, sheet: Sheet, flow: Flow) -> tuple[str, Sequence[Offered]]:
    """Return the question of a need, and the values that it offers."""
    if need.key == TRANSFER:
        return str(WON_BY), transfer_pairs(flow)
    return filled(need.question, flow, sheet), _offers(need)


def _offers(need: Need) -> Sequence[Offered]:
    if need.kind == "bool":
        return [("true", _("Yes")), ("false", _("No"))]
    if need.kind == "int":
        low, high = need.low or 0, 13 if need.high is None else need.high
        return [(number, number) for number in range(low, high + 1)]
    return [(word, option_words(word)) for word in need.options]


def as_typed(values: Mapping[str, object]) -> dict[str, object]:
    """Return values as the fields of a form show them."""
    words = {True: "true", False: "false"}
    return {
        name: words[value] if isinstance(value, bool) else str(value)
        for name, value in values.items()
        if value is not None
    }


def _posts_to(case: Case, walked: CaseWalk) -> str:
    """Return where values go: to their case, or to the later check that asks."""
    if walked.entry in case.follow_ups:
        return reverse("check", args=[case.pk, walked.entry])
    return reverse("value", args=[case.pk])
