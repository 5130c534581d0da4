"""An appeal as the chief prepares it (Laws 92 and 93).

The chief admits it and names the panel; who decides has a page of his own. An adviser
of the case does not hear it.
"""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from rulings.bridge.seats import Side
from rulings.forms.chief import AppealForm, PanelForm
from rulings.forms.typed import whole
from rulings.models import Appeal, Case, Role
from rulings.permissions import (
    Sight,
    letters_in_case,
    require,
    require_hearing,
    sees,
)
from rulings.presenters.appeals import consents_of
from rulings.presenters.results import late_words
from rulings.presenters.words import side_name
from rulings.queries.player import waiting_appeals
from rulings.queries.staff import name_of
from rulings.queries.words import text_of
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    fields_of,
    screen,
    signed_in,
)
from rulings.workflow.appeals import admit_appeal, set_panel
from rulings.workflow.errors import Invalid


def _appeal_case(
    request: HtmxHttpRequest, case_id: uuid.UUID
) -> tuple[Case, Appeal | None]:
    """Return a case and the appeal meant to those who deal with appeals.

    Both sides may have appealed (Law 92A): then the page names the side.
    """
    case = case_for(request, case_id)
    require_hearing(request.actor, case)
    side = _side(request)
    waiting = waiting_appeals(case, side)
    return case, waiting[0] if waiting else None


def _side(request: HtmxHttpRequest) -> str:
    """Return the side whose appeal is meant, where the page names one."""
    return request.POST.get("side") or request.GET.get("side", "")


@require_safe
@declares("appeal")
@signed_in
def appeal(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the appeal that waits: who asks, who agrees, in time or not."""
    return appeal_page(request, case_id)


def appeal_page(
    request: HtmxHttpRequest,
    case_id: uuid.UUID,
    errors: list[str] | None = None,
    *,
    refused: str = "",
) -> HttpResponse:
    """Show an appeal; what was wrong stands at the form refused, which keeps all."""
    case, waiting = _appeal_case(request, case_id)
    if waiting is None:
        raise Http404
    letters = letters_in_case(request.actor, case)
    staff = staff_names(case)
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
        "consents": consents_of(waiting),
        "reviewers": {pk: staff[pk] for pk in reviewer_ids(case)},
        "staff": staff,
        "errors": errors or [],
        "refused": refused,
        "reason": request.POST.get("reason", ""),
        **_prepared(request, waiting, refused),
        "hidden": fields_of(case),
        "at": request.actor.at,
    }
    status = 422 if errors else 200
    return screen(request, "chief/appeal.html", context, status=status)


def _prepared(
    request: HtmxHttpRequest, waiting: Appeal, refused: str
) -> dict[str, object]:
    """Return panel, advisers and deposit: as just sent, else as recorded."""
    if refused != "panel":
        return {
            "panel": waiting.panel,
            "advisers": waiting.advisers,
            "deposit": waiting.deposit,
        }
    sent = {
        name: [whole(pk) for pk in request.POST.getlist(name)]
        for name in ("panel", "advisers")
    }
    return {**sent, "deposit": request.POST.get("deposit", "")}


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


def errors_of(form: AppealForm | PanelForm) -> list[str]:
    """Return what is wrong with a form, as sentences."""
    return [str(error) for found in form.errors.values() for error in found]


def _back(case: Case) -> HttpResponse:
    response = HttpResponse(status=303)
    response["Location"] = reverse("appeal", args=(case.pk,))
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
        return appeal_page(request, case_id, errors_of(form), refused="admit")
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
        return appeal_page(request, case_id, errors_of(form), refused="panel")
    given, act = form.cleaned_data, act_form(request)
    try:
        set_panel(
            act,
            case.pk,
            panel=[user.pk for user in given["panel"]],
            advisers=[user.pk for user in given["advisers"]],
            deposit=given["deposit"],
            side=_side(request),
        )
    except Invalid as error:
        return appeal_page(request, case_id, [str(error)], refused="panel")
    return _back(case)
