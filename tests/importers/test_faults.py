import re
from dataclasses import replace

import pytest

from rulings.importers.faults import (
    SHOWN,
    BoardRefused,
    FileFault,
    Flaw,
    UnreadableFile,
    problem,
    shown,
)


@pytest.mark.parametrize("fault", Flaw, ids=lambda fault: fault.name)
def test_fault_templates_take_the_text_and_nothing_else(fault):
    filled = fault.reason.format(text="HK") + fault.remedy.format(text="HK")

    assert "{" not in filled
    assert fault.remedy.endswith(".")
    assert not fault.reason.endswith(".")


def test_problem_sentence_names_board_line_text_and_remedy():
    found = problem(Flaw.CONTRACT, 7, 12, "8S")

    assert found.sentence == (
        "board 7, line 12: 8S is not a contract. "
        "Give level, strain and doubling, for example 4HX, or Pass."
    )


def test_problem_sentence_without_a_number_starts_with_the_line():
    assert problem(Flaw.NO_DEAL, None, 3, "").sentence.startswith("line 3: there are")


def test_problem_sentence_keeps_braces_of_the_record():
    assert "{text}{0}" in problem(Flaw.CONTRACT, 1, 1, "{text}{0}").sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("SA", "SA", id="plain"),
        pytest.param("a\n\t b\x00c", "a b c", id="one line, printable"),
        pytest.param("x" * 100, "x" * (SHOWN - 3) + "...", id="cut"),
    ],
)
def test_shown_text(text, expected):
    assert shown(text) == expected


def test_refused_makes_the_problem_of_its_board():
    refused = BoardRefused(Flaw.CARD_NOT_HELD, 4, "SA")

    assert refused.problem(9) == problem(Flaw.CARD_NOT_HELD, 9, 4, "SA")


def test_problem_inside_an_archive_names_its_file_first():
    found = replace(problem(Flaw.CONTRACT, 7, 12, "8S"), source="a/b.pbn")

    assert found.sentence.startswith("a/b.pbn, board 7, line 12: 8S is not")


def test_unreadable_file_keeps_template_and_parameters():
    unreadable = UnreadableFile(FileFault.LONG_LINE, limit=5)

    assert str(unreadable) == "A line has more than 5 characters; no record has."
    assert unreadable.fault is FileFault.LONG_LINE
    assert unreadable.template.format(**unreadable.params) == str(unreadable)


def test_kinds_are_written_in_one_way():
    kinds = [one.kind for one in (*Flaw, *FileFault)]

    assert len(set(kinds)) == len(kinds)
    assert all(re.fullmatch("[a-z_]+", kind) for kind in kinds)
