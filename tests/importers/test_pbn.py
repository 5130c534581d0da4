import pytest

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard, Room
from rulings.importers.faults import BoardProblem, Flaw
from rulings.importers.pbn.reader import read, sniff
from tests.importers.samples import only_board, reading, remarks, sample

DEAL = "N:AQ7.J85.J96.AKQ4 K2.QT3.KQT7.J963 6543.A64.83.T852 JT98.K972.A542.7"
AUCTION = "N: 1C P 1S P 2S P 4S P P P"
PLAYED = "S9 S7 SK S4 HQ H6 H2 H8 C3 C2 C7 CA CK CJ"


def played(board):
    return " ".join(str(card) for card in board.play)


def one(text):
    (found,) = read(text.encode())
    return found


def test_pbn_board_arrives_whole():
    claim, full = reading("pbn/plain.pbn").boards

    assert (claim.board, claim.room) == (1, None)
    assert (claim.dealer, claim.vulnerability) == (Seat.NORTH, Vulnerability.NONE)
    assert str(claim.deal) == DEAL
    assert str(claim.auction) == AUCTION
    assert claim.contract == Contract.parse("4S S")
    assert played(claim) == PLAYED
    assert (claim.tricks_declarer, claim.claimed) == (10, True)
    assert (claim.lines, claim.remarks) == ((2, 19), ())
    assert (len(full.play), full.tricks_declarer, full.claimed) == (52, 6, False)
    assert full.replay().position.won == (7, 6)


def test_pbn_inherited_values_are_filled_in():
    first, second = reading("pbn/inherited.pbn").boards

    assert (first.room, second.room) == (Room.OPEN, Room.CLOSED)
    assert (second.board, second.vulnerability) == (7, Vulnerability.BOTH)
    assert (second.deal, second.auction) == (first.deal, first.auction)
    assert second.play == first.play
    assert (first.tricks_declarer, second.tricks_declarer) == (10, 9)
    assert second.names == {
        Seat.NORTH: "Echo",
        Seat.EAST: "Foxtrot",
        Seat.SOUTH: "Golf",
        Seat.WEST: "Delta",
    }


def test_pbn_comments_notes_and_codes_are_passed_over():
    board = only_board("pbn/comments.pbn")

    assert (board.board, board.vulnerability) == (3, Vulnerability.NS)
    assert str(board.auction) == AUCTION
    assert played(board) == PLAYED
    assert board.remarks == ()


def test_pbn_play_in_order_and_in_broken_rows_is_the_same():
    ordered, broken = reading("pbn/order_of_play.pbn").boards

    assert played(ordered) == played(broken) == PLAYED


@pytest.mark.parametrize(
    ("number", "total", "claimed", "said"),
    [
        pytest.param(1, 9, True, [], id="NS 9"),
        pytest.param(2, 9, True, [], id="EW 4"),
        pytest.param(3, 9, True, [], id="NS 9 EW 4"),
        pytest.param(4, 9, True, [], id="EW 4 NS 9"),
        pytest.param(5, 3, False, [Flaw.IRREGULARITY.reason], id="adjusted"),
        pytest.param(6, None, False, [], id="empty"),
        pytest.param(7, None, False, [], id="question mark"),
        pytest.param(8, None, False, [Flaw.TOTAL_UNREADABLE.reason], id="a word"),
        pytest.param(9, None, False, [Flaw.TOTAL_UNREADABLE.reason], id="14"),
    ],
)
def test_pbn_total(number, total, claimed, said):
    board = reading("pbn/totals.pbn").boards[number - 1]

    assert board.board == number
    assert (board.tricks_declarer, board.claimed) == (total, claimed)
    assert remarks(board) == said


@pytest.mark.parametrize(
    ("result", "total"),
    [
        ("NS 9 x", None),
        ("NS 77", None),
        ("EW 14", None),
        ("ns 9", 9),
        ("NS 10EW 3", 10),
    ],
)
def test_pbn_total_of_a_side(result, total):
    found = one(
        f'[Deal "{DEAL}"]\n[Contract "4S"]\n[Declarer "S"]\n[Result "{result}"]\n'
    )

    assert found.tricks_declarer == total


