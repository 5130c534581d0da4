"""Send what stands in the outbox: mail, and signed messages to programs (R9).

Mail goes by Django's backends; programs get a signed POST. What fails is tried again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import urllib.request
import uuid
from datetime import datetime, timedelta
from http.client import HTTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import gettext as _

from rulings.models import SITE_CHAIN, Event, Head, Hook, Notice
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event.event_acts import EventActRun, perform_in_event
from rulings.workflow.event.invitations import whom
from rulings.workflow.log import Receipt
from rulings.workflow.notices import address_of, words_of

WAITS = [timedelta(minutes=n) for n in (1, 5, 30, 120, 720)]
"""How long until the next try; after the last one it is given up."""
SECONDS = 5
MOST = 50
"""So many are sent at once, so that a dead mail server holds nobody up for long."""
MAX_ADDRESS = 300


def send_due(at: datetime) -> int:
    """Send what is due and return how much went out; what fails is tried again."""
    rows = Notice.objects.filter(due_at__lte=at).select_related(
        "user", "hook", "event", "invitation"
    )
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
            lines[1] = _("It serves once, until %(day)s.") % {"day": until}
    head = Head.objects.filter(chain=notice.event_id or SITE_CHAIN).first()
    if head is not None:  # an anchor outside the machine (R21)
        lines += ["", f"Record: {head.chain} {head.seq}:{head.code}"]
    to = [_address_of(notice)]
    send_mail(words, "\n".join(lines) + "\n", settings.DEFAULT_FROM_EMAIL, to)


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
