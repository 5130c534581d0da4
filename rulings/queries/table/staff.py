"""Who of the staff still plays which boards, for a whole list at once.

For display only: the acts ask `permissions` (R10). A fixed number of queries however
many calls are listed.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q

from rulings.models import Contestant, Participant, Playing, Role
from rulings.permissions.embargo import boards_to_come

RULES = (Role.Name.DIRECTOR, Role.Name.CHIEF)


def name_of(user: User | None) -> str:
    """Return how a member of staff is named on screens."""
    if user is None:
        return ""
    return user.get_full_name() or user.get_username().capitalize()


@dataclass(frozen=True, slots=True)
class Guards:
    """Boards that members of staff have still to play, and the names of all who rule.

    `boards` and `contestants` are by user; a user who plays nowhere is in neither.
    """

    boards: Mapping[int, frozenset[uuid.UUID]]
    contestants: Mapping[int, frozenset[uuid.UUID]]
    names: Mapping[int, str]

    def barred(self, user_id: int | None, playing: Playing) -> bool:
        """Say whether somebody sits in a playing or may still play its board."""
        if user_id is None:
            return False
        mine = self.contestants.get(user_id, frozenset())
        return (
            self.has_to_play(user_id, playing)
            or playing.ns_id in mine
            or playing.ew_id in mine
        )

    def has_to_play(self, user_id: int, playing: Playing) -> bool:
        """Say whether somebody sits at a board now or may still come to it."""
        return playing.board_id in self.boards.get(user_id, frozenset())

    def free(self, playing: Playing, *, but: int | None = None) -> tuple[str, ...]:
        """Return the names of those who may rule on a playing, without one."""
        return tuple(
            name
            for user_id, name in self.names.items()
            if user_id != but and not self.barred(user_id, playing)
        )


def guards_of(event_id: uuid.UUID, at: datetime, reader: User | None = None) -> Guards:
    """Return the guards of an event at an instant; of the reader too, if he is named.

    Whoever has no role that rules is only listed as reader, never as free.
    """
    roles = (
        Role.objects.filter(
            Q(until__isnull=True) | Q(until__gt=at),
            event_id=event_id,
            role__in=RULES,
            since__lte=at,
        )
        .select_related("user")
        .order_by("user__username")
    )
    names = {role.user_id: name_of(role.user) for role in roles}
    asked = {*names} if reader is None else {*names, reader.pk}
    people = dict(
        Participant.objects.filter(event_id=event_id, user__in=asked).values_list(
            "pk", "user_id"
        )
    )
    if not people:
        return Guards({}, {}, names)
    contestants: dict[int, set[uuid.UUID]] = defaultdict(set)
    for contestant in Contestant.objects.filter(event_id=event_id):
        for member in contestant.members:
            if uuid.UUID(member) in people:
                contestants[people[uuid.UUID(member)]].add(contestant.pk)
    return Guards(
        boards_to_come(contestants, event_id, at),
        {user_id: frozenset(mine) for user_id, mine in contestants.items()},
        names,
    )
