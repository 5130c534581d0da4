"""USEBIO: real files, files written here, and what is wrong with a file."""

from contextlib import suppress
from datetime import date

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import Strain
from rulings.bridge.comparisons import Scoring
from rulings.bridge.contracts import Contract, vulnerability_of
from rulings.bridge.hands import Deal
from rulings.bridge.results import points_ns
from rulings.bridge.seats import Seat
from rulings.importers.faults import Flaw, UnreadableFile
from rulings.importers.formats import format_of, read_bytes
from rulings.importers.limited import read_limited
from rulings.importers.usebio.writer import (
    ListedPair,
    ResultList,
    TravellerLine,
    usebio_text,
)

REAL = settings.TD_DATA / "formats" / "usebio"
DEAL = Deal.parse(
    "N:J7.KQJ.AQJ82.Q42 94.52.T74.KT9653 AKQ832.43.9.AJ87 T65.AT9876.K653."
)
CONTRACTS = st.one_of(
    st.none(),
    st.builds(
        Contract,
        st.integers(1, 7),
        st.sampled_from(Strain),
        st.integers(0, 2),
        st.sampled_from(Seat),
    ),
)
RESULTS = st.dictionaries(
    st.integers(1, 36),
    st.lists(st.tuples(CONTRACTS, st.integers(0, 13)), min_size=1, max_size=4),
    min_size=1,
    max_size=4,
)


def made(results, deals=None, **values):
    """Write results by board; the pairs of a line are counted."""
    boards = {
        number: [
            TravellerLine(
                ns=2 * place + 1,
                ew=2 * place + 2,
                contract=contract,
                tricks=tricks if contract else 0,
                points=points_ns(contract, tricks, vulnerability_of(number)),
                earned=("1", "1"),
            )
            for place, (contract, tricks) in enumerate(lines)
        ]
        for number, lines in results.items()
    }
    given_out = {
        "title": "Spring & <Pairs>",
        "on": date(2026, 3, 14),
        "scoring": Scoring.MATCHPOINTS,
        "pairs": [ListedPair(1, ("A & B",), "12.5", "62.50")],
        "boards": boards,
        "deals": deals or {},
    } | values
    return usebio_text(ResultList(**given_out)).encode()


@given(RESULTS)
def test_what_is_written_is_read_back(results):
    found = read_bytes(made(results, dict.fromkeys(results, DEAL)))

    assert (found.format, found.problems) == ("USEBIO", ())
    assert [
        (board.board, board.pairs, board.contract, board.tricks_declarer, board.deal)
        for board in found.boards
    ] == [
        (
            number,
            (str(2 * place + 1), str(2 * place + 2)),
            contract,
            tricks if contract else None,
            DEAL,
        )
        for number, lines in sorted(results.items())
        for place, (contract, tricks) in enumerate(lines)
    ]
    assert [board.passed_out for board in found.boards] == [
        contract is None
        for _, lines in sorted(results.items())
        for contract, _ in lines
    ]
    assert not any(board.remarks or board.claimed for board in found.boards)


def test_hands_without_results_are_boards_too():
    found = read_bytes(made({2: [(None, 0)]}, {1: DEAL, 2: DEAL}))

    assert [(one.board, one.pairs is None) for one in found.boards] == [
        (2, False),
        (1, True),
    ]


def test_pairs_outlive_the_child_that_reads_a_file():
    found = read_limited(made({2: [(None, 0)]}))

    assert [board.pairs for board in found.boards] == [("1", "2")]


@pytest.mark.parametrize(
    ("name", "boards", "artificial"),
    [
        ("butler_howell", 140, 0),
        ("butler_mitchell", 244, 1),
        ("cross_imp_howell", 108, 0),
        ("mp_pairs_howell", 160, 1),
        ("mp_pairs_mitchell", 512, 0),
        ("mp_pairs_mitchell_02", 565, 2),
        ("mp_pairs_mitchell_03", 126, 0),
        ("mp_pairs_mitchell_04", 134, 0),
        ("mp_pairs_mitchell_adjusted", 565, 2),
        ("mp_pairs_mitchell_adjusted_02", 563, 4),
        ("notsupported", 244, 1),
    ],
)
def test_files_of_scoring_programs_are_read_line_for_line(name, boards, artificial):
    """Their points are those that contract, tricks and vulnerability give."""
    if not REAL.is_dir():
        pytest.skip(f"{REAL} is absent: set TD_DATA.")

    found = read_bytes((REAL / f"{name}.xml").read_bytes())

    assert len(found.boards) == boards
    assert {one.fault for one in found.problems} <= {Flaw.ASSIGNED}
    assert len(found.problems) == artificial
    assert all(board.deal and board.pairs for board in found.boards)
    assert not any(board.remarks for board in found.boards)


