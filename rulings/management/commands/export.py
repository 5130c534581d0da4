"""Give boards, a position or a case out as a file: `manage.py export ...`."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError

from rulings.clock import receipt_at
from rulings.management.beforehand import check_targets
from rulings.models import Case, Event
from rulings.permissions import Refused, user_actor
from rulings.queries.exports import (
    EVENT_KINDS,
    POSITION_KINDS,
    event_boards,
    event_file,
    position_file,
)
from rulings.workflow.acts import ActContext
from rulings.workflow.proof.dossier import export_case, locked_dossier
from rulings.workflow.proof.exchange import case_text

KINDS = sorted(EVENT_KINDS.keys() | POSITION_KINDS.keys())


class Command(BaseCommand):
    """Write one file; giving a case out is recorded, in the name of who does it."""

    help = "Write the boards of an event, the cards of a claim, or a case to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to write, in which kind, and where."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--event", type=uuid.UUID, metavar="ID")
        what.add_argument("--position", type=uuid.UUID, metavar="CASE_ID")
        what.add_argument("--case", type=uuid.UUID, metavar="ID")
        parser.add_argument("--kind", choices=KINDS, default="json")
        parser.add_argument("--by", metavar="USER", help="who gives a case out")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's call
        """Write the file, or say why it cannot be written."""
        # Giving a case out is recorded: it must not fail after that.
        check_targets([], options["out"])
        try:
            data = self._data(options)
            options["out"].write_bytes(data)
        except ObjectDoesNotExist as error:
            raise CommandError(_nobody(options)) from error
        except (OSError, Refused) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['out']}: {len(data)} bytes")

    def _data(self, options: dict[str, Any]) -> bytes:
        kind: str = options["kind"]
        if options["event"]:
            event = Event.objects.get(pk=options["event"])
            if kind not in EVENT_KINDS:
                raise CommandError(
                    f"boards are given out as {', '.join(EVENT_KINDS)}, not as {kind}:"
                    " say which with --kind"
                )
            return event_file(event, event_boards(event, None, receipt_at()), kind)
        if options["case"]:
            return _dossier(options["case"], options["by"])
        data = None
        if kind in POSITION_KINDS:
            case = Case.objects.get(pk=options["position"])
            data = position_file(case, kind)
        if data is None:
            raise CommandError(f"the case has no cards to be given out as {kind}")
        return data


def _nobody(options: dict[str, Any]) -> str:
    """Return what does not exist: the event, the case, or who gives it out."""
    if options["event"]:
        return f"the event {options['event']} does not exist"
    case_id = options["case"] or options["position"]
    if not Case.objects.filter(pk=case_id).exists():
        return f"the case {case_id} does not exist"
    return f"the user {options['by']} does not exist"


def _dossier(case_id: uuid.UUID, username: str | None) -> bytes:
    if username is None:
        raise CommandError("say with --by who gives the case out")
    at = receipt_at()
    actor = user_actor(User.objects.get(username=username), at)
    export_case(ActContext(by=actor, at=at), case_id)
    return case_text(locked_dossier(Case.objects.get(pk=case_id))).encode()