def test_pbn_passed_out_board_has_no_contract():
    said, called = reading("pbn/passed.pbn").boards

    assert (said.contract, said.passed_out, str(said.auction)) == (
        None,
        True,
        "N: P P P P",
    )
    assert (called.contract, called.passed_out) == (None, True)


def test_pbn_hand_records_take_dealer_and_vulnerability_of_the_number():
    full, three, two, none = reading("pbn/hands_only.pbn").boards

    assert (full.dealer, full.vulnerability) == (Seat.NORTH, Vulnerability.EW)
    assert str(full.deal) == str(three.deal) == DEAL
    assert (two.deal, remarks(two)) == (None, [Flaw.HANDS_MISSING.reason])
    assert (none.deal, none.dealer) == (None, Seat.WEST)
    assert (str(none.contract), none.tricks_declarer) == ("3N N", 9)


@pytest.mark.parametrize(
    "path", ["pbn/crlf_end_mark.pbn", "pbn/joined.pbn", "pbn/no_empty_lines.pbn"]
)
def test_pbn_boards_are_told_apart_in(path):
    found = reading(path)

    assert [board.board for board in found.boards] in ([1, 2], [1, 2, 3])
    assert {played(board) for board in found.boards} == {PLAYED}
    assert found.problems == ()


@pytest.mark.parametrize(
    ("path", "south"),
    [
        ("pbn/utf8_mark.pbn", "\u0141ucja"),
        ("pbn/utf16.pbn", "\u0141ucja"),
        ("pbn/utf16_without_mark.pbn", "\u0141ucja"),
        ("pbn/cp1252.pbn", "Ren\u00e9e"),
    ],
)
def test_pbn_names_survive_the_encoding_of(path, south):
    board = only_board(path)

    assert board.names == {Seat.NORTH: "Zo\u00eb", Seat.SOUTH: south}
    assert played(board) == PLAYED


def test_pbn_other_table_without_hands_takes_those_before():
    first, second = reading("pbn/other_table.pbn").boards

    assert (second.board, second.deal) == (5, first.deal)
    assert str(second.contract) == "3S S"
    assert remarks(second) == [Flaw.DEAL_BORROWED.reason]


def test_pbn_game_without_play_borrows_nothing():
    first, second = read(f'[Deal "{DEAL}"]\n\n[Event "x"]\n[Contract "4S"]\n'.encode())

    assert isinstance(first, ImportedBoard)
    assert isinstance(second, BoardProblem)


def test_pbn_borrowed_deal_takes_only_what_stood_there():
    game = '[Event "x"]\n[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nS9\n'
    _, second = read(f'[Deal "{DEAL}"]\n\n{game}'.encode())

    assert (second.board, str(second.deal)) == (None, DEAL)


@pytest.mark.parametrize(
    ("number", "auction", "said"),
    [
        pytest.param(1, None, [Flaw.AUCTION_CONTRACT], id="another contract"),
        pytest.param(
            2, None, [Flaw.IRREGULARITY, Flaw.AUCTION_CONTRACT], id="insufficient"
        ),
        pytest.param(3, AUCTION, [], id="dash for the seats before dealer"),
        pytest.param(4, None, [Flaw.AUCTION_UNREADABLE], id="not a call"),
        pytest.param(5, None, [Flaw.AUCTION_CONTRACT], id="unfinished"),
        pytest.param(6, AUCTION, [], id="contract from the auction"),
    ],
)
def test_pbn_auction(number, auction, said):
    board = reading("pbn/auctions.pbn").boards[number - 1]

    assert board.auction == auction or str(board.auction) == auction
    assert str(board.contract) == "4S S"
    assert remarks(board) == [fault.reason for fault in said]


