from dataclasses import replace

import pytest

from rulings.bridge.seats import Seat
from tests.importers.samples import only_board


@pytest.fixture
def board():
    return only_board("lin/club.lin")


def test_board_knows_declarer_and_leader(board):
    assert board.declarer is Seat.SOUTH
    assert board.leader is Seat.WEST


def test_board_without_play_expects_the_lead_of_law_41a(board):
    assert replace(board, play=()).leader is Seat.WEST


def test_board_without_contract_has_neither(board):
    bare = replace(board, contract=None, play=())

    assert bare.declarer is None
    assert bare.leader is None
    assert bare.replay() is None


def test_board_without_deal_is_not_replayed(board):
    assert replace(board, deal=None).replay() is None


def test_board_replay_stands_where_the_record_stops(board):
    replay = board.replay()

    assert replay is not None
    assert str(replay.position) == (
        "S N:CK,CJ 1-2 N:AQ.J5.J96.Q4 2.T3.KQT7.96 653.A4.83.T85 JT8.K97.A542."
    )


def test_board_repr_shows_no_names(board):
    assert board.names[Seat.SOUTH] == "golf"
    assert "golf" not in repr(board)
