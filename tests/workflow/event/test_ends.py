"""An event is archived; a player's data are handed out and erased (T25)."""

import json
import sqlite3
import subprocess
import zipfile
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from rulings.clock import receipt_at
from rulings.models import Event, ImportFile, Participant, Pass, Person, Private
from rulings.permissions import system_actor
from rulings.queries.person import said_by
from rulings.workflow import cases
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event import ends, passes, scores
from rulings.workflow.event.ends import clear_journal, erase_person
from rulings.workflow.log import digest
from rulings.workflow.proof.verify import verify
from tests.factories import free_playing, make_case, make_event
from tests.people import sent, tablet, text_of

pytestmark = pytest.mark.django_db
SECRET = "I have the rest."


def now():
    """Return an act of the shell, long after every window has closed."""
    at = receipt_at()
    return ActContext(by=system_actor("shell", at), at=at)


def claimer(cast, state):
    """Return who claimed in a case of a state: South of the first pair."""
    case = make_case(cast, state=state)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    return case, Participant.objects.get(pk=case.playing.seats["S"])


@pytest.mark.parametrize(("typed", "phase"), [("y", "archived"), ("", "running")])
def test_who_types_the_command_is_asked_first(
    tmp_path, settings, monkeypatch, typed, phase
):
    settings.VAR_DIR = tmp_path
    make_event()
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: typed)

    with nullcontext() if typed else pytest.raises(CommandError, match="not archived"):
        call_command("archive", "Spring Pairs")

    assert Event.objects.get().phase == phase


def test_an_archived_event_is_one_file_and_takes_nothing_more(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    cast = make_event()
    case, _ = claimer(cast, "closed")
    pair = list(cast.event.contestants.all())[:1]
    passes.issue_passes(cast.form(cast.dana), cast.event, cast.session, pair)

    call_command("archive", "Spring Pairs")

    packed = zipfile.ZipFile(tmp_path / "archive" / "spring-pairs.zip")
    assert set(packed.namelist()) == {
        "entries.jsonl",
        "boards.zip",
        f"cases/{case.pk}.json",
    }
    assert b"Player 1a" not in packed.read("entries.jsonl")
    assert Event.objects.get().phase == Event.Phase.ARCHIVED
    assert not Pass.objects.filter(revoked_at__isnull=True).exists()
    playing = free_playing(cast)
    with pytest.raises(Fault, match="has been archived"):
        cases.open_case(cast.form(cast.dana), playing, flow_hash="x")
    with pytest.raises(Fault, match="has been archived"):
        passes.issue_passes(cast.form(cast.dana), cast.event, cast.session, pair)
    call_command("archive", str(cast.event.pk))  # writes the file again
    assert verify().findings == []


def test_the_chief_closes_a_final_event_and_opens_it_again():
    cast = make_event()
    claimer(cast, "closed")
    chief = tablet(cast.cleo)
    page, blocks = (
        reverse(one, args=[cast.event.pk]) for one in ("closed_event", "blocks")
    )

    assert "Close the event…" in text_of(chief.get(blocks))
    assert chief.post(page, sent()).status_code == 303

    assert "The event is closed." in text_of(chief.get(blocks))
    with pytest.raises(Fault, match="is closed"):
        scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    assert chief.post(page, sent()).status_code == 422
    assert chief.post(page, sent(reason="A score was forgotten")).status_code == 303
    assert Event.objects.get().phase == Event.Phase.RUNNING
    assert verify().findings == []


def test_an_event_with_an_open_case_is_not_closed():
    cast = make_event()
    claimer(cast, "contested")

    chief, page = tablet(cast.cleo), reverse("closed_event", args=[cast.event.pk])
    asked = text_of(chief.get(page))
    assert "These cases can still change." in asked
    assert "A1" in asked
    assert "Every case is final" not in asked

    refused = chief.post(page, sent())

    assert refused.status_code == 422
    assert "Cases that can still change: 1." in text_of(refused)


def test_an_event_with_an_open_case_is_not_archived():
    claimer(make_event(), "contested")

    with pytest.raises(CommandError, match="can still change: 1"):
        call_command("archive", "Spring Pairs")
    with pytest.raises(CommandError, match="no event has"):
        call_command("archive", "Autumn Pairs")


def test_an_administrator_sees_hands_out_and_erases_what_is_held(client, admin_user):
    cast = make_event()
    _, south = claimer(cast, "closed")
    name = Person.objects.get(participant=south).name
    data = f'[South "{name}"]'.encode()
    ImportFile(
        event=cast.event,
        by=cast.cleo,
        name="a.pbn",
        data=data,
        sha256=digest(data),
        given_at=cast.at,
    ).save()
    client.force_login(admin_user)
    page = reverse("player_data", args=[cast.event.pk, south.pk])
    people = client.get(reverse("roles", args=[cast.event.pk])).content.decode()
    assert page in people
    assert SECRET in client.get(page).content.decode()

    key = client.get(page).context["button"]["key"].value()
    file = client.post(f"{page}/file", {"key": key})
    assert json.loads(file.content)["words"][0]["text"] == SECRET
    key = client.get(page).context["form"]["key"].value()
    client.post(page, {"key": key, "reason": "asked for it"})

    assert not Person.objects.filter(participant=south).exists()
    assert not Private.objects.filter(text__in=[name, SECRET]).exists()
    assert not ImportFile.objects.exists()
    assert [one.table for one in said_by(south)] == ["statement"]
    assert name not in client.get(page).content.decode()
    assert verify().findings == []


def test_nothing_is_erased_while_a_ruling_can_change_or_without_a_reason():
    cast = make_event()
    _, south = claimer(cast, "ruled")

    with pytest.raises(Fault, match="can still change: 1"):
        erase_person(now(), cast.event, south.pk, reason="asked for it")
    with pytest.raises(Fault):
        erase_person(now(), cast.event, south.pk, reason=" ")


@pytest.fixture
def journal():
    """Return what SQLite's files hold, of a database that is written to for good.

    Another process reads them: were this one to open and close them, it would let go of
    the locks of its own connection.
    """
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps its journal to itself.")
    name = connection.settings_dict["NAME"]
    paths = [Path(f"{name}{end}") for end in ("", "-wal")]
    command = ["/bin/cat", *paths]
    return lambda: subprocess.run(command, check=True, capture_output=True).stdout


@pytest.mark.django_db(transaction=True)
def test_what_is_erased_stands_in_no_file_while_the_site_runs(journal, caplog):
    cast = make_event()
    name = "Zenobia Quickstep"
    _, south = claimer(cast, "closed")
    Person.objects.filter(participant=south).update(name=name)
    assert name.encode() in journal()

    erase_person(now(), cast.event, south.pk, reason="asked for it")

    assert name.encode() not in journal()
    assert caplog.messages == []


@pytest.mark.django_db(transaction=True)
def test_who_reads_meanwhile_keeps_nobody_from_erasing(journal, caplog, monkeypatch):
    monkeypatch.setattr(ends, "PAUSES", (0,))
    cast = make_event()
    _, south = claimer(cast, "closed")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM rulings_person").fetchall()
        erase_person(now(), cast.event, south.pk, reason="asked for it")

    assert not Person.objects.filter(participant=south).exists()
    assert caplog.messages == [
        "What was erased still stands in the journal: somebody reads it."
    ]


def test_postgresql_is_asked_for_no_journal(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with django_assert_num_queries(0):
        clear_journal()
