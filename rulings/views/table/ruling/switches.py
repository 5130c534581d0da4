"""Plays struck from the line or let in by the director, each with a reason.

Each tap is an entry of the record; the claim is solved anew at once.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.forms.table.switches import ALLOW_REASONS, STRIKE_REASONS, SwitchForm
from rulings.models import Case
from rulings.permissions import Sight
from rulings.presenters.moment.line import drawn_line, on_line
from rulings.presenters.sentences import sentence_words
from rulings.presenters.table import Tile, options
from rulings.presenters.table.search import number_of
from rulings.presenters.words import seat_name
from rulings.queries.table.decided import without_switch
from rulings.queries.table.proposal import Proposed, proposed, switches_of
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.solver.inputs import Idea, parse_play
from rulings.solver.types import idea_sentence
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import errors_of, need_sight, see_other
from rulings.workflow.errors import Invalid
from rulings.workflow.solving.propose import allow, strike


@dataclass(frozen=True, slots=True)
class LeftOutView:
    """A play that the rules left out, with what it would lead to."""

    id: str
    trick: int
    seat: str
    card: str
    why: str
    law: str
    award: int | None


@dataclass(frozen=True, slots=True)
class SwitchView:
    """A play struck or let in; `idle` where a strike changes nothing.

    A kind of play has no card of its own but `words`. `effect` is the number with the
    switch and without it.
    """

    id: str
    struck: bool
    card: Card | None
    after: str
    reason: str
    idle: bool
    words: str = ""
    effect: str = ""


def left_out_views(found: Proposed) -> list[LeftOutView]:
    """Return the plays of the line that would have been worse and were left out."""
    if found.result is None:
        return []
    return [
        LeftOutView(
            play["id"],
            play["trick"],
            seat_name(Seat.parse(play["seat"])),
            play["card"],
            sentence_words(play["reason"]["sentence"]),
            play["reason"]["law"],
            play.get("award"),
        )
        for play in found.result["excluded"]
    ]


def switch_views(case: Case, found: Proposed) -> list[SwitchView]:
    """Return the switches in force, without the kinds of play drawn with the line."""
    result = found.result or {}
    idle = {one["id"] for one in result.get("strikes", ()) if not one["in_force"]}
    drawn = {idea["id"] for idea in result.get("ideas", ())}
    views = []
    for one in switches_of(case):
        if one.play in drawn:
            continue
        play = parse_play(one.play)
        if isinstance(play, Idea):
            words = sentence_words(idea_sentence(play))
            view = SwitchView(
                one.play, one.struck, None, "", one.reason, idle=False, words=words
            )
        else:
            after = " ".join(str(card) for card in play.played)
            view = SwitchView(
                one.play, one.struck, play.card, after, one.reason, one.play in idle
            )
        views.append(replace(view, effect=_effect(found, one.play)))
    return views


def _effect(found: Proposed, play: str) -> str:
    """Return the number with a switch and without it, as far as both were counted."""
    without = without_switch(found, play)
    if without is None or found.low is None or found.high is None:
        return ""
    values = {"now": number_of(found.low, found.high), "before": number_of(*without)}
    return _("With it %(now)s, taken back %(before)s.") % values


def reasons() -> dict[str, list[Tile]]:
    """Return the reasons as buttons."""
    return {
        "allow_reasons": options(ALLOW_REASONS.items(), ""),
        "strike_reasons": options(STRIKE_REASONS.items(), ""),
    }


@declares(Act.STRIKE)
@require_POST
@signed_in
def strike_play(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Rule out a play of the line or a kind of play, or take that back."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    form = _given(request, STRIKE_REASONS)
    _need_known(case, form, struck=True)
    strike(act_form(request), case.pk, form.cleaned_data["play"], form.why)
    return see_other("proposal", case.pk)


@declares(Act.ALLOW)
@require_POST
@signed_in
def allow_play(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Let a play in that was left out, or leave it out again."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    form = _given(request, ALLOW_REASONS)
    _need_known(case, form, struck=False)
    allow(act_form(request), case.pk, form.cleaned_data["play"], form.why)
    return see_other("proposal", case.pk)


def _given(request: HtmxHttpRequest, given: Mapping[str, object]) -> SwitchForm:
    form = SwitchForm(request.POST, given)
    if not form.is_valid():
        raise Invalid(" ".join(errors_of(form)))
    return form


def _need_known(case: Case, form: SwitchForm, *, struck: bool) -> None:
    """Raise Invalid unless it is offered: on the line, an idea, left out, or switched.

    A form sent twice finds its play switched, and gets its first receipt again.
    """
    play = form.cleaned_data["play"]
    if any(one.play == play and one.struck is struck for one in switches_of(case)):
        return
    found, sheet = proposed(case), sheet_of(case)
    if play not in (_strikable(found, sheet) if struck else _allowable(found)):
        raise Invalid("This play is not on the line any more. Open the page again.")


def _strikable(found: Proposed, sheet: Sheet) -> frozenset[str]:
    if found.result is None:
        return frozenset()
    ideas = (idea["id"] for idea in found.result.get("ideas", ()) if not idea["on"])
    return on_line(sheet, drawn_line(found.result)).union(ideas)


def _allowable(found: Proposed) -> frozenset[str]:
    return frozenset(play.id for play in left_out_views(found))
