"""Notices on a device: a browser asks for them, takes that back, says what it showed.

Nothing here shows anything of a case. A device that says how far a notice came proves
itself by the number in that notice, which nobody else has read.
"""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from rulings.forms.push import DeviceForm
from rulings.models import Push
from rulings.views.common import HtmxHttpRequest, declares, signed_in
from rulings.workflow.notify.push import application_key, note_receipt
from rulings.workflow.notify.subscriptions import (
    DEVICE,
    recognize,
    subscribe,
    unsubscribe,
)

STATES = {"shown", "opened"}
OK, WRONG = 200, 422


def push_context(name: str, scope: str) -> dict[str, str]:
    """Return what a page needs to offer notices: the key, and where to ask."""
    return {"key": application_key(), "address": reverse(name), "scope": scope}


@require_POST
@declares("notices on a device")
@signed_in
def staff_push(request: HtmxHttpRequest) -> HttpResponse:
    """Send an account's notices to a device, or no more, or say whether they go there.

    The session keeps which device it is.
    """
    response = answer_device(request)
    if response.status_code == OK:
        request.session[DEVICE] = request.POST["endpoint"]
    return response


def answer_device(request: HtmxHttpRequest) -> HttpResponse:
    """Take what a device asks for, and say whether notices go there for its user."""
    actor = request.actor
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=WRONG)
    endpoint = form.cleaned_data["endpoint"]
    if "stop" in request.POST:
        unsubscribe(endpoint)
    elif form.device is not None:
        subscribe(actor, form.device)
    return JsonResponse({"mine": recognize(actor, endpoint)})


@csrf_exempt
@require_POST
@declares("receipt of a notice")
def push_receipt(
    request: HtmxHttpRequest, push_id: uuid.UUID, state: str
) -> HttpResponse:
    """Note that a device has shown a notice, or that it was opened there."""
    if state not in STATES or not Push.objects.filter(pk=push_id).exists():
        raise Http404
    note_receipt(push_id, state, request.actor.at)
    return HttpResponse(status=204)
