"""Rows written so that a run goes on, and never on top of another's rows."""

import pytest

from rulings.management.batch.output import OtherRun, Output, line_of
from rulings.solver.batch import Entry

ENTRIES = [Entry("f", n, {"id": str(n)}) for n in range(1, 5)]
ASKED = "one question"


def row(entry, **more):
    return {"id": entry.id, "line": entry.line, "asked": ASKED, **more}


def written(path, number, **more):
    lines = [line_of(row(entry, **more)) for entry in ENTRIES[:number]]
    path.write_bytes(b"".join(lines))
    return path


def earlier(path, entries=ENTRIES):
    stream = iter(entries)
    with Output(path, ASKED) as output:
        found = [entry for entry, _ in output.earlier(stream)]
        return found, list(stream)


def test_a_run_goes_on_behind_the_rows_that_are_there(tmp_path):
    found, rest = earlier(written(tmp_path / "o", 3))

    assert (found, rest) == (ENTRIES[:3], ENTRIES[3:])


@pytest.mark.parametrize("cut", [b"{", b'{"id": ' + b"x" * 200_000], ids=["a", "b"])
def test_a_line_cut_short_is_taken_away(tmp_path, cut):
    path = written(tmp_path / "o", 2)
    whole = path.read_bytes()
    path.write_bytes(whole + cut)

    found, _ = earlier(path)

    assert found == ENTRIES[:2]
    assert path.read_bytes() == whole


def test_a_file_of_one_line_cut_short_becomes_empty(tmp_path):
    path = tmp_path / "o"
    path.write_bytes(b'{"id"')

    assert earlier(path) == ([], ENTRIES)
    assert path.read_bytes() == b""


@pytest.mark.parametrize(
    ("line", "entries", "why"),
    [
        pytest.param(b"no json\n", ENTRIES, "no row", id="no json"),
        pytest.param(b"[]\n", ENTRIES, "other settings", id="no row"),
        pytest.param(
            line_of(row(ENTRIES[0]) | {"asked": "x"}), ENTRIES, "other set", id="asked"
        ),
        pytest.param(line_of(row(ENTRIES[1])), ENTRIES, "other input", id="order"),
        pytest.param(line_of(row(ENTRIES[0])), [], "shorter", id="longer"),
    ],
)
def test_rows_of_something_else_are_refused_and_kept(tmp_path, line, entries, why):
    path = tmp_path / "o"
    path.write_bytes(line)

    with pytest.raises(OtherRun, match=f"line 1: .*{why}"):
        earlier(path, entries)
    assert path.read_bytes() == line


@pytest.mark.parametrize(
    "whole", [b"a note to keep", b'{"id": "1"}\n{"id": "no', b"\x00\x01\x02"]
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path, whole):
    path = tmp_path / "o"
    path.write_bytes(whole)

    with pytest.raises(OtherRun):
        earlier(path)
    assert path.read_bytes() == whole


def test_half_a_character_of_a_record_costs_no_row(tmp_path):
    entry = Entry("f", 1, {"id": "\ud800"})
    with Output(tmp_path / "o", ASKED) as output:
        output.write(row(entry))

    assert earlier(tmp_path / "o", [entry]) == ([entry], [])


def test_rows_of_another_file_are_refused(tmp_path):
    path = written(tmp_path / "o", 1, file="g")

    with pytest.raises(OtherRun, match="other input"):
        earlier(path)


def test_two_runs_cannot_write_one_file(tmp_path):
    with (
        Output(tmp_path / "o", ASKED),
        pytest.raises(OtherRun, match="another run"),
        Output(tmp_path / "o", ASKED),
    ):
        pytest.fail("opened twice")


def test_a_row_is_there_as_soon_as_it_is_written(tmp_path):
    with Output(tmp_path / "o", ASKED) as output:
        output.write(row(ENTRIES[0]))

        assert (tmp_path / "o").read_bytes() == line_of(row(ENTRIES[0]))
        assert output.done == 1


def test_an_output_is_opened_before_it_is_written(tmp_path):
    with pytest.raises(AssertionError):
        Output(tmp_path / "o", ASKED).write({})
