"""Work with Bridgemate units beside an event: `manage.py bridgemate EVENT ...`."""

from __future__ import annotations

import os
import re
import time
import uuid
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from rulings.importers.bridgemate.messages import ConnectorAway, ConnectorRefused
from rulings.management.beforehand import check_counts
from rulings.management.bridgemate.filing import UnitDesk
from rulings.management.bridgemate.link import ClientLink, ClientMissing, Link
from rulings.management.bridgemate.turns import SessionTurns
from rulings.models import ApiKey, Event, Role, Session
from rulings.permissions import Refused
from rulings.workflow.event.api_keys import find_key

TOKEN, CLUB, LICENCE = "TD_PROGRAM_KEY", "TD_BRIDGEMATE_CLUB", "TD_BRIDGEMATE_LICENCE"
_SESSION = re.compile(r"(?:([1-9][0-9]{0,3})=)?([0-9A-F]{32})")


def session_of(text: str) -> tuple[int, str]:
    """Return a session's number and its GUID, of 2=GUID or, for the first, GUID."""
    match = _SESSION.fullmatch(text.strip())
    if match is None:
        raise ArgumentTypeError(
            f"{text!r} is not a session: give 1= and its GUID, 32 digits 0-9 and A-F"
        )
    return int(match[1] or 1), match[2]


class Command(BaseCommand):
    """Poll the queues until it is stopped, and say in plain sentences what was done."""

    help = (
        "Take calls, results and hands of Bridgemate units from the Data Connector "
        "(BCS 5) into an event, and put ruled scores out. The token of a program's key "
        f"stands in {TOKEN}, the club and its licence in {CLUB} and {LICENCE}."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the event, its sessions in BCS, and where the Data Connector is."""
        parser.add_argument("event", type=uuid.UUID, metavar="EVENT")
        parser.add_argument(
            "--session",
            type=session_of,
            action="append",
            required=True,
            metavar="N=GUID",
            help="a session by its number here and its GUID in BCS; may be repeated",
        )
        parser.add_argument("--url", default="http://localhost:5079")
        parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS")
        parser.add_argument("--once", action="store_true", help="one turn, then end")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="let a new result of a unit replace another that stands",
        )

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's call
        """Work turn by turn; Ctrl-C ends it in order."""
        check_counts(every=options["every"])
        turns = self._turns(options)
        try:
            self._work(turns, options)
        except KeyboardInterrupt:
            self.stdout.write(
                "Stopped. What was filed stays; what was not accepted comes again."
            )

    def _turns(self, options: dict[str, Any]) -> list[SessionTurns]:
        event = Event.objects.filter(pk=options["event"]).first()
        if event is None:
            raise CommandError(f"the event {options['event']} does not exist")
        key = key_for(event)
        known = set(Session.objects.filter(event=event).values_list("order", flat=True))
        if lacking := sorted({one for one, _ in options["session"]} - known):
            raise CommandError(f"the event has no session {lacking[0]}")
        link = self.link(options["url"])
        return [
            SessionTurns(UnitDesk(key, event, number, guid, options["replace"]), link)
            for number, guid in options["session"]
        ]

    def link(self, url: str) -> Link:
        """Return the way to the Data Connector, by the public client."""
        try:
            return ClientLink(_given(CLUB), _given(LICENCE), url)
        except ClientMissing as missing:
            raise CommandError(str(missing)) from missing

    def _work(self, turns: list[SessionTurns], options: dict[str, Any]) -> None:
        every, before = options["every"], ""
        while True:
            trouble = self._turn(turns, options["url"])
            if trouble and options["once"]:
                raise CommandError(trouble)
            if trouble and trouble != before:
                self.stdout.write(f"{trouble} Trying again every {every:g} seconds.")
            elif before and not trouble:
                self.stdout.write("It works again.")
            before = trouble
            if options["once"]:
                return
            time.sleep(every)

    def _turn(self, turns: list[SessionTurns], url: str) -> str:
        """Do one turn for each session; return what was in the way, or "".

        A session that is refused holds up no other.
        """
        trouble = ""
        try:
            for one in turns:
                require_open(one.desk.event)
                try:
                    for sentence in one.turn():
                        self.stdout.write(sentence)
                except ConnectorRefused as error:
                    trouble = trouble or _trouble(error, url)
        except Refused as error:
            raise CommandError(
                f"the key may not do this any more, so nothing was accepted: {error}"
            ) from error
        except ConnectorAway as error:
            return _trouble(error, url)
        except DatabaseError as error:
            connection.close()
            return _trouble(error, url)
        return trouble


def require_open(event: Event) -> None:
    """Raise CommandError once an event takes nothing more."""
    ended = (Event.Phase.CLOSED, Event.Phase.ARCHIVED)
    if Event.objects.filter(pk=event.pk, phase__in=ended).exists():
        raise CommandError("the event is closed: nothing more is taken or accepted")


def key_for(event: Event) -> ApiKey:
    """Return the key that acts: of this event, in the role of a chief, not revoked."""
    key = find_key(_given(TOKEN))
    if key is None or key.event_id != event.pk:
        raise CommandError(f"{TOKEN} holds no key of this event")
    if key.revoked_at is not None:
        raise CommandError("the key has been revoked; the chief issues another")
    if key.role != Role.Name.CHIEF:
        raise CommandError(
            f"the key is for a {key.role}: calls, cards, results and slips need one in "
            "the role of a chief, from the page Programs"
        )
    return key


def _given(name: str) -> str:
    value = os.environ.get(name, "").strip()
    if not value:
        raise CommandError(f"set {name} in the environment")
    return value


def _trouble(error: Exception, url: str) -> str:
    words = str(error).strip().rstrip(".")
    if isinstance(error, ConnectorAway):
        return f"The Data Connector at {url} does not answer now: {words}."
    if isinstance(error, ConnectorRefused):
        return f"The Data Connector refused: {words}."
    return f"The database is away: {words}."
