"""A schedule is its playings; boards of a deal set are shared and made once."""

from datetime import timedelta

import pytest

from rulings.importers.movements import mitchell
from rulings.models import Board, Playing, Round, Section, Session
from rulings.permissions import Refused, embargo_lifted
from rulings.workflow.errors import KeyReused
from rulings.workflow.event import schedule
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, NOON, make_event

pytestmark = pytest.mark.django_db
TIMING = schedule.Timing(
    starts_at=NOON, round_length=timedelta(minutes=15), pause=timedelta(minutes=2)
)


def add(cast, form, **values):
    given = {
        "order": 2,
        "placements": mitchell(3, 3, 2),
        "timing": TIMING,
        "deal_set": "main",
    }
    return schedule.add_session(form, cast.event, **{**given, **values})


def test_rounds_are_planned_one_after_the_other():
    cast = make_event()
    add(cast, cast.form(cast.cleo))

    rows = Round.objects.filter(session__order=2).order_by("order")
    minutes = [
        ((row.starts_at - NOON) // timedelta(minutes=1),
         (row.ends_at - NOON) // timedelta(minutes=1))
        for row in rows
    ]  # fmt: skip
    assert minutes == [(0, 15), (17, 32), (34, 49)]


def test_a_session_of_the_same_deal_set_shares_the_boards():
    cast = make_event()
    boards = Board.objects.count()

    add(cast, cast.form(cast.cleo))

    assert Board.objects.count() == boards
    assert Playing.objects.filter(round__session__order=2).count() == 18
    assert verify().findings == []


def test_deals_given_are_kept_with_their_hash():
    cast = make_event()
    add(cast, cast.form(cast.cleo), deal_set="final", deals={1: DEAL})

    rows = Board.objects.filter(deal_set="final").order_by("number")
    assert rows[0].deal == str(DEAL)
    assert len(rows[0].deal_hash) == 64
    assert (rows[1].deal, rows[1].deal_hash) == ("", "")


def test_who_sits_where_is_known_from_the_contestants():
    cast = make_event()

    playing = Playing.objects.filter(round__session=cast.session).first()

    assert set(playing.seats) == set("NSEW")
    assert [playing.seats["N"], playing.seats["S"]] == playing.ns.members


def test_a_pair_without_a_contestant_leaves_its_seats_empty():
    cast = make_event()
    add(cast, cast.form(cast.cleo), placements=mitchell(5, 5, 1), deal_set="b")

    rows = Playing.objects.filter(round__session__order=2, ew=None)
    assert rows.exists()
    assert {frozenset(playing.seats) for playing in rows} == {frozenset("NS")}


def test_another_timing_is_another_form():
    cast = make_event()
    form = cast.form(cast.cleo)
    add(cast, form)

    other = schedule.Timing(starts_at=NOON, round_length=timedelta(minutes=20))

    with pytest.raises(KeyReused):
        add(cast, form, timing=other)
    assert Session.objects.count() == 2


def place(cast, form, board=40, table=9, section="A"):
    return schedule.add_playing(
        form,
        cast.event,
        session=cast.session,
        section_letter=section,
        table_number=table,
        board_number=board,
    )


def test_a_board_at_a_table_that_no_schedule_foresaw_is_added_once():
    cast = make_event()
    form = cast.form(cast.dana)

    first, again = place(cast, form), place(cast, form)
    third = place(cast, cast.form(cast.dana))

    assert first == again == third
    assert (first.status, first.round.order) == ("in_play", 1)
    assert (first.board.number, first.table.number) == (40, 9)
    assert verify().findings == []


def test_a_table_in_a_new_section_and_a_round_after_the_last_are_made():
    cast = make_event()
    Round.objects.update(ended_at=cast.at)

    playing = place(cast, cast.form(cast.dana), section="Z")

    assert playing.round.order == 4
    assert Section.objects.filter(session=cast.session, letter="Z").exists()


def test_a_stranger_adds_no_board():
    cast = make_event()

    with pytest.raises(Refused):
        place(cast, cast.form(cast.olly))


def test_an_added_board_is_played_by_those_who_sit_there():
    cast = make_event()
    there = Playing.objects.filter(table__number=2, round__order=1).first()

    added = place(cast, cast.form(cast.dana), table=2)

    assert (added.ns, added.ew) == (there.ns, there.ew)
    assert added.seats == there.seats
    assert set(added.seats) == set("NESW")
    assert verify().findings == []


def test_a_table_without_boards_in_the_round_keeps_its_last_pairs():
    cast = make_event()
    Round.objects.update(ended_at=cast.at)
    last = Playing.objects.filter(table__number=2, round__order=3).first()

    added = place(cast, cast.form(cast.dana), table=2)

    assert (added.round.order, added.ns, added.ew) == (4, last.ns, last.ew)


def test_a_board_nobody_foresaw_makes_the_schedule_unknown_until_the_end():
    cast = make_event()
    added = place(cast, cast.form(cast.dana), table=2)
    Playing.objects.update(status="finished")

    cast.session.refresh_from_db()
    assert not cast.session.schedule_known
    assert not embargo_lifted(added.board, cast.at)
    assert not embargo_lifted(added.board, cast.at + timedelta(hours=1))
    Round.objects.update(ended_at=cast.at)
    assert embargo_lifted(added.board, cast.at)


def test_a_board_that_was_foreseen_leaves_the_schedule_known():
    cast = make_event()
    known = Playing.objects.filter(table__number=2, round__order=1).first()

    place(cast, cast.form(cast.dana), board=known.board.number, table=2)

    cast.session.refresh_from_db()
    assert cast.session.schedule_known


def test_a_session_sent_twice_is_added_once_and_comes_last():
    cast = make_event()
    form = cast.form(cast.cleo)
    given = {
        "placements": mitchell(3, 3, 2, first_board=21),
        "timing": schedule.Timing(starts_at=NOON, round_length=timedelta(minutes=15)),
        "deal_set": "evening",
    }

    first = schedule.add_session(form, cast.event, **given)
    second = schedule.add_session(form, cast.event, **given)

    assert second == first
    orders = Session.objects.filter(event=cast.event).values_list("order", flat=True)
    assert sorted(orders) == [1, 2]
