"""Rows written so that a run goes on, and never on top of another's rows."""

import resource
from dataclasses import replace

import pytest

from rulings.management.batch.output import ROW_BEGINS, OtherRun, Output, line_of
from rulings.management.report.findings import Findings
from rulings.solver import Settings
from rulings.solver.tools.batch import AUTO, BatchEntry, adjudicate_batch, question_hash
from tests.solver.made_claims import made_record

ENTRIES = [BatchEntry("f", n, made_record(n, 1)) for n in range(1, 4)]
ENTRIES.append(BatchEntry("f", 4, fault="no hands"))
ASKED = question_hash(Settings(), AUTO)
ROWS = {
    entry.line: row
    for entry, row in zip(
        ENTRIES,
        adjudicate_batch(tuple(ENTRIES), settings=Settings(), clock=lambda: 0.0),
        strict=True,
    )
}


def row(entry, **more):
    return ROWS[entry.line] | more


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


@pytest.mark.parametrize(
    "cut", [b"{", ROW_BEGINS, ROW_BEGINS + b"x" * 200_000], ids=["a", "b", "c"]
)
def test_a_line_cut_short_is_taken_away(tmp_path, cut):
    path = written(tmp_path / "o", 2)
    whole = path.read_bytes()
    path.write_bytes(whole + cut)

    found, _ = earlier(path)

    assert found == ENTRIES[:2]
    assert path.read_bytes() == whole


def test_a_file_of_one_line_cut_short_becomes_empty(tmp_path):
    path = tmp_path / "o"
    path.write_bytes(b'{"any')

    assert earlier(path) == ([], ENTRIES)
    assert path.read_bytes() == b""


@pytest.mark.parametrize(
    ("line", "entries", "why"),
    [
        pytest.param(b"no json\n", ENTRIES, "no row", id="no json"),
        pytest.param(b"[]\n", ENTRIES, "no row", id="no row"),
        pytest.param(b"[" * 100_000 + b"\n", ENTRIES, "no row", id="deep"),
        pytest.param(b'{"ms": NaN}\n', ENTRIES, "no row", id="no number"),
        pytest.param(b"{}\n", ENTRIES, "other set", id="nothing"),
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
    "whole",
    [
        b"a note to keep",
        b'{"id": "1"}\n{"id": "no',
        b'{"cases": []}',
        b"\x00\x01\x02",
    ],
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path, whole):
    path = tmp_path / "o"
    path.write_bytes(whole)

    with pytest.raises(OtherRun):
        earlier(path)
    assert path.read_bytes() == whole


def test_half_a_character_of_a_record_costs_no_row(tmp_path):
    entry = BatchEntry("f", 1, ENTRIES[0].record | {"id": "\ud800"})
    with Output(tmp_path / "o", ASKED) as output:
        output.write(row(entry, id=entry.id))

    assert earlier(tmp_path / "o", [entry]) == ([entry], [])


def test_rows_of_another_file_are_refused(tmp_path):
    path = written(tmp_path / "o", 1, file="g")

    with pytest.raises(OtherRun, match="other input"):
        earlier(path)


def changed(entry, **more):
    return replace(entry, record=entry.record | more)


@pytest.mark.parametrize(
    "entry",
    [
        changed(ENTRIES[0], claimed=7),
        changed(ENTRIES[0], contract="7NXX"),
        changed(ENTRIES[0], board=77),
        changed(ENTRIES[0], room="closed"),
        replace(ENTRIES[3], line=1, fault="other hands"),
    ],
    ids=["total", "contract", "board", "room", "fault"],
)
def test_a_row_of_an_input_that_has_changed_since_is_refused(tmp_path, entry):
    path = tmp_path / "o"
    fault = {"line": 1} if entry.record is None else {}
    given = ENTRIES[3] if entry.record is None else ENTRIES[0]
    path.write_bytes(line_of(row(given, **fault)))

    with pytest.raises(OtherRun, match="line 1: the input has changed there"):
        earlier(path, [entry])


def test_a_fault_that_is_still_there_is_not_read_anew(tmp_path):
    assert earlier(written(tmp_path / "o", 4)) == (ENTRIES, [])


@pytest.mark.parametrize("timed", [True, False], ids=["times wanted", "not wanted"])
def test_rows_with_and_without_times_do_not_mix(tmp_path, timed):
    path = written(tmp_path / "o", 1)
    if timed:
        given = {name: value for name, value in ROWS[1].items() if name != "ms"}
        path.write_bytes(line_of(given))

    with (
        pytest.raises(OtherRun, match=r"line 1: .*--no-times must be as in the first"),
        Output(path, ASKED, timed=timed) as output,
    ):
        list(output.earlier(iter(ENTRIES)))


@pytest.mark.parametrize(
    "name", ["id", "claim", "file", "left", "award", "rungs", "questions"]
)
def test_a_row_that_lacks_a_field_is_told_by_its_line(tmp_path, name):
    path = written(tmp_path / "o", 2)
    lines = path.read_bytes().splitlines(keepends=True)
    lacks = {key: value for key, value in ROWS[2].items() if key != name}
    path.write_bytes(lines[0] + line_of(lacks))

    with pytest.raises(OtherRun, match=f"line 2: no row of .* lacks {name}"):
        earlier(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("left", "three"),
        ("award", "3"),
        ("double_dummy", []),
        ("settles", None),
        ("rungs", {"short": "x"}),
        ("ms", "long"),
    ],
)
def test_a_row_that_was_changed_by_hand_is_told_by_its_line(tmp_path, name, value):
    path = written(tmp_path / "o", 1, **{name: value})

    with pytest.raises(OtherRun, match=f"line 1: {name} is .* no run writes"):
        earlier(path)


def test_every_row_that_is_taken_can_be_counted(tmp_path):
    findings = Findings(Settings())

    with Output(written(tmp_path / "o", 4), ASKED) as output:
        for entry, found in output.earlier(iter(ENTRIES)):
            findings.add(entry, found)

    assert (findings.tally.rows, findings.tally.failed) == (4, 1)


def test_what_is_no_file_is_refused(tmp_path):
    with pytest.raises(OtherRun, match="leave out --out"), Output(tmp_path, ASKED):
        pytest.fail("opened a folder")


def test_a_full_disk_is_said_and_what_is_written_stays(tmp_path):
    path = written(tmp_path / "o", 1)
    whole = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    with Output(path, ASKED) as output:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 9, limits[1]))
        try:
            with pytest.raises(OtherRun, match="File too large"):
                output.write(row(ENTRIES[1]))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert path.read_bytes().startswith(whole)
    assert earlier(path) == (ENTRIES[:1], ENTRIES[1:])
    assert path.read_bytes() == whole


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
