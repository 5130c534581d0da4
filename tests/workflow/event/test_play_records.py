"""Records that grow: what a board at a table keeps, whatever order they come in."""

import pytest

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import parse_cards
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.models import Playing
from rulings.workflow.event.play_records import Contradicts, take_record
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, make_event, shell

pytestmark = pytest.mark.django_db
EMPTY = ImportedBoard(board=1, room=None, dealer=None, vulnerability=None, deal=None)


def record(play="", contract="4S S", calls="", tricks=None):
    return ImportedBoard(
        board=1,
        room=None,
        dealer=None,
        vulnerability=None,
        deal=None,
        auction=Auction(Seat.NORTH, tuple(calls.split())) if calls else None,
        contract=Contract.parse(contract) if contract else None,
        play=parse_cards(play),
        tricks_declarer=tricks,
    )


def take(*records, deals=None):
    cast = make_event(deals=deals)
    playing = Playing.objects.get(
        board__event=cast.event, board__number=1, table__number=1
    )
    for one in records:
        take_record(shell(), cast.event, playing, one)
    playing.refresh_from_db()
    assert verify().findings == []
    return playing


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 2, 0)], ids=str)
def test_the_longest_record_stands_whatever_the_order(order):
    parts = [record("HA"), record("HA HJ"), record("HA HJ H2 H3")]

    playing = take(*(parts[place] for place in order))

    assert playing.play == "HA HJ H2 H3"


def test_a_longer_auction_stands_against_a_shorter_one():
    long, short = record(calls="P P 1S", contract=""), record(calls="P P", contract="")

    assert take(long, short).auction == "N: P P 1S"


def test_without_a_deal_the_play_is_kept_as_it_was_sent():
    assert take(record("SA HA")).play == "SA HA"


def test_a_revoke_is_taken_as_it_was_played():
    """North holds hearts and plays a spade to the lead: the record is evidence."""
    playing = take(record("HA SJ"), deals={1: DEAL})

    assert playing.play == "HA SJ"


def test_nothing_known_puts_a_board_in_play_and_no_more():
    playing = take(EMPTY)

    assert (playing.status, playing.contract, playing.play) == ("in_play", "", "")


def test_a_score_that_stands_is_not_changed():
    with pytest.raises(Contradicts, match="10 are scored"):
        take(record(tricks=10), record(tricks=9))


def test_a_score_sent_again_changes_nothing():
    playing = take(record(tricks=10), record(tricks=10))

    assert (playing.tricks, playing.score) == (10, 420)
