import pytest

from rulings.importers.lin.tables import fields, tables


def named(text):
    return [(name, value) for name, value, _ in fields(text)]


def test_fields_come_in_pairs_with_lines():
    assert list(fields("pn|a|\nmd|1|\n\nnt|x\ny|pg||")) == [
        ("pn", "a", 1),
        ("md", "1", 2),
        ("nt", "x\ny", 4),
        ("pg", "", 5),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("PC|SA|", [("pc", "SA")], id="capitals"),
        pytest.param("pc|SA", [("pc", "SA")], id="no last bar"),
        pytest.param("pc|SA||pc|SK|", [("pc", "SA"), ("pc", "SK")], id="stray bar"),
        pytest.param("nt|a &amp; b|", [("nt", "a & b")], id="entity"),
        pytest.param("nt|&#124;md|pc|SA|", [("nt", "|md"), ("pc", "SA")], id="bar"),
        pytest.param("pc|SA|tail", [("pc", "SA"), ("", "tail")], id="cut off"),
        pytest.param("", [], id="empty"),
    ],
)
def test_fields_of(text, expected):
    assert named(text) == expected


def boards(text):
    return [[name for name, _, _ in table.fields] for table in tables(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("pn|a|md|1|pn|b|md|2|", [["pn", "md"], ["pn", "md"]], id="pn"),
        pytest.param("md|1|md|2|", [["md"], ["md"]], id="md"),
        pytest.param("qx|o1|md|1|qx|c1|md|1|", [["qx", "md"]] * 2, id="qx"),
        pytest.param("vg|a|qx|o1|md|1|", [["vg", "qx", "md"]], id="head"),
        pytest.param("qx|o1|mb|p|pn|a|md|1|", [["qx", "mb"], ["pn", "md"]], id="no md"),
        pytest.param("qx|o1|qx|o2|md|1|", [["qx"], ["qx", "md"]], id="empty board"),
        pytest.param("md|1|vg|b|md|2|", [["md"], ["vg", "md"]], id="second head"),
        pytest.param("pn|a|nt|hello|", [], id="no board"),
        pytest.param("", [], id="empty"),
    ],
)
def test_tables_begin_at(text, expected):
    assert boards(text) == expected


def test_tables_take_players_of_their_room():
    opened, closed = tables("pn|a,b,c,d,e,f,g,h|qx|o1|md|1|qx|c1|md|1|")

    assert (opened.players, closed.players) == (tuple("abcd"), tuple("efgh"))


def test_tables_closed_room_with_four_names_keeps_them():
    (closed,) = tables("pn|a,b,c,d|qx|c1|md|1|")

    assert closed.players == tuple("abcd")


def test_tables_take_players_of_the_last_names_before():
    first, second = tables("pn|a,b,c,d|md|1|md|2|")

    assert first.players == second.players == tuple("abcd")


@pytest.mark.parametrize(
    ("board", "result"),
    [("o7", "4S="), ("c7", "3N-1"), ("o8", ""), ("c8", "PASS"), ("o9", ""), ("o6", "")],
)
def test_tables_take_the_result_of_board_and_room(board, result):
    head = "vg|match,part,I,7,8,a,0,b,0|rs|4S=,3N-1,,PASS|"
    (table,) = tables(f"{head}qx|{board}|md|1|")

    assert table.result == result


@pytest.mark.parametrize("head", ["vg|a,b|", "vg|a,b,I,x,8|", ""])
def test_tables_without_a_first_board_have_no_result(head):
    (table,) = tables(f"{head}rs|4S=|qx|o1|md|1|")

    assert table.result == ""


def test_table_first_passes_over_empty_fields():
    (table,) = tables("md|1|mc||mc|9|")

    assert table.first("mc") == ("9", 1)
    assert table.first("ah") is None
