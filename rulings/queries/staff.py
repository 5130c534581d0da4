"""The staff of an event: their desks, and the boards they still have to play.

For display only: the acts ask `permissions` (R10). A fixed number of queries however
many calls are listed. The guard of the cards rests on the link between an account and
a player (R11), so a director without one is named.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import OuterRef, Q, Subquery

from rulings.models import (
    Case,
    Contestant,
    Event,
    Participant,
    Pass,
    Person,
    Playing,
    Role,
)
from rulings.permissions import Actor, roles_now, visible
from rulings.permissions.embargo import boards_to_come
from rulings.queries.case.solving import is_being_prepared

RULES = (Role.Name.DIRECTOR, Role.Name.CHIEF)


def name_of(user: User | None) -> str:
    """Return how a member of staff is named on screens."""
    if user is None:
        return ""
    return user.get_full_name() or user.get_username().capitalize()


def staff_names(event_id: uuid.UUID, **more: Role.Name) -> dict[int, str]:
    """Return everybody with a role in an event by account."""
    rows = Role.objects.filter(event=event_id, until__isnull=True, **more)
    found = rows.select_related("user").order_by("user_id")
    return {row.user_id: name_of(row.user) for row in found}


def reviewers_of(event_id: uuid.UUID) -> dict[int, str]:
    """Return the reviewers of an event by account."""
    return staff_names(event_id, role=Role.Name.REVIEWER)


@dataclass(frozen=True, slots=True)
class Guards:
    """Boards that members of staff have still to play, and the names of all who rule.

    `boards` and `contestants` are by user; a user who plays nowhere is in neither.
    `unlinked` are the names of those who rule and are linked to no player.
    """

    boards: Mapping[int, frozenset[uuid.UUID]]
    contestants: Mapping[int, frozenset[uuid.UUID]]
    names: Mapping[int, str]
    unlinked: tuple[str, ...] = ()

    def barred(self, user_id: int | None, playing: Playing) -> bool:
        """Say whether somebody sits in a playing or may still play its board."""
        if user_id is None:
            return False
        mine = self.contestants.get(user_id, frozenset())
        return self.has_to_play(user_id, playing) or bool(mine & playing.contestants)

    def has_to_play(self, user_id: int, playing: Playing) -> bool:
        """Say whether somebody sits at a board now or may still come to it."""
        return playing.board_id in self.boards.get(user_id, frozenset())

    def free(self, playing: Playing, *, but: int | None = None) -> tuple[str, ...]:
        """Return the names of those who may rule on a playing, without one."""
        return tuple(self.free_to_rule(playing, but=but).values())

    def free_to_rule(
        self, playing: Playing, *, but: int | None = None
    ) -> dict[int, str]:
        """Return those who may rule on a playing by account, without one."""
        return {
            user_id: name
            for user_id, name in self.names.items()
            if user_id != but and not self.barred(user_id, playing)
        }


def guards_of(event_id: uuid.UUID, at: datetime, reader: User | None = None) -> Guards:
    """Return the guards of an event at an instant; of the reader too, if he is named.

    Whoever has no role that rules is only listed as reader, never as free.
    """
    linked = Participant.objects.filter(event=OuterRef("event"), user=OuterRef("user"))
    roles = (
        Role.objects.filter(
            Q(until__isnull=True) | Q(until__gt=at),
            event_id=event_id,
            role__in=RULES,
            since__lte=at,
        )
        .select_related("user")
        .annotate(plays=Subquery(linked.values("pk")[:1]))
        .order_by("user__username")
    )
    names = {role.user_id: name_of(role.user) for role in roles}
    unlinked = dict.fromkeys(name_of(role.user) for role in roles if not role.plays)
    people = {role.plays: role.user_id for role in roles if role.plays}
    if reader is not None and reader.pk not in names:
        mine = Participant.objects.filter(event_id=event_id, user=reader)
        people |= dict.fromkeys(mine.values_list("pk", flat=True), reader.pk)
    if not people:
        return Guards({}, {}, names, tuple(unlinked))
    contestants: dict[int, set[uuid.UUID]] = defaultdict(set)
    for contestant in Contestant.objects.filter(event_id=event_id):
        for member in contestant.members:
            if uuid.UUID(member) in people:
                contestants[people[uuid.UUID(member)]].add(contestant.pk)
    return Guards(
        boards_to_come(contestants, event_id, at),
        {user_id: frozenset(mine) for user_id, mine in contestants.items()},
        names,
        tuple(unlinked),
    )


@dataclass(frozen=True, slots=True)
class Player:
    """A player of an event: his name and the number he plays under."""

    participant: Participant
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class StaffRow:
    """An account with a role: who it is among the players, or who it might be."""

    user: User
    name: str
    directs: bool
    player: Player | None
    guess: Player | None


def players_of(event: Event) -> list[Player]:
    """Return the players of an event by number."""
    names = dict(
        Person.objects.filter(participant__event=event).values_list(
            "participant_id", "name"
        )
    )
    people = {
        str(row.pk): row
        for row in Participant.objects.filter(event=event).select_related("user")
    }
    return [
        Player(people[member], names.get(people[member].pk, ""), row.number)
        for row in Contestant.objects.filter(event=event).order_by("number")
        for member in row.members
        if member in people
    ]


def staff_rows(event: Event, players: Iterable[Player], at: datetime) -> list[StaffRow]:
    """Return the accounts with a role in an event, those who direct first."""
    listed = list(players)
    known = {row.participant.user_id: row for row in listed if row.participant.user_id}
    free = [row for row in listed if row.participant.user_id is None]
    roles = Role.objects.filter(
        Q(until__isnull=True) | Q(until__gt=at), event=event, since__lte=at
    ).select_related("user")
    users = {role.user_id: role.user for role in roles}
    directing = {role.user_id for role in roles if role.role in RULES}
    rows = [
        StaffRow(
            user,
            name_of(user),
            pk in directing,
            known.get(pk),
            None if pk in known else _guess(user, free),
        )
        for pk, user in users.items()
    ]
    return sorted(rows, key=lambda row: (not row.directs, row.name))


def _guess(user: User, players: Iterable[Player]) -> Player | None:
    """Return the one player whose name is the account's; None where none or more.

    A player without a name, or whose name has been erased, is nobody's guess.
    """
    whole = user.get_full_name().casefold()
    first = (user.first_name or user.get_username()).casefold()
    named = [(row, row.name.casefold()) for row in players if row.name]
    found = [
        row
        for row, name in named
        if name == whole or (not user.last_name and first == name.partition(" ")[0])
    ]
    return found[0] if len(found) == 1 else None


ORDER = (
    Role.Name.CHIEF,
    Role.Name.DIRECTOR,
    Role.Name.SCORER,
    Role.Name.REVIEWER,
    Role.Name.ADMINISTRATOR,
)
"""The role whose desk somebody with several is sent to first."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One event and one role in it."""

    event: Event
    role: Role.Name


