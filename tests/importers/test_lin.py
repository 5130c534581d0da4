import pytest

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard, Room
from rulings.importers.faults import Flaw
from rulings.importers.lin.reader import read, sniff
from tests.importers.samples import only_board, reading, remarks, sample

DEAL = "N:AQ7.J85.J96.AKQ4 K2.QT3.KQT7.J963 6543.A64.83.T852 JT98.K972.A542.7"
MD = "S6543HA64D83CT852,SJT98HK972DA542C7,SAQ7HJ85DJ96CAKQ4,"
AUCTION = "N: 1C P 1S P 2S P 4S P P P"
PLAYED = "S9 S7 SK S4 HQ H6 H2 H8 C3 C2 C7 CA CK CJ"
FOUR = {Seat.SOUTH: "golf", Seat.WEST: "delta", Seat.NORTH: "alpha", Seat.EAST: "bravo"}


def played(board):
    return " ".join(str(card) for card in board.play)


def one(text):
    (found,) = read(text.encode())
    return found


def test_lin_club_board_arrives_whole():
    board = only_board("lin/club.lin")

    assert (board.board, board.room, board.dealer) == (1, None, Seat.NORTH)
    assert board.vulnerability is Vulnerability.NONE
    assert str(board.deal) == DEAL
    assert str(board.auction) == AUCTION
    assert board.contract == Contract.parse("4S S")
    assert played(board) == PLAYED
    assert (board.tricks_declarer, board.claimed) == (10, True)
    assert board.names == FOUR
    assert board.remarks == ()


@pytest.mark.parametrize("size", [512, 4096, 65_536])
def test_lin_board_filled_up_with_zeros_arrives_whole(size):
    (found,) = read(sample("lin/club.lin").ljust(size, b"\0"))

    assert found == only_board("lin/club.lin")


def test_lin_file_of_several_boards():
    claim, full, passed, stopped = reading("lin/night.lin").boards

    assert [board.board for board in (claim, full, passed, stopped)] == [1, 2, 3, 4]
    assert (claim.tricks_declarer, claim.claimed) == (9, True)
    assert (len(full.play), full.tricks_declarer, full.claimed) == (52, 6, False)
    assert (passed.contract, passed.passed_out) == (None, True)
    assert str(stopped.auction) == "N: 1C X XX 1D P P 1S P 2S P 4S P P P"
    assert (stopped.tricks_declarer, stopped.claimed) == (None, False)
    assert stopped.vulnerability is Vulnerability.BOTH


def test_lin_vugraph_has_two_rooms_with_their_players():
    found = reading("lin/vugraph.lin").boards

    assert [(board.board, board.room) for board in found] == [
        (17, Room.OPEN),
        (17, Room.CLOSED),
        (18, Room.OPEN),
        (18, Room.CLOSED),
    ]
    assert found[0].names == FOUR
    assert found[1].names[Seat.EAST] == "echo"


def test_lin_vugraph_total_comes_from_the_field_or_the_head():
    said, from_head, down_one, passed = reading("lin/vugraph.lin").boards

    assert (said.tricks_declarer, said.claimed) == (10, True)
    assert (from_head.tricks_declarer, from_head.claimed) == (6, True)
    assert (down_one.tricks_declarer, down_one.claimed) == (9, True)
    assert (passed.passed_out, passed.tricks_declarer) == (True, None)


@pytest.mark.parametrize(
    ("result", "total"),
    [
        ("4SS=", 10),
        ("4SS+2", 12),
        ("4SS-3", 7),
        ("4SSx-1", None),
        ("4HS=", None),
        ("4SN=", None),
        ("PASS", None),
        ("", None),
    ],
)
def test_lin_result_of_the_head_counts_for_the_same_contract(result, total):
    calls = "".join(f"mb|{call}|" for call in "1C p 1S p 4S p p p".split())
    found = one(f"vg|a,b,I,1,1|rs|{result}|qx|o1|md|3{MD}|{calls}pc|S9|")

    assert (found.tricks_declarer, found.claimed) == (total, total is not None)


@pytest.mark.parametrize("path", ["lin/link.url", "lin/twice_encoded.url"])
def test_lin_link_is_read(path):
    board = only_board(path)

    assert (board.board, board.vulnerability) == (12, Vulnerability.NS)
    assert played(board) == PLAYED
    assert board.names == FOUR


def test_lin_page_of_links_is_read():
    first, second = reading("lin/page.html").boards

    assert (first.board, second.board) == (12, 13)
    assert played(first) == played(second) == PLAYED


