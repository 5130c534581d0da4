"""A dossier becomes a golden case on the command line; no file is overwritten."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulings.solver.tools.golden import read_case
from rulings.workflow.proof.dossier import dossier
from rulings.workflow.proof.exchange import case_text
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path):
    cast = make_event()
    path = tmp_path / "case.json"
    path.write_text(case_text(dossier(make_case(cast, state="frozen"))), "utf-8")
    return path


def test_golden_case_is_written_once_and_solves(file, tmp_path, capsys):
    out = tmp_path / "a_point.toml"

    call_command("golden_case", str(file), out=out)

    assert read_case(out).name == "a_point"
    assert capsys.readouterr().out == f"written: {out}\n"
    call_command("golden_case", str(file))
    assert capsys.readouterr().out == out.read_text("utf-8")
    with pytest.raises(CommandError, match="exists"):
        call_command("golden_case", str(file), out=out)
    with pytest.raises(CommandError, match="there is no folder"):
        call_command("golden_case", str(file), out=tmp_path / "none" / "x.toml")
    with pytest.raises(CommandError, match="already named"):
        call_command("golden_case", str(file), out=file)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("{}", "holds no case"), ("x", "not written in the way a case is")],
)
def test_golden_case_of_no_case_says_why(tmp_path, text, sentence):
    path = tmp_path / "x.json"
    path.write_text(text, "utf-8")

    with pytest.raises(CommandError, match=sentence):
        call_command("golden_case", str(path))
