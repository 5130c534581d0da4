"""Send notices to devices by web push: encrypted, signed, tried again (R9).

The push service of a browser sees neither words nor names (RFC 8291); it knows this
site by its key (RFC 8292). What is sent names table and board: no card, no outcome.
"""

from __future__ import annotations

import json
import os
import uuid
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import cache
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Q
from django.urls import reverse
from django.utils import translation

from rulings.models import Notice, Push, Subscription
from rulings.workflow.notify.notices import address_of, words_of
from rulings.workflow.notify.posting import WAITS, post
from rulings.workflow.notify.subscriptions import drop_ended

MOST = 100
"""So many are sent in one round."""
AT_ONCE = 8
KEPT = timedelta(hours=4)
"""How long a push service keeps a notice for a device that is out of reach."""
SIGNED = timedelta(hours=12)
GONE = {401, 403, 404, 410}
"""Answers of a push service that knows the device no more, or not under this key."""
KEY_BYTES = 32


def application_key() -> str:
    """Return the public key under which devices subscribe; made at the first call."""
    point = _key_of(_secret()).public_key()
    raw = point.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _secret() -> str:
    """Return the private key as text: the one that was set, else the one kept."""
    if settings.TD_PUSH_KEY:
        return str(settings.TD_PUSH_KEY)
    path = settings.VAR_DIR / "push-key"
    if not path.exists():
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_bytes(urlsafe_b64encode(made.to_bytes(KEY_BYTES, "big")))
        try:
            os.link(fresh, path)  # fails if another process was first
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)  # it was copied here
    return str(path.read_text("ascii"))


@cache
def _key_of(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return a private key; raise ImproperlyConfigured where the text is none."""
    text = secret.strip()
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        number = int.from_bytes(raw, "big") if len(raw) == KEY_BYTES else 0
        return ec.derive_private_key(number, ec.SECP256R1())  # refuses 0
    except ValueError as error:
        raise ImproperlyConfigured(
            "TD_PUSH_KEY must be 32 bytes in base64url, as in TD_VAR/push-key."
        ) from error


def payload_of(push: Push) -> dict[str, str]:
    """Return what a device is sent: the words of the notice, and where they lead."""
    notice = push.notice
    with translation.override(push.subscription.language):
        said = words_of(notice)
    return {
        "id": str(push.pk),
        "tag": str(notice.pk),
        "title": notice.event.name if notice.event else "Seventy",
        "body": said,
        "address": _page_of(notice),
    }


def _page_of(notice: Notice) -> str:
    """Return the page that a tap opens: a side's own for a phone with a slip."""
    if notice.contestant_id is None:
        return address_of(notice)
    if notice.case_id is None:
        return reverse("player")
    return reverse("player_case", args=[notice.case_id])


def send_pushes(at: datetime) -> int:
    """Send what is due and return how much went out; forget devices that are gone."""
    drop_ended(at)
    shut = Q(subscription__table_pass__opens_at__isnull=True)
    shut |= Q(subscription__table_pass__opens_at__gt=at)
    due = (
        Push.objects.filter(due_at__lte=at)
        .exclude(Q(subscription__table_pass__isnull=False) & shut)
        .select_related("notice__event", "subscription")
        .order_by("due_at")[:MOST]
    )
    rows = list(due)
    if not rows:
        return 0
    sent = 0
    for push, error in zip(rows, _post_all(rows, at), strict=True):
        if isinstance(error, HTTPError) and error.code in GONE:
            Subscription.objects.filter(pk=push.subscription_id).delete()
            continue
        push.due_at = None
        if error is None:
            push.sent_at, push.failure = at, ""
            sent += 1
        else:
            push.failure = type(error).__name__
            if push.tries < len(WAITS):
                push.due_at = at + WAITS[push.tries]
            push.tries += 1
        Push.objects.filter(pk=push.pk).update(
            due_at=push.due_at,
            sent_at=push.sent_at,
            tries=push.tries,
            failure=push.failure,
        )
    return sent


def _post_all(rows: Iterable[Push], at: datetime) -> list[Exception | None]:
    """Post to all devices, some at once; return what went wrong with each."""
    asked = [_letter(push, at) for push in rows]  # reads the database: in this thread
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda letter: _posted(*letter), asked))


def _posted(address: str, body: bytes, headers: dict[str, str]) -> Exception | None:
    try:
        post(address, body, headers)
    except (OSError, ValueError, HTTPException) as error:  # refused, away, too slow
        return error
    return None


def _letter(push: Push, at: datetime) -> tuple[str, bytes, dict[str, str]]:
    """Return address, encrypted bytes and signed headers of one message."""
    from py_vapid import Vapid02  # noqa: PLC0415 - heavy, and the web needs neither
    from pywebpush import WebPusher  # noqa: PLC0415 - the same

    device = push.subscription
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
    body: bytes = pusher.encode(json.dumps(payload_of(push)).encode())["body"]
    parts = urlsplit(device.endpoint)
    claims = {
        "sub": _reached_at(),
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((at + SIGNED).timestamp()),
    }
    headers = Vapid02(_key_of(_secret())).sign(claims)
    return (
        device.endpoint,
        body,
        {
            **headers,
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(int(KEPT.total_seconds())),
            "Urgency": "high",
        },
    )


def _reached_at() -> str:
    """Return where a push service reaches whoever runs the site."""
    parts = urlsplit(settings.TD_ADDRESS)
    named = (parts.hostname or "").rpartition(".")[2].isalpha()
    if parts.scheme == "https" and parts.port is None and named:
        return str(settings.TD_ADDRESS)
    return f"mailto:{settings.DEFAULT_FROM_EMAIL}"


def note_receipt(push_id: uuid.UUID, state: str, at: datetime) -> None:
    """Note that a device has shown a notice, or that it was opened there."""
    if state == "opened":
        Notice.objects.filter(pushes=push_id, read_at=None).update(read_at=at)
    Notice.objects.filter(pushes=push_id, delivered_at=None).update(delivered_at=at)


__all__ = ["application_key", "note_receipt", "payload_of", "send_pushes"]
