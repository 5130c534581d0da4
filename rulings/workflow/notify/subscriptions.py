"""Devices that ask for notices, and take that back (R9, R13, R19).

A device belongs to whoever uses it now: to an account, or to the contestant of a pass.
Whoever knows an address of a push service may end it: only the device itself does.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from rulings.models import Notice, Push, Subscription
from rulings.permissions import Actor
from rulings.workflow.notify.posting import leads_inside

DEVICE = "device"
"""Where a session keeps which device it is, for signing out."""
MOST_DEVICES = 12
"""So many devices of one account or pass are kept, the newest (R25)."""


@dataclass(frozen=True, slots=True)
class Device:
    """What a browser says of itself when it asks for notices."""

    endpoint: str
    p256dh: str
    auth: str
    language: str


def is_push_service(address: str) -> bool:
    """Tell whether notices may be posted to an address: HTTPS, and outside."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    inside = settings.TD_HOOKS_INSIDE and parts.scheme == "http"
    return bool(host) and (
        inside or (parts.scheme == "https" and not leads_inside(host))
    )


def subscribe(actor: Actor, device: Device) -> Subscription:
    """Send the notices of an account or a pass to a device too from now on."""
    with transaction.atomic():
        row, _made = Subscription.objects.update_or_create(
            endpoint=device.endpoint,
            defaults={
                "user": actor.user,
                "table_pass": actor.table_pass,
                "p256dh": device.p256dh,
                "auth": device.auth,
                "language": device.language,
                "made_at": actor.at,
            },
        )
        kept = Subscription.objects.filter(_owned_by(actor)).order_by("-made_at", "pk")
        extra = list(kept.values_list("pk", flat=True)[MOST_DEVICES:])
        Subscription.objects.filter(pk__in=extra).delete()
    return row


def unsubscribe(endpoint: str) -> None:
    """Send nothing to a device any more, and forget it."""
    Subscription.objects.filter(endpoint=endpoint).delete()


def recognize(actor: Actor, endpoint: str) -> bool:
    """Return whether a device gets the notices of whoever uses it now.

    The next slip of the same contestant takes it over. Of anybody else's device nothing
    is kept: who used it before reads his notices elsewhere.
    """
    row = Subscription.objects.filter(endpoint=endpoint).first()
    if row is None:
        return False
    table_pass = actor.table_pass
    if table_pass is None:
        mine = row.user_id is not None and row.user == actor.user
    else:
        before = row.table_pass
        mine = before is not None and (before.contestant_id == table_pass.contestant_id)
        if mine and row.table_pass_id != table_pass.pk:
            Subscription.objects.filter(pk=row.pk).update(table_pass=table_pass)
    if not mine:
        unsubscribe(endpoint)
    return mine


def _owned_by(actor: Actor) -> Q:
    if actor.table_pass is not None:
        return Q(table_pass=actor.table_pass)
    return Q(user=actor.user)


def file_pushes(notice: Notice, at: datetime) -> None:
    """File a notice for each device of its receiver; in the transaction of the act."""
    if notice.user_id is not None:
        devices = Subscription.objects.filter(user=notice.user_id)
    elif notice.contestant_id is not None:
        devices = Subscription.objects.filter(
            table_pass__contestant=notice.contestant_id
        )
    else:
        return
    Push.objects.bulk_create(
        Push(notice=notice, subscription=device, due_at=at) for device in devices
    )


def drop_ended(at: datetime) -> None:
    """Forget the devices of slips that have ended and of accounts that are shut."""
    Subscription.objects.filter(
        Q(table_pass__revoked_at__isnull=False)
        | Q(table_pass__expires_at__lte=at)
        | Q(user__is_active=False)
    ).delete()


def drop_of_account(user: User) -> None:
    """Forget every device of an account, as signing out everywhere does."""
    Subscription.objects.filter(user=user).delete()