def test_lin_record_without_names_is_read():
    played_out, bare = reading("lin/without_names.lin").boards

    assert (played_out.names, played_out.board, played_out.claimed) == ({}, 5, True)
    assert str(played_out.auction) == AUCTION
    assert played(played_out) == PLAYED
    assert (bare.board, bare.auction, bare.vulnerability) == (6, None, "EW")


def test_lin_record_that_stops_is_no_claim():
    board = only_board("lin/stops.lin")

    assert (board.tricks_declarer, board.claimed) == (None, False)
    assert played(board) == PLAYED


def test_lin_entities_are_undone():
    board = only_board("lin/entities.lin")

    assert board.names == {
        Seat.SOUTH: "O'Hara",
        Seat.WEST: "A & B",
        Seat.EAST: "D\u00e9d\u00e9",
    }
    assert played(board) == "S9 S7"


def test_lin_broken_boards_are_reported_one_by_one():
    found = reading("lin/broken.lin")

    assert [board.board for board in found.boards] == [1, None]
    assert [(one.board, one.line, one.reason) for one in found.problems] == [
        (2, 2, Flaw.PLAY_WITHOUT_DEAL.reason),
        (3, 3, Flaw.HAND_SIZE.reason),
        (4, 4, Flaw.CARD_IN_TWO_HANDS.reason),
        (5, 5, Flaw.DEAL_UNREADABLE.reason),
        (6, 6, Flaw.CARD_NOT_HELD.reason),
        (7, 7, Flaw.CARD_PLAYED_TWICE.reason),
        (8, 8, Flaw.TOTAL_IMPOSSIBLE.reason),
        (9, 9, Flaw.PLAY_UNREADABLE.reason),
        (10, 10, Flaw.PLAY_WITHOUT_CONTRACT.reason),
        (11, 11, Flaw.DEAL_UNREADABLE.reason),
        (13, 12, Flaw.HAND_SIZE.reason),
        (14, 14, Flaw.NO_DEAL.reason),
        (15, 15, Flaw.TOTAL_IMPOSSIBLE.reason),
    ]


def test_lin_odd_identity_costs_no_board():
    (odd,) = reading("lin/broken.lin").boards[1:]

    assert remarks(odd) == [
        Flaw.BOARD_NUMBER.reason,
        Flaw.VULNERABILITY.reason,
        Flaw.AUCTION_UNREADABLE.reason,
    ]


@pytest.mark.parametrize(
    ("digit", "dealer"),
    [
        ("1", Seat.SOUTH),
        ("2", Seat.WEST),
        ("3", Seat.NORTH),
        ("4", Seat.EAST),
        ("0", None),
        ("", None),
    ],
)
def test_lin_dealer_digit(digit, dealer):
    assert one(f"md|{digit}{MD}|").dealer == dealer


def test_lin_dealer_of_the_number_stands_in_for_a_missing_digit():
    found = one(f"md|{MD}|ah|Board 2|mb|p|mb|p|mb|p|mb|p|")

    assert found.dealer is Seat.EAST
    assert str(found.auction) == "E: P P P P"


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(MD, id="three"),
        pytest.param(MD.lower(), id="small letters"),
        pytest.param(MD.replace("T", "10"), id="ten in digits"),
        pytest.param(MD + "SK2HQT3DKQT7CJ963", id="four"),
        pytest.param(" " + MD.replace(",", " , ") + " ", id="blanks"),
        pytest.param(
            "S3456H46AD38C258T,S89TJH279KD245AC7,SAQ7HJ85DJ96CAKQ4", id="order"
        ),
        pytest.param(
            "CT852D83HA64S6543," + MD.split(",", 1)[1], id="suits in any order"
        ),
    ],
)
def test_lin_hands(hands):
    assert str(one(f"md|3{hands}|").deal) == DEAL


def test_lin_missing_hand_in_the_middle_is_computed():
    south, west, north, _ = MD.split(",")

    assert str(one(f"md|3{south},,{north},SK2HQT3DKQT7CJ963|").deal) == DEAL
    assert west


def test_lin_card_twice_in_a_hand_is_a_problem():
    found = one(f"md|3{MD.replace('S6543', 'S6643')}|")

    assert (found.reason, found.text) == (Flaw.CARD_IN_TWO_HANDS.reason, "S6")


