"""What keeps a case, and so an event, from being final (model.md section 2).

Final is computed, never stored: announced, agreed or closed; every window closed or
waived by all entitled; no objection open; nothing to follow up. Slips are shown, they
do not block. A further appeal has time only where the regulations set it (92B, 93C).
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet

from rulings.laws.periods import on_time
from rulings.models import Appeal, Case, Event, Objection, Slip, Window
from rulings.queries.case.appeals import APPEALING, SIDES, announced_by_case, serves
from rulings.states import State

SETTLED = frozenset({State.ANNOUNCED, State.AGREED, State.CLOSED, State.CANCELLED})


class Blocks(StrEnum):
    """Why a case is not final."""

    STATE = "state"
    OBJECTION = "objection"
    FOLLOW_UP = "follow_up"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason why a case is not final.

    `detail` is the state, the follow-up, or the purpose of the window; `until` when a
    window closes, None while its end is not known.
    """

    case: Case
    kind: Blocks
    detail: str
    until: datetime | None = None

    @property
    def waits_for_time(self) -> bool:
        """Say whether only time has to pass: nobody needs to act."""
        return self.kind is Blocks.WINDOW


def is_final(case: Case, at: datetime) -> bool:
    """Say whether nothing can change a case any more."""
    return case.state in SETTLED and not blockers_of([case], at)


def blockers(event: Event, at: datetime) -> list[Blocker]:
    """Return everything that blocks the final result of an event, by table."""
    return blockers_of(cases_of(event), at)


def cases_of(event: Event) -> QuerySet[Case]:
    """Return the cases of an event with where they were played."""
    return (
        Case.objects.filter(event=event)
        .select_related("playing__board", "playing__table__section", "director")
        .order_by("playing__table__section__letter", "playing__table__number")
    )


def blockers_of(cases: Iterable[Case], at: datetime) -> list[Blocker]:
    """Return what keeps some cases from being final, in the order of the cases."""
    listed = list(cases)
    windows: dict[uuid.UUID, list[Window]] = defaultdict(list)
    for window in Window.objects.filter(case__in=listed).order_by("closes_at"):
        windows[window.case_id].append(window)
    wishes: dict[uuid.UUID, list[Objection]] = defaultdict(list)
    for wish in Objection.objects.filter(case__in=listed, resolution=""):
        wishes[wish.case_id].append(wish)
    decisions = announced_by_case(listed)
    return [
        found
        for case in listed
        for found in blockers_with(
            case, windows[case.pk], wishes[case.pk], decisions.get(case.pk, ()), at
        )
    ]


def blockers_with(
    case: Case,
    windows: Iterable[Window],
    wishes: Iterable[Objection],
    decisions: Collection[Appeal],
    at: datetime,
) -> list[Blocker]:
    """Return `blockers_of` one case from what has been read of it."""
    running = [row for row in windows if is_of_use(row, decisions, at)]
    return _of_case(case, running, [row for row in wishes if not row.resolution])


def _of_case(
    case: Case, running: list[Window], wishes: list[Objection]
) -> list[Blocker]:
    found = []
    if case.state not in SETTLED:
        found.append(Blocker(case, Blocks.STATE, case.state))
    found += [
        Blocker(case, Blocks.OBJECTION, wish.wish) for wish in wishes if wish.waits
    ]
    if case.state == State.CANCELLED:
        return found  # nothing was ruled: no time runs, nothing is due
    found += [Blocker(case, Blocks.FOLLOW_UP, name) for name in case.follow_ups]
    found += [
        Blocker(case, Blocks.WINDOW, window.purpose, window.closes_at)
        for window in running
    ]
    return found


def is_running(window: Window, at: datetime) -> bool:
    """Say whether something could still come in through a window."""
    return on_time(at, window.closes_at) and not waived(window)


def is_of_use(window: Window, decisions: Collection[Appeal], at: datetime) -> bool:
    """Say whether something could still come in, from somebody who has it left.

    A side whose appeal is decided has no time to appeal left; `decisions` are the
    announced ones.
    """
    if not is_running(window, at) or window.purpose not in APPEALING:
        return is_running(window, at)
    return any(
        serves(window, decisions, side) and not given_up(window, side, at)
        for side in SIDES
    )


def is_established(windows: Iterable[Window], at: datetime) -> bool:
    """Say whether an agreement's window is over: it is established (Law 69A)."""
    found = [row for row in windows if row.purpose == Window.Purpose.AGREEMENT]
    return bool(found) and not any(is_running(row, at) for row in found)


def needs_admitting(wish: Objection, windows: Iterable[Window] | None = None) -> bool:
    """Say whether a person must decide if a wish counts: late, or after a waiver.

    `windows` are those of the case where they have been read already.
    """
    if wish.admitted is not None or wish.late_ms:
        return wish.admitted is None
    if windows is None:
        windows = Window.objects.filter(case=wish.case_id)
    return any(
        given_up(window, wish.side, wish.received_at)
        for window in windows
        if window.purpose == wish.window_purpose
    )


def given_up(window: Window, side: str, at: datetime) -> bool:
    """Say whether a side had given up the rest of a window at an instant."""
    waived_at = window.waived_ns_at if side == "NS" else window.waived_ew_at
    return waived_at is not None and waived_at <= at


def waived(window: Window) -> bool:
    """Say whether everybody entitled has given up the rest of a window."""
    sides = {"NS": window.waived_ns_at, "EW": window.waived_ew_at}
    if window.side:
        return sides[window.side] is not None
    return all(sides.values())


def unacknowledged_slips(event: Event) -> QuerySet[Slip]:
    """Return the slips no scorer has taken yet; they do not block."""
    return (
        Slip.objects.filter(ruling__case__event=event, acknowledged_at__isnull=True)
        .select_related(
            "ruling__case__playing__board", "ruling__case__playing__table__section"
        )
        .order_by("issued_at")
    )


def window_to_appeal(
    windows: Iterable[Window], decisions: Collection[Appeal], side: str, at: datetime
) -> Window | None:
    """Return the window that times an appeal of a side, None if it has none left.

    Of two the one that the side has not given up counts, then the one that ends later.
    """
    found = [
        row
        for row in windows
        if row.purpose in APPEALING and serves(row, decisions, side)
    ]
    return max(
        found,
        key=lambda row: (
            not given_up(row, side, at),
            row.closes_at is None,
            row.closes_at or at,
        ),
        default=None,
    )
