"""Issue, revoke and open passes of contestants (R13, R14).

Only hashes are stored. Opening a pass writes nothing but a wrong code that was tried.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from rulings.models import Contestant, Event, Pass, Playing, Session, WrongCode
from rulings.permissions import EventAct, require_no_player
from rulings.permissions.embargo import sessions_over
from rulings.workflow.acts import ActContext
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt
from rulings.workflow.windows import passes_expire_at

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""32 letters that are not mistaken for one another: 8 of them are 40 bits."""

CODE_LENGTH = 8
WRONG_CODES = 100
WRONG_CODES_IN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Issued:
    """The secrets of a new pass: shown once, never stored."""

    table_pass_id: str
    secret: str
    code: str
    contestant_id: uuid.UUID


def secret_hash(secret: str) -> str:
    """Return what is stored of the secret in the QR."""
    return hashlib.sha256(secret.encode()).hexdigest()


def code_hash(code: str) -> str:
    """Return what is stored of a code typed by hand; keyed, for it is short."""
    clean = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
    return hmac.digest(settings.SECRET_KEY.encode(), clean.encode(), "sha256").hex()


def phones_of(event: Event) -> str:
    """Return when players may use their phones, by the event's regulations."""
    return str(event.regulation.get("values", {}).get("phones", "after_session"))


def issue_passes(
    context: ActContext,
    event: Event,
    session: Session,
    contestants: list[Contestant],
    *,
    only_missing: bool = False,
) -> list[Issued]:
    """Issue a pass for each contestant and return the secrets to be printed.

    A pass serves the whole event, in whatever session it is given out. An earlier one
    of the contestant is revoked: a lost slip is replaced, not reprinted. A form sent
    twice gives nothing the second time, since the secrets of the first are not kept.
    Refused to who plays in the event, and to a director of one section for contestants
    who play the session in another. `only_missing` leaves alone those who have a pass
    that serves.
    """
    issued: list[Issued] = []
    numbers = [contestant.number for contestant in contestants]

    def write(run: EventActRun) -> None:
        issued.clear()
        for one in Session.objects.filter(event=event):
            require_no_player(context.by, one)
        opens_at = _opens_at(phones_of(run.event), run.event, context.at)
        expires_at = passes_expire_at(run.event)
        held = Pass.objects.filter(contestant__in=contestants, revoked_at__isnull=True)
        serving = {row.contestant_id for row in held if serves_at(row, context.at)}
        chosen = [
            row for row in contestants if not only_missing or row.pk not in serving
        ]
        for old in held.filter(contestant__in=chosen):
            run.rows.change(old, revoked_at=context.at)
        for contestant in chosen:
            secret = secrets.token_urlsafe(16)
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            row = run.rows.insert(
                Pass,
                session=session,
                contestant=contestant,
                secret_hash=secret_hash(secret),
                code_hash=code_hash(code),
                issued_at=context.at,
                opens_at=opens_at,
                expires_at=expires_at,
            )
            issued.append(Issued(str(row.pk), secret, code, contestant.pk))

    payload = {"contestants": numbers, "only_missing": only_missing}
    perform_in_event(
        EventAct.ISSUE_PASS,
        context,
        event,
        write,
        payload,
        sections=_sections_of(session, contestants),
    )
    return issued


def serves_at(table_pass: Pass, at: datetime) -> bool:
    """Say whether a pass is neither revoked nor over."""
    if table_pass.revoked_at is not None:
        return False
    return table_pass.expires_at is None or at < table_pass.expires_at


def _opens_at(phones: str, event: Event, at: datetime) -> datetime | None:
    """Return when a pass opens: at once, or when the first session is over."""
    if phones == "never":
        return None
    over = phones == "always" or sessions_over(event.pk, at).exists()
    return at if over else None


def revoke_pass(context: ActContext, event: Event, table_pass: Pass) -> Receipt:
    """Revoke a pass: whoever holds it is out at the next request."""

    def write(run: EventActRun) -> None:
        fresh = Pass.objects.get(pk=table_pass.pk, session__event=event)
        for one in Session.objects.filter(event=event):
            require_no_player(context.by, one)
        if fresh.revoked_at is None:
            run.rows.change(fresh, revoked_at=context.at)

    payload = {"pass": table_pass.pk}
    return perform_in_event(
        EventAct.REVOKE_PASS,
        context,
        event,
        write,
        payload,
        sections=_sections_of(table_pass.session, [table_pass.contestant]),
    )


def _sections_of(session: Session, contestants: list[Contestant]) -> set[uuid.UUID]:
    """Return the sections in which some contestants play a session."""
    return set(
        Playing.objects.filter(
            Q(ns__in=contestants) | Q(ew__in=contestants),
            round__session=session,
        ).values_list("table__section_id", flat=True)
    )


def find_by_secret(secret: str) -> Pass | None:
    """Return the pass of a secret from a QR, or None."""
    return Pass.objects.filter(secret_hash=secret_hash(secret)).first()


def find_by_code(event: Event, code: str, at: datetime) -> Pass | None:
    """Return the pass of a typed code in an event; a wrong one is counted (R25)."""
    found = Pass.objects.filter(code_hash=code_hash(code), session__event=event).first()
    if found is None:
        WrongCode(event=event, tried_at=at).save()
    return found


def codes_pause(event: Event, at: datetime) -> bool:
    """Say whether typed codes rest in an event after too many wrong ones."""
    since = at - WRONG_CODES_IN
    return (
        WrongCode.objects.filter(event=event, tried_at__gt=since).count() >= WRONG_CODES
    )
