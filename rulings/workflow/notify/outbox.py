"""Send what stands in the outbox: mail, and signed messages to programs (R9).

Mail goes by Django's backends; programs get a signed POST, devices what `push` sends.
What fails is tried again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import uuid
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import send_mail
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext as _

from rulings.models import SITE_CHAIN, Event, Head, Hook, Notice
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event.invitations import whom
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt
from rulings.workflow.notify.notices import address_of, words_of
from rulings.workflow.notify.posting import WAITS, leads_inside, post
from rulings.workflow.notify.push import send_pushes

MOST = 50
"""So many are sent at once."""
AWAY = {"TimeoutError", "ConnectionRefusedError", "gaierror", "SMTPServerDisconnected"}
"""After one of these no other mail is tried: a silent server costs ten seconds each."""


def send_due(at: datetime) -> int:
    """Send what is due and return how much went out; what fails is tried again."""
    rows = Notice.objects.filter(due_at__lte=at).select_related(
        "user", "hook", "event", "invitation"
    )
    sent, away = 0, False
    for notice in rows.order_by("due_at")[:MOST]:
        if away and notice.hook is None:
            continue
        sent += _send(notice, at)
        away = away or (notice.hook is None and notice.failure in AWAY)
        Notice.objects.filter(pk=notice.pk).update(
            sent_at=notice.sent_at,
            delivered_at=notice.delivered_at,
            due_at=notice.due_at,
            tries=notice.tries,
            failure=notice.failure,
        )
    return sent + send_pushes(at)


def _send(notice: Notice, at: datetime) -> bool:
    notice.due_at = None
    if notice.hook is None and not _address_of(notice):
        return False  # it stands on the page of notices
    if notice.hook is not None and notice.hook.ended_at is not None:
        return False
    try:
        if notice.hook is not None:
            _post(notice, notice.hook)
            notice.delivered_at = at
        else:
            _mail(notice)
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - mail services have classes of their own
        notice.failure = type(error).__name__
        if notice.tries < len(WAITS):
            notice.due_at = at + WAITS[notice.tries]
        notice.tries += 1
        return False
    notice.sent_at, notice.failure = at, ""
    return True


def _address_of(notice: Notice) -> str:
    """Return the mail address of whom a notice is for, "" where there is none."""
    if notice.invitation is not None:
        return whom(notice.invitation)[1]
    return notice.user.email if notice.user else ""


def _mail(notice: Notice) -> None:
    with translation.override(settings.LANGUAGE_CODE):
        words = words_of(notice)
        lines = [words + ".", "", settings.TD_ADDRESS + address_of(notice)]
        if notice.invitation is not None:
            until = notice.invitation.expires_at.date().isoformat()
            words = _("%(event)s: you are invited") % {"event": notice.event}
            lines[0] = _("Open this page and choose a name and a password.")
            lines[1] = _("It works once, until %(day)s.") % {"day": until}
    head = Head.objects.filter(chain=notice.event_id or SITE_CHAIN).first()
    if head is not None:  # an anchor outside the machine (R21)
        lines += ["", f"Record: {head.chain} {head.seq}:{head.code}"]
    to = [_address_of(notice)]
    send_mail(words, "\n".join(lines) + "\n", settings.DEFAULT_FROM_EMAIL, to)


def signature(secret: str, body: bytes) -> str:
    """Return what proves to a program that a notice comes from this site."""
    return "sha256=" + hmac.digest(secret.encode(), body, hashlib.sha256).hex()


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
    post(hook.address, body, headers)


def add_hook(context: ActContext, event: Event, address: str) -> Hook | None:
    """Notify a program at an address from now on; its secret is shown once."""
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Fault("hook_address")
    if leads_inside(parts.hostname):
        raise Fault("hook_inside")
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
