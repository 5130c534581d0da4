"""File notices in the transaction of the act they follow from; `outbox` sends them.

A notice names table and board and leads to the page: no card, no outcome, no name
stands in it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Min
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.models import (
    Appeal,
    Case,
    Contestant,
    Event,
    Hook,
    Notice,
    Objection,
    Opinion,
    Role,
    Ruling,
    Window,
)
from rulings.permissions import EventAct
from rulings.queries.case.rules import needs_chief
from rulings.states import Act
from rulings.workflow.acts import ActContext
from rulings.workflow.event.invitations import code_of
from rulings.workflow.notify.subscriptions import file_pushes

WORDS = {
    Notice.Kind.ANNOUNCED: gettext_lazy("A ruling has been announced"),
    Notice.Kind.DECIDED: gettext_lazy("An appeal has been decided"),
    Notice.Kind.HEARING: gettext_lazy("You are on the panel of an appeal"),
    Notice.Kind.MOVED: gettext_lazy("The hearing of an appeal is at another time"),
    Notice.Kind.ASSIGNED: gettext_lazy("A call has been assigned to you"),
    Notice.Kind.CONFIRM: gettext_lazy("A ruling waits for your confirmation"),
    Notice.Kind.OBJECTION: gettext_lazy("A side objects"),
    Notice.Kind.WINDOW: gettext_lazy("A time to appeal ends soon"),
    Notice.Kind.BACKUP: gettext_lazy("The backup failed"),
    Notice.Kind.INVITED: gettext_lazy("You are invited"),
    Notice.Kind.CLOSED: gettext_lazy("%(event)s is closed: all rulings are final"),
    Notice.Kind.OPINION: gettext_lazy("You are asked for a second opinion"),
    Notice.Kind.ANSWERED: gettext_lazy("A second opinion has been given"),
}
AT = {
    Notice.Kind.HEARING: gettext_lazy("An appeal will be heard at %(time)s"),
    Notice.Kind.MOVED: gettext_lazy(
        "The hearing of an appeal has been moved to %(time)s"
    ),
    Notice.Kind.WINDOW: gettext_lazy("The time to appeal ends at %(time)s"),
}
"""The same where the notice knows a time."""

KINDS = {
    Act.ANNOUNCE: Notice.Kind.ANNOUNCED,
    Act.DECIDE_APPEAL: Notice.Kind.DECIDED,
    Act.PANEL: Notice.Kind.HEARING,
    Act.TAKE_OVER: Notice.Kind.ASSIGNED,
    Act.RULE: Notice.Kind.CONFIRM,
    Act.REVISE: Notice.Kind.CONFIRM,
    Act.OBJECT: Notice.Kind.OBJECTION,
    Act.ASK_OPINION: Notice.Kind.OPINION,
    Act.GIVE_OPINION: Notice.Kind.ANSWERED,
}
FOR_PROGRAMS = {Notice.Kind.ANNOUNCED, Notice.Kind.DECIDED, Notice.Kind.OBJECTION}
SOON = timedelta(minutes=10)
FEW = 5
"""So many stand on a page that is about something else."""


def file_notices(case: Case, act: Act, context: ActContext) -> None:
    """File what follows from an act on a case, for everybody but whoever acted."""
    kind = KINDS.get(act)
    filed = Objection.objects.filter(case=case, received_at=context.at, resolution="")
    if kind is None or (kind is Notice.Kind.OBJECTION and not filed.exists()):
        return
    mine = context.by.user.pk if context.by.user else None
    place = _place(case)
    if kind is Notice.Kind.HEARING:
        _file_hearings(case, context.at, place, mine)
        return
    for user_id in sorted(_receivers(case, kind, context.at) - {mine}):
        _file(kind, case, context.at, place, user_id=user_id)
    if kind is Notice.Kind.ANNOUNCED:
        ended = Appeal.objects.filter(ruling__case=case, announced_at=context.at)
        said = Notice.Kind.DECIDED if ended.exists() else kind
        for contestant_id in _seated(case):
            _file(said, case, context.at, place, contestant_id=contestant_id)
    if kind in FOR_PROGRAMS:
        for hook in Hook.objects.filter(event=case.event_id, ended_at__isnull=True):
            _file(kind, case, context.at, place, hook_id=hook.pk)


def _receivers(case: Case, kind: Notice.Kind, at: datetime) -> set[int]:
    director = set() if case.director_id is None else {case.director_id}
    if kind is Notice.Kind.ANNOUNCED:
        return _staff(case.event_id, Role.Name.SCORER)
    if kind is Notice.Kind.DECIDED:
        return director | _staff(case.event_id, Role.Name.CHIEF)
    if kind is Notice.Kind.ASSIGNED:
        return director
    if kind is Notice.Kind.CONFIRM:
        ruling = Ruling.objects.filter(case=case).order_by("number").last()
        waits = ruling is not None and needs_chief(case, ruling)
        return _staff(case.event_id, Role.Name.CHIEF) if waits else set()
    if kind in {Notice.Kind.OPINION, Notice.Kind.ANSWERED}:
        return _consulted(case, kind, at)
    return director or _staff(case.event_id, Role.Name.CHIEF)


def _consulted(case: Case, kind: Notice.Kind, at: datetime) -> set[int]:
    """Return who was asked just now; or who had asked and is answered, and chiefs."""
    rows = Opinion.objects.filter(case=case)
    if kind is Notice.Kind.OPINION:
        asked = rows.filter(asked_at=at).values_list("user", flat=True)
        return {user for user in asked if user is not None}
    answered = set(rows.filter(given_at=at).values_list("by", flat=True))
    return answered | _staff(case.event_id, Role.Name.CHIEF)


def _sides(case: Case) -> dict[str, list[uuid.UUID]]:
    """Return who sits on each side: a pair, or two individuals."""
    row = case.playing
    both = {"NS": (row.ns_id, row.ns_partner_id), "EW": (row.ew_id, row.ew_partner_id)}
    return {
        side: [one for one in seated if one is not None]
        for side, seated in both.items()
    }


def _seated(case: Case) -> list[uuid.UUID]:
    return [one for seated in _sides(case).values() for one in seated]


def _file_hearings(
    case: Case, at: datetime, place: dict[str, object], mine: int | None
) -> None:
    """Notify the panel, and both sides where a time is set, of what they do not know.

    Who was given another time before is told that the hearing moved.
    """
    for appeal in Appeal.objects.filter(ruling__case=case, outcome=""):
        time = appeal.hearing_at and appeal.hearing_at.isoformat()
        fresh = {**place, "side": appeal.side} | ({"time": time} if time else {})
        if appeal.room:
            fresh["room"] = appeal.room
        panel = {int(user) for user in appeal.panel} - {mine}
        told: list[dict[str, Any]] = [{"user_id": user} for user in sorted(panel)]
        if time:
            told += [{"contestant_id": one} for one in _seated(case)]
        for one in told:
            before = Notice.objects.filter(
                kind__in=(Notice.Kind.HEARING, Notice.Kind.MOVED),
                case_id=case.pk,
                place__side=appeal.side,
                **one,
            )
            last = before.order_by("filed_at").last()
            if last is not None and last.place == fresh:
                continue
            moved = last is not None and time and last.place.get("time")
            kind = Notice.Kind.MOVED if moved else Notice.Kind.HEARING
            _file(kind, case, at, fresh, **one)


def _staff(event_id: uuid.UUID, role: Role.Name) -> set[int]:
    rows = Role.objects.filter(event=event_id, role=role, until__isnull=True)
    return set(rows.values_list("user_id", flat=True))


def _place(case: Case) -> dict[str, object]:
    table = case.playing.table
    letter, board = table.section.letter, case.playing.board.number
    return {"table": f"{letter}{table.number}", "board": board}


def _file(
    kind: Notice.Kind,
    case: Case,
    at: datetime,
    place: dict[str, object],
    *,
    user_id: int | None = None,
    hook_id: uuid.UUID | None = None,
    contestant_id: uuid.UUID | None = None,
    once: str | None = None,
) -> None:
    notice = Notice(
        kind=kind,
        event_id=case.event_id,
        case_id=case.pk,
        place=place,
        user_id=user_id,
        hook_id=hook_id,
        contestant_id=contestant_id,
        once=once,
        filed_at=at,
        due_at=None if contestant_id else at,  # a phone comes and looks, or asks
    )
    _enter(notice, at)


def _enter(notice: Notice, at: datetime) -> None:
    """Put a notice into the outbox, and for each device that asked for it."""
    with transaction.atomic():
        Notice.objects.bulk_create([notice])
        file_pushes(notice, at)


def file_ending_windows(at: datetime) -> int:
    """File once, for director and sides, that a time to appeal ends in ten minutes."""
    rows = Window.objects.filter(
        purpose=Window.Purpose.APPEAL,
        closes_at__gt=at,
        closes_at__lte=at + SOON,
        closed_early_at__isnull=True,
    ).select_related("case__playing__table__section", "case__playing__board")
    filed = 0
    for window in rows:
        mark = f"{window.pk}:{window.closes_at:%Y%m%d%H%M}"
        case, kind = window.case, Notice.Kind.WINDOW
        assert window.closes_at is not None  # noqa: S101 - asked for
        place = {**_place(case), "time": window.closes_at.isoformat()}
        waived = {"NS": window.waived_ns_at, "EW": window.waived_ew_at}
        told: list[dict[str, Any]] = [
            {"contestant_id": one, "once": f"{mark}:{side}{seat or ''}"}
            for side, seated in _sides(case).items()
            for seat, one in enumerate(seated)
            if waived[side] is None
        ]
        if case.director_id:
            told.append({"user_id": case.director_id, "once": mark})
        known = set(
            Notice.objects.filter(once__startswith=mark).values_list("once", flat=True)
        )
        for one in told:
            if one["once"] not in known:
                _file(kind, case, at, place, **one)
                filed += 1
    return filed


def file_failed_backup(at: datetime) -> None:
    """File for every administrator of the site that a backup failed, once a day."""
    for user in User.objects.filter(is_superuser=True, is_active=True):
        mark = f"backup:{user.pk}:{at:%Y%m%d}"
        if not Notice.objects.filter(once=mark).exists():
            told = {"user": user, "once": mark, "filed_at": at, "due_at": at}
            _enter(Notice(kind=Notice.Kind.BACKUP, **told), at)


def file_event_notices(event: Event, act: EventAct, context: ActContext) -> None:
    """File for everybody who ruled in an event, but for its closer, that it closed."""
    if act is not EventAct.CLOSE_EVENT:
        return
    mine = context.by.user.pk if context.by.user else None
    ruling = _staff(event.pk, Role.Name.CHIEF) | _staff(event.pk, Role.Name.DIRECTOR)
    for user_id in sorted(ruling - {mine}):
        notice = Notice(kind=Notice.Kind.CLOSED, event=event, user_id=user_id)
        notice.filed_at = notice.due_at = context.at
        _enter(notice, context.at)


def words_of(notice: Notice) -> str:
    """Return what happened, and where."""
    kind = Notice.Kind(notice.kind)
    what = str(WORDS[kind])
    if "time" in notice.place and notice.event is not None:
        zone = ZoneInfo(notice.event.zone)
        time = datetime.fromisoformat(notice.place["time"]).astimezone(zone)
        day = "H:i" if kind is Notice.Kind.WINDOW else "j M H:i"
        what = str(AT[kind]) % {"time": date_format(time, day)}
    if room := notice.place.get("room"):
        what = _("%(what)s, in %(room)s") % {"what": what, "room": room}
    if kind is Notice.Kind.CLOSED:
        return what % {"event": notice.event}
    if not notice.place:
        return what
    return _("Table %(table)s, board %(board)s: %(what)s") % {
        **notice.place,
        "what": what,
    }


def address_of(notice: Notice) -> str:
    """Return the page that a notice is about."""
    if notice.invitation_id is not None:
        return reverse("invited", args=[code_of(notice.invitation_id)])
    if notice.kind == Notice.Kind.CLOSED:
        return reverse("rulings", args=[notice.event_id])
    if notice.case_id is None:
        return reverse("home")
    if notice.kind == Notice.Kind.ANNOUNCED:  # for scorers, who see no case
        return reverse("scores", args=[notice.event_id])
    page = "opinions" if notice.kind == Notice.Kind.ANSWERED else "case"
    return reverse(page, args=[notice.case_id])


def read_all(user: User, at: datetime) -> None:
    """Note that somebody has read what stands on the page of notices."""
    Notice.objects.filter(user=user, read_at__isnull=True).update(read_at=at)


def failed_notices(event: Event) -> list[dict[str, object]]:
    """Return what of an event could not be sent, newest first: to whom, and what."""
    rows = Notice.objects.filter(event=event, sent_at=None).exclude(failure="")
    rows = rows.select_related("user", "hook", "event", "invitation")
    return [
        {
            "who": row.hook.address if row.hook else row.user or _("somebody invited"),
            "words": words_of(row),
            "due_at": row.due_at,
        }
        for row in rows.order_by("-filed_at")[:FEW]
    ]


def notices_for(contestant: Contestant, cases: Iterable[uuid.UUID]) -> list[Notice]:
    """Return the newest notices of a contestant about some cases."""
    rows = Notice.objects.filter(contestant=contestant, case_id__in=list(cases))
    return list(rows.select_related("event").order_by("-filed_at")[:FEW])


def notices_of(user: User) -> Iterable[Notice]:
    """Return the newest notices of somebody."""
    rows = Notice.objects.filter(user=user).select_related("event")
    rows = rows.annotate(pushed_at=Min("pushes__sent_at"))
    return rows.order_by("-filed_at")[:100]
