"""What the chief does to a ruling: confirm, send back, overrule; and assign a case."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.forms.chief import OverruleForm, ReviewForm, UserForm
from rulings.models import Case
from rulings.permissions import Sight, require, sees
from rulings.permissions.rights import Refused
from rulings.presenters.awards import award_of, award_words
from rulings.queries.staff import guards_of
from rulings.queries.table.paper import numbers_for, revoker_of
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
from rulings.workflow.cases import assign as assign_case
from rulings.workflow.decide import (
    confirm,
    latest_ruling,
    send_back,
    with_tricks,
)
from rulings.workflow.decide import (
    overrule as overrule_case,
)


def to_live(case: Case) -> HttpResponse:
    """Return to the chief's list with the case peeked at."""
    response = HttpResponse(status=303)
    response["Location"] = f"{reverse('live', args=(case.event_id,))}?peek={case.pk}"
    return response


def _shown(request: HtmxHttpRequest, case_id: uuid.UUID, act: Act) -> Case:
    """Return a case for a page of the chief; the right to the act is asked at once."""
    case = case_for(request, case_id)
    require(request.actor, act, case)
    return case


def _left(case: Case) -> int | None:
    return getattr(getattr(case, "claim", None), "tricks_left", None)


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.CONFIRM, Act.SEND_BACK)
@signed_in
def review(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Confirm a ruling with one tap, or send it back with a reason."""
    case = _shown(request, case_id, Act.SEND_BACK)
    form = ReviewForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        carried = act_form(request)
        if form.cleaned_data["do"] == "confirm":
            confirm(carried, case.pk)
        else:
            send_back(carried, case.pk, reason=form.cleaned_data["reason"])
        return to_live(case)
    ruling = latest_ruling(case)
    context = {"case": case, "ruling": ruling, "form": form}
    context |= {"award": award_words(award_of(ruling, _left(case)))}
    context |= {"hidden": fields_of(case), "at": request.actor.at}
    status = 422 if form.is_bound else 200
    return screen(request, "chief/review.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.OVERRULE)
@signed_in
def overrule(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Put another number of tricks in the place of a ruling, with the reason."""
    case = _shown(request, case_id, Act.OVERRULE)
    ruling = latest_ruling(case)
    numbers = numbers_for(ruling, _left(case))
    form = OverruleForm(request.POST or None, numbers=numbers)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        decision = with_tricks(
            case, ruling, given["tricks"], given["laws"], given["reason"]
        )
        overrule_case(act_form(request), case.pk, decision)
        return to_live(case)
    if not sees(request.actor, Sight.RULING, case):
        raise Refused(_("You play this board or have still to play it."))
    context = {"case": case, "ruling": ruling, "form": form, "at": request.actor.at}
    context |= {
        "hidden": fields_of(case),
        "numbers": numbers,
        "award": award_words(award_of(ruling, _left(case))),
        "revoke": revoker_of(ruling),
    }
    status = 422 if form.is_bound else 200
    return screen(request, "chief/overrule.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.TAKE_OVER)
@signed_in
def assign(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Give a case to a director who does not play the board."""
    case = case_for(request, case_id)
    guards = guards_of(case.event_id, request.actor.at)
    free = {
        pk: name
        for pk, name in guards.names.items()
        if not guards.barred(pk, case.playing)
    }
    form = UserForm(request.POST or None, users=free)
    if request.method == "POST" and form.is_valid():
        assign_case(act_form(request), case.pk, form.cleaned_data["user"])
        return to_live(case)
    require(request.actor, Act.EXTEND, case)  # the chief's alone, as assigning is
    context = {"case": case, "free": free, "form": form, "at": request.actor.at}
    context |= {"hidden": fields_of(case)}
    status = 422 if form.is_bound else 200
    return screen(request, "chief/assign.html", context, status=status)
