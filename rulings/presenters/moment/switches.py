"""Plays that were left out, and those that the director struck or let in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.models import Case
from rulings.presenters.sentences import sentence_words
from rulings.presenters.table.search import number_of
from rulings.presenters.words import seat_name
from rulings.queries.table.decided import without_switch
from rulings.queries.table.proposal import Proposed, switches_of
from rulings.solver.inputs import Idea, parse_play
from rulings.solver.types import idea_sentence


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
    return _("With it: %(now)s. Without it: %(before)s.") % values
