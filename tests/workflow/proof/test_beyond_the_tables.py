"""What `verify` says of triggers, accounts, clocks and old copies (T11, T25)."""

import json
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from rulings.clock import receipt_at
from rulings.management.keep import anchors
from rulings.models import SITE_CHAIN, Entry, Head
from rulings.models.guards import LOG_TABLE
from rulings.permissions import system_actor
from rulings.workflow.accounts import ACCOUNT, recorded_changes
from rulings.workflow.acts import ActContext
from rulings.workflow.log import CLOCK_BACK, SMALL_STEP, Rows, append
from rulings.workflow.proof.verify import verify
from tdweb.first import address
from tests.factories import make_event, make_user, shell
from tests.workflow.tampering import found

pytestmark = pytest.mark.django_db
CONTENT = {"actor": {"kind": "shell", "id": ""}, "key": None, "inputs": {}}
MS = timedelta(milliseconds=1)


def accounts_entered():
    """Return what the chain of the site says of accounts, in order."""
    rows = Entry.objects.filter(chain=SITE_CHAIN, act=ACCOUNT).order_by("seq")
    return [json.loads(bytes(row.data)) for row in rows]


def test_a_dropped_trigger_is_found():
    trigger = "no_change" if connection.vendor == "postgresql" else "no_update"
    on = f" ON {LOG_TABLE}" if connection.vendor == "postgresql" else ""
    assert found() == []

    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {LOG_TABLE}_{trigger}{on}")

    assert [line.split(":")[0] for line in found()] == [
        f"trigger {LOG_TABLE}_{trigger}"
    ]


def test_every_change_of_an_account_is_entered_with_who_made_it(client, settings):
    settings.TD_ADDRESS = ""
    client.post(
        address(),
        {
            "username": "ada",
            "password1": "strange-42-word",
            "password2": "strange-42-word",
        },
    )
    ada = User.objects.get()
    client.post(
        reverse("admin:auth_user_add"),
        {"username": "ben", "usable_password": "true"}
        | {"password1": "strange-43-word", "password2": "strange-43-word"},
    )
    ben = User.objects.get(username="ben")
    call_command("createsuperuser", "--noinput", username="eve", email="e@example.org")

    first, second, third = accounts_entered()
    assert first["inputs"]["state"]["administrator"] is True
    assert second["inputs"]["account"] == str(ben.pk)
    assert second["actor"] == {"kind": "user", "id": str(ada.pk), "role": ""}
    assert third["via"] == "shell"
    assert "ben" not in json.dumps(second)
    assert verify().findings == []


def test_an_account_changed_behind_the_log_is_found(client, settings):
    test_every_change_of_an_account_is_entered_with_who_made_it(client, settings)
    ada, ben, eve = User.objects.order_by("pk")
    User.objects.filter(pk=ada.pk).update(username="adam", password="x")
    User.objects.filter(pk=ben.pk).update(is_superuser=True)
    User.objects.filter(pk=eve.pk).delete()
    new = make_user("mallory")

    assert found() == [
        f"account {ada.pk} name: was changed behind the log",
        f"account {ada.pk} password: was changed behind the log",
        f"account {ben.pk} administrator: was changed behind the log",
        f"account {eve.pk}: the account has been removed",
        f"account {new.pk}: no entry has made this account",
    ]


def test_a_passkey_put_in_place_of_another_behind_the_log_is_found():
    eve, system = make_user("eve"), system_actor("shell", receipt_at())
    with recorded_changes(ActContext(by=system, at=system.at)):
        made = Authenticator.objects.create(
            user=eve, type="webauthn", data={"name": "Tablet", "credential": {"a": 1}}
        )
    assert found() == []
    made.data["name"] = "Old tablet"
    made.save()
    assert found() == []

    made.data["credential"] = {"a": 2}
    made.save()

    assert found() == [f"account {eve.pk} factors: was changed behind the log"]


def test_a_clock_set_back_is_entered_and_noted():
    chain, later = make_event().event.pk, receipt_at() + timedelta(hours=1)
    for at in (later, receipt_at(), receipt_at()):
        append(chain=chain, act="try", at=at, rows=Rows(), content=CONTENT)

    acts = Entry.objects.filter(chain=chain).order_by("-seq").values_list("act")
    assert [act for (act,) in acts[:4]] == ["try", "try", CLOCK_BACK, "try"]
    report = verify()
    assert report.findings == []
    assert [note.what[:23] for note in report.notes] == ["the clock was set back "]


def test_a_request_that_waited_for_its_turn_is_no_clock_set_back():
    chain = make_event().event.pk
    for minutes in (5, 3):
        at = shell().at + timedelta(minutes=minutes)
        append(chain=chain, act="try", at=at, rows=Rows(), content={})

    assert not Entry.objects.filter(act=CLOCK_BACK).exists()


def test_two_machines_whose_clocks_differ_a_little_raise_no_alarm(monkeypatch):
    chain, at = make_event().event.pk, receipt_at()
    monkeypatch.setattr("rulings.workflow.log.receipt_at", lambda: at)
    for step in (0, 40, -SMALL_STEP // MS, 0, -SMALL_STEP // MS - 1):
        at += step * MS
        append(chain=chain, act="try", at=at, rows=Rows(), content=CONTENT)

    acts = Entry.objects.filter(chain=chain).order_by("seq").values_list("act")
    tail = [act for (act,) in acts][-6:]
    assert tail == ["try", "try", "try", "try", CLOCK_BACK, "try"]
    assert len(verify().notes) == 1


def test_an_older_copy_of_the_database_is_told_by_an_anchor_beside_it(
    tmp_path, settings, capsys
):
    settings.VAR_DIR = tmp_path
    make_event()
    anchors.keep_anchors()
    assert anchors.missed_anchors() == []
    head = Head.objects.exclude(chain=SITE_CHAIN).get()
    (tmp_path / "mail").mkdir()
    mail = tmp_path / "mail" / "1.log"
    mail.write_text(f"Hello\nRecord: {head.chain} {head.seq + 1}:{'a' * 64}\n")
    gone = {"chain": str(head.chain), "seq": head.seq + 2, "code": "b" * 64}
    anchors.anchors_file().write_text(json.dumps([gone]))
    anchors.keep_anchors()  # what the record contradicts stays

    call_command("verify")

    said = capsys.readouterr().out
    assert f"warning: anchor {head.seq + 1}:{'a' * 12} of {head.chain} in mail/" in said
    assert f"warning: anchor {head.seq + 2}:{'b' * 12} of {head.chain} in anch" in said
