"""Files are taken whole or not at all, and twice is as once (R17)."""

import pytest

from rulings.models import Board, Entry, Playing, Table
from rulings.permissions import Refused
from rulings.workflow.errors import Invalid
from rulings.workflow.event.files import keep_file, read_kept_file, reading_of
from rulings.workflow.event.imports import Target, preview, take_import
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db

DEALS = {
    1: "N:J7.KQJ.AQJ82.Q42 94.52.T74.KT9653 AKQ832.43.9.AJ87 T65.AT9876.K653.",
    2: "E:J7.KQJ.AQJ82.Q42 94.52.T74.KT9653 AKQ832.43.9.AJ87 T65.AT9876.K653.",
}
RESULT = '[Declarer "S"]\n[Contract "4S"]\n[Result "10"]\n'
PLAY = '[Play "W"]\nHA HJ H5 H3\n*\n'


def board(number, deal=None, more=""):
    deal = deal or DEALS[number]
    return f'[Event "Test"]\n[Board "{number}"]\n[Deal "{deal}"]\n{more}\n'


def keep(cast, *boards, name="some.pbn"):
    return kept(cast, "\n".join(boards).encode(), name)


def kept(cast, data, name):
    """A file that was given and that a worker has read."""
    file = keep_file(cast.form(cast.cleo), cast.event, name, data)
    read_kept_file.call(str(file.pk))
    return file


def target(cast, *, table=None, deal_set="main"):
    tables = {} if table is None else {"": table_of(cast, table)}
    return Target(deal_set=deal_set, tables=tables)


def table_of(cast, number):
    return Table.objects.get(section__session__event=cast.event, number=number)


def take(cast, file, where, *chosen):
    form = cast.form(cast.cleo)
    indexes = chosen or range(len(reading_of(file).boards))
    return take_import(form, cast.event, file, where, indexes)


def test_director_keeps_and_takes_nothing():
    cast = make_event()
    file = keep(cast, board(1))

    with pytest.raises(Refused):
        keep_file(cast.form(cast.dana), cast.event, "x.pbn", board(2).encode())
    with pytest.raises(Refused):
        take_import(cast.form(cast.dana), cast.event, file, target(cast), [0])


def test_deals_go_to_the_boards_of_the_schedule():
    cast = make_event()
    before = Board.objects.count()

    take(cast, keep(cast, board(1), board(2)), target(cast))

    assert Board.objects.count() == before
    one, two = Board.objects.filter(number__in=(1, 2)).order_by("number")
    assert one.deal == DEALS[1]
    # The same cards, written from North as all deals are kept.
    assert two.deal == "N:" + " ".join(hands_from_north(DEALS[2]))
    assert one.deal_hash != two.deal_hash


def hands_from_north(text):
    hands = text[2:].split()
    return [hands[(seat - "NESW".index(text[0])) % 4] for seat in range(4)]


def test_boards_of_another_deal_set_are_new():
    cast = make_event()

    take(cast, keep(cast, board(1)), target(cast, deal_set="evening"))

    row = Board.objects.get(deal_set="evening")
    assert (row.number, row.dealer, row.vulnerability) == (1, "N", "none")
    assert Board.objects.get(deal_set="main", number=1).deal == ""


def test_other_cards_for_a_board_are_refused_and_nothing_is_taken():
    cast = make_event()
    take(cast, keep(cast, board(1)), target(cast))
    turned = "N:" + " ".join(reversed(DEALS[1][2:].split()))
    entries = Entry.objects.count()

    with pytest.raises(Invalid, match="Board 1: This deal set has other cards"):
        take(cast, keep(cast, board(1, turned), board(2)), target(cast))

    assert Board.objects.get(number=1).deal == DEALS[1]
    assert Board.objects.get(number=2).deal == ""
    assert Entry.objects.count() == entries


def test_only_the_chosen_boards_are_taken():
    cast = make_event()

    take(cast, keep(cast, board(1), board(2)), target(cast), 1)

    assert Board.objects.get(number=1).deal == ""
    assert Board.objects.get(number=2).deal != ""


def test_nothing_chosen_is_an_error():
    cast = make_event()
    file = keep(cast, board(1))

    with pytest.raises(Invalid, match="Choose the boards"):
        take_import(cast.form(cast.cleo), cast.event, file, target(cast), [])


def test_taking_a_file_again_changes_nothing():
    cast = make_event()
    file = keep(cast, board(1, more=RESULT))
    take(cast, file, target(cast, table=1))
    before = list(Playing.objects.values()), list(Board.objects.values())
    cast.later(minutes=1)

    take(cast, file, target(cast, table=1))

    assert (list(Playing.objects.values()), list(Board.objects.values())) == before
    file.refresh_from_db()
    assert file.taken_at < cast.at


def test_record_goes_to_the_table_with_its_result():
    cast = make_event()

    take(cast, keep(cast, board(1, more=RESULT + PLAY)), target(cast, table=1))

    playing = Playing.objects.get(board__number=1, table__number=1)
    assert (playing.contract, playing.play) == ("4S S", "HA HJ H5 H3")
    assert (playing.tricks, playing.score, playing.status) == (10, 420, "finished")
    assert (playing.score_entered_at, playing.play_ended_at) == (cast.at, cast.at)


def test_play_with_a_gap_stays_in_the_file():
    cast = make_event()
    gap = PLAY.replace("*", "- - - S2\n*")

    take(cast, keep(cast, board(1, more=RESULT + gap)), target(cast, table=1))

    playing = Playing.objects.get(board__number=1, table__number=1)
    assert (playing.contract, playing.tricks, playing.play) == ("4S S", 10, "")


