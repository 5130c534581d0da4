"""The server's log: one JSON line a record, without names, words, paths or tokens.

Messages are written uninterpolated ("Not Found: %s"): their arguments may be a
path with a pass in it, or a player's words. What a line should tell besides its
message goes into `extra={"facts": {...}}`: ids, numbers, names of routes.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest


def route_of(request: HttpRequest) -> str:
    """Return the name of the route that answers a request, or "none"."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else "none"


def places_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return an exception's class and lines of code; its words may name people."""
    if not record.exc_info or record.exc_info[0] is None:
        return {}
    frames = traceback.extract_tb(record.exc_info[2])
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": record.exc_info[0].__name__, "places": places}


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": str(record.msg),
        }
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line["route"] = route_of(request)
        if status := getattr(record, "status_code", None):
            line["status"] = status
        line |= getattr(record, "facts", {})
        return json.dumps(line | places_of(record), default=str)
