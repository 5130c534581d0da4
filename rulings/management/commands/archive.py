"""Archive an event: `manage.py archive EVENT [--out FILE]`."""

from __future__ import annotations

import json
import sys
import uuid
import zipfile
from argparse import ArgumentParser
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from rulings.clock import receipt_at
from rulings.models import Case, Entry, Event, Head
from rulings.permissions import system_actor
from rulings.queries.exports import ZIP, event_boards, event_file, file_name
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Invalid
from rulings.workflow.event.ends import archive_event
from rulings.workflow.proof.dossier import locked_dossier
from rulings.workflow.proof.exchange import case_text


class Command(BaseCommand):
    """Close an event for good and write one file with everything of it, no names."""

    help = "Close an event for good, and write its record into one file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the event and the file."""
        parser.add_argument("event", help="name or id")
        parser.add_argument("--out", type=Path, help="else in the folder archive")
        parser.add_argument("--yes", action="store_true", help="ask nothing")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Archive it, or only write the file again where it is archived."""
        event, at = _event(options["event"]), receipt_at()
        path = (
            options["out"] or settings.VAR_DIR / "archive" / f"{file_name(event)}.zip"
        )
        try:
            if event.phase != Event.Phase.ARCHIVED:
                if not options["yes"] and sys.stdin.isatty():
                    _ask(event)
                context = ActContext(by=system_actor("shell", at), at=at)
                archive_event(context, event)
            path.parent.mkdir(parents=True, exist_ok=True)
            data = _archive(event)
            path.write_bytes(data)
        except (Invalid, OSError) as error:
            raise CommandError(str(error)) from error
        head = Head.objects.get(chain=event.pk)
        self.stdout.write(f"{path}: {len(data)} bytes")
        self.stdout.write(f"anchor {head.seq}:{head.code} of {event.pk}")


def _ask(event: Event) -> None:
    """Ask whoever types, since no act takes an archive back; raise CommandError."""
    question = f"Archive {event.name} for good? Nothing can be added after. [y/N] "
    if input(question).strip().lower() not in {"y", "yes"}:
        raise CommandError(f"{event.name} was not archived.")


def _event(given: str) -> Event:
    wanted = Q(name=given)
    with suppress(ValueError):
        wanted |= Q(pk=uuid.UUID(given))
    found = list(Event.objects.filter(wanted)[:2])
    if len(found) != 1:
        known = ", ".join(f"{row.name} ({row.pk})" for row in Event.objects.all()[:20])
        many = "no event has" if not found else "several events have"
        raise CommandError(f"{many} the name or id {given}; there are: {known}")
    return found[0]


def _archive(event: Event) -> bytes:
    """Return a ZIP with the chain, every case and every board of an event."""
    lines = []
    for entry in Entry.objects.filter(chain=event.pk).order_by("seq").iterator(500):
        row = {"seq": entry.seq, "code": entry.code, "data": bytes(entry.data).decode()}
        lines.append(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n")
    boards = event_file(event, event_boards(event, None, receipt_at()), ZIP)
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("entries.jsonl", "".join(lines))
        packed.writestr("boards.zip", boards)
        for case in Case.objects.filter(event=event).order_by("called_at"):
            packed.writestr(f"cases/{case.pk}.json", case_text(locked_dossier(case)))
    return out.getvalue()