def test_result_of_a_board_with_a_case_is_left_to_the_ruling():
    cast = make_event()
    playing = Playing.objects.get(board__number=1, table__number=1)
    make_case(cast, state="called", playing=playing)

    take(cast, keep(cast, board(1, more=RESULT + PLAY)), target(cast, table=1))

    playing.refresh_from_db()
    assert (playing.contract, playing.play) == ("4S S", "HA HJ H5 H3")
    assert (playing.tricks, playing.score) == (None, None)


def test_other_contract_at_the_table_is_refused():
    cast = make_event()
    playing = Playing.objects.get(board__number=1, table__number=1)
    make_case(cast, state="frozen", playing=playing, contract="3N S")

    with pytest.raises(Invalid, match="Another contract is entered at the table: 3N S"):
        take(cast, keep(cast, board(1, more=RESULT)), target(cast, table=1))


def test_record_without_a_table_is_left_in_the_file():
    cast = make_event()
    file = keep(cast, board(1, more=RESULT))

    (line,) = preview(cast.event, reading_of(file), target(cast))

    assert (line.deal, line.record, line.refusal) == ("new", "no_place", "")


def test_preview_writes_nothing_and_tells_each_board():
    cast = make_event()
    take(cast, keep(cast, board(1)), target(cast))
    before = Entry.objects.count()
    file = keep(cast, board(1, more=RESULT), board(2))

    lines = preview(cast.event, reading_of(file), target(cast, table=1))

    assert [(line.deal, line.record) for line in lines] == [
        ("known", "new"),
        ("new", "none"),
    ]
    assert Entry.objects.count() == before


def test_two_records_for_one_table_are_refused():
    cast = make_event()
    file = keep(cast, board(1, more=RESULT), board(1, more=RESULT))

    with pytest.raises(Invalid, match="two records of this board"):
        take(cast, file, target(cast, table=1))


def test_rooms_of_a_match_go_to_their_tables():
    cast = make_event()
    deal = "md|3SAKQ832H43D9CAJ87,ST65HAT9876DK653,SJ7HKQJDAQJ82CQ42,"
    lin = "".join(
        f"qx|{room}1|{deal}S94H52DT74CKT9653|sv|o|"
        f"mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|pc|HA|mc|{tricks}|\n"
        for room, tricks in (("o", 10), ("c", 11))
    )
    file = kept(cast, lin.encode(), "match.lin")
    board_1 = Board.objects.get(number=1)
    rooms = {
        "open": Playing.objects.filter(board=board_1).order_by("round__order")[0],
        "closed": Playing.objects.filter(board=board_1).order_by("round__order")[1],
    }
    tables = {room: playing.table for room, playing in rooms.items()}

    take(cast, file, Target(deal_set="main", tables=tables))

    for playing in rooms.values():
        playing.refresh_from_db()
    assert {room: playing.tricks for room, playing in rooms.items()} == {
        "open": 10,
        "closed": 11,
    }


def test_entry_names_the_file_by_its_hash():
    cast = make_event()
    file = keep(cast, board(1))

    take(cast, file, target(cast))

    entry = Entry.objects.filter(act="import").latest("seq")
    assert file.sha256.encode() in bytes(entry.data)
    assert b"some.pbn" not in bytes(entry.data)


# --- results by pairs -----------------------------------------------------------------


def results(*lines, board=1):
    """Return a list of results as scoring programs write it: pairs, then the result."""
    rows = "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}"
        f"</EW_PAIR_NUMBER><CONTRACT>4S</CONTRACT><PLAYED_BY>S</PLAYED_BY>"
        f"<TRICKS>{tricks}</TRICKS></TRAVELLER_LINE>"
        for ns, ew, tricks in lines
    )
    head = '<USEBIO Version="1.2"><EVENT><BOARD>'
    number = f"<BOARD_NUMBER>{board}</BOARD_NUMBER>"
    return f"{head}{number}{rows}</BOARD></EVENT></USEBIO>".encode()


def on_board_one(cast):
    rows = Playing.objects.filter(board__event=cast.event, board__number=1)
    return rows.select_related("ns", "ew").order_by("ns__number")


@pytest.mark.parametrize("ranked_apart", [False, True])
def test_results_go_to_the_tables_where_their_pairs_meet(ranked_apart):
    cast = make_event()
    mark = ("NS", "EW") if ranked_apart else ("", "")
    lines = [
        (
            f"{row.ns.number}{mark[0]}",
            f"{99 if mark[1] else row.ew.number}{mark[1]}",
            10,
        )
        for row in on_board_one(cast)
    ]
    file = kept(cast, results(*lines), "evening.xml")

    take(cast, file, target(cast))

    assert {(row.contract, row.tricks, row.score) for row in on_board_one(cast)} == {
        ("4S S", 10, 420)
    }
    before = Entry.objects.count()
    assert {
        line.record for line in preview(cast.event, reading_of(file), target(cast))
    } == {"known"}
    assert Entry.objects.count() == before


def test_pairs_that_do_not_meet_on_the_board_stay_in_the_file():
    cast = make_event()
    one = on_board_one(cast)[0]
    strangers = (one.ns.number, one.ns.number), ("A", "B")
    file = kept(cast, results(*((*pairs, 9) for pairs in strangers)), "evening.xml")

    lines = preview(cast.event, reading_of(file), target(cast))

    assert [line.record for line in lines] == ["no_place"] * 2


def test_result_that_stands_is_not_overwritten_by_a_list():
    cast = make_event()
    one = on_board_one(cast)[0]
    pairs = (one.ns.number, one.ew.number)
    take(cast, kept(cast, results((*pairs, 10)), "one.xml"), target(cast))

    take(cast, kept(cast, results((*pairs, 9)), "two.xml"), target(cast))

    assert on_board_one(cast)[0].tricks == 10
