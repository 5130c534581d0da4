"""What is written as LIN is read back, here and by endplay; what is lost is named."""

import importlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge.auctions import Auction
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.importers.boards import Room
from rulings.importers.formats import format_of
from rulings.importers.lin import reader as lin
from rulings.importers.lin.writer import lin_text, lost_in_lin
from tests.importers import made
from tests.importers.samples import reading

SUITS = str.maketrans("♠♥♦♣", "SHDC")


def again(boards):
    return list(lin.read(lin_text(boards).encode()))


def as_lin_holds_it(board):
    """The board without what LIN cannot hold of it."""
    lost = lost_in_lin(board)
    if "auction" in lost:
        board = replace(board, auction=None)
    if "contract" in lost:
        board = replace(board, contract=None, passed_out=False, tricks_declarer=None)
    if "room" in lost:
        board = replace(board, room=None)
    if "total" in lost:
        board = replace(board, tricks_declarer=None)
    names = {
        seat: " ".join(name.replace("|", " ").replace(",", " ").split())
        for seat, name in board.names.items()
    }
    return replace(board, play_has_gap=False, names=names)


@settings(max_examples=40, deadline=None)
@given(st.lists(made.boards(), min_size=1, max_size=5))
def test_lin_written_and_read_gives_the_same_boards(boards):
    kept = [board for board in boards if lost_in_lin(board) != ("board",)]
    # Play without a contract is none: LIN must have the auction or a number.
    kept = [board for board in kept if "contract" not in lost_in_lin(board)]

    assert list(map(made.plain, again(kept))) == list(map(as_lin_holds_it, kept))


@pytest.mark.parametrize("path", ["club", "vugraph", "entities", "stops"])
def test_lin_of_a_sample_reads_back_with_nothing_lost(path):
    boards = reading(f"lin/{path}.lin").boards
    found = again(boards)

    assert {lost for board in boards for lost in lost_in_lin(board)} == set()
    assert list(map(made.plain, found)) == list(map(made.plain, boards))
    assert lin_text(found) == lin_text(boards)


def test_lin_text_is_known_as_lin():
    boards = reading("pbn/plain.pbn").boards

    assert format_of(lin_text(boards).encode()).name == "LIN"


def club():
    (board,) = reading("lin/club.lin").boards
    return board


@pytest.mark.parametrize(
    ("changes", "lost"),
    [
        pytest.param({}, (), id="nothing"),
        pytest.param({"auction": None}, (), id="the head has the contract"),
        pytest.param(
            {"auction": None, "board": None}, ("contract", "total"), id="none"
        ),
        pytest.param({"room": Room.OPEN, "board": None}, ("room",), id="room"),
        pytest.param(
            {"auction": Auction(Seat.WEST, ("1C", "P", "P", "P"))},
            ("auction",),
            id="auction of another dealer",
        ),
        pytest.param({"play_has_gap": True, "claimed": False}, ("total",), id="gap"),
        pytest.param({"claimed": False}, ("total",), id="total that was changed"),
        pytest.param({"deal": None, "board": None, "play": ()}, ("board",), id="all"),
    ],
)
def test_what_lin_cannot_hold_is_named(changes, lost):
    assert lost_in_lin(replace(club(), **changes)) == lost


def test_lin_of_a_contract_without_auction_goes_by_the_head():
    board = replace(club(), auction=None, contract=Contract.parse("4HX W"), play=())

    (found,) = again([replace(board, claimed=False, tricks_declarer=8)])

    assert (str(found.contract), found.tricks_declarer) == ("4HX W", 8)


def test_board_without_number_follows_one_without_hands():
    bare = replace(club(), auction=None, deal=None, play=(), claimed=False)
    nameless = replace(club(), board=None)

    assert [board.board for board in again([bare, nameless, nameless])] == [
        1,
        None,
        None,
    ]


def test_head_of_one_board_says_nothing_of_the_next():
    bare = replace(club(), auction=None)
    stopped = replace(club(), claimed=False, tricks_declarer=None)

    assert [board.claimed for board in again([bare, stopped])] == [True, False]


@settings(max_examples=25, deadline=None)
@given(made.boards())
def test_lin_text_is_accepted_by_endplay(board):
    board = replace(board, names={Seat.NORTH: "alpha"})
    if board.deal is None or board.dealer is None or board.vulnerability is None:
        return
    if "mc|" not in lin_text([board]):
        # Theirs cannot read play that stops in mid-trick without a claim.
        whole = len(board.play) // 4 * 4
        board = replace(board, play=board.play[:whole])

    (theirs,) = importlib.import_module("endplay.parsers.lin").loads(lin_text([board]))

    assert theirs.board_num == board.board
    assert set(theirs.deal.to_pbn()[2:].split()) == set(str(board.deal)[2:].split())
    shown = [str(card).translate(SUITS) for card in theirs.play]
    assert shown == [str(card) for card in board.play]


@pytest.mark.parametrize("room", [None, Room.CLOSED])
def test_lin_of_a_board_that_was_passed_out_needs_no_auction(room):
    passed = replace(
        club(),
        room=room,
        auction=None,
        contract=None,
        passed_out=True,
        play=(),
        tricks_declarer=None,
        claimed=False,
    )

    (found,) = again([passed])

    assert made.plain(found) == made.plain(passed)
    assert found.passed_out
