"""How the client calls: one request, typed values out and in, refusals with reasons."""

from __future__ import annotations

import dataclasses
import json
import types
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Answer = TypeVar("Answer")


class Refused(Exception):
    """The site has not done it, and nothing was written; `problem` says why."""

    def __init__(
        self, status: int, problem: str, details: list[dict[str, str]]
    ) -> None:
        """Keep the answer: its number, one sentence, and each fault found."""
        super().__init__(f"{status}: {problem}")
        self.status = status
        self.problem = problem
        self.details = details


class Caller:
    """An event's API at a site, with the key of a program."""

    def __init__(self, site: str, token: str, *, timeout: float = 30) -> None:
        """Take the address of the site, as https://seventy.example.org, and a key."""
        if not site.startswith(("https://", "http://")):
            raise ValueError("give the address of a site with https:// or http://")
        self._site = site.rstrip("/")
        self._token = token
        self._timeout = timeout

    def call(
        self,
        method: str,
        path: str,
        answer: Any,  # noqa: ANN401 - a type, also list[Something]
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        key: uuid.UUID | None = None,
    ) -> Any:  # noqa: ANN401 - of that type
        """Make a request and return its answer; raise Refused where it is refused.

        `key` names an act: sent again with the same key, it is done once.
        """
        given = {name: one for name, one in (query or {}).items() if one is not None}
        asked = f"?{urllib.parse.urlencode(_asked(given))}" if given else ""
        headers = {"Authorization": f"Bearer {self._token}"}
        if key is not None:
            headers["Idempotency-Key"] = str(key)
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(encoded(body)).encode()
        request = urllib.request.Request(  # noqa: S310 - see __init__
            self._site + path + asked, data, headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:  # noqa: S310 - see __init__
                return decoded(answer, json.load(response))
        except urllib.error.HTTPError as error:
            raise _refused(error) from error


def _refused(error: urllib.error.HTTPError) -> Refused:
    try:
        said = json.loads(error.read())
        return Refused(error.code, said["problem"], said.get("details", []))
    except (ValueError, KeyError, TypeError):
        return Refused(error.code, str(error.reason), [])


def _asked(given: Mapping[str, object]) -> dict[str, str]:
    """Return the parameters of an address as the site reads them."""
    return {name: json.dumps(encoded(one)).strip('"') for name, one in given.items()}


def encoded(value: Any) -> Any:  # noqa: ANN401 - any value of an operation
    """Return a value as JSON has it; fields that are None are left out."""
    if dataclasses.is_dataclass(value):
        rows = (
            (one.name, getattr(value, one.name)) for one in dataclasses.fields(value)
        )
        return {name: encoded(one) for name, one in rows if one is not None}
    if isinstance(value, Mapping):
        return {name: encoded(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [encoded(one) for one in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def decoded(wanted: Any, value: Any) -> Any:  # noqa: ANN401 - any type of an operation
    """Return JSON as a value of a type; what the type does not know is passed over."""
    if get_origin(wanted) in {Union, types.UnionType}:
        if value is None:
            return None
        (wanted,) = (one for one in get_args(wanted) if one is not type(None))
    if get_origin(wanted) is list:
        return [decoded(get_args(wanted)[0], one) for one in value]
    if dataclasses.is_dataclass(wanted) and isinstance(wanted, type):
        hints = get_type_hints(wanted)
        known = {
            name: decoded(hint, value[name])
            for name, hint in hints.items()
            if name in value
        }
        return wanted(**known)
    if wanted is datetime:
        return datetime.fromisoformat(value)
    return uuid.UUID(value) if wanted is uuid.UUID else value
