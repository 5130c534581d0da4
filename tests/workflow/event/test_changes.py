"""A planned session is changed; what has been played stays, with a sentence."""

from datetime import timedelta

import pytest

from rulings.importers.movements import howell
from rulings.models import Contestant, Entry, Participant, Playing, Round, Session
from rulings.permissions import Refused, may_still_play
from rulings.workflow.errors import Fault
from rulings.workflow.event import changes, contestants, schedule
from rulings.workflow.event.events import link_account
from rulings.workflow.event.scores import end_round, start_round
from rulings.workflow.proof.verify import verify
from tests.factories import NOON, make_case, make_event, make_user
from tests.people import give_slips
from tests.workflow.event.test_schedule import TIMING

pytestmark = pytest.mark.django_db
LEFT = Playing.Status.CANCELLED


@pytest.fixture
def cast():
    return make_event()


def round_(cast, order):
    return cast.session.rounds.get(order=order)


def absence(cast, order, pair=None, table=None):
    return changes.Absence(
        since=round_(cast, order),
        pair=pair and Contestant.objects.get(event=cast.event, number=pair),
        table=table,
    )


def left(cast):
    rows = Playing.objects.filter(round__session=cast.session, status=LEFT)
    return {(row.round.order, row.ns.number, row.ew.number) for row in rows}


def test_a_missing_pair_is_left_out_and_a_late_one_brought_back(cast):
    changes.leave_out(cast.form(cast.cleo), cast.event, absence(cast, 1, pair=4))
    assert left(cast) == {(1, 1, 4), (2, 2, 4), (3, 3, 4)}

    end_round(cast.form(cast.dana), cast.event, round_(cast, 1))
    changes.bring_back(cast.form(cast.cleo), cast.event, absence(cast, 2, pair=4))

    assert left(cast) == {(1, 1, 4)}
    assert verify().findings == []


def test_a_board_stays_out_while_its_other_pair_is_left_out(cast):
    for pair in (1, 4):
        gone = absence(cast, 1, pair=pair)
        changes.leave_out(cast.form(cast.cleo), cast.event, gone)

    changes.bring_back(cast.form(cast.cleo), cast.event, absence(cast, 1, pair=4))

    assert left(cast) == {(1, 1, 4), (2, 1, 6), (3, 1, 5)}


def test_a_table_closes_from_the_second_round_on(cast):
    table = Playing.objects.filter(table__number=3).first().table

    changes.leave_out(cast.form(cast.cleo), cast.event, absence(cast, 2, table=table))

    assert {order for order, _ns, _ew in left(cast)} == {2, 3}
    with pytest.raises(Fault, match="No board to come"):
        changes.leave_out(
            cast.form(cast.cleo), cast.event, absence(cast, 2, table=table)
        )
    assert verify().findings == []


def test_what_was_called_stays_and_a_later_round_is_named(cast):
    case = make_case(cast)
    pair = case.playing.ns.number

    with pytest.raises(Fault, match="has been played, scored or called there"):
        changes.leave_out(cast.form(cast.cleo), cast.event, absence(cast, 1, pair))
    with pytest.raises(Fault, match="No board is left out"):
        changes.bring_back(cast.form(cast.cleo), cast.event, absence(cast, 1, pair))

    assert left(cast) == set()


def test_a_substitute_sits_from_his_round_on_and_is_guarded(cast):
    pair = Contestant.objects.get(event=cast.event, number=1)
    north = pair.members[0]
    wanted = contestants.Substitution(
        since=round_(cast, 2), player=north,
        name="Ida Late",
    )  # fmt: skip

    contestants.substitute(cast.form(cast.cleo), cast.event, wanted)

    pair.refresh_from_db()
    assert (len(pair.members), pair.members[0]) == (3, north)
    seats = {
        row.round.order: row.seats["N"]
        for row in Playing.objects.filter(ns=pair).select_related("round")
    }
    assert seats == {1: north, 2: pair.members[2], 3: pair.members[2]}
    assert not any(b"Ida Late" in bytes(row.data) for row in Entry.objects.all())
    assert verify().findings == []
    ida = make_user("ida")
    player = Participant.objects.get(pk=pair.members[2])
    link_account(cast.form(cast.cleo), cast.event, player, ida)
    board = Playing.objects.filter(ns=pair, round__order=2).first().board
    assert may_still_play(ida, board, cast.at)


