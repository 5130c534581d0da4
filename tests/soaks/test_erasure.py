"""Every player of an event is erased: name and words are nowhere any more (T25).

Looked for in every column of the database, in its file with what was freed there, in a
new backup, in the site's folder, in exports, dossiers and pages. There is no retention
by the calendar: what is recorded stays until somebody asks for it to be erased.
"""

import json
import shutil
import subprocess
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from rulings.models import Case, ImportFile, Objection, Participant, Person
from rulings.queries.exports import event_boards, event_file
from rulings.queries.person import own_data
from rulings.workflow import objections
from rulings.workflow.event import scores
from rulings.workflow.event.ends import erase_person, hand_out
from rulings.workflow.log import canonical_bytes, digest
from rulings.workflow.proof.dossier import export_case, locked_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals
from tests import processes
from tests.factories import make_case, make_event, shell
from tests.management.keep.test_keeping import own_folder, programs
from tests.people import give_slips, phone, sent, stop_clock, tablet

__all__ = ["own_folder", "programs"]
STATES = ("announced", "announced", "agreed", "closed")


def world(monkeypatch):
    """Return a cast, and a marked word of each player who said something."""
    cast = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, cast)
    cases = [make_case(cast, state=state) for state in STATES]
    slips, words = give_slips(cast), {}
    for number, case in enumerate(cases[:2]):
        for side, seat in (("ns", "N"), ("ew", "E")):
            pair = getattr(case.playing, side)
            browser = phone(slips[pair.number].table_pass)
            page = reverse("player_case", args=[case.pk])
            for act in ("object", "appeal"):
                word = f"Sentence{number}{seat}{act}"
                form = {"act": act, "seat": seat, "words": word, "partner": "on"}
                assert browser.post(page, sent(**form)).status_code in {302, 303}
                player = case.playing.seats.get(seat)
                words.setdefault(player, []).append(word)
    for case in Case.objects.filter(state="appealed"):
        for side in ("NS", "EW"):
            appeals.withdraw_appeal(cast.form(cast.dana), case.pk, side=side)
    for wish in Objection.objects.filter(resolution=""):
        objections.resolve_objection(
            cast.form(cast.dana),
            wish.case_id,
            wish.pk,
            resolution=Objection.Resolution.REFUSED,
            reason="Nothing new.",
        )
    for one in cast.session.rounds.order_by("order"):
        scores.start_round(cast.form(cast.cleo), cast.event, one)
        scores.end_round(cast.form(cast.cleo), cast.event, one)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    names = [row.name for row in Person.objects.all()]
    data = "".join(f'[South "{name}"]\n' for name in names).encode()
    for form in (data, data.upper()):
        ImportFile(
            event=cast.event,
            by=cast.cleo,
            name="a.pbn",
            data=form,
            sha256=digest(form),
            given_at=cast.at,
        ).save()
    cast.later(days=400)
    return cast, words


def everything(cast, folder):
    """Yield every place where something of a player could stand, as bytes."""
    yield "a table", dumped()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for path in Path(connection.settings_dict["NAME"]).parent.glob(
            Path(connection.settings_dict["NAME"]).name + "*"
        ):
            yield f"the file {path.suffix}", path.read_bytes()
    backup = folder / "kept.zip"
    call_command("backup", str(backup), verbosity=0, stdout=StringIO())
    with zipfile.ZipFile(backup) as packed:
        for name in packed.namelist():
            yield f"the backup's {name}", packed.read(name)
    backup.unlink()
    for path in folder.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()
    boards = event_boards(cast.event, cast.cleo, cast.at)
    for kind in ("pbn", "lin", "json"):
        yield f"the export as {kind}", event_file(cast.event, boards, kind)
    for case in Case.objects.all():
        export_case(cast.form(cast.dana), case.pk)
        whole = locked_dossier(case, names=True)
        yield "a dossier", canonical_bytes(whole)
    browser = tablet(cast.cleo)
    pages = [reverse(name, args=[cast.event.pk]) for name in ("roles", "live", "queue")]
    pages += [reverse("case", args=[case.pk]) for case in Case.objects.all()]
    for page in pages:
        answer = browser.get(page, follow=True)
        assert answer.status_code == 200, page
        yield page, answer.content


def dumped():
    """Return every row of the database as text, by the database's own means."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        return "\n".join(connection.connection.iterdump()).encode()
    command = [shutil.which("pg_dump"), "--inserts", f"--dbname={processes.address()}"]
    return subprocess.run(command, check=True, capture_output=True).stdout


@pytest.mark.soak("T25")
@pytest.mark.django_db(transaction=True)
def test_nothing_of_an_erased_player_is_left_anywhere(monkeypatch, tmp_path, say):
    cast, words = world(monkeypatch)
    (tmp_path / "var").mkdir(exist_ok=True)
    players = list(Participant.objects.filter(event=cast.event))
    names = {row.participant_id: row.name for row in Person.objects.all()}
    assert len(names) == len(players) > 10
    before = dict(everything(cast, tmp_path))
    assert all(name.encode() in before["a table"] for name in names.values())
    looked, handed = 0, 0
    for player in players:
        own, name = words.get(str(player.pk), []), names[player.pk]
        hand_out(shell(cast.at), player)
        given = json.dumps(own_data(player), ensure_ascii=False)
        assert all(word in given for word in (name, *own))
        others = [one for one in names.values() if one != name]
        assert not [other for other in others if other in given]
        handed += len(own)
        erase_person(shell(cast.at), cast.event, player.pk, reason="asked for it")
        for place, found in everything(cast, tmp_path):
            lower = found.lower()
            for marker in (name, *own):
                assert marker.lower().encode() not in lower, (marker, place)
            looked += 1
        assert verify().findings == []
    say(
        f"{connection.vendor}: {len(players)} players erased one after the other, none"
        f" found in {looked} places; {handed} of their words handed out before;"
        " the chain verifies each time"
    )
