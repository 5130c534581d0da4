"""Tablets that staff share: marked and given back, PINs, and the page somebody left.

A PIN opens one account on one tablet, and only who has signed in there with the
password sets it. So whoever marks a tablet of his own gains nothing. A few wrong PINs
end the PIN, not the account. Every tablet marked and every PIN set or ended is entered
in the chain of the site: the PINs as digests of their hashes, with the account.
"""

from __future__ import annotations

import itertools
import uuid
from dataclasses import replace
from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from rulings.models import SITE_CHAIN, LeftPage, Pin, SharedTablet
from rulings.workflow.acts import ActContext, actor_content
from rulings.workflow.log import Rows, append, lock_chain

DIGITS = 6
TRIES = 5
"""So many wrong PINs one after the other end a PIN."""

MAX_WORDS, MAX_FIELDS, MAX_PATH = 20_000, 40, 500
KEPT = timedelta(days=1)

Typed = list[list[str]]
"""What was typed: address of the form, name of the field, text."""


def is_weak(pin: str) -> bool:
    """Say whether somebody would try this PIN first: one digit, or digits in order."""
    steps = {int(b) - int(a) for a, b in itertools.pairwise(pin)}
    return steps <= {0} or steps in ({1}, {-1})


def mark_tablet(context: ActContext, user: User) -> SharedTablet:
    """Mark the device in hand as shared, and return its row."""
    return _enter(context, "share_tablet", by=user, marked_at=context.at)


def give_back(context: ActContext, tablet: SharedTablet) -> None:
    """End the sharing of a tablet: no PIN opens it any more."""
    Pin.objects.filter(tablet=tablet).delete()
    LeftPage.objects.filter(tablet=tablet).delete()
    _enter(context, "unshare_tablet", tablet, ended_at=context.at)


def _enter(
    context: ActContext, act: str, tablet: SharedTablet | None = None, **values: object
) -> SharedTablet:
    rows = Rows()
    with transaction.atomic():
        lock_chain(SITE_CHAIN)
        if tablet is None:
            tablet = rows.insert(SharedTablet, **values)
        else:
            rows.change(tablet, **values)
        keyless = replace(context, key=None)  # as on every page of accounts
        content = {**actor_content(keyless, ""), "inputs": {"tablet": tablet.pk}}
        append(chain=SITE_CHAIN, act=act, at=context.at, rows=rows, content=content)
    return tablet


def open_tablet(pk: object) -> SharedTablet | None:
    """Return a tablet that is shared now, None for any other."""
    try:
        wanted = uuid.UUID(str(pk))
    except ValueError:
        return None
    return SharedTablet.objects.filter(pk=wanted, ended_at=None).first()


def marked_by(user: User) -> QuerySet[SharedTablet]:
    """Return the shared tablets that an account may end from elsewhere, newest first.

    Those it marked itself; an administrator of the site ends any.
    """
    rows = SharedTablet.objects.filter(ended_at=None).order_by("-marked_at")
    return rows.select_related("by") if user.is_superuser else rows.filter(by=user)


def people_of(tablet: SharedTablet) -> list[User]:
    """Return whose PIN opens the tablet, by name."""
    pins = Pin.objects.filter(tablet=tablet, user__is_active=True)
    rows = pins.select_related("user").order_by("user__username")
    return [row.user for row in rows if _stands(row)]


def _stands(pin: Pin) -> bool:
    return pin.stands_for == pin.user.get_session_auth_hash()


def set_pin(tablet: SharedTablet, user: User, pin: str) -> None:
    """Let this PIN open the account on the tablet, in the place of an earlier one."""
    Pin.objects.update_or_create(
        tablet=tablet,
        user=user,
        defaults={
            "hashed": make_password(pin),
            "stands_for": user.get_session_auth_hash(),
            "tries": 0,
        },
    )


def end_pins(user: User, tablet: SharedTablet | None = None) -> None:
    """End the PIN of an account on one tablet, or its PINs on all."""
    here = {} if tablet is None else {"tablet": tablet}
    Pin.objects.filter(user=user, **here).delete()


def tries_left(tablet: SharedTablet, user: User, pin: str) -> int | None:
    """Return None where the PIN is right, else how many tries are left.

    Each try is counted before the PIN is compared, with its row locked: tries at the
    same time count one after the other. The last wrong one ends the PIN.
    """
    with transaction.atomic():
        rows = Pin.objects.select_for_update(of=("self",)).select_related("user")
        row = rows.filter(tablet=tablet, user=user).first()
        if row is None or not _stands(row) or not row.user.is_active:
            return 0
        right = check_password(pin, row.hashed)
        row.tries = 0 if right else row.tries + 1
        if row.tries >= TRIES:
            Pin.objects.filter(pk=row.pk).delete()
            return 0
        Pin.objects.filter(pk=row.pk).update(tries=row.tries)
    return None if right else TRIES - row.tries


def leave(
    tablet: SharedTablet, user: User, path: str, words: Typed, at: datetime
) -> None:
    """Keep where somebody was and what was typed; earlier words that wait stay.

    What is too much is left out, the last first.
    """
    LeftPage.objects.filter(left_at__lt=at - KEPT).delete()
    kept, room = [], MAX_WORDS
    for row in words[:MAX_FIELDS]:
        room -= len(row[-1])
        if room >= 0:
            kept.append(row)
    held = LeftPage.objects.filter(tablet=tablet, user=user)
    if not kept and held.exclude(words=[]).exists():
        return
    LeftPage.objects.update_or_create(
        tablet=tablet,
        user=user,
        defaults={"path": path[:MAX_PATH], "words": kept, "left_at": at},
    )


def left_page(tablet: SharedTablet, user: User) -> LeftPage | None:
    """Return the page that somebody left on a tablet, if one is kept."""
    return LeftPage.objects.filter(tablet=tablet, user=user).first()


def come_back(tablet: SharedTablet, user: User) -> str:
    """Return the path of the page that was left; forget it unless words wait there."""
    page = left_page(tablet, user)
    if page is None:
        return ""
    if not page.words:
        LeftPage.objects.filter(pk=page.pk).delete()
    return page.path


def take_words(tablet: SharedTablet, user: User) -> None:
    """Forget words that stand on their page again."""
    LeftPage.objects.filter(tablet=tablet, user=user).delete()


def forget_old(at: datetime) -> None:
    """Forget pages that nobody came back to for a day."""
    LeftPage.objects.filter(left_at__lt=at - KEPT).delete()
