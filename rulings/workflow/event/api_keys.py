"""Issue and revoke the keys of programs: one event, one role, the token hashed.

Whoever holds a key acts in the name of the program, never in that of a person.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from django.conf import settings

from rulings.models import KEY_ROLES, ApiKey, Event, Role
from rulings.permissions import (
    EventAct,
    letters_in_event,
    require_no_contestant,
)
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Barred, Fault
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, commit_text

MARK = "td_"
"""How every token begins, so that one left in a wrong place is known for what it is."""

TOKEN_BYTES = 32
MAX_PURPOSE = 80

MOST_POSITIONS = 10_000_000
"""No key streams more positions on a day."""


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A new key with its token, which is shown once and stored nowhere."""

    key_id: str
    token: str


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def issue_key(
    context: ActContext,
    event: Event,
    role: Role.Name,
    purpose: str,
    positions: int | None = None,
) -> IssuedKey | None:
    """Issue a key and return its token; None for a form that was sent before.

    `purpose` says which program it is for; it stays out of the log's bytes. A chief
    gives no key of an administrator, and nobody who plays in the event any. `positions`
    is how many it may stream on a day, None for the site's number. Raises Invalid
    without a purpose.
    """
    if role not in KEY_ROLES:
        raise Fault("key_role")
    if not purpose.strip() or len(purpose) > MAX_PURPOSE:
        raise Fault("key_purpose")
    _require_possible(positions)
    issued: list[IssuedKey] = []

    def write(run: EventActRun) -> None:
        issued.clear()
        _require_giver(context, event, role)
        _require_quota(context, event, positions)
        token = MARK + secrets.token_urlsafe(TOKEN_BYTES)
        row = run.rows.insert(
            ApiKey,
            event=event,
            role=role,
            purpose=commit_text(purpose.strip()),
            token_hash=token_hash(token),
            issued_at=context.at,
            day_positions=positions,
        )
        issued.append(IssuedKey(str(row.pk), token))

    payload = {"role": role, "purpose": purpose.strip(), "positions": positions}
    perform_in_event(EventAct.ISSUE_KEY, context, event, write, payload)
    return issued[0] if issued else None


def _require_giver(context: ActContext, event: Event, role: Role.Name) -> None:
    require_no_contestant(context.by, event)
    letters = letters_in_event(context.by, event.pk)
    if role is Role.Name.ADMINISTRATOR and not letters & {"A", "X"}:
        raise Barred("gives_key")


def revoke_key(context: ActContext, event: Event, key: ApiKey) -> Receipt:
    """Revoke a key: its program is out at the next request."""

    def write(run: EventActRun) -> None:
        fresh = ApiKey.objects.get(pk=key.pk, event=event)
        _require_giver(context, event, Role.Name(fresh.role))
        if fresh.revoked_at is None:
            run.rows.change(fresh, revoked_at=context.at)

    return perform_in_event(EventAct.REVOKE_KEY, context, event, write, {"key": key.pk})


def set_quota(
    context: ActContext, event: Event, key: ApiKey, positions: int | None
) -> Receipt:
    """Set how many positions a key may stream on a day; None for the site's number.

    It counts at once, also for a stream that runs.
    """
    _require_possible(positions)

    def write(run: EventActRun) -> None:
        fresh = ApiKey.objects.get(pk=key.pk, event=event)
        _require_giver(context, event, Role.Name(fresh.role))
        _require_quota(context, event, positions)
        run.rows.change(fresh, day_positions=positions)

    payload = {"key": key.pk, "positions": positions}
    return perform_in_event(EventAct.KEY_QUOTA, context, event, write, payload)


def _require_possible(positions: int | None) -> None:
    if positions is not None and not 0 <= positions <= MOST_POSITIONS:
        raise Fault("key_quota", most=MOST_POSITIONS)


def _require_quota(context: ActContext, event: Event, positions: int | None) -> None:
    """Let a chief give as many as the site does, an administrator more."""
    letters = letters_in_event(context.by, event.pk)
    if (positions or 0) > settings.TD_BULK_DAY and not letters & {"A", "X"}:
        raise Fault("key_quota_of_site", most=settings.TD_BULK_DAY)


def find_key(token: str) -> ApiKey | None:
    """Return the key of a token, revoked or not, or None."""
    rows = ApiKey.objects.select_related("event")
    return rows.filter(token_hash=token_hash(token)).first()
