"""Invitations: a code that makes one account with one role, once, within seven days."""

import json

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from rulings.models import SITE_CHAIN, Entry, Invitation, Private, Role
from rulings.permissions import Refused
from rulings.workflow.event import events, invitations
from rulings.workflow.notify import outbox
from rulings.workflow.proof.verify import verify
from tests.factories import make_event, shell
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db
ACCOUNT = {
    "username": "ida",
    "password1": "four-of-hearts",
    "password2": "four-of-hearts",
}


@pytest.fixture
def cast(monkeypatch, settings):
    """An event on a site that sends mail."""
    cast = make_event()
    stop_clock(monkeypatch, cast)
    settings.MAIL_WORKS = True
    return cast


def invited(cast, role=Role.Name.DIRECTOR, **more):
    """Let the chief invite Ida, and return the invitation."""
    form = cast.form(cast.cleo)
    pk = invitations.invite(form, cast.event, role, [], name="Ida Nowak", **more)
    assert (
        invitations.invite(form, cast.event, role, [], name="Ida Nowak", **more) == pk
    )
    return Invitation.objects.get(pk=pk)


def address_of(row):
    return reverse("invited", args=[invitations.code_of(row.pk)])


def test_who_is_invited_makes_an_account_and_lands_in_the_event(cast, client):
    row = invited(cast)
    page = text_of(client.get(address_of(row)))
    assert "Director" in page
    short = client.post(address_of(row), {**ACCOUNT, "password2": "other"})
    assert (short.status_code, User.objects.filter(username="ida").count()) == (422, 0)

    client.post(address_of(row), ACCOUNT)

    ida = User.objects.get(username="ida")
    assert client.get(reverse("home")).url == reverse("queue", args=[cast.event.pk])
    again = Client().post(address_of(row), {**ACCOUNT, "username": "another"})
    assert again.status_code == 422
    assert "has been used" in text_of(again)
    assert not User.objects.filter(username="another").exists()
    entry = Entry.objects.get(chain=cast.event.pk, act=invitations.ACCEPT)
    assert json.loads(bytes(entry.data))["actor"]["id"] == str(ida.pk)
    assert Entry.objects.filter(chain=SITE_CHAIN, act="account").exists()
    assert not Private.objects.filter(text__contains="Nowak").exists()
    assert verify().findings == []


def test_the_code_is_typed_too_and_stands_nowhere_in_the_database(cast, client):
    row = invited(cast)
    code = invitations.code_of(row.pk)
    assert code not in str(Invitation.objects.filter(pk=row.pk).values())
    typed = {"code": f"{code[:4]} {code[4:8].lower()} {code[8:]}"}
    answer = client.post(reverse("invited_code"), typed)
    assert answer.url == address_of(row)
    wrong = client.post(reverse("invited_code"), {"code": "AAAA BBBB CCCC"})
    assert (wrong.status_code, "No invitation" in text_of(wrong)) == (422, True)
    chief = tablet(cast.cleo).get(reverse("invitation", args=[cast.event.pk, row.pk]))
    assert f"{code[:4]} {code[4:8]} {code[8:]}" in text_of(chief)


def test_it_is_mailed_where_an_address_was_given(cast):
    row = invited(cast, mail="ida@example.org")
    outbox.send_due(cast.at)
    (one,) = mail.outbox
    assert one.to == ["ida@example.org"]
    assert address_of(row) in one.body


def test_somebody_with_an_account_takes_the_role_with_it(cast):
    row = invited(cast, Role.Name.SCORER)
    olly = tablet(cast.olly)
    assert "signed in as olly" in text_of(olly.get(address_of(row)))
    olly.post(address_of(row))
    assert Role.objects.get(user=cast.olly).role == Role.Name.SCORER


@pytest.mark.parametrize("over", ["late", "withdrawn", "giver left"])
def test_it_opens_nothing_when_it_is_over(cast, client, over):
    row = invited(cast)
    if over == "late":
        cast.later(days=7)
    elif over == "withdrawn":
        chief = tablet(cast.cleo)
        end = reverse("invitation_end", args=[cast.event.pk, row.pk])
        assert chief.post(end, sent()).status_code == 303
    else:
        mine = Role.objects.get(user=cast.cleo)
        events.end_role(shell(cast.at), cast.event, mine)
        cast.later(seconds=1)
    answer = client.post(address_of(row), ACCOUNT)
    assert answer.status_code in {403, 422}
    assert not User.objects.filter(username="ida").exists()


def test_a_chief_invites_no_chief_and_sees_no_code_of_one(cast):
    with pytest.raises(Refused):
        invited(cast, Role.Name.CHIEF)
    cast.olly.is_superuser = True
    cast.olly.save()
    form = cast.form(cast.olly)
    pk = invitations.invite(form, cast.event, Role.Name.CHIEF, [], name="x")
    page = reverse("invitation", args=[cast.event.pk, pk])
    assert tablet(cast.cleo).get(page).status_code == 403
    assert tablet(cast.olly).get(page).status_code == 200


@pytest.mark.parametrize("name", ["invited", "invited_code", "account_login"])
def test_who_tries_too_often_reads_so_and_may_come_back(cast, client, settings, name):
    settings.ACCOUNT_RATE_LIMITS = {"invited": "1/m/ip", "login": "1/m/ip"}
    address = reverse(name, args=["AAAABBBBCCCC"] if name == "invited" else [])
    sent = {"code": "AAAA BBBB CCCC", "login": "ida", "password": "wrong"}
    first, second = (client.post(address, sent) for _ in range(2))
    assert first.status_code in {200, 404, 422}
    assert second.status_code == 429
    assert "Wait a minute" in text_of(second)