@pytest.mark.parametrize(
    ("section", "calls"),
    [
        pytest.param('[Auction "N"]\nAP', "N: P P P P", id="all pass at once"),
        pytest.param('[Auction "N"]\nP P AP', "N: P P P P", id="two and all pass"),
        pytest.param('[Auction "N"]\n1C AP *', "N: 1C P P P", id="star"),
        pytest.param('[Auction "N"]\n1C Pass +', "N: 1C P", id="in progress"),
        pytest.param('[Auction ""]\n1C AP', "N: 1C P P P", id="dealer of the board"),
        pytest.param('[Auction "E"]\n1C AP', "E: 1C P P P", id="its own dealer"),
        pytest.param(
            '[Auction "N"]\n1C! =1= $2 X?! XX AP', "N: 1C X XX P P P", id="marks"
        ),
        pytest.param('[Auction "N"]', "None", id="empty"),
    ],
)
def test_pbn_auction_notation(section, calls):
    found = one(f'[Board "1"]\n[Deal "{DEAL}"]\n[Dealer "N"]\n{section}\n')

    assert str(found.auction) == calls


@pytest.mark.parametrize(
    ("calls", "kept"), [(319, True), (320, False)], ids=["longest", "longer"]
)
def test_pbn_auction_has_an_end(calls, kept):
    section = '[Auction "N"]\n' + "P " * calls
    found = one(f'[Deal "{DEAL}"]\n{section}\n')

    assert (found.auction is not None) is kept
    assert (Flaw.AUCTION_UNREADABLE.reason in remarks(found)) is not kept


def test_pbn_section_written_twice_is_reported():
    found = one(
        f'[Deal "{DEAL}"]\n[Contract "4S"]\n[Declarer "S"]\n'
        '[Play "W"]\nS9 S7\n[Play "W"]\nS9 S7\n'
    )

    assert found.reason == Flaw.CARD_PLAYED_TWICE.reason


def test_pbn_dealer_is_taken_from_the_auction_and_north_is_kept():
    bare = one(f'[Deal "{DEAL}"]\n[Auction "E"]\nAP\n')
    given = one(f'[Deal "{DEAL}"]\n[Dealer "N"]\n[Auction "E"]\nAP\n')
    unknown = one(f'[Deal "{DEAL}"]\n[Auction "?"]\nAP\n')

    assert bare.dealer is Seat.EAST
    assert given.dealer is Seat.NORTH
    assert (unknown.dealer, unknown.auction) == (None, None)


@pytest.mark.parametrize(
    ("contract", "declarer", "expected"),
    [
        pytest.param("3NT", "W", "3N W", id="NT"),
        pytest.param("3nxx", "w", "3NXX W", id="small letters"),
        pytest.param("4 S X", "S", "4SX S", id="blanks"),
        pytest.param("4S", "^S", "4S S", id="irregular declarer"),
    ],
)
def test_pbn_contract(contract, declarer, expected):
    found = one(f'[Deal "{DEAL}"]\n[Contract "{contract}"]\n[Declarer "{declarer}"]\n')

    assert str(found.contract) == expected


def test_pbn_missing_declarer_is_taken_from_the_auction_that_agrees():
    auction = '[Auction "N"]\n1C Pass 1S Pass 4S AP\n'
    agrees = one(f'[Deal "{DEAL}"]\n[Contract "4S"]\n{auction}')
    differs = one(f'[Deal "{DEAL}"]\n[Contract "4SX"]\n{auction}')

    assert str(agrees.contract) == "4S S"
    assert differs.reason == Flaw.DECLARER.reason


