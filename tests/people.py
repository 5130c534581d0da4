"""People who knock at the door in tests: signed-in staff, phones with a pass, nobody.

Passes come from the workflow, as slips would; a stopped clock gives every request the
instant of the cast.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from rulings.models import Case, Contestant, Pass, Session
from rulings.views.common import PASS_COOKIE, PASS_SALT
from rulings.workflow.event import passes
from tests.factories import Cast
from tests.prefab import prefab


@dataclass(frozen=True, slots=True)
class Slip:
    """A pass with the secrets that stand on paper only."""

    table_pass: Pass
    secret: str
    code: str


def _slips_key(cast: Cast, session: Session | None = None) -> object:
    place = (session or cast.session).pk
    return cast.event.pk, cast.cleo.pk, cast.at, place


@prefab(_slips_key)
def give_slips(cast: Cast, session: Session | None = None) -> dict[int, Slip]:
    """Issue a pass to every contestant and return the slips by number."""
    contestants = list(Contestant.objects.filter(event=cast.event).order_by("number"))
    issued = passes.issue_passes(
        cast.form(cast.cleo), cast.event, session or cast.session, contestants
    )
    return {
        contestant.number: Slip(
            Pass.objects.select_related("session", "contestant").get(
                pk=one.table_pass_id
            ),
            one.secret,
            one.code,
        )
        for contestant, one in zip(contestants, issued, strict=True)
    }


def slips_of(cast: Cast, case: Case) -> tuple[Slip, Slip]:
    """Return new slips of both sides of a case: Noor for N-S, Esme for E-W."""
    slips = give_slips(cast, case.playing.round.session)
    return slips[case.playing.ns.number], slips[case.playing.ew.number]


def hold(client: Client, table_pass: Pass) -> Client:
    """Put the cookie of a pass into a browser, as opening its address does."""
    answer = HttpResponse()
    answer.set_signed_cookie(PASS_COOKIE, str(table_pass.pk), salt=PASS_SALT)
    client.cookies[PASS_COOKIE] = answer.cookies[PASS_COOKIE].value
    return client


def phone(table_pass: Pass) -> Client:
    """Return a browser that holds a pass."""
    return hold(Client(), table_pass)


def tablet(user: User) -> Client:
    """Return a browser in which somebody has signed in."""
    client = Client()
    client.force_login(user)
    return client


def stop_clock(monkeypatch, cast: Cast) -> None:
    """Let every request arrive at the cast's instant."""
    monkeypatch.setattr("rulings.views.common.receipt_at", lambda *_: cast.at)


def sent(case: Case | None = None, **fields: object) -> dict[str, object]:
    """Return the fields of a form with a new key, and the version of a case."""
    data: dict[str, object] = {"key": str(uuid.uuid4()), **fields}
    if case is not None:
        data["version"] = Case.objects.get(pk=case.pk).version
    return data


def text_of(response) -> str:
    """Return the words of a page, without markup and doubled blanks."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(words.split())
