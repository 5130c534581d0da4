"""The server's log: one JSON line a record, without names, words, paths or tokens.

An argument of a message may be a path with a pass in it, or a player's words: ids,
numbers and choices of a fixed list are filled in, texts only where a library's logger
is known to give names of tasks, queues and workers. What a line should hold besides
its message goes into `extra={"facts": {...}}`: ids, numbers, names of routes.
"""

import json
import logging
import os
import re
import traceback
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

LOG_ID = "seventy.log_id"
"""Where a request keeps the id by which its lines are found."""
WITHHELD = "[withheld]"
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TELLING = ("django_tasks", "django_tasks_db", "django.tasks")
"""Loggers whose texts are names of tasks, queues, workers and signals."""
PLAIN = (int, float, Decimal, UUID, datetime, date, timedelta, Enum, type(None))


class Withheld:
    """Stands for an argument that is withheld."""

    def __str__(self) -> str:
        """Return the word for it."""
        return WITHHELD

    __repr__ = __str__


def message_of(record: logging.LogRecord) -> str:
    """Return the message with those arguments filled in that name nobody."""
    if isinstance(record.msg, BaseException):
        return str(shown(record.msg, texts=False))
    template, given = str(record.msg), record.args
    if not given:
        return template
    texts = any(f"{record.name}.".startswith(f"{one}.") for one in TELLING)
    filled: object
    if not isinstance(given, Mapping):
        filled = tuple(shown(value, texts=texts) for value in given)
    elif "%(" in template:
        filled = {name: shown(value, texts=texts) for name, value in given.items()}
    else:
        filled = (Withheld(),)
    try:
        return str(template % filled)
    except (TypeError, ValueError, KeyError):
        return template


def shown(value: object, *, texts: bool) -> object:
    """Return an argument as it may be written, or what stands for it."""
    if isinstance(value, BaseException):
        said = safe_text(value)
        return type(value).__name__ + (f": {said}" if said else "")
    if isinstance(value, PLAIN) or (texts and isinstance(value, str)):
        return value
    return value if isinstance(value, str) and ID.fullmatch(value) else Withheld()


def safe_text(error: BaseException) -> str:
    """Return what an exception says that cannot name anybody, or nothing.

    The system's word for a failed call without its file, the code of a database's
    refusal without its row, and this site's own sentence about its settings.
    """
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    for one in (error, error.__cause__):
        code = getattr(one, "sqlite_errorname", None) or getattr(one, "sqlstate", None)
        if isinstance(code, str):
            return f"{type(one).__name__} {code}"
    return ""


def route_of(request: HttpRequest) -> str:
    """Return the name of the route that answers a request, or "none"."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else "none"


def mild_stranger(record: logging.LogRecord) -> bool:
    """Turn a stranger's wrong `Host:` into a warning of one line, without that name."""
    record.msg, record.args = "A request named a host that is not this site's.", ()
    record.levelno, record.levelname = logging.WARNING, "WARNING"
    record.exc_info = None
    return True


def places_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return an exception's class, safe text and lines of code."""
    if not record.exc_info or record.exc_info[1] is None:
        return {}
    frames = traceback.extract_tb(record.exc_info[2])
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    error = record.exc_info[1]
    said = safe_text(error)
    found = {"error": type(error).__name__, "places": places}
    return found | ({"why": said} if said else {})


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
        }
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line["route"] = route_of(request)
            if LOG_ID in request.META:
                line["request"] = request.META[LOG_ID]
        if status := getattr(record, "status_code", None):
            line["status"] = status
        line |= getattr(record, "facts", {})
        return json.dumps(line | places_of(record), default=str)
