"""Invite somebody without an account to a role in an event, by mail or on paper.

The code follows from the site's key, so it can be printed again and mailed later, and
only its hash is stored. It serves once, for seven days. The account that it makes is
entered in the chain of the site, the role in that of the event.
"""

from __future__ import annotations

import hmac
import json
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from rulings.models import Event, Invitation, Notice, Private, Role
from rulings.permissions import EventAct, user_actor
from rulings.queries.words import text_of
from rulings.workflow.accounts import recorded_changes
from rulings.workflow.acts import ActContext, actor_content, require_unarchived
from rulings.workflow.errors import Barred, Fault
from rulings.workflow.event.events import gives
from rulings.workflow.event.passes import CODE_LETTERS, code_hash
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, Rows, append, commit_text, lock_chain

ACCEPT = "accept_invitation"
"""The act of an entry for a role that somebody took by an invitation."""

CODE_LENGTH = 12
"""So many of 32 letters are 60 bits: nobody guesses them in a week."""

SERVES = timedelta(days=7)


def code_of(invitation_id: uuid.UUID) -> str:
    """Return the code that is printed and mailed; stored nowhere."""
    said = f"invitation:{invitation_id}".encode()
    drawn = hmac.digest(settings.SECRET_KEY.encode(), said, "sha256")
    return "".join(CODE_LETTERS[byte % 32] for byte in drawn[:CODE_LENGTH])


def whom(invitation: Invitation) -> tuple[str, str]:
    """Return the name and the mail address of who is invited; "" where erased."""
    name, address = json.loads(text_of(invitation.whom) or '["", ""]')
    return name, address


def is_open(invitation: Invitation, at: datetime) -> bool:
    """Say whether an invitation still lets somebody in."""
    over = invitation.used_at or invitation.revoked_at
    return over is None and at < invitation.expires_at


def invite(
    context: ActContext,
    event: Event,
    role: Role.Name,
    sections: list[str],
    *,
    name: str,
    mail: str = "",
) -> uuid.UUID:
    """Invite somebody to a role; with an address the code is mailed too.

    Returns the invitation, the same one for a form that is sent again.
    """
    pk = uuid.uuid5(event.pk, f"{context.by.id}:{context.key}")

    def write(run: EventActRun) -> None:
        _require_giver(context, event, role)
        run.rows.insert(
            Invitation,
            id=pk,
            event=event,
            by=context.by.user,
            role=role,
            sections=sections,
            whom=commit_text(json.dumps([name, mail], ensure_ascii=False)),
            code_hash=code_hash(code_of(pk)),
            issued_at=context.at,
            expires_at=context.at + SERVES,
        )
        run.inputs["invitation"] = pk
        if mail:
            _file(event, pk, context.at)

    payload = {"role": role, "sections": sections, "name": name, "mail": mail}
    perform_in_event(EventAct.INVITE, context, event, write, payload)
    return pk


def _file(event: Event, invitation_id: uuid.UUID, at: datetime) -> None:
    """File the mail; it stands in the outbox without the code."""
    Notice(
        kind=Notice.Kind.INVITED,
        event=event,
        invitation_id=invitation_id,
        filed_at=at,
        due_at=at,
    ).save(force_insert=True)


def _require_giver(context: ActContext, event: Event, role: str) -> None:
    if not gives(context.by, event, role):
        raise Barred("gives_high_role")


def withdraw(context: ActContext, event: Event, invitation: Invitation) -> Receipt:
    """End an invitation that nobody has used; whom it was for is erased."""

    def write(run: EventActRun) -> None:
        fresh = Invitation.objects.get(pk=invitation.pk, event=event)
        _require_giver(context, event, fresh.role)
        if fresh.used_at is not None:
            raise Fault("invitation_used")
        Private.objects.filter(pk=fresh.whom).delete()
        run.rows.change(fresh, revoked_at=fresh.revoked_at or context.at)
        run.inputs |= {"invitation": fresh.pk, "erased": {fresh.whom}}

    payload = {"invitation": invitation.pk, "revoked": True}
    return perform_in_event(EventAct.INVITE, context, event, write, payload)


def waiting_invitations(event: Event) -> list[Invitation]:
    """Return the invitations that nobody has used, also those whose time is over."""
    rows = Invitation.objects.filter(event=event, used_at=None, revoked_at=None)
    return list(rows.order_by("issued_at"))


def find_invitation(code: str) -> Invitation | None:
    """Return the invitation of a code, open or not, or None."""
    rows = Invitation.objects.select_related("event", "by")
    return rows.filter(code_hash=code_hash(code)).first()


def accept(
    context: ActContext, invitation: Invitation, account: Callable[[], User]
) -> User:
    """Give the role to the account that is named or made; the code has served.

    A new account is entered in the name of who invited: nobody else answers for it.
    Raises Fault where the invitation is over, and Refused where whoever invited may no
    longer give the role.
    """
    event = invitation.event
    with transaction.atomic():
        lock_chain(event.pk)
        fresh = Invitation.objects.select_related("by").get(pk=invitation.pk)
        require_unarchived(Event.objects.get(pk=event.pk), ACCEPT)
        if not is_open(fresh, context.at):
            raise Fault("invitation_used")
        giver = user_actor(fresh.by, context.at)
        if not gives(giver, event, fresh.role):
            raise Barred("inviter_without_right")
        with recorded_changes(ActContext(by=giver, at=context.at)):
            user = account()
        rows = Rows()
        rows.change(fresh, used_at=context.at)
        held = Role.objects.filter(event=event, user=user, role=fresh.role, until=None)
        if not any(row.sections == fresh.sections for row in held):
            rows.insert(
                Role,
                event=event,
                user=user,
                role=fresh.role,
                sections=fresh.sections,
                since=context.at,
                until=None,
            )
        Private.objects.filter(pk=fresh.whom).delete()
        taken = ActContext(by=user_actor(user, context.at), at=context.at)
        append(
            chain=event.pk,
            act=ACCEPT,
            at=context.at,
            rows=rows,
            content={
                **actor_content(taken, fresh.role),
                "inputs": {"invitation": fresh.pk, "erased": {fresh.whom}},
            },
        )
    return user
