"""The API as a whole: its operations, their routes, and its description of itself.

There is no page that shows it: the description is OpenAPI, and `docs/api.md` explains.
"""

from __future__ import annotations

from functools import cache

from django.http import HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from rulings.permissions import EventAct
from rulings.views.api import cases, positions, records, results, rounds, slips
from rulings.views.api.door import KeyAuth, door
from rulings.views.api.problems import add_handlers
from rulings.views.api.shapes import FIELD_WORDS
from rulings.views.common import HtmxHttpRequest, declares

PREFIX = "api/v1"

api = NinjaAPI(
    title="Seventy",
    version="1",
    description=(
        "Boards, records of play, results, rounds, cases, rulings, slips and positions "
        "of one event."
    ),
    openapi_url=None,
    docs_url=None,
    urls_namespace="api",
    auth=KeyAuth(),
)
add_handlers(api, FIELD_WORDS)
for part in (records, rounds, results, cases, slips, positions):
    api.add_router("", part.router)

ACTS: dict[str, tuple[EventAct | str, ...]] = {
    "api_boards": (EventAct.IMPORT,),
    "api_boards_preview": (EventAct.IMPORT,),
    "api_records": (EventAct.IMPORT,),
    "api_schedule": ("look",),
    "api_round_start": (EventAct.START_ROUND,),
    "api_round_end": (EventAct.END_ROUND,),
    "api_calls": (EventAct.OWN_CALL,),
    "api_slips": ("look",),
    "api_slip_taken": (EventAct.ACKNOWLEDGE,),
    "api_contestants": ("look",),
    "api_results": ("look", EventAct.ENTER_SCORE),
    "api_cases": ("look",),
    "api_rulings": ("look",),
    "api_feed": ("look",),
    "api_positions": (EventAct.ASK_POSITION,),
    "api_position": (EventAct.ASK_POSITION,),
}
"""What each route does (R10), by its name."""


@require_safe
@declares("description of the API")
def openapi(request: HtmxHttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's argument
    """Return the description of the API, for programs and those who write them."""
    return JsonResponse(description())


@cache
def description() -> OpenAPISchema:
    """Return the description, worked out once: the operations do not change."""
    return api.get_openapi_schema(path_prefix=f"/{PREFIX}")


def routes() -> list[URLPattern]:
    """Return a route for each operation, behind the door, and the description's."""
    found = [path(f"{PREFIX}/openapi.json", openapi, name="api_description")]
    for pattern in api.urls[0]:
        name = getattr(pattern, "name", None)
        if isinstance(pattern, URLPattern) and name in ACTS:
            route = f"{PREFIX}/{pattern.pattern}"
            found.append(path(route, door(pattern.callback, *ACTS[name]), name=name))
    return found