def test_times_of_the_rounds_to_come_move_and_the_first_stays(cast):
    first = round_(cast, 1)
    end_round(cast.form(cast.dana), cast.event, first)
    timing = schedule.Timing(
        starts_at=NOON + timedelta(hours=2), round_length=timedelta(minutes=20)
    )

    changes.retime_session(cast.form(cast.cleo), cast.event, cast.session, timing)

    starts = list(Round.objects.order_by("order").values_list("starts_at", flat=True))
    assert starts[0] == first.starts_at
    assert [(at - NOON) // timedelta(minutes=1) for at in starts[1:]] == [120, 140]
    for order in (2, 3):
        end_round(cast.form(cast.dana), cast.event, round_(cast, order))
    with pytest.raises(Fault, match="All rounds of this session are over"):
        changes.retime_session(cast.form(cast.cleo), cast.event, cast.session, timing)
    assert verify().findings == []


def second(cast):
    schedule.add_session(
        cast.form(cast.cleo), cast.event, placements=howell(2, 3, 2), timing=TIMING,
        deal_set="late",
    )  # fmt: skip
    return Session.objects.get(event=cast.event, order=2)


def test_a_session_that_nobody_has_played_is_removed_and_planned_again(cast):
    session = second(cast)

    changes.remove_session(cast.form(cast.cleo), cast.event, session)

    assert not Session.objects.filter(order=2).exists()
    assert Playing.objects.exclude(round__session=cast.session).count() == 0
    assert second(cast).order == 2
    assert verify().findings == []


def test_a_session_with_slips_a_call_or_play_stays(cast):
    with pytest.raises(Refused):
        changes.remove_session(cast.form(cast.dana), cast.event, cast.session)
    give_slips(cast)
    with pytest.raises(Fault, match="Slips have been issued"):
        changes.remove_session(cast.form(cast.cleo), cast.event, cast.session)
    session = second(cast)
    start_round(cast.form(cast.dana), cast.event, session.rounds.get(order=1))
    end_round(cast.form(cast.dana), cast.event, session.rounds.get(order=1))

    with pytest.raises(Fault, match="have been played, scored or called"):
        changes.remove_session(cast.form(cast.cleo), cast.event, session)

    assert Session.objects.filter(event=cast.event).count() == 2


def table_round(cast, order, table, **given):
    for side in ("ns", "ew"):
        if side in given:
            number = given[side]
            given[side] = Contestant.objects.get(event=cast.event, number=number)
    row = Playing.objects.filter(table__number=table, round=round_(cast, order)).first()
    return changes.TableRound(round=round_(cast, order), table=row.table, **given)


def at_tables(cast, order):
    rows = Playing.objects.filter(round=round_(cast, order))
    return {
        (row.table.number, row.board.number, row.ns.number, row.ew.number)
        for row in rows.select_related("table", "board", "ns", "ew")
    }


def test_a_pair_from_another_table_changes_places_and_nobody_sits_twice(cast):
    before = at_tables(cast, 1)
    assert {row[0]: row[2:] for row in before} == {1: (1, 4), 2: (2, 5), 3: (3, 6)}
    swapped = table_round(cast, 1, 1, ns=2)
    with pytest.raises(Fault, match=r"Pair 2 plays board \d in another round"):
        changes.change_table(cast.form(cast.cleo), cast.event, swapped)
    for pair in (1, 2):
        gone = absence(cast, 2, pair=pair)
        changes.leave_out(cast.form(cast.cleo), cast.event, gone)

    changes.change_table(cast.form(cast.cleo), cast.event, swapped)

    after = at_tables(cast, 1)
    assert {row[0]: row[2:] for row in after} == {1: (2, 4), 2: (1, 5), 3: (3, 6)}
    assert {row[:2] for row in after} == {row[:2] for row in before}
    first = Playing.objects.get(round=round_(cast, 1), table__number=1, board__number=1)
    assert first.seats["N"] == first.ns.members[0]
    assert verify().findings == []


def test_both_pairs_of_a_table_change_sides(cast):
    turned = table_round(cast, 1, 1, ns=4, ew=1)
    changes.change_table(cast.form(cast.cleo), cast.event, turned)
    assert {row[2:] for row in at_tables(cast, 1) if row[0] == 1} == {(4, 1)}


def test_a_table_gets_other_boards_that_its_pairs_have_not_played(cast):
    fresh = table_round(cast, 1, 1, boards=range(31, 33))
    changes.change_table(cast.form(cast.cleo), cast.event, fresh)

    assert {row[1] for row in at_tables(cast, 1) if row[0] == 1} == {31, 32}
    number = min(row[1] for row in at_tables(cast, 2) if row[2] == 1)
    again = table_round(cast, 1, 1, boards=range(number, number + 1))
    with pytest.raises(Fault, match="in another round"):
        changes.change_table(cast.form(cast.cleo), cast.event, again)
    assert verify().findings == []


def test_a_table_where_a_board_was_called_stays_as_it_is(cast):
    place = make_case(cast).playing
    called = table_round(cast, place.round.order, place.table.number, ns=3)
    with pytest.raises(Fault, match="has been played, scored or called"):
        changes.change_table(cast.form(cast.cleo), cast.event, called)
    alone = table_round(cast, 1, 2, ns=3, ew=3)
    with pytest.raises(Fault, match="against itself"):
        changes.change_table(cast.form(cast.cleo), cast.event, alone)
