"""`manage.py safe_words` prints how published claims could have been made safely."""

import json

import pytest
from django.core.management import CommandError, call_command

CASE = {
    "id": "A-1",
    "strain": "C",
    "declarer": "S",
    "claimer": "S",
    "claimed": "all",
    "n_tricks": 4,
    "hands": {"N": "32.32..", "E": "65.KQ..", "S": "AK.A..9", "W": "7..KQ.5"},
    "on_lead": "S",
    "trick_in_progress": [],
    "statement": "No statement.",
    "facts": "",
    "claimer_aware_of_trump": False,
    "shown_out": [],
    "statement_constraints": None,
    "authority": "EBU",
    "difficulty": "clear",
    "ruling_tricks_to_claimer_side": 3,
    "ruling_range": None,
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "published.json"
    path.write_text(json.dumps({"cases": [CASE]}), "utf-8")
    return path


def test_words_stand_beside_what_was_said(file, capsys):
    call_command("safe_words", file)

    printed = capsys.readouterr().out
    assert "said: South, “No statement.”" in printed
    assert "“Drawing the last trump” These words make 4 tricks certain." in printed
    assert "read as: draw trumps" in printed


def test_longer_claims_are_left_out(file, capsys):
    call_command("safe_words", file, "--max-left", "3")

    assert capsys.readouterr().out == ""


def test_a_file_of_something_else_is_named(tmp_path):
    other = tmp_path / "other.json"
    other.write_text("[]", "utf-8")

    with pytest.raises(CommandError, match="no published rulings"):
        call_command("safe_words", other)
