"""Notices on the phone of a contestant: asked for, and taken back."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from rulings.views.common import HtmxHttpRequest, declares
from rulings.views.player.entry import with_pass
from rulings.views.push import answer_device


@require_POST
@declares("notices on a device")
@with_pass
def player_push(request: HtmxHttpRequest) -> HttpResponse:
    """Send a contestant's notices to a phone, or no more, or say whether they do."""
    return answer_device(request)