@pytest.mark.parametrize(
    ("written", "calls"),
    [
        pytest.param("mb|1C|mb|d|mb|r|mb|p|", "1C X XX P", id="letters"),
        pytest.param("mb|1c!|mb|x!|mb|xx|mb|pass|", "1C X XX P", id="words and alerts"),
        pytest.param("mb|1NT|mb|dbl|mb|rdbl|mb|P|", "1N X XX P", id="long"),
        pytest.param("mb|1Cdrp|", "1C X XX P", id="in one field"),
        pytest.param("mb|1C|an|4+ cards|mb|p|an|!|", "1C P", id="explained"),
        pytest.param("mb|1C|mb|!|mb|p|", "1C P", id="alert alone"),
    ],
)
def test_lin_calls(written, calls):
    assert " ".join(one(f"md|3{MD}|{written}").auction.calls) == calls


@pytest.mark.parametrize(
    ("written", "cards"),
    [
        pytest.param("pc|S9|pc|S7|", "S9 S7", id="each"),
        pytest.param("pc|s9s7 SKs4|", "S9 S7 SK S4", id="together"),
        pytest.param("pc|S9!|pc|S7?|pc||", "S9 S7", id="marks"),
        pytest.param("pc|S10|", "ST", id="ten"),
    ],
)
def test_lin_cards(written, cards):
    found = one(f"md|3{MD}|mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|{written}")

    assert played(found) == cards


@pytest.mark.parametrize(
    ("calls", "kept"), [(319, True), (320, False)], ids=["longest", "longer"]
)
def test_lin_auction_has_an_end(calls, kept):
    found = one(f"md|3{MD}|mb|{'p' * calls}|")

    assert (found.auction is not None) is kept
    assert (Flaw.AUCTION_UNREADABLE.reason in remarks(found)) is not kept


def test_lin_more_cards_than_a_deck_are_a_problem():
    calls = "".join(f"mb|{call}|" for call in "1S p 4S p p p".split())
    found = one(f"md|3{MD}|{calls}" + "pc|S9|" * 1000)

    assert found.reason == Flaw.CARD_PLAYED_TWICE.reason


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"pn|a,b,c,d|st||md|1S|", True, id="club"),
        pytest.param(b"\nvg|x|\nqx|o1|", True, id="vugraph"),
        pytest.param(b"https://x/?lin=pn%7Ca%7Cmd%7C1", True, id="link"),
        pytest.param(b'[Board "1"]', False, id="PBN"),
        pytest.param(b"a|b|c", False, id="other bars"),
        pytest.param(b"\x1f\x8b\x08", False, id="compressed"),
    ],
)
def test_lin_sniff(data, expected):
    assert sniff(data) is expected


def test_lin_board_or_problem_for_each_table():
    found = list(read(sample("lin/broken.lin")))

    assert len(found) == 15
    assert sum(isinstance(one, ImportedBoard) for one in found) == 2


AT_A_TABLE = f"md|3{MD}|{''.join(f'mb|{c}|' for c in '1C p 1S p 4S p p p'.split())}"


def test_lin_total_that_is_no_number_costs_no_board():
    found = one(f"qx|o7|{AT_A_TABLE}pc|S9|mc|ten|")

    assert (found.tricks_declarer, remarks(found)) == (
        None,
        [Flaw.TOTAL_UNREADABLE.reason],
    )


@pytest.mark.parametrize("total", [12, 13, 14, 99])
def test_lin_claim_above_the_tricks_left_names_board_and_value(total):
    cards = "".join(f"pc|{card}|" for card in PLAYED.split())

    problem = one(f"qx|o7|{AT_A_TABLE}{cards}mc|{total}|")

    assert (problem.board, problem.fault) == (7, Flaw.TOTAL_IMPOSSIBLE)
    assert f": {total} where 1 were won and 10 left." in problem.sentence


@pytest.mark.parametrize("result", ["4SS+9", "4SS+5", "4SS-12"])
@pytest.mark.parametrize("played", [True, False], ids=["play", "no play"])
def test_lin_result_that_no_board_has_is_told_and_not_taken(result, played):
    found = one(f"vg|a,b,I,7,7|rs|{result}|qx|o7|{AT_A_TABLE}" + "pc|S9|" * played)

    problem = found if played else found.remarks[0]
    fault = Flaw.TOTAL_IMPOSSIBLE if played else Flaw.TOTAL_UNREADABLE
    assert (problem.board, problem.fault) == (7, fault)
    assert played or (found.tricks_declarer, problem.text) == (None, result)