# --- what is wrong with a file -------------------------------------------------------

LINE = "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>"


def file_of(line, hands="", head=""):
    return (
        f'<?xml version="1.0"?>{head}\n<USEBIO Version="1.2"><EVENT>\n<BOARD>\n'
        f"<BOARD_NUMBER>3</BOARD_NUMBER><TRAVELLER_LINE>{LINE}{line}</TRAVELLER_LINE>"
        f"</BOARD></EVENT>{hands}</USEBIO>"
    ).encode()


def result(contract="4S", by="S", tricks="10", score="-50"):
    tags = {"CONTRACT": contract, "PLAYED_BY": by, "TRICKS": tricks, "SCORE": score}
    return "".join(f"<{tag}>{text}</{tag}>" for tag, text in tags.items())


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("<SCORE>A6040</SCORE>", Flaw.ASSIGNED),
        ("<SCORE>-620</SCORE>", Flaw.CONTRACT),
        (result("8S"), Flaw.CONTRACT),
        (result(by=""), Flaw.DECLARER),
        (result(by="Q"), Flaw.CONTRACT),
    ],
)
def test_line_that_costs_its_table_says_where_and_why(line, fault):
    (found,) = read_bytes(file_of(line)).found

    assert (found.board, found.line, found.fault) == (3, 4, fault)


@pytest.mark.parametrize(
    ("line", "fault", "tricks"),
    [
        (result(score="620"), Flaw.POINTS, 10),
        (result(tricks="ten", score="420"), Flaw.TOTAL_UNREADABLE, None),
        (result(tricks="14", score="420"), Flaw.TOTAL_UNREADABLE, None),
    ],
)
def test_line_that_is_read_with_a_remark(line, fault, tricks):
    (found,) = read_bytes(file_of(line)).boards

    assert [one.fault for one in found.remarks] == [fault]
    assert (str(found.contract), found.tricks_declarer) == ("4S S", tricks)


def test_one_broken_hand_record_costs_no_result():
    hands = (
        "<HANDSET><BOARD><BOARD_NUMBER>3</BOARD_NUMBER><HAND><DIRECTION>North"
        "</DIRECTION><SPADES>AA</SPADES></HAND></BOARD></HANDSET>"
    )

    found = read_bytes(file_of(result(score="620"), hands))

    assert [one.fault for one in found.problems] == [Flaw.CARD_IN_TWO_HANDS]
    assert [str(one.contract) for one in found.boards] == ["4S S"]


ENTITIES = '<!DOCTYPE USEBIO [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("head", [ENTITIES, OUTSIDE])
def test_file_with_entities_of_its_own_is_not_read(head):
    (found,) = read_bytes(file_of("<SCORE>&a;</SCORE>", head=head)).found

    assert (found.fault, found.text) == (Flaw.XML_ENTITIES, "a")


@pytest.mark.parametrize(
    "data",
    [
        b"<USEBIO ><EVENT>",
        b"<USEBIO ><EVENT></USEBIO>",
        b"<USEBIO >" + b"<A>" * 30 + b"</A>" * 30 + b"</USEBIO>",
        b"<USEBIO >\xff&nothing;</USEBIO>",
    ],
)
def test_broken_xml_says_so_and_nothing_of_it_is_read(data):
    assert format_of(data).name == "USEBIO"
    (found,) = read_bytes(data).found

    assert found.fault is Flaw.XML_BROKEN


@given(st.data())
def test_no_damage_makes_the_reader_fail(data):
    whole = bytearray(made({1: [(None, 0)], 2: [(None, 0)]}, {1: DEAL}))
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.integers(60, len(whole) - 1))
        whole[place : place + 1] = data.draw(st.binary(max_size=3))

    with suppress(UnreadableFile):
        read_bytes(bytes(whole), "x.xml")
