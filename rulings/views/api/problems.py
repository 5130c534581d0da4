"""What is answered when a request cannot be done: a sentence, and where it is wrong.

Each detail says what was wrong, what was given, and what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeAlias

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from pydantic import BaseModel, Field

from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.permissions import Refused
from rulings.workflow.errors import Invalid, KeyReused
from rulings.workflow.event.play_records import Contradicts
from rulings.workflow.solving.positions import TooManyWaiting

Raised: TypeAlias = "Exception | type[Exception]"
"""As the library types what its handlers are given."""

GIVEN_AT_MOST = 80
"""So many characters of what was given are repeated in an answer."""

BAD, UNKNOWN, ABSENT, CONFLICT = 400, 401, 404, 409
REFUSED, TOO_LARGE, WRONG, TOO_MANY = 403, 413, 422, 429


class Detail(BaseModel):
    """One fault of a request."""

    where: str = Field(description="The part of the request, for example body.cards.3")
    wrong: str = Field(description="What is wrong with it")
    given: str = Field(description="What was given, shortened")
    right: str = Field(description="What would be right")


class Problem(BaseModel):
    """Why a request was not done. Nothing was written."""

    problem: str = Field(description="One sentence for people")
    details: list[Detail] = Field(default=[], description="Each fault that was found")


WHY = (BAD, UNKNOWN, REFUSED, ABSENT, CONFLICT, TOO_LARGE, WRONG, TOO_MANY)
PROBLEMS: dict[int, type[Problem]] = dict.fromkeys(WHY, Problem)
"""The answers that any operation may give instead of its own."""

_STATUS: dict[type[Exception], int] = {
    Refused: REFUSED,
    Invalid: WRONG,
    ParseError: WRONG,
    IllegalPlay: WRONG,
    Contradicts: CONFLICT,
    KeyReused: CONFLICT,
    TooManyWaiting: TOO_MANY,
}
_RETRY_AFTER = "10"


def problem(
    status: int, sentence: str, details: list[Detail] | None = None
) -> HttpResponse:
    """Return the answer that says why a request was not done."""
    told = Problem(problem=sentence, details=details or [])
    return JsonResponse(told.model_dump(), status=status)


def add_handlers(api: NinjaAPI, words: Mapping[str, str]) -> None:
    """Let an API answer every refusal as a problem; `words` say what fields want."""
    for kind, status in _STATUS.items():
        api.add_exception_handler(kind, _saying(status))
    api.add_exception_handler(Http404, _not_found)
    api.add_exception_handler(AuthenticationError, _no_key)
    api.add_exception_handler(Throttled, _too_many)
    api.add_exception_handler(HttpError, _unreadable)
    api.add_exception_handler(ValidationError, _faulty(words))


def _saying(status: int) -> Callable[[HttpRequest, Raised], HttpResponse]:
    def handle(request: HttpRequest, error: Raised) -> HttpResponse:  # noqa: ARG001 - a handler's arguments
        answer = problem(status, str(error))
        if status == TOO_MANY:
            answer["Retry-After"] = _RETRY_AFTER
        return answer

    return handle


def _not_found(request: HttpRequest, error: Raised) -> HttpResponse:  # noqa: ARG001 - a handler's arguments
    return problem(ABSENT, str(error) or "There is nothing of this name in the event.")


def _no_key(request: HttpRequest, error: Raised) -> HttpResponse:  # noqa: ARG001 - a handler's arguments
    answer = problem(
        UNKNOWN,
        "No valid key came with the request. Send the header Authorization: Bearer "
        "with a token that has not been revoked.",
    )
    answer["WWW-Authenticate"] = "Bearer"
    return answer


def _too_many(request: HttpRequest, error: Raised) -> HttpResponse:  # noqa: ARG001 - a handler's arguments
    seconds = error.wait if isinstance(error, Throttled) else None
    answer = problem(
        TOO_MANY,
        f"This key has sent too many requests in a minute. Wait {seconds} seconds.",
    )
    answer["Retry-After"] = str(seconds)
    return answer


def _unreadable(request: HttpRequest, error: Raised) -> HttpResponse:  # noqa: ARG001 - a handler's arguments
    return problem(BAD, "The body is not JSON. Send one object in UTF-8.")


def _faulty(
    words: Mapping[str, str],
) -> Callable[[HttpRequest, Raised], HttpResponse]:
    def handle(request: HttpRequest, error: Raised) -> HttpResponse:
        found = error.errors if isinstance(error, ValidationError) else []
        details = [_detail(request, one, words) for one in found]
        return problem(WRONG, "The request is not as it should be.", details)

    return handle


def _detail(
    request: HttpRequest, fault: Mapping[str, object], words: Mapping[str, str]
) -> Detail:
    """Return one fault; the name of the argument that holds the body is left out."""
    place = fault.get("loc")
    path = [str(part) for part in place] if isinstance(place, tuple) else []
    if path[:1] == ["body"]:
        path = ["body", *path[2:]]
    names = [part for part in path[1:] if part in words]
    return Detail(
        where=".".join(path),
        wrong=str(fault.get("msg", "")),
        given=_given(request, path),
        right=words.get(names[-1], "") if names else "",
    )


def _given(request: HttpRequest, path: list[str]) -> str:
    """Return what stands at a place of the body, shortened; "" where nothing does."""
    if path[:1] != ["body"]:
        return ""
    try:
        value: object = json.loads(request.body)
    except ValueError:
        return ""
    for part in path[1:]:
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return ""
    return json.dumps(value)[:GIVEN_AT_MOST]
