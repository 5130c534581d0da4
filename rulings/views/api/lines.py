"""Positions that stream in by lines: whose they are, what each asks, what goes back.

The door of the stream is in the site's gate, which reads line by line as rows go out
(`tdweb/hosting/lines.py`); here is what each step of it does in a thread. A line that
cannot be read costs one row that says so; the rest goes on.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from pydantic import ValidationError

from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.bridge.positions import Position
from rulings.clock import receipt_at
from rulings.models import ApiKey, Event
from rulings.permissions import (
    EventAct,
    Refused,
    key_actor,
    key_is_open,
    require_in_event,
)
from rulings.queries.case.solving import settings_of
from rulings.solver import Settings
from rulings.solver.inputs import BATCH_BUDGET
from rulings.solver.tools.asked import unanswered
from rulings.solver.tools.batch import Row
from rulings.views.api.door import PER_MINUTE
from rulings.views.api.positions import claim_sent
from rulings.views.api.problems import REFUSED, TOO_MANY, UNKNOWN, problem
from rulings.views.api.shapes import FIELD_WORDS, PositionLineIn
from rulings.views.pace import wait_of
from rulings.workflow.errors import Fault, sentence_of
from rulings.workflow.event.api_keys import find_key
from rulings.workflow.solving.bulk import (
    left_of_day,
    queue_lines,
    quota_of,
    take_of_day,
    until_tomorrow,
)

ENGLISH = "en"
OFF = 503
SOON = 10
"""Seconds after which a program may try again where too many streams run."""

Line = tuple[int, bytes]
"""A line of the body and its number, from 1."""


@dataclass(slots=True)
class LineStream:
    """A stream of a program: its key, and the settings of its event by class."""

    key: ApiKey
    event: Event
    settings: dict[str, Settings] = field(default_factory=dict)

    def settings_for(self, player_class: str) -> Settings:
        """Return the event's settings for a class, with the budget of batches."""
        if player_class not in self.settings:
            found = settings_of(self.event, player_class)
            self.settings[player_class] = replace(found, budget=BATCH_BUDGET)
        return self.settings[player_class]


@dataclass(slots=True)
class LinesAsked:
    """Some lines of a stream: what is known of each already, and the batch of the rest.

    A row of None waits for the batch. `over`: the key may have no more today.
    """

    rows: list[Row | None] = field(default_factory=list)
    marks: list[Row] = field(default_factory=list)
    batch: uuid.UUID | None = None
    over: bool = False

    def end_after(self, taken: int, last: Row) -> None:
        """Ask no more questions than were taken; say why in the place of the next."""
        waiting = [at for at, row in enumerate(self.rows) if row is None]
        at = waiting[taken]
        self.rows[at:], self.marks[at + 1 :] = [last], []
        self.over = True

    def told(self, found: Sequence[Row] = ()) -> bytes:
        """Return the rows as lines, in the order of the input."""
        waiting = iter(found)
        rows = [
            mark | (next(waiting) if row is None else row)
            for mark, row in zip(self.marks, self.rows, strict=True)
        ]
        return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def refusal(fault: Fault, status: int, wait: int | None = None) -> HttpResponse:
    """Return a refusal before anything was read: its code, and when to come again."""
    with translation.override(ENGLISH):
        answer = problem(status, str(fault))
    told = json.loads(answer.content) | {"code": fault.code}
    answer.content = json.dumps(told).encode()
    if wait is not None:
        answer["Retry-After"] = str(wait)
    return answer


def too_many(running: int) -> HttpResponse:
    """Return the refusal of a stream where too many run."""
    return refusal(Fault("lines_many", n=running), TOO_MANY, SOON)


def open_stream(authorization: str) -> LineStream | HttpResponse:
    """Return the stream of a key, or why there is none."""
    scheme, _, token = authorization.partition(" ")
    at = receipt_at()
    key = find_key(token.strip()) if scheme.lower() == "bearer" else None
    actor = None if key is None else key_actor(key, at)
    if key is None or actor is None or not key_is_open(key, actor):
        answer = problem(
            UNKNOWN, "No valid key came with the request. Send Authorization: Bearer."
        )
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    try:
        with translation.override(ENGLISH):
            require_in_event(actor, EventAct.ASK_POSITION, key.event)
    except Refused as error:
        return problem(REFUSED, str(error))
    if not settings.TD_BULK:
        return refusal(Fault("lines_off"), OFF)
    if wait := wait_of(f"api:{actor.id}", at, PER_MINUTE):
        return refusal(Fault("lines_many", n=PER_MINUTE), TOO_MANY, wait)
    if not left_of_day(key, at):
        seconds = until_tomorrow(at)
        spent = Fault("lines_day", n=quota_of(key), seconds=seconds)
        return refusal(spent, TOO_MANY, seconds)
    return LineStream(key, key.event)


def ask_lines(stream: LineStream, lines: Sequence[Line]) -> LinesAsked:
    """Queue what some lines ask, as many as the key may have today."""
    at = receipt_at()
    asked = LinesAsked()
    questions: list[str] = []
    with translation.override(ENGLISH):
        for number, line in lines:
            mark, row, question = _read(stream, number, line)
            asked.marks.append(mark)
            asked.rows.append(row)
            questions += [question] if row is None else []
        key = ApiKey.objects.filter(pk=stream.key.pk, revoked_at=None).first()
        taken = 0 if key is None else take_of_day(key, len(questions), at)
        if taken < len(questions):
            asked.end_after(taken, _revoked() if key is None else _over(key, at))
    if taken:
        asked.batch = queue_lines(questions[:taken], at)
    return asked


def ended_by(fault: Fault, number: int) -> bytes:
    """Return the line that says why a stream ends before its body does."""
    with translation.override(ENGLISH):
        row = unanswered(fault.code, str(fault))
    return json.dumps({"line": number, "id": None} | row).encode() + b"\n"


def _over(key: ApiKey, at: datetime) -> Row:
    seconds = until_tomorrow(at)
    fault = Fault("lines_day", n=quota_of(key), seconds=seconds)
    return unanswered(fault.code, str(fault)) | {"retry_after": seconds}


def _revoked() -> Row:
    return unanswered("key_revoked", "The key of this stream has been revoked.")


def _read(stream: LineStream, number: int, line: bytes) -> tuple[Row, Row | None, str]:
    """Return how a row begins, and its row where the line is wrong, else a question."""
    mark: Row = {"line": number, "id": None}
    try:
        sent = PositionLineIn.model_validate_json(line)
        mark["id"] = sent.id
        position, claim = Position.parse(sent.position), claim_sent(sent)
        claim.check(position)
    except ValidationError as error:
        return mark, unanswered("line_wrong", _sentence(error)), ""
    except (ParseError, IllegalPlay, ValueError) as error:
        return mark, unanswered("line_wrong", sentence_of(error)), ""
    question = {
        "position": str(position),
        "claim": claim.to_json(),
        "settings": stream.settings_for(sent.player_class).to_json(),
    }
    return mark, None, json.dumps(question, sort_keys=True)


def _sentence(error: ValidationError) -> str:
    """Return the first fault of a line, and what would be right."""
    fault = error.errors(include_url=False, include_input=False)[0]
    name = str(fault["loc"][0]) if fault["loc"] else ""
    wanted = FIELD_WORDS.get(name, "")
    return ". ".join(filter(None, (f"{name}: {fault['msg']}".strip(": "), wanted)))
