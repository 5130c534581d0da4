"""Who has how much to do, and which hearings are to come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.seats import Side
from rulings.models import Case
from rulings.presenters.words import side_name
from rulings.queries.chief import CaseRow, Group, Live

PIPS = 6
"""Open calls drawn for each director; what is more is a number alone."""


@dataclass(frozen=True, slots=True)
class Workload:
    """One director: calls that are open, since when the oldest is, and cases ruled."""

    name: str
    calls: int
    oldest: datetime | None
    ruled: int

    @property
    def pips(self) -> list[bool]:
        """Return one for each call that is drawn, true where there is one."""
        return [place < self.calls for place in range(PIPS)]


@dataclass(frozen=True, slots=True)
class HearingView:
    """An appeal that is to be heard: when, where, whose, and what is lacking."""

    case: Case
    at: datetime | None
    room: str
    side: str
    panel: str
    lacks: str


def workload_of(found: Live) -> list[Workload]:
    """Return all who rule, who has most to do first."""
    loads = []
    ruled_by = [by for row in found.rows if (by := row.ruled_by) is not None]
    for user_id, name in found.directors:
        mine = [row for row in found.rows if row.case.director_id == user_id]
        calls = [row for row in mine if row.group is Group.RULING]
        ruled = sum(by.pk == user_id for by in ruled_by)
        since = min((row.case.called_at for row in calls), default=None)
        loads.append(Workload(name, len(calls), since, ruled))
    return sorted(loads, key=lambda one: (-one.calls, one.name))


def hearings_of(found: Live) -> list[HearingView]:
    """Return the appeals that are to be heard, the soonest first, then the untimed."""
    rows = [row for row in found.rows if row.appeal is not None and not row.barred]
    views = [_hearing(row) for row in rows]
    return sorted(views, key=lambda one: (one.at is None, one.at or found.at))


def _hearing(row: CaseRow) -> HearingView:
    appeal = row.appeal
    assert appeal is not None  # noqa: S101 - only such rows are asked for
    size = len(appeal.panel)
    panel = ngettext("panel of %(n)d", "panel of %(n)d", size) % {"n": size}
    lacks = []
    if appeal.hearing_at is None:
        lacks.append(_("no time is set"))
    if not size:
        lacks.append(_("nobody is on the panel"))
    return HearingView(
        row.case,
        appeal.hearing_at,
        appeal.room,
        side_name(Side(appeal.side)),
        panel if size else "",
        ", ".join(lacks),
    )
