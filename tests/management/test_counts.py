"""A number that counts nothing is refused before anything is done."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rulings.management.beforehand import check_counts


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"jobs": 0}, "--jobs 0: give 1 or more"),
        ({"max_left": -3}, "--max-left -3: give 1 or more"),
        ({"jobs": 1, "budget": 0}, "--budget 0: give 1 or more"),
        ({"every": 0.0}, "--every 0: give more than 0"),
        ({"seconds": -1.5}, "--seconds -1.5: give more than 0"),
    ],
)
def test_a_number_that_counts_nothing_is_named(given, sentence):
    with pytest.raises(CommandError) as error:
        check_counts(**given)

    assert str(error.value) == sentence


def test_numbers_that_count_something_pass():
    check_counts(jobs=None, budget=1, every=0.25, seconds=20.0)


@pytest.mark.parametrize(
    "arguments",
    [
        ["adjudicate", "FILE", "--budget", "0"],
        ["score_rulings", "FILE", "--max-left", "0"],
        ["score_rulings", "FILE", "--budget", "-3"],
        ["bench", "solver", "--max-left", "0"],
        ["sweep_jobs", "--every", "-1"],
        ["sweep_jobs", "--every", "0"],
        ["verify", "--proposals", "--seconds", "0"],
    ],
    ids=" ".join,
)
def test_every_command_refuses_it_first(tmp_path, arguments):
    path = tmp_path / "given.json"
    path.write_text(json.dumps({"cases": []}), "utf-8")
    filled = [str(path) if one == "FILE" else one for one in arguments]

    with pytest.raises(CommandError, match=r"^--.*: give (1 or more|more than 0)$"):
        call_command(*filled, stdout=StringIO(), stderr=StringIO())
