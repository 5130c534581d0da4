"""The end of a walk that is not the proposal: no claim, stands, too late."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.forms.acts import ActForm
from rulings.forms.table.ruling import RuleForm
from rulings.laws.engine.flow import Outcome
from rulings.presenters.law.effects import effect_view
from rulings.presenters.moment.transfer import moved_words
from rulings.presenters.readouts import ended_readout
from rulings.presenters.table.given import given_views
from rulings.presenters.table.law import law_of_outcome
from rulings.queries.case.endings import ASSIGNS, RULINGS, is_closing, is_ready
from rulings.queries.case.flow import CaseWalk
from rulings.queries.table.settlement import settlement_of
from rulings.queries.table.sheet import Sheet
from rulings.states import State
from rulings.views.table.law.assigned import assigned_form
from rulings.views.table.law.questions import Page

CONTESTABLE = frozenset({State.CALLED, State.AGREED})
CLOSABLE = frozenset(
    {State.CALLED, State.CONTESTED, State.FROZEN, State.RESERVED, State.RULED}
)


def missing_of(sheet: Sheet) -> list[tuple[str, str]]:
    """Return what a ruling still lacks: what it is, and the route that takes it."""
    found = []
    if sheet.claim is None or sheet.claim.tricks_left is None:
        found.append((_("who claimed how many tricks"), "claim"))
    if not sheet.read_back:
        found.append((_("the words, read back to both sides"), "statement"))
    if sheet.cards is None:
        words = _("the cards that remained, and the tricks won before (for the score)")
        found.append((words, "cards"))
    return [(words, reverse(route, args=[sheet.case.pk])) for words, route in found]


def outcome_page(sheet: Sheet, walked: CaseWalk) -> Page:
    """Return the page of what the law says comes of it, with the one act on it."""
    outcome = walked.walk.outcome
    if outcome is None:  # reached only with an outcome
        message = "the walk has no outcome"
        raise LookupError(message)
    ways = _ways(sheet, walked, outcome)
    return Page(
        "outcome",
        f"step:{outcome.refs[0] if outcome.refs else outcome.id}",
        lambda: {**_told(sheet, walked, outcome), **ways},
        partial(_form, sheet, ways),
    )


def _form(sheet: Sheet, ways: Mapping[str, Any], data: object) -> ActForm:
    """Return what the one act brings: a score, a number of tricks, or a tap alone."""
    if ways.get("assigns"):
        return assigned_form(sheet, data)
    first: dict[str, object] = {"version": sheet.case.version}
    if not ways.get("rules"):
        return ActForm(data, initial=first)  # type: ignore[arg-type]  # a request's POST
    first |= {"way": "outcome", "tricks": ways["tricks"]}
    form = RuleForm(data, initial=first)  # type: ignore[arg-type]  # a request's POST
    form.ask(ways["left"], beyond=bool(ways["moved"]), hidden=ways["equity"])
    return form


def _told(sheet: Sheet, walked: CaseWalk, outcome: Outcome) -> dict[str, object]:
    """Return what comes of it, in words, with what must be said."""
    settled = settlement_of(walked.walk)
    moved = bool(settled.moved or settled.equity)
    return {
        "outcome": outcome,
        "meaning": _(outcome.meaning),
        "remark": _(outcome.remark) if outcome.remark else "",
        **law_of_outcome(outcome, walked.flow),
        "effect": effect_view(outcome.effect, moved=moved),
        "notices": [_(notice.text) for notice in walked.walk.notices],
        "given": given_views(sheet, walked.flow, walked),
        "readout": ended_readout(sheet, outcome, ()) if is_closing(outcome) else None,
    }


def _ways(sheet: Sheet, walked: CaseWalk, outcome: Outcome) -> dict[str, Any]:
    """Return the one act that carries an outcome out, and what it still lacks."""
    case, entry = sheet.case, walked.entry
    if outcome.effect in ASSIGNS:
        url = reverse("assigned_score", args=[case.pk, entry])
        return {"assigns": url}
    if entry in case.follow_ups:
        return {"ends": reverse("check", args=[case.pk, entry])}
    state = State(case.state)
    tricks = walked.walk.final_tricks
    settled = settlement_of(walked.walk)
    return {
        "rules": outcome.effect in RULINGS and is_ready(sheet.case),
        "contests": outcome.effect in RULINGS and state in CONTESTABLE,
        "missing": missing_of(sheet) if outcome.effect in RULINGS else [],
        "agrees": outcome.effect == "agreed" and state is State.CALLED,
        "closes": is_closing(outcome) and state in CLOSABLE,
        "tricks": sheet.claimed if tricks is None else tricks,
        "moved": moved_words(sheet, settled),
        "equity": settled.equity,
        "left": sheet.left or 13,
    }
