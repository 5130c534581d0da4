"""How far an event is set up: what is there, what is missing, which step is next.

All of it is computed from the record. Nothing here is stored, so a step can be left,
come back to and changed in any order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from rulings.models import (
    Case,
    Contestant,
    Event,
    Participant,
    Pass,
    Playing,
    Role,
    Round,
    Session,
)

NEEDED = frozenset({"event", "staff", "schedule"})
"""The steps without which no call can be taken; the others may come later."""

RULES = (Role.Name.DIRECTOR, Role.Name.CHIEF)


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step: whether it is done, and the numbers that say how far it is."""

    key: str
    done: bool
    counts: Mapping[str, int]

    @property
    def is_needed(self) -> bool:
        """Say whether no call can be taken without it."""
        return self.key in NEEDED


@dataclass(frozen=True, slots=True)
class Setup:
    """The steps of an event in order."""

    steps: tuple[SetupStep, ...]

    @property
    def done(self) -> int:
        """Return how many steps are done."""
        return sum(step.done for step in self.steps)

    @property
    def following(self) -> SetupStep | None:
        """Return the next step: a needed one first; None when all are done."""
        waiting = [step for step in self.steps if not step.done]
        needed = [step for step in waiting if step.is_needed]
        return next(iter(needed or waiting), None)

    def named(self, key: str) -> SetupStep | None:
        """Return a step by its name, else the next one."""
        found = (step for step in self.steps if step.key == key)
        return next(found, self.following)


def setup_of(event: Event, at: datetime) -> Setup:
    """Return the steps of an event; a fixed number of queries."""
    pairs = list(Contestant.objects.filter(event=event).values_list("members"))
    named = sum(bool(members) for (members,) in pairs)
    playings = Playing.objects.filter(round__session__event=event)
    slips = Pass.objects.filter(session__event=event, revoked_at__isnull=True)
    slipped = slips.values("contestant").distinct().count()
    return Setup(
        (
            SetupStep("event", done=True, counts={}),
            _staff(event, at),
            _schedule(event),
            SetupStep(
                "names",
                done=bool(pairs) and named == len(pairs),
                counts={"named": named, "all": len(pairs)},
            ),
            _boards(event),
            SetupStep(
                "slips",
                done=bool(pairs) and slipped >= len(pairs),
                counts={"issued": slipped, "all": len(pairs)},
            ),
            SetupStep(
                "call",
                done=playings.exists() and Case.objects.filter(event=event).exists(),
                counts={},
            ),
        )
    )


def _staff(event: Event, at: datetime) -> SetupStep:
    """Return the step of the roles: done when somebody may rule."""
    roles = Role.objects.filter(
        Q(until__isnull=True) | Q(until__gt=at), event=event, since__lte=at
    )
    held = list(roles.values_list("user_id", "role"))
    people = {user_id for user_id, _role in held}
    playing = Participant.objects.filter(event=event, user__in=people).count()
    return SetupStep(
        "staff",
        done=any(role in RULES for _user, role in held),
        counts={"people": len(people), "playing": playing},
    )


def _schedule(event: Event) -> SetupStep:
    sessions = Session.objects.filter(event=event).count()
    rounds = Round.objects.filter(session__event=event, playings__isnull=False)
    count = rounds.distinct().count()
    return SetupStep(
        "schedule",
        done=count > 0,
        counts={"sessions": sessions, "rounds": count},
    )


def _boards(event: Event) -> SetupStep:
    """Return the step of the hand records: done when every board has its cards."""
    scheduled = event.boards.filter(playings__isnull=False).distinct()
    total, dealt = scheduled.count(), scheduled.exclude(deal="").count()
    return SetupStep(
        "boards", done=0 < total == dealt, counts={"dealt": dealt, "all": total}
    )
