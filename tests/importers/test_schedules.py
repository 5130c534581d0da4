import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.importers import schedules
from rulings.importers.faults import Flaw, UnreadableFile
from rulings.importers.movements import mitchell
from rulings.importers.schedules import (
    Placement,
    read_schedule_csv,
)

HEADER = "section,round,table,board_from,board_to,ns,ew\n"


def lined(placements):
    return [(one, line) for line, one in enumerate(placements, start=1)]


def read(rows, **options):
    return read_schedule_csv((HEADER + rows).encode(), **options)


def reasons(found):
    return [(one.line, one.reason) for one in found.problems]


def test_schedule_csv_gives_a_placement_a_board():
    found = read("A,1,1,1,2,1,11\n\nA,1,2,3,3,2,12\n")

    assert found.problems == ()
    assert found.placements == (
        Placement("A", 1, 1, 1, "1", "11"),
        Placement("A", 1, 1, 2, "1", "11"),
        Placement("A", 1, 2, 3, "2", "12"),
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(HEADER + "A,1,1,5,5,1,2\n", id="comma"),
        pytest.param((HEADER + "A,1,1,5,5,1,2\n").replace(",", ";"), id="semicolon"),
        pytest.param((HEADER + "A,1,1,5,5,1,2\n").replace(",", "\t"), id="tab"),
        pytest.param(
            "\ufeff" + HEADER.upper() + "A, 1 ,1,5,5,1,2", id="mark, capitals"
        ),
        pytest.param(HEADER + '"A","1","1","5","5","1","2"\r\n', id="quoted"),
        pytest.param(
            "ew,ns,table,round,board_to,board_from,note,section\n2,1,1,1,5,5,x,A\n",
            id="other order",
        ),
    ],
)
def test_schedule_csv_is_read_as_programs_write_it(data):
    found = read_schedule_csv(data.encode())

    assert found.placements == (Placement("A", 1, 1, 5, "1", "2"),)
    assert found.problems == ()


@given(tables=st.integers(1, 9), boards=st.integers(1, 4))
def test_schedule_csv_of_a_mitchell_is_that_mitchell(tables, boards):
    most = tables if tables % 2 else tables - 1
    expected = mitchell(tables, most, boards)
    rows = "".join(
        f"{one.section},{one.round},{one.table},{one.board},{one.board},"
        f"{one.ns},{one.ew}\n"
        for one in expected
    )

    found = read(rows)

    assert (found.placements, found.problems) == (expected, ())


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        pytest.param("A,x,1,1,2,1,2", Flaw.SCHEDULE_NUMBER, id="round"),
        pytest.param("A,1,0,1,2,1,2", Flaw.SCHEDULE_NUMBER, id="table 0"),
        pytest.param("A,1,1,1,1000,1,2", Flaw.SCHEDULE_NUMBER, id="board 1000"),
        pytest.param("A,1,1", Flaw.SCHEDULE_NUMBER, id="short line"),
        pytest.param(f"A,{'9' * 900},1,1,1,1,2", Flaw.SCHEDULE_NUMBER, id="digits"),
        pytest.param("A,1,1,2,1,1,2", Flaw.SCHEDULE_BOARDS, id="downwards"),
        pytest.param("A,1,1,1,2,1,", Flaw.SCHEDULE_PAIR, id="no pair"),
        pytest.param("A,1,1,1,2", Flaw.SCHEDULE_PAIR, id="no pairs"),
        pytest.param('A,1,1,1,2,"1,2', Flaw.SCHEDULE_PAIR, id="open quote"),
        pytest.param("A,1,1,1,2,3,3", Flaw.PAIR_AGAINST_ITSELF, id="itself"),
        pytest.param("A,1,1,1,2,3+4,5+3", Flaw.PAIR_AGAINST_ITSELF, id="individual"),
    ],
)
def test_schedule_csv_line_that_cannot_be_is_a_problem(rows, fault):
    found = read("A,9,9,90,91,8,9\n" + rows)

    assert reasons(found) == [(3, fault.reason)]
    assert found.placements[0].board == 90


@pytest.mark.parametrize(
    ("first", "second", "fault"),
    [
        pytest.param(
            "A,1,1,1,2,1,2", "A,1,2,3,4,1,4", Flaw.PAIR_AT_TWO_TABLES, id="two tables"
        ),
        pytest.param("A,1,1,1,2,1,2", "A,1,1,3,4,3,4", Flaw.TABLE_TAKEN, id="table"),
        pytest.param(
            "A,1,1,1,1,1+5,2+6",
            "A,1,2,3,3,3+5,4+8",
            Flaw.PAIR_AT_TWO_TABLES,
            id="individual at two tables",
        ),
        pytest.param(
            "A,1,1,1,1,1+5,2+6",
            "A,2,1,1,1,7+6,4+8",
            Flaw.BOARD_MET_AGAIN,
            id="individual meets a board again",
        ),
        pytest.param(
            "A,1,1,1,1,1,2", "A,2,1,1,1,1,4", Flaw.BOARD_MET_AGAIN, id="board again"
        ),
        pytest.param(
            "A,1,1,1,1,1,2", "A,1,1,1,1,1,2", Flaw.BOARD_REPEATED, id="line twice"
        ),
    ],
)
def test_schedule_csv_that_clashes_names_the_second_line(first, second, fault):
    assert reasons(read(f"{first}\n{second}\n")) == [(3, fault.reason)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("A,1,1,1,2,1,2", "B,1,1,1,2,1,2", id="another section"),
        pytest.param("A,1,1,1,2,1,2", "A,1,2,1,2,3,4", id="same boards in two rooms"),
        pytest.param("A,1,1,1,2,1,2", "A,2,1,3,4,1,2", id="same pairs, new boards"),
    ],
)
def test_schedule_csv_that_only_looks_like_a_clash(first, second):
    assert read(f"{first}\n{second}\n").problems == ()


def test_schedule_csv_with_two_fields_tells_pair_1_from_pair_1():
    rows = "A,1,1,1,2,1,1\nA,1,2,3,4,2,2\nA,2,1,5,6,1,2\n"

    assert read(rows, two_fields=True).problems == ()
    assert (2, Flaw.PAIR_AGAINST_ITSELF.reason) in reasons(read(rows))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param("", "empty", id="empty"),
        pytest.param(
            "section,round,table,board_from\nA,1,1,1\n", "board_to", id="column"
        ),
        pytest.param(HEADER + "A" * 2000, "more than 1000", id="long line"),
    ],
)
def test_schedule_csv_that_is_none_is_refused(data, sentence):
    with pytest.raises(UnreadableFile, match=sentence):
        read_schedule_csv(data.encode())


def test_schedule_csv_has_a_limit():
    rows = "".join(f"A,{n},1,1,900,1,2\n" for n in range(1, 60))

    assert schedules.MAX_PLACEMENTS < 59 * 900
    with pytest.raises(UnreadableFile, match="more than 50000"):
        read(rows)
