"""Files that were given: keep the bytes, let a worker read them, say what it found.

The web process looks at no byte of a file but its first; a worker reads it in a child
within limits (R17). The same bytes are kept once.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, cast

import django
from django.contrib.auth.models import User
from django.db import transaction

if TYPE_CHECKING or django.VERSION < (6, 0):
    from django_tasks import task
else:
    from django.tasks import task

from rulings.clock import receipt_at
from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.formats import Reading
from rulings.importers.limited import WALL_SECONDS, read_limited
from rulings.importers.readings import reading_from_json, reading_to_json
from rulings.importers.text import MAX_BYTES
from rulings.models import Event, FileReading, ImportFile
from rulings.permissions import EventAct, require_in_event
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault, Invalid
from rulings.workflow.log import digest
from rulings.workflow.proof.exchange import MAX_CASE_BYTES, looks_like_case, read_case
from rulings.workflow.proof.standalone import FORMAT as CASE

WAITING, READ = FileReading.Status.WAITING, FileReading.Status.READ
REFUSED = FileReading.Status.REFUSED
PRIORITY = 10
"""Before solves that wait: reading takes a moment, and somebody is looking."""
LOST_AFTER = timedelta(seconds=3 * WALL_SECONDS)
"""A reading still running after this has lost its worker and is queued again."""
NO_CASE = "no_case"
"""The fault of a file that begins like a case and is none."""


def keep_file(context: ActContext, event: Event, name: str, data: bytes) -> ImportFile:
    """Keep a file with its hash and let it be read; the same bytes are kept once.

    Raises Invalid when it is empty or too large.
    """
    require_in_event(context.by, EventAct.IMPORT, event)
    if not data:
        raise Fault("file_empty")
    if len(data) > (MAX_CASE_BYTES if looks_like_case(data) else MAX_BYTES):
        raise Fault("file_too_large")
    mark = digest(data)
    file_id = uuid.uuid4()
    with transaction.atomic():
        # Whoever gives the same bytes at the same moment waits here and finds them.
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        known = ImportFile.objects.filter(event=event, sha256=mark).first()
        if known is not None:
            return known
        ImportFile(
            pk=file_id,
            event=event,
            by=cast("User", context.by.user),
            name=name[:200],
            data=data,
            sha256=mark,
            given_at=context.at,
        ).save(force_insert=True)
        _ask(file_id, context)
    return ImportFile.objects.get(pk=file_id)


def read_again(context: ActContext, event: Event, file: ImportFile) -> None:
    """Let a file be read once more: its worker was lost, or reading has improved."""
    require_in_event(context.by, EventAct.IMPORT, event)
    with transaction.atomic():
        FileReading.objects.filter(pk=file.pk).delete()
        _ask(file.pk, context)


def _ask(file_id: uuid.UUID, context: ActContext) -> None:
    FileReading(file_id=file_id, asked_at=context.at).save(force_insert=True)
    read_kept_file.enqueue(str(file_id))


@task(priority=PRIORITY)
def read_kept_file(file_id: str) -> None:
    """Read a kept file and store what was found; running it twice is harmless."""
    pk = uuid.UUID(file_id)
    waiting = FileReading.objects.filter(pk=pk, status=WAITING)
    row = waiting.select_related("file").first()
    if row is None:
        return
    data = bytes(row.file.data)
    try:
        values = _read(row.file.name, data, lambda found: _store(pk, found=found))
    except UnreadableFile as unreadable:
        fault = unreadable.fault.kind
        values = {"status": REFUSED, "fault": fault, "params": unreadable.params}
    except Invalid as error:
        params = {"sentence": str(error)}
        values = {"status": REFUSED, "fault": NO_CASE, "params": params}
    _store(pk, finished_at=receipt_at(), **values)


def _store(pk: uuid.UUID, **values: object) -> None:
    """Write what is known of a reading, unless another run has ended it."""
    FileReading.objects.filter(pk=pk, status=WAITING).update(**values)


def _read(name: str, data: bytes, report: Callable[[int], object]) -> dict[str, object]:
    if looks_like_case(data):
        read_case(data)
        return {"status": READ, "format": CASE}
    reading = read_limited(data, name, report)
    return {
        "status": READ,
        "format": reading.format,
        "found": len(reading.found),
        "problems": len(reading.problems),
        "result": json.dumps(reading_to_json(reading)).encode(),
    }


def give_up_readings(at: datetime, alive: Collection[str]) -> int:
    """End old readings that no job alive will do; they can be asked for again."""
    return (
        FileReading.objects.filter(status=WAITING, asked_at__lt=at - LOST_AFTER)
        .exclude(pk__in=[uuid.UUID(pk) for pk in alive])
        .update(
            status=REFUSED, fault=FileFault.READING_STOPPED.name.lower(), finished_at=at
        )
    )


def standing_of(file: ImportFile) -> FileReading | None:
    """Return how far the reading of a file is; None where nobody has asked for it."""
    return FileReading.objects.filter(pk=file.pk).first()


def refusal_of(row: FileReading) -> tuple[str, dict[str, object]]:
    """Return the sentence of a refused file, as a template with its parameters."""
    if row.fault == NO_CASE:
        return "{sentence}", dict(row.params)
    return FileFault[row.fault.upper()].value, dict(row.params)


def reading_of(file: ImportFile) -> Reading:
    """Return the boards and problems of a kept file.

    Raises Invalid while it is not read, and where it holds no boards.
    """
    row = standing_of(file)
    if row is None or row.status == WAITING:
        raise Fault("file_unread")
    if row.status == REFUSED:
        template, params = refusal_of(row)
        raise Invalid(template.format(**params))
    if row.result is None:
        raise Fault("file_is_case")
    return reading_from_json(json.loads(bytes(row.result)))