def desks_of(actor: Actor) -> list[Desk]:
    """Return every desk of somebody, the running and the newest events first."""
    if actor.user is None:
        return []
    events = {event.pk: event for event in visible(actor, Event.objects.all())}
    held = {
        (role.event_id, Role.Name(role.role))
        for role in roles_now(actor)
        if role.event_id in events
    }
    if actor.user.is_superuser:
        held |= {(event_id, Role.Name.ADMINISTRATOR) for event_id in events}
    desks = [Desk(events[event_id], role) for event_id, role in held]
    running = Event.Phase.RUNNING
    return sorted(
        desks,
        key=lambda desk: (
            desk.event.phase != running,
            -desk.event.starts_on.toordinal(),
            desk.event.name,
            ORDER.index(desk.role),
        ),
    )


def panel_cases(actor: Actor) -> list[Case]:
    """Return the cases whose appeal somebody hears."""
    return list(
        visible(actor, Case.objects.all())
        .select_related("event", "playing__board", "playing__table__section")
        .order_by("event__name", "playing__board__number")
    )


@dataclass(frozen=True, slots=True)
class DayUnderWay:
    """How far the demo has been set up: acts done, of how many; 0 of 0 at first."""

    done: int
    whole: int
    prepares: bool


def demo_under_way(at: datetime) -> DayUnderWay | None:
    """Return how far the demo has been set up, None when all of it is there.

    Only the demo's front page uses this.
    """
    try:
        said = settings.DEMO_DAY.read_text("utf-8").split()
    except FileNotFoundError:
        if User.objects.exists():
            return None
        said = []
    done, whole = map(int, said or (0, 0))
    return DayUnderWay(done, whole, is_being_prepared(at))


def demo_passes(at: datetime) -> dict[str, Pass]:
    """Return the passes of both sides of the newest case whose passes are open.

    Only the demo's sign-in page uses this.
    """
    for case in Case.objects.select_related("playing__round").order_by("-called_at"):
        found = {
            side: _newest(case, contestant, at)
            for side, contestant in (("ns", case.playing.ns), ("ew", case.playing.ew))
        }
        passes = {side: row for side, row in found.items() if row is not None}
        if len(passes) == len(found):
            return passes
    return {}


def _newest(case: Case, contestant: Contestant | None, at: datetime) -> Pass | None:
    return (
        Pass.objects.filter(
            session=case.playing.round.session_id,
            contestant=contestant,
            revoked_at__isnull=True,
            opens_at__lte=at,
        )
        .order_by("-issued_at")
        .first()
    )