def test_pbn_broken_boards_are_reported_one_by_one():
    found = reading("pbn/broken.pbn")

    assert [board.board for board in found.boards] == [1, None, 20]
    assert [(one.board, one.reason) for one in found.problems] == [
        (None, Flaw.NO_DEAL.reason),
        (2, Flaw.DEAL_UNREADABLE.reason),
        (3, Flaw.HAND_SIZE.reason),
        (4, Flaw.CARD_IN_TWO_HANDS.reason),
        (5, Flaw.DEAL_UNREADABLE.reason),
        (6, Flaw.CONTRACT.reason),
        (7, Flaw.DECLARER.reason),
        (8, Flaw.PLAY_UNREADABLE.reason),
        (9, Flaw.CARD_PLAYED_TWICE.reason),
        (10, Flaw.TWO_FROM_ONE_HAND.reason),
        (11, Flaw.TOTAL_IMPOSSIBLE.reason),
        (12, Flaw.TOTAL_IMPOSSIBLE.reason),
        (13, Flaw.PLAY_WITHOUT_DEAL.reason),
        (14, Flaw.PLAY_WITHOUT_CONTRACT.reason),
        (15, Flaw.PLAY_WITHOUT_DEAL.reason),
        (16, Flaw.DEAL_UNREADABLE.reason),
        (17, Flaw.DEAL_UNREADABLE.reason),
        (18, Flaw.CARD_IN_TWO_HANDS.reason),
    ]


def test_pbn_problem_names_the_line_of_the_fault():
    lines = sample("pbn/broken.pbn").decode().split("\n")
    by_board = {one.board: one for one in reading("pbn/broken.pbn").problems}

    assert "8S" in lines[by_board[6].line - 1]
    assert "H1" in lines[by_board[8].line - 1]
    assert "[Result" in lines[by_board[11].line - 1]


def test_pbn_odd_identity_costs_no_board():
    board = reading("pbn/broken.pbn").boards[1]

    assert (board.board, board.dealer, board.vulnerability) == (None, Seat.NORTH, None)
    assert remarks(board) == [
        Flaw.BOARD_NUMBER.reason,
        Flaw.DEALER.reason,
        Flaw.VULNERABILITY.reason,
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Love", "none"), ("-", "none"), ("All", "both"), ("NS", "NS"), ("EW", "EW")],
)
def test_pbn_vulnerability(text, expected):
    found = one(f'[Board "2"]\n[Vulnerable "{text}"]\n[Deal "{DEAL}"]\n')

    assert found.vulnerability == expected


def test_pbn_open_comment_costs_no_board():
    first, second, third = reading("pbn/open_comment.pbn").boards

    assert remarks(first) == [Flaw.COMMENT_OPEN.reason]
    assert (second.board, third.board, second.remarks) == (2, 3, ())
    assert remarks(only_board("pbn/open_comment_at_end.pbn")) == [
        Flaw.COMMENT_OPEN.reason
    ]


def test_pbn_tags_without_proper_quotes_cost_no_board():
    board = only_board("pbn/unquoted.pbn")

    assert board.names == {Seat.NORTH: "no end"}
    assert played(board) == PLAYED


def test_pbn_wrong_leader_is_kept_with_a_remark():
    board = only_board("pbn/wrong_leader.pbn")

    assert board.leader is Seat.WEST
    assert remarks(board) == [Flaw.OPENING_LEADER.reason]


def test_pbn_gap_ends_the_play():
    board = only_board("pbn/gap.pbn")

    assert played(board) == "S9 S7 SK S4"
    assert (board.play_has_gap, board.claimed) == (True, False)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b'[Board "1"]', True, id="a tag"),
        pytest.param(b'% PBN 2.1\n\n  [Event ""]', True, id="after an escape"),
        pytest.param(b"[Event]\n", True, id="without value"),
        pytest.param(b"pn|a,b|md|1S|", False, id="LIN"),
        pytest.param(b"The [Board] met.", False, id="prose"),
        pytest.param(b"", False, id="empty"),
        pytest.param(b"PK\x03\x04", False, id="compressed"),
    ],
)
def test_pbn_sniff(data, expected):
    assert sniff(data) is expected


def test_pbn_board_or_problem_for_each_game():
    found = list(read(sample("pbn/broken.pbn")))

    assert len(found) == 21
    assert sum(isinstance(one, ImportedBoard) for one in found) == 3
