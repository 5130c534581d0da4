"""File notices in the transaction of the act they follow from, and send them later.

A notice names table and board and leads to the page: no card, no outcome, no name
stands in it. Mail goes by Django's backends; programs get a signed POST, tried again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import urllib.request
import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from http.client import HTTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.models import (
    SITE_CHAIN,
    Appeal,
    Case,
    Event,
    Head,
    Hook,
    Notice,
    Role,
    Ruling,
    Window,
)
from rulings.permissions import EventAct
from rulings.queries.case.rules import needs_chief
from rulings.states import Act
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event.event_acts import EventActRun, perform_in_event
from rulings.workflow.log import Receipt

WORDS = {
    Notice.Kind.ANNOUNCED: gettext_lazy("A ruling has been announced"),
    Notice.Kind.DECIDED: gettext_lazy("An appeal has been decided"),
    Notice.Kind.HEARING: gettext_lazy("You are on the panel of an appeal"),
    Notice.Kind.ASSIGNED: gettext_lazy("A call has been assigned to you"),
    Notice.Kind.CONFIRM: gettext_lazy("A ruling waits for your confirmation"),
    Notice.Kind.OBJECTION: gettext_lazy("A side objects"),
    Notice.Kind.WINDOW: gettext_lazy("A time to appeal ends soon"),
    Notice.Kind.BACKUP: gettext_lazy("The backup failed"),
}
KINDS = {
    Act.ANNOUNCE: Notice.Kind.ANNOUNCED,
    Act.DECIDE_APPEAL: Notice.Kind.DECIDED,
    Act.PANEL: Notice.Kind.HEARING,
    Act.TAKE_OVER: Notice.Kind.ASSIGNED,
    Act.RULE: Notice.Kind.CONFIRM,
    Act.REVISE: Notice.Kind.CONFIRM,
    Act.OBJECT: Notice.Kind.OBJECTION,
}
FOR_PROGRAMS = {Notice.Kind.ANNOUNCED, Notice.Kind.DECIDED, Notice.Kind.OBJECTION}
SOON = timedelta(minutes=10)
WAITS = [timedelta(minutes=n) for n in (1, 5, 30, 120, 720)]
"""How long until the next try; after the last one it is given up."""
SECONDS = 5
MOST = 50
"""So many are sent at once, so that a dead mail server holds nobody up for long."""
MAX_ADDRESS = 300


def file_notices(case: Case, act: Act, context: ActContext) -> None:
    """File what follows from an act on a case, for everybody but whoever acted."""
    kind = KINDS.get(act)
    if kind is None:
        return
    mine = context.by.user.pk if context.by.user else None
    place = _place(case)
    for user_id in sorted(_receivers(case, kind) - {mine}):
        _file(kind, case, context.at, place, user_id=user_id)
    if kind in FOR_PROGRAMS:
        for hook in Hook.objects.filter(event=case.event_id, ended_at__isnull=True):
            _file(kind, case, context.at, place, hook_id=hook.pk)


def _receivers(case: Case, kind: Notice.Kind) -> set[int]:
    director = set() if case.director_id is None else {case.director_id}
    if kind is Notice.Kind.ANNOUNCED:
        return _staff(case.event_id, Role.Name.SCORER)
    if kind is Notice.Kind.DECIDED:
        return director | _staff(case.event_id, Role.Name.CHIEF)
    if kind is Notice.Kind.HEARING:
        waiting = Appeal.objects.filter(ruling__case=case, outcome="")
        return {int(user) for appeal in waiting for user in appeal.panel}
    if kind is Notice.Kind.ASSIGNED:
        return director
    if kind is Notice.Kind.CONFIRM:
        ruling = Ruling.objects.filter(case=case).order_by("number").last()
        waits = ruling is not None and needs_chief(case, ruling)
        return _staff(case.event_id, Role.Name.CHIEF) if waits else set()
    return director or _staff(case.event_id, Role.Name.CHIEF)


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
    once: str | None = None,
) -> None:
    Notice(
        kind=kind,
        event_id=case.event_id,
        case_id=case.pk,
        place=place,
        user_id=user_id,
        hook_id=hook_id,
        once=once,
        filed_at=at,
        due_at=at,
    ).save(force_insert=True)


def file_ending_windows(at: datetime) -> int:
    """File once for each director that a time to appeal ends within ten minutes."""
    rows = Window.objects.filter(
        purpose=Window.Purpose.APPEAL,
        closes_at__gt=at,
        closes_at__lte=at + SOON,
        closed_early_at__isnull=True,
    ).select_related("case__playing__table__section", "case__playing__board")
    filed = 0
    for window in rows:
        mark = f"{window.pk}:{window.closes_at:%Y%m%d%H%M}"
        user_id = window.case.director_id
        if user_id and not Notice.objects.filter(once=mark).exists():
            kind, place = Notice.Kind.WINDOW, _place(window.case)
            _file(kind, window.case, at, place, user_id=user_id, once=mark)
            filed += 1
    return filed


def file_failed_backup(at: datetime) -> None:
    """File for every administrator of the site that a backup failed, once a day."""
    for user in User.objects.filter(is_superuser=True, is_active=True):
        mark = f"backup:{user.pk}:{at:%Y%m%d}"
        if not Notice.objects.filter(once=mark).exists():
            Notice(
                kind=Notice.Kind.BACKUP, user=user, once=mark, filed_at=at, due_at=at
            ).save(force_insert=True)


def send_due(at: datetime) -> int:
    """Send what is due and return how much went out; what fails is tried again."""
    rows = Notice.objects.filter(due_at__lte=at).select_related("user", "hook", "event")
    sent = 0
    for notice in rows.order_by("due_at")[:MOST]:
        sent += _send(notice, at)
        Notice.objects.filter(pk=notice.pk).update(
            sent_at=notice.sent_at,
            delivered_at=notice.delivered_at,
            due_at=notice.due_at,
            tries=notice.tries,
            failure=notice.failure,
        )
    return sent


def _send(notice: Notice, at: datetime) -> bool:
    notice.due_at = None
    if notice.hook is None and not (notice.user and notice.user.email):
        return False  # it stands on the page of notices
    if notice.hook is not None and notice.hook.ended_at is not None:
        return False
    try:
        if notice.hook is not None:
            _post(notice, notice.hook)
            notice.delivered_at = at
        else:
            _mail(notice)
    except (
        OSError,
        ValueError,
        HTTPException,
    ) as error:  # refused, unreachable, too slow
        notice.failure = type(error).__name__
        if notice.tries < len(WAITS):
            notice.due_at = at + WAITS[notice.tries]
        notice.tries += 1
        return False
    notice.sent_at, notice.failure = at, ""
    return True


def words_of(notice: Notice) -> str:
    """Return what happened, and where."""
    what = str(WORDS[Notice.Kind(notice.kind)])
    if not notice.place:
        return what
    return _("Table %(table)s, board %(board)s: %(what)s") % {
        **notice.place,
        "what": what,
    }


def _mail(notice: Notice) -> None:
    assert notice.user is not None  # noqa: S101 - asked before
    with translation.override(settings.LANGUAGE_CODE):
        words = words_of(notice)
        lines = [words + ".", "", settings.TD_ADDRESS + address_of(notice)]
    head = Head.objects.filter(chain=notice.event_id or SITE_CHAIN).first()
    if head is not None:  # an anchor outside the machine (R21)
        lines += ["", f"Record: {head.chain} {head.seq}:{head.code}"]
    to = [notice.user.email]
    send_mail(words, "\n".join(lines) + "\n", settings.DEFAULT_FROM_EMAIL, to)


def address_of(notice: Notice) -> str:
    """Return the page that a notice is about."""
    if notice.case_id is None:
        return reverse("home")
    if notice.kind == Notice.Kind.ANNOUNCED:  # for scorers, who see no case
        return reverse("scores", args=[notice.event_id])
    return reverse("case", args=[notice.case_id])


def signature(secret: str, body: bytes) -> str:
    """Return what proves to a program that a notice comes from this site."""
    return "sha256=" + hmac.digest(secret.encode(), body, hashlib.sha256).hex()


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: an address was given, and only that one is asked."""

    def redirect_request(self, *_given: object) -> None:
        """Refuse."""


