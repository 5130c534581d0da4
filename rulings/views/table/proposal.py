"""The proposal: the scale, the one question, the line card by card, what was left out.

It never blocks: a director may rule while it is still sought, or without it.
"""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.http import require_GET, require_POST

from rulings.forms.table.ruling import ALLOW_REASONS, AllowForm
from rulings.models import Proposal
from rulings.permissions import Sight
from rulings.queries.flow import walk_case
from rulings.queries.table.answers import walk_with
from rulings.queries.table.proposal import Proposed, proposed
from rulings.queries.table.settlement import settlement_of
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.drawing.sentences import sentence_words
from rulings.views.table.acts import facts_form, propose_again
from rulings.views.table.frame import case_screen, errors_of, need_sight, see_other
from rulings.views.table.gist import question_words
from rulings.views.table.given import given_views
from rulings.views.table.line import line_view
from rulings.views.table.options import options
from rulings.views.table.transfer import moved_words
from rulings.views.table.weigh import is_trivial, question_view, scale_view
from rulings.workflow.answers import answer
from rulings.workflow.errors import Invalid
from rulings.workflow.propose import allow, propose

AWARENESS = {"aware": "clearly_aware", "not_aware": "possible"}
STATUS = {
    Proposal.Status.QUEUED: (
        "note",
        gettext_noop("Looking for the worst normal line. You can rule now."),
    ),
    Proposal.Status.RANGE: (
        "warn",
        gettext_noop("The search was stopped: the range is proven, the number is not."),
    ),
    Proposal.Status.TIMED_OUT: (
        "warn",
        gettext_noop(
            "The search took too long and was stopped. What it had proven stands."
        ),
    ),
    Proposal.Status.FAILED: (
        "stop",
        gettext_noop("The search failed. Rule without it, or ask for it again."),
    ),
}


@declares(Act.PROPOSE)
@require_GET
@signed_in
def proposal(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the proposal as far as it is; the part that is still sought is polled."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    need_sight(request, case, Sight.CARDS)
    sheet = sheet_of(case)
    found = proposed(case)
    tricks = found.result["line"] if found.result else []
    walked = walk_case(case, request.actor.at, more={"C20": "accept_proposal"})
    waits = walked.stands
    settled = settlement_of(walked.walk)
    shown = request.GET.get("t", "")
    current = int(shown) if shown.isdecimal() else _first_lost(tricks)
    context = {
        **_status(found, sheet),
        "found": found,
        "award_words": _award_words(found, sheet),
        "scale": scale_view(sheet, found),
        "question": question_view(sheet, found),
        "line": line_view(sheet, tricks, current),
        "because": _because(found),
        "excluded": _excluded(found),
        "allowed": sorted(_allowed(found)),
        "reasons": options(ALLOW_REASONS.items(), ""),
        "waits": waits,
        "waits_words": question_words(walked, sheet),
        "final": None if found.award is None else found.award + settled.moved,
        "moved": moved_words(sheet, settled),
        "equity": settled.equity,
        "given": given_views(sheet, walked.flow),
        "leads_elsewhere": bool(waits) and not waits.startswith("C"),
    }
    return case_screen(
        request,
        "proposal",
        case,
        context,
        here="proposal",
        here_value=_award_words(found, sheet),
        sheet=sheet,
        part="weigh",
    )


def _award_words(found: Proposed, sheet: Sheet) -> str:
    """Return the award for the strip, as far as it is known."""
    if found.low is None or found.high is None or is_trivial(found, sheet.left):
        return "…"
    number = str(found.low) if found.low == found.high else f"{found.low}–{found.high}"
    return ngettext("%(n)s trick", "%(n)s tricks", found.high) % {"n": number}


def _first_lost(tricks: list[dict[str, object]]) -> int:
    lost = [number for number, row in enumerate(tricks, 1) if not row["to_claimer"]]
    return lost[0] if lost else 1


def _status(found: Proposed, sheet: Sheet) -> dict[str, object]:
    """Return the state of the search in a tag and a sentence."""
    if found.row is None:
        words = _("The facts do not suffice for a proposal yet.")
        if found.stale:
            words = _("The facts have changed since the last proposal.")
        elif found.askable:
            words = _("No proposal has been asked for yet.")
        return {"status_tag": "note", "status_words": words}
    tag, words = STATUS.get(Proposal.Status(found.row.status), ("", ""))
    nothing = is_trivial(found, sheet.left)
    if nothing and found.row.status in {
        Proposal.Status.RANGE,
        Proposal.Status.TIMED_OUT,
    }:
        words = gettext_noop(
            "No number yet: the search was stopped before it had proven one. Ask "
            "again, or rule without it."
        )
    return {
        "proven": not nothing,
        "again": True,
        "status_tag": tag,
        "status_words": _(words) if words else "",
    }


def _because(found: Proposed) -> list[tuple[str, str]]:
    if found.result is None:
        return []
    return [
        (reason["law"], sentence_words(reason["sentence"]))
        for reason in found.result["because"]
    ]


def _excluded(found: Proposed) -> list[dict[str, object]]:
    if found.result is None:
        return []
    return [
        {
            "id": play["id"],
            "trick": play["trick"],
            "seat": play["seat"],
            "card": play["card"],
            "why": sentence_words(play["reason"]["sentence"]),
            "law": play["reason"]["law"],
            "keeps": play["keeps"],
        }
        for play in found.result["excluded"]
    ]


def _allowed(found: Proposed) -> list[str]:
    return [] if found.row is None else list(found.row.settings.get("allowances", ()))


@declares(Act.ANSWER)
@require_POST
@signed_in
def settle(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Answer the one question that decides: was the claimer aware of the trump."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    choice = AWARENESS.get(request.POST.get("aware_of_trump", ""))
    if choice is None:
        raise Invalid(_("Choose one of the two answers."))
    form = facts_form(request)
    also = {"C06": "not_mentioned"}
    _walked, moot = walk_with(case, request.actor.at, "C07", choice, {}, also=also)
    answer(form, case.pk, step="C07", choice=choice, set_aside=moot, also=also)
    propose_again(form, case.pk)
    return see_other("proposal", case.pk)


@declares(Act.PROPOSE)
@require_POST
@signed_in
def ask(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Ask for a proposal, or again for one that failed; a range with more budget."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    propose(act_form(request), case.pk)
    return see_other("proposal", case.pk)


@declares(Act.ALLOW)
@require_POST
@signed_in
def allow_play(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Let a play in that was left out, or leave it out again; solved anew at once."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    form = AllowForm(request.POST)
    if not form.is_valid():
        raise Invalid(" ".join(errors_of(form)))
    given = form.cleaned_data
    allow(
        act_form(request), case.pk, given["play"], str(ALLOW_REASONS[given["reason"]])
    )
    return see_other("proposal", case.pk)


__all__ = ["Sheet", "allow_play", "ask", "proposal", "settle"]
