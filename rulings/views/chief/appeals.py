"""An appeal as the chief and its panel see it (Laws 92 and 93).

The chief admits, names the panel and decides points of law; the panel decides
judgement. An adviser of the case does not hear it.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from rulings.bridge.seats import Side
from rulings.forms.chief import AppealForm, EndForm, PanelForm
from rulings.models import Appeal, Case, Role
from rulings.permissions import (
    Refused,
    Sight,
    letters_in_case,
    require,
    sees,
)
from rulings.queries.appealing import deciding_letters
from rulings.queries.player import (
    ended_appeal,
    waiting_appeals,
)
from rulings.queries.regulations import regulations_of
from rulings.queries.table.staff import name_of
from rulings.queries.words import text_of
from rulings.states import Act
from rulings.views.chief.review import decision_after
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    fields_of,
    screen,
    signed_in,
)
from rulings.views.drawing.results import late_words
from rulings.views.drawing.words import side_name
from rulings.workflow.appeals import admit_appeal, decide_appeal, set_panel
from rulings.workflow.decide import Decision
from rulings.workflow.errors import Invalid

HEARS = frozenset({"C", "R"})


def _appeal_case(
    request: HtmxHttpRequest, case_id: uuid.UUID
) -> tuple[Case, Appeal | None]:
    """Return a case and the appeal meant to those who deal with appeals.

    Both sides may have appealed (Law 92A): then the page names the side.
    """
    case = case_for(request, case_id)
    if not letters_in_case(request.actor, case) & HEARS:
        raise Refused(_("Appeals are the chief director's and the panel's."))
    side = _side(request)
    waiting = [row for row in waiting_appeals(case) if side in {"", row.side}]
    return case, waiting[0] if waiting else None


def _side(request: HtmxHttpRequest) -> str:
    """Return the side whose appeal is meant, where the page names one."""
    return request.POST.get("side") or request.GET.get("side", "")


@require_GET
@declares("appeal")
@signed_in
def appeal(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the appeal that waits: who asks, who agrees, in time or not."""
    return appeal_page(request, case_id)


def appeal_page(
    request: HtmxHttpRequest, case_id: uuid.UUID, errors: list[str] | None = None
) -> HttpResponse:
    """Show an appeal, with what was wrong with the form just sent."""
    case, waiting = _appeal_case(request, case_id)
    if waiting is None:
        raise Http404
    letters = letters_in_case(request.actor, case)
    staff = staff_names(case)
    sanction = str(regulations_of(case)["no_merit_sanction"] or "")
    context = {
        "case": case,
        "appeal": waiting,
        "side": side_name(Side(waiting.side)),
        "others": [
            (row.side, side_name(Side(row.side)))
            for row in waiting_appeals(case)
            if row.pk != waiting.pk
        ],
        "words": text_of(waiting.words)
        if sees(request.actor, Sight.REASONS, case)
        else "",
        "late": late_words(waiting.late_ms) if waiting.late_ms else "",
        "is_chief": "C" in letters,
        "is_panel": bool(letters & deciding_letters(case, Appeal.Point.JUDGEMENT)),
        "sanction": _(sanction.replace("_", " ")),
        "reviewers": {pk: staff[pk] for pk in reviewer_ids(case)},
        "staff": staff,
        "tricks": range(14),
        "errors": errors or [],
        "hidden": fields_of(case),
        "at": request.actor.at,
    }
    status = 422 if errors else 200
    return screen(request, "chief/appeal.html", context, status=status)


def staff_names(case: Case) -> dict[int, str]:
    """Return everybody with a role in the event, by account."""
    rows = Role.objects.filter(event=case.event_id, until__isnull=True)
    return {row.user_id: name_of(row.user) for row in rows.select_related("user")}


def reviewer_ids(case: Case) -> list[int]:
    """Return the accounts of the event's reviewers."""
    rows = Role.objects.filter(
        event=case.event_id, role=Role.Name.REVIEWER, until__isnull=True
    )
    return sorted(set(rows.values_list("user_id", flat=True)))


def errors_of(form: AppealForm | PanelForm | EndForm) -> list[str]:
    """Return what is wrong with a form, as sentences."""
    return [str(error) for found in form.errors.values() for error in found]


def _back(case: Case, *, to_live: bool = False) -> HttpResponse:
    response = HttpResponse(status=303)
    route = reverse("live", args=(case.event_id,))
    response["Location"] = route if to_live else reverse("appeal", args=(case.pk,))
    return response


@require_POST
@declares(Act.ADMIT)
@signed_in
def appeal_admit(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Admit a late or incomplete appeal, or refuse it; a person, with a reason."""
    case, _waiting = _appeal_case(request, case_id)
    require(request.actor, Act.ADMIT, case)
    form = AppealForm(request.POST)
    if not form.is_valid():
        return appeal_page(request, case_id, errors_of(form))
    admit_appeal(
        act_form(request),
        case.pk,
        admitted=form.cleaned_data["admitted"],
        reason=form.cleaned_data["reason"],
        side=_side(request),
    )
    return _back(case)


@require_POST
@declares(Act.PANEL)
@signed_in
def appeal_panel(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Name the panel and the advisers, and note the deposit."""
    case, _waiting = _appeal_case(request, case_id)
    require(request.actor, Act.PANEL, case)
    form = PanelForm(
        request.POST, reviewers=reviewer_ids(case), staff=staff_names(case)
    )
    if not form.is_valid():
        return appeal_page(request, case_id, errors_of(form))
    given = form.cleaned_data
    set_panel(
        act_form(request),
        case.pk,
        panel=[user.pk for user in given["panel"]],
        advisers=[user.pk for user in given["advisers"]],
        deposit=given["deposit"],
        side=_side(request),
    )
    return _back(case)


@require_POST
@declares(Act.DECIDE_APPEAL)
@signed_in
def appeal_decide(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """End an appeal: upheld, not admissible, or changed by a ruling told at once."""
    case, waiting = _appeal_case(request, case_id)
    # Sent twice, the form finds its appeal ended: the key gives the receipt again.
    waiting = waiting or ended_appeal(case, _side(request))
    require(request.actor, Act.DECIDE_APPEAL, case)
    form = EndForm(request.POST)
    if not form.is_valid():
        return appeal_page(request, case_id, errors_of(form))
    if waiting is None:
        raise Invalid(_("No appeal is waiting on this case."))
    given = form.cleaned_data
    decide_appeal(
        act_form(request),
        case.pk,
        point=Appeal.Point(given["point"]),
        outcome=Appeal.Outcome(given["outcome"]),
        reasons=given["reasons"],
        decision=_changed(case, waiting, given),
        side=_side(request),
    )
    return _back(case, to_live=True)


def _changed(case: Case, appeal: Appeal, given: Mapping[str, Any]) -> Decision | None:
    """Return the ruling that takes the place of the appealed one, if one does."""
    if given["outcome"] != Appeal.Outcome.CHANGED:
        return None
    laws = given["laws"] or list(appeal.ruling.laws)
    return decision_after(case, appeal.ruling, given["tricks"], laws, given["reasons"])
