"""`manage.py verify` says what it found, and its exit code tells it too."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rulings.models import Case, Entry, Result
from rulings.workflow.proof.dossier import dossier
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case, make_event
from tests.views.table.test_law_steps import small_case

pytestmark = pytest.mark.django_db


def run(*arguments):
    """Return what the command prints; CommandError is exit code 1."""
    out = StringIO()
    call_command("verify", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_an_untouched_record_agrees():
    make_event()

    assert f"{Entry.objects.count()} entries and" in run()


def test_findings_are_printed_and_end_with_an_error():
    cast = make_event()
    case = make_case(cast)
    Case.objects.filter(pk=case.pk).update(outcome="O-AGREED")
    out = StringIO()

    with pytest.raises(CommandError, match="1 findings") as caught:
        call_command("verify", stdout=out)

    assert caught.value.returncode == 1
    assert out.getvalue().startswith(f"case {case.pk} outcome: holds 'O-AGREED'")


def test_anchors_are_looked_up():
    cast = make_event()
    entry = Entry.objects.filter(chain=cast.event.pk).first()

    assert "agree" in run("--anchor", f"{entry.seq}:{entry.code[:12]}")
    with pytest.raises(CommandError, match="1 findings"):
        run("--anchor", f"{entry.seq}:{'0' * 12}")


def test_a_wrong_anchor_is_explained():
    with pytest.raises(CommandError, match="SEQ:CODE"):
        run("--anchor", "yesterday")


def test_rulings_under_other_flow_data_are_counted():
    cast = make_event()
    case = make_case(cast, state="frozen")
    decide.rule(cast.form(cast.dana), case.pk, decision(walk={"facts": {}}))
    Case.objects.filter(pk=case.pk).update(flow_hash="0" * 64)
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("verify", stdout=out)

    assert "1 rulings were made under other flow data" in out.getvalue()


def test_a_dossier_is_checked_by_itself(tmp_path):
    cast = make_event()
    case = make_case(cast, state="announced")
    path = tmp_path / "case.json"
    given = dossier(case)
    path.write_text(json.dumps(given), "utf-8")

    assert f"{len(given['entries'])} entries of its own" in run("--dossier", str(path))

    given["rulings"][0]["tricks_claimer"] = 8
    path.write_text(json.dumps(given), "utf-8")
    with pytest.raises(CommandError, match="1 findings"):
        run("--dossier", str(path))


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '"case/1"', "7"])
def test_a_file_that_is_no_dossier_is_refused(tmp_path, text):
    path = tmp_path / "case.json"
    path.write_text(text, "utf-8")

    with pytest.raises(CommandError):
        run("--dossier", str(path))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CommandError, match="there is no such file"):
        run("--dossier", str(tmp_path / "nothing.json"))


@pytest.mark.one_database
def test_stored_proposals_are_checked_on_demand():
    small_case(make_event())

    said = run("--proposals", "--seconds=180")  # a busy machine is no fault
    assert "1 proposals agree, 1 of them checked to the last line" in said


def test_a_changed_proposal_ends_with_an_error():
    case = small_case(make_event())
    row = Result.objects.get()
    data = json.loads(bytes(row.data)) | {"award": 0, "low": 0, "high": 0}
    Result.objects.update(data=json.dumps(data).encode())
    out = StringIO()

    with pytest.raises(CommandError, match="findings") as caught:
        call_command("verify", "--proposals", stdout=out, stderr=StringIO())

    assert caught.value.returncode == 1
    assert f"case {case.pk} proposal" in out.getvalue()
