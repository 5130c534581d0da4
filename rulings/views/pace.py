"""How often somebody may ask for what costs much: by account or key (R25).

A hall shares one address, so an address alone says nothing.
"""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from rulings.views.common import HtmxHttpRequest

MINUTE = 60
EXPORTS = 20
"""So many files of an event, a case or a player in a minute."""
TOO_MANY = 429


def wait_of(who: str, at: datetime, most: int) -> int:
    """Count a request in its minute; return the seconds to wait, 0 for none."""
    second = int(at.timestamp())
    name = f"{who}:{second // MINUTE}"
    cache.add(name, 0, 2 * MINUTE)
    try:
        count = cache.incr(name)
    except ValueError:  # culled in between: it starts again
        count = 1
    return MINUTE - second % MINUTE if count > most else 0


def too_many_exports(request: HtmxHttpRequest) -> HttpResponse | None:
    """Return the page that asks to wait, or None where this file may be made."""
    actor = request.actor
    wait = wait_of(f"export:{actor.kind}:{actor.id}", actor.at, EXPORTS)
    if not wait:
        return None
    sentence = _("Too many files were asked for in a minute. Wait %(seconds)d seconds.")
    context = {"sentence": sentence % {"seconds": wait}, "seconds": wait}
    page = render_to_string("503.html", context, request)
    answer = HttpResponse(page, status=TOO_MANY)
    answer["Retry-After"] = str(wait)
    return answer
