"""Where a member of staff has a desk: his events and what he does in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rulings.models import Case, Contestant, Event, Pass, Role
from rulings.permissions import Actor, roles_now, visible

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
    """Return every desk of somebody, the running events first."""
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
            desk.event.starts_on,
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
