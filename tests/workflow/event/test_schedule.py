"""A schedule is its playings; boards of a deal set are shared and made once."""

from datetime import timedelta

import pytest

from rulings.importers.movements import drawn_round, mitchell, read_draw
from rulings.models import Board, Playing, Round, Section, Session
from rulings.permissions import Refused, embargo_lifted
from rulings.permissions.embargo import boards_to_come, contestants_of
from rulings.queries.sessions import boards_before
from rulings.workflow.errors import Fault, KeyReused
from rulings.workflow.event import changes, schedule
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, NOON, make_event, make_user

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


def drawn(cast, form, text, first, **values):
    placements = drawn_round(read_draw(text), 1, 2, first_board=first, teams=False)
    given = {"placements": placements, "deal_set": "swiss", **values}
    return changes.draw_round(form, cast.event, Session.objects.get(order=2), **given)


def test_rounds_are_drawn_one_by_one_and_the_cards_wait_for_the_last_draw():
    piotr = make_user("piotr")
    cast = make_event(players={"Player 1a": piotr})
    first = drawn_round(read_draw("1-4\n2-5\n3-6"), 1, 2, first_board=21, teams=False)
    add(cast, cast.form(cast.cleo), placements=first, deal_set="swiss", to_draw=2)
    Board.objects.create(event=cast.event, deal_set="swiss", number=29, dealer="N")
    session = Session.objects.get(order=2)
    mine = contestants_of(piotr, cast.event.pk)

    def hidden():
        found = boards_to_come({0: mine}, cast.event.pk, cast.at)[0]
        rows = Board.objects.filter(pk__in=found, deal_set="swiss")
        return sorted(rows.values_list("number", flat=True))

    assert (session.schedule_known, session.rounds.count()) == (False, 3)
    assert hidden() == [21, 22, 29]  # which board the next round plays, nobody knows
    drawn(cast, cast.form(cast.cleo), "6 - 1\n4 - 2\n5 - 3", 23)
    assert boards_before(session) == ("swiss", 24, 2)
    drawn(cast, cast.form(cast.cleo), "1 - 2\n3 - 4\n5 - 6", 25)

    session.refresh_from_db()
    assert session.schedule_known
    assert hidden() == [21, 22, 23, 24, 25, 26]
    with pytest.raises(Fault) as caught:
        drawn(cast, cast.form(cast.cleo), "1 - 2", 27)
    assert caught.value.code == "drawn_already"


@pytest.mark.parametrize(
    ("text", "board", "code"),
    [("1 - 77", 23, "drawn_unknown"), ("1 - 2", 22, "board_at_table")],
)
def test_a_draw_that_cannot_be_played_is_refused(text, board, code):
    cast = make_event()
    first = drawn_round(read_draw("1-4\n2-5"), 1, 2, first_board=21, teams=False)
    add(cast, cast.form(cast.cleo), placements=first, deal_set="swiss", to_draw=1)

    with pytest.raises(Fault) as caught:
        drawn(cast, cast.form(cast.cleo), text, board)
    assert caught.value.code == code
