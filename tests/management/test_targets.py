"""No command covers a file that it was given to read, or fails after its work."""

import pytest
from django.core.management import CommandError, call_command

from rulings.management.beforehand import check_inputs, check_targets


@pytest.fixture
def given(tmp_path):
    path = tmp_path / "given.jsonl"
    path.write_text('{"id": "a line without its end"}', "utf-8")
    return path


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("given.jsonl", "already named"),
        ("../{name}/given.jsonl", "already named"),
        ("none/out.jsonl", "there is no folder"),
        (".", "this is a folder"),
    ],
    ids=["itself", "itself by another way", "no folder", "a folder"],
)
@pytest.mark.parametrize(
    ("command", "option"),
    [("adjudicate", "out"), ("adjudicate", "report"), ("read_records", "out")],
    ids=["rows", "report", "boards"],
)
def test_a_file_that_cannot_be_written_is_said_first(
    given, command, option, target, why
):
    before = given.read_bytes()
    path = given.parent / target.format(name=given.parent.name)
    more = {option: str(path) if command == "read_records" else path}

    with pytest.raises(CommandError, match=why):
        call_command(command, str(given), **more)

    assert given.read_bytes() == before


def test_rows_and_report_are_two_files(given):
    both = given.with_name("both")

    with pytest.raises(CommandError, match="a file of its own"):
        check_targets([given], both, both)


@pytest.mark.parametrize(
    ("name", "why"), [("none", "no such file"), (".", "the files in it")]
)
def test_what_is_not_a_file_is_said_before_anything_is_read(given, name, why):
    with pytest.raises(CommandError, match=why):
        check_inputs([given, given.parent / name])
