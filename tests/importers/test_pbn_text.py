"""What is written as PBN is read back as the same boards, here and by endplay."""

import importlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge.seats import Seat
from rulings.importers.formats import format_of
from rulings.importers.pbn import reader as pbn
from rulings.importers.pbn.writer import pbn_text
from tests.importers import made
from tests.importers.samples import reading

SUITS = str.maketrans("♠♥♦♣", "SHDC")


def again(boards):
    return list(pbn.read(pbn_text(boards).encode()))


@settings(max_examples=30, deadline=None)
@given(st.lists(made.boards(), min_size=1, max_size=4))
def test_pbn_written_and_read_gives_the_same_boards(boards):
    assert list(map(made.plain, again(boards))) == boards


@pytest.mark.parametrize(
    "path",
    ["plain", "passed", "gap", "inherited", "auctions", "totals", "revoke"],
)
def test_pbn_of_a_sample_reads_back_and_is_written_the_same_again(path):
    boards = reading(f"pbn/{path}.pbn").boards
    found = again(boards)

    assert list(map(made.plain, found)) == list(map(made.plain, boards))
    assert pbn_text(found) == pbn_text(boards)


def test_pbn_text_is_known_as_pbn():
    boards = reading("lin/club.lin").boards

    assert format_of(pbn_text(boards).encode()).name == "PBN"


def test_pbn_of_a_revoke_reports_it_again():
    (board,) = reading("pbn/revoke.pbn").boards

    assert [one.text for one in again([board])[0].remarks] == ["trick 2, S: S3"]


def test_pbn_names_cannot_break_out_of_their_tag():
    (board,) = reading("lin/club.lin").boards
    name = 'Al"]\n[Result "13"]\n% \\ ; {'

    (found,) = again([replace(board, names={Seat.NORTH: name, Seat.EAST: "##x"})])

    assert found.names == {Seat.NORTH: " ".join(name.split())}
    assert found.tricks_declarer == board.tricks_declarer


@settings(max_examples=25, deadline=None)
@given(made.boards())
def test_pbn_text_is_accepted_by_endplay(board):
    board = replace(board, names={})
    if "^" in pbn_text([board]):
        board = replace(board, tricks_declarer=None)

    (theirs,) = importlib.import_module("endplay.parsers.pbn").loads(pbn_text([board]))

    assert theirs.board_num == board.board
    if board.deal is not None:
        assert theirs.deal.to_pbn()[:2] == "N:"
        assert set(theirs.deal.to_pbn()[2:].split()) == set(str(board.deal)[2:].split())
    if board.contract is not None:
        assert theirs.contract.level == board.contract.level
        assert theirs.contract.declarer.abbr == board.contract.declarer.letter
    if not board.play_has_gap and not revoked(board):
        # Theirs goes on with placeholders where a trick was not finished.
        shown = [str(card).translate(SUITS) for card in theirs.play]
        assert shown[: len(board.play)] == [str(card) for card in board.play]


def revoked(board):
    replay = board.replay()
    return replay is not None and bool(replay.revokes)


@pytest.mark.parametrize("missing", ["deal", "contract"])
def test_pbn_of_play_that_goes_on_before_its_first_card_says_so(missing):
    (board,) = reading("lin/club.lin").boards
    begun = replace(board, auction=None, play=(), claimed=False, play_has_gap=True)
    begun = replace(begun, tricks_declarer=None, **{missing: None})

    (found,) = again([begun])

    assert (found.play, found.play_has_gap) == ((), True)
    assert made.plain(found) == made.plain(begun)
