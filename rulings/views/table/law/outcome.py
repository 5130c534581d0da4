"""The end of a walk that is not the proposal: no claim, stands, too late."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.laws.engine.flow import Outcome
from rulings.models import Case
from rulings.presenters.law.effects import EFFECT_WORDS
from rulings.presenters.moment.transfer import moved_words
from rulings.presenters.readouts import ended_readout
from rulings.presenters.table.given import given_views
from rulings.presenters.table.law import law_of_outcome
from rulings.queries.case.flow import CaseWalk
from rulings.queries.case.hearing import complete
from rulings.queries.table.settlement import settlement_of
from rulings.queries.table.sheet import Sheet
from rulings.states import State
from rulings.views.common import HtmxHttpRequest
from rulings.views.table.frame import case_screen
from rulings.views.table.law.assigned import score_fields
from rulings.views.table.law.later import ASSIGNS

RULINGS = frozenset(
    {
        "ruled",
        "agreement_withdrawn",
        "agreement_stands",
        "concession_cancelled",
        "concession_stands",
        "irregularity_scored",
        "too_late",
    }
)
"""Effects that change or confirm a score, told with the right of appeal (Law 83)."""

READY = frozenset({State.FROZEN, State.RESERVED})
CONTESTABLE = frozenset({State.CALLED, State.AGREED})
CLOSABLE = frozenset(
    {State.CALLED, State.CONTESTED, State.FROZEN, State.RESERVED, State.RULED}
)


def is_closing(outcome: Outcome) -> bool:
    """Say whether an outcome ends the case without a ruling."""
    return outcome.effect not in RULINGS and outcome.effect not in {"agreed", *ASSIGNS}


def is_ready(case: Case) -> bool:
    """Say whether a ruling can be made: frozen, or complete and about to freeze."""
    state = State(case.state)
    return state in READY or (state is State.CONTESTED and complete(case))


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


def outcome_screen(
    request: HtmxHttpRequest, sheet: Sheet, walked: CaseWalk, *, status: int = 200
) -> HttpResponse:
    """Render what the law says comes of it, with what must be said, and the one act."""
    outcome = walked.walk.outcome
    if outcome is None:  # reached only with an outcome
        message = "the walk has no outcome"
        raise LookupError(message)
    context = {
        "outcome": outcome,
        "meaning": _(outcome.meaning),
        "remark": _(outcome.remark) if outcome.remark else "",
        **law_of_outcome(outcome, walked.flow),
        "effect": EFFECT_WORDS[outcome.effect],
        "notices": [_(notice.text) for notice in walked.walk.notices],
        "given": given_views(sheet, walked.flow, walked),
        "readout": ended_readout(sheet, outcome, ()) if is_closing(outcome) else None,
        **_ways(sheet, walked, outcome),
    }
    here = f"step:{outcome.refs[0] if outcome.refs else outcome.id}"
    return case_screen(
        request, "outcome", sheet.case, context, here=here, sheet=sheet, status=status
    )


def _ways(sheet: Sheet, walked: CaseWalk, outcome: Outcome) -> dict[str, object]:
    """Return the one act that carries an outcome out, and what it still lacks."""
    case, entry = sheet.case, walked.entry
    if outcome.effect in ASSIGNS:
        url = reverse("assigned_score", args=[case.pk, entry])
        return {"assigns": url, **score_fields(sheet, {})}
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
