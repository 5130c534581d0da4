import pytest

from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import Flaw
from rulings.importers.pbn.reader import read
from tests.importers.samples import remarks, sample

HEAD = """[Board "1"]
[Dealer "N"]
[Deal "N:AQ7.J85.J96.AKQ4 K2.QT3.KQT7.J963 6543.A64.83.T852 JT98.K972.A542.7"]
[Declarer "S"]
[Contract "4S"]
[Result "9"]
"""
PLAYED = "S9 S7 SK S4 HQ H6 H2 H8 C3 C2 C7 CA CK CJ"


def board_of(play, leader="W"):
    (found,) = read(f'{HEAD}[Play "{leader}"]\n{play}\n'.encode())
    return found


def cards(found):
    assert isinstance(found, ImportedBoard), found.sentence
    return " ".join(str(card) for card in found.play)


@pytest.mark.parametrize(
    ("play", "leader"),
    [
        pytest.param(
            "S9 S7 SK S4\nH2 H8 HQ H6\nC7 CA C3 C2\n- CK CJ -\n*", "W", id="columns"
        ),
        pytest.param(
            "S9 S7 SK S4\nHQ H6 H2 H8\nC3 C2 C7 CA\nCK CJ\n*", "W", id="order of play"
        ),
        pytest.param(
            "S9 S7 SK S4 H2 H8 HQ H6 C7 CA C3 C2 - CK CJ -", "W", id="one line"
        ),
        pytest.param("\n".join(PLAYED.split()), "W", id="one card a line"),
        pytest.param(
            "s9 s7 sk s4\nh2 h8 hq h6\nc7 ca c3 c2\n- ck cj -", "W", id="lower"
        ),
        pytest.param(
            "S9 S7 SK S4\nH2 H8 HQ H6\nC7 CA C3 C2\nCK CJ", "W", id="short row"
        ),
        pytest.param(
            "S9 S7 SK S4\nH2 H8 HQ H6\nC7 CA C3 C2\n-- CK CJ", "W", id="dashes"
        ),
        pytest.param(
            "S9 S7 SK S4\nHQ H6 H2 H8\nC3 C2 C7 CA\nCK CJ", "", id="no leader"
        ),
        pytest.param(
            "S9 S7 SK S4\nHQ H6 H2 H8\nC3 C2 C7 CA\nCK CJ", "E", id="bad leader"
        ),
        pytest.param(
            "S9! S7=1= SK$2 S4 !\nH2 H8 HQ H6 =12=\nC7 CA C3 C2?!\n- CK CJ -",
            "W",
            id="marks",
        ),
    ],
)
def test_play_comes_out_in_playing_order(play, leader):
    found = board_of(play, leader)

    assert cards(found) == PLAYED
    assert found.claimed
    assert found.remarks == ()


@pytest.mark.parametrize(
    ("end", "mark"), [("- CK CJ +", "+"), ("- CK CJ -\n+", "+"), ("++ CK CJ", "++")]
)
def test_play_that_goes_on_is_no_claim(end, mark):
    found = board_of("S9 S7 SK S4\nH2 H8 HQ H6\nC7 CA C3 C2\n" + end)

    assert cards(found) == PLAYED
    assert (found.claimed, found.play_has_gap) == (False, True)
    assert [(one.fault, one.text) for one in found.remarks] == [
        (Flaw.PLAY_GOES_ON, mark)
    ]


def test_play_ten_may_be_written_with_two_digits():
    assert cards(board_of("S10 SQ SK S4")) == "ST SQ SK S4"


def test_play_after_the_star_is_left_out():
    assert cards(board_of("S9 S7 SK S4\n*\nH2 H8 HQ H6")) == "S9 S7 SK S4"


@pytest.mark.parametrize(
    ("play", "kept"),
    [
        pytest.param(
            "S9 S7 SK S4\n- H8 - H6\nC7 CA C3 C2", "S9 S7 SK S4", id="no lead"
        ),
        pytest.param("S9 - SK S4", "S9", id="second hand"),
        pytest.param("- S7 SK S4", "", id="opening lead"),
        pytest.param("S9 S7 - -\nH2 H8 HQ H6", "S9 S7", id="unfinished, then more"),
        pytest.param(
            "S9 S7 SK S4\n- - - -\nC7 CA C3 C2", "S9 S7 SK S4", id="empty row"
        ),
    ],
)
def test_play_with_a_gap_is_read_up_to_it_and_no_claim(play, kept):
    found = board_of(play)

    assert cards(found) == kept
    assert remarks(found) == [Flaw.PLAY_HOLE.reason]
    assert found.play_has_gap
    assert not found.claimed


def test_play_rows_broken_over_lines_are_read_by_lines_when_only_that_fits():
    # By fours the second row would hold two cards of one hand.
    found = board_of("S9 S7 SK S4\nH2 H8\nC7 CA C3 C2")
    by_four = board_of("S9 S7 SK S4\nHQ H6 H2\nC7 CA C3 C2")

    assert cards(found) == "S9 S7 SK S4"
    assert cards(by_four) == "S9 S7 SK S4 HQ H6 H2"
    assert remarks(by_four) == [Flaw.PLAY_HOLE.reason]


def test_play_of_a_short_row_ends_with_it_when_rows_fit_by_lines():
    # The second row lacks a card: by fours the trick would be filled from the third.
    found = board_of("S9 S7 SK S4\nHQ H6 H2\nH8 C3 C2 C7\nCA")

    assert cards(found) == "S9 S7 SK S4 HQ H6 H2 H8 C3 C2 C7 CA"


def test_play_seats_come_from_the_holder_when_columns_say_otherwise():
    found = board_of("S4 S9 S7 SK\n*", "S")

    assert found.leader is Seat.SOUTH
    assert cards(found) == "S4 S9 S7 SK"
    assert remarks(found) == [Flaw.OPENING_LEADER.reason]


def test_play_keeps_a_revoke_and_the_replay_reports_it():
    (found,) = read(sample("pbn/revoke.pbn"))

    assert isinstance(found, ImportedBoard)
    assert [
        (trick, seat, str(card)) for trick, seat, card in found.replay().revokes
    ] == [(2, Seat.SOUTH, "S3")]
    assert [(one.fault, one.line, one.text) for one in found.remarks[2:]] == [
        (Flaw.REVOKE, 15, "trick 2, S: S3")
    ]
    assert remarks(found)[:2] == [Flaw.IRREGULARITY.reason] * 2


@pytest.mark.parametrize(
    ("play", "fault", "text", "line"),
    [
        pytest.param("S9 S7 SK S4\nH1", Flaw.PLAY_UNREADABLE, "H1", 9, id="no rank"),
        pytest.param("S9 9S", Flaw.PLAY_UNREADABLE, "9S", 8, id="rank first"),
        pytest.param(
            "S9 S8", Flaw.TWO_FROM_ONE_HAND, "S9, S8", 8, id="two from a hand"
        ),
        pytest.param(
            "S9 S7 SK S4\nHQ H6 H2 HT", Flaw.TWO_FROM_ONE_HAND, "HQ, HT", 9, id="again"
        ),
        pytest.param(
            "S9 S7 SK S4\nHQ H6 S9", Flaw.CARD_PLAYED_TWICE, "S9", 9, id="twice"
        ),
    ],
)
def test_play_that_cannot_be_is_a_problem(play, fault, text, line):
    found = board_of(play)

    assert not isinstance(found, ImportedBoard)
    assert (found.board, found.line, found.text) == (1, line, text)
    assert found.reason == fault.reason
