"""Accounts in the chain of the site: what each may do, and what it signs in with.

Accounts are Django's tables and change in Django's and allauth's pages. Whoever calls
`recorded_changes` around such a page writes an entry for each account that it changed;
`verify` then finds what was changed behind those pages. Names stand in the log as
commitments, passwords as hashes of the stored hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission, User
from django.db import transaction

from rulings.models import SITE_CHAIN, Entry, Pin
from rulings.workflow.acts import ActContext, actor_content
from rulings.workflow.log import Rows, append, commit_text, digest, lock_chain

ACCOUNT = "account"
"""The act of an entry that says what an account is from now on."""
GONE: dict[str, Any] = {}
"""The state of an account that was deleted."""

State = dict[str, Any]


def name_of(user: User) -> str:
    """Return what a person is called and reached by, as one text."""
    return json.dumps(
        [user.username, user.email, user.first_name, user.last_name],
        ensure_ascii=False,
    )


def account_states() -> dict[str, State]:
    """Return what every account is now, by its id; names in clear under `name`."""
    rights: dict[int, set[int]] = {}
    for through in ("user", "group__user"):
        rows = Permission.objects.filter(**{f"{through}__isnull": False})
        for user_id, pk in rows.order_by().values_list(through, "pk"):
            rights.setdefault(user_id, set()).add(pk)
    factors: dict[int, list[list[Any]]] = {}
    for row in Authenticator.objects.order_by("pk"):
        factors.setdefault(row.user_id, []).append(_factor_state(row))
    pins = _pins()
    return {
        str(user.pk): {
            "name": name_of(user),
            "active": user.is_active,
            "staff": user.is_staff,
            "administrator": user.is_superuser,
            "password": digest(user.password.encode()),
            "rights": sorted(rights.get(user.pk, ())),
            "factors": factors.get(user.pk, []),
            **pins.get(user.pk, {}),
        }
        for user in User.objects.order_by("pk")
    }


def _factor_state(row: Authenticator) -> list[Any]:
    """Return what a second factor is: its kind and number, of a passkey its key too."""
    state: list[Any] = [row.type, row.pk]
    if row.type == Authenticator.Type.WEBAUTHN:
        state.append(
            digest(json.dumps(row.data["credential"], sort_keys=True).encode())
        )
    return state


def _pins() -> dict[int, State]:
    """Return the PINs of each account that has any, by their tablets, as digests."""
    found: dict[int, State] = {}
    for row in Pin.objects.all():
        pins = found.setdefault(row.user_id, {"pins": {}})["pins"]
        pins[str(row.tablet_id)] = digest(f"{row.hashed} {row.stands_for}".encode())
    return found


@contextmanager
def recorded_changes(context: ActContext, role: str = "") -> Iterator[None]:
    """Write an entry for each account that the body changes.

    The first change ever also enters every account that was there before.
    """
    before = account_states()
    yield
    after = account_states()
    if before == after:
        return
    with transaction.atomic():
        lock_chain(SITE_CHAIN)
        entries = Entry.objects.filter(chain=SITE_CHAIN, act=ACCOUNT)
        known = before if entries.exists() else {}
        for account in sorted(before.keys() | after.keys(), key=int):
            state = after.get(account, GONE)
            if state != known.get(account, GONE):
                _enter(context, role, account, state)


def enter_all(context: ActContext) -> None:
    """Enter every account where the chain of the site knows none yet."""
    entries = Entry.objects.filter(chain=SITE_CHAIN, act=ACCOUNT)
    with transaction.atomic():
        lock_chain(SITE_CHAIN)
        if not entries.exists():
            for account, state in account_states().items():
                _enter(context, "", account, state)


def _enter(context: ActContext, role: str, account: str, state: State) -> None:
    if state:
        state = {**state, "name": commit_text(state["name"])}
    append(
        chain=SITE_CHAIN,
        act=ACCOUNT,
        at=context.at,
        rows=Rows(),
        content={
            **actor_content(context, role),
            "inputs": {"account": account, "state": state},
        },
    )