def _post(notice: Notice, hook: Hook) -> None:
    body = json.dumps(
        {
            "id": str(notice.pk),
            "kind": notice.kind,
            "event": str(notice.event_id),
            "case": str(notice.case_id),
            "filed_at": notice.filed_at.isoformat(),
            **notice.place,
        },
        sort_keys=True,
    ).encode()
    headers = {
        "Content-Type": "application/json",
        "X-Seventy-Signature": signature(hook.secret, body),
    }
    asked = urllib.request.Request(hook.address, body, headers)  # noqa: S310 - http or https, see add_hook
    with urllib.request.build_opener(_Stay).open(asked, timeout=SECONDS):
        pass


def add_hook(context: ActContext, event: Event, address: str) -> Hook | None:
    """Notify a program at an address from now on; its secret is shown once."""
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Fault("hook_address")
    made: list[Hook] = []

    def write(run: EventActRun) -> None:
        made.clear()
        secret = secrets.token_urlsafe(32)
        hook = Hook.objects.create(
            event=event, address=address, secret=secret, made_at=context.at
        )
        run.inputs["hook"] = hook.pk
        made.append(hook)

    perform_in_event(EventAct.ISSUE_KEY, context, event, write, {"address": address})
    return made[0] if made else None


def end_hook(context: ActContext, event: Event, hook_id: uuid.UUID) -> Receipt:
    """Notify a program no more."""

    def write(run: EventActRun) -> None:
        Hook.objects.filter(pk=hook_id, event=event, ended_at__isnull=True).update(
            ended_at=context.at
        )
        run.inputs["hook"] = hook_id

    return perform_in_event(
        EventAct.REVOKE_KEY, context, event, write, {"hook": hook_id}
    )


def read_all(user: User, at: datetime) -> None:
    """Note that somebody has read what stands on the page of notices."""
    Notice.objects.filter(user=user, read_at__isnull=True).update(read_at=at)


def notices_of(user: User) -> Iterable[Notice]:
    """Return the newest notices of somebody."""
    rows = Notice.objects.filter(user=user).select_related("event")
    return rows.order_by("-filed_at")[:100]
