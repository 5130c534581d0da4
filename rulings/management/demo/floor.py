"""The demo's clock, agenda and people: every act of the past day at its own instant.

Acts are planned first and done in the order of time, so that the log reads like that
of a real day. Nothing here writes; each act is a verb of the workflow.
"""

from __future__ import annotations

import tomllib
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from rulings.models import Event, Pass, Playing
from rulings.permissions import Actor, pass_actor, system_actor, user_actor
from rulings.workflow.acts import ActContext
from rulings.workflow.event.passes import Issued

Deed = Callable[[datetime], object]
Tell = Callable[[int, int], object]
SEED = 70


def untold(_done: int, _whole: int) -> None:
    """Tell nobody how far the day is."""


@dataclass(slots=True)
class Floor:
    """What the acts of the demo share: the event, who acts, when it is now.

    `letters` are the secrets of passes, by session and pair, to be printed once.
    """

    now: datetime
    random: Random = field(default_factory=lambda: Random(SEED))  # noqa: S311 - the same demo each time
    people: dict[str, User] = field(default_factory=dict)
    letters: dict[tuple[int, int], Issued] = field(default_factory=dict)
    agenda: list[tuple[datetime, int, Deed]] = field(default_factory=list)
    event_row: Event | None = None

    @property
    def event(self) -> Event:
        """Return the demo event, as it is now: rights and phase may have changed."""
        assert self.event_row is not None  # noqa: S101 - created first
        return Event.objects.get(pk=self.event_row.pk)

    def at(self, minutes: float) -> datetime:
        """Return an instant so many minutes from now; the past is negative."""
        return self.now + timedelta(minutes=minutes)

    def plan(self, minutes: float, deed: Deed) -> None:
        """Put an act on the agenda."""
        self.agenda.append((self.at(minutes), len(self.agenda), deed))

    def run(self, tell: Tell = untold) -> None:
        """Do everything on the agenda in the order of time."""
        acts = sorted(self.agenda, key=lambda item: item[:2])
        for done, (at, _, deed) in enumerate(acts):
            tell(done, len(acts))
            deed(at)
        self.agenda.clear()

    def form(self, name: str, at: datetime) -> ActContext:
        """Return the form of an act by a member of staff, or by the shell."""
        by: Actor
        if name == "shell":
            by = system_actor("shell", at)
        else:
            by = user_actor(self.people[name], at)
        return ActContext(by=by, at=at, key=uuid.uuid4())

    def phone(self, playing: Playing, side: str, at: datetime) -> ActContext:
        """Return the form of an act on the phone of a side of a playing."""
        contestant = playing.ns if side == "NS" else playing.ew
        table_pass = Pass.objects.get(contestant=contestant, revoked_at=None)
        return ActContext(by=pass_actor(table_pass, at), at=at, key=uuid.uuid4())

    def playing(self, session: int, table: int, board: int) -> Playing:
        """Return the playing of a board at a table in a session."""
        return self.playings(session).get(table__number=table, board__number=board)

    def playings(self, session: int) -> QuerySet[Playing]:
        """Return the playings of a session with what acts on them look at."""
        return Playing.objects.select_related(
            "board", "table__section", "round__session", "ns", "ew"
        ).filter(board__event=self.event_row, round__session__order=session)


@cache
def given_answers() -> dict[str, Any]:
    """Return the answers by the name of what they are for."""
    text = Path(__file__).with_name("answers.toml").read_text("utf-8")
    return tomllib.loads(text)
