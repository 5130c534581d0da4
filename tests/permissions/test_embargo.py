"""Until when the cards of a board stay hidden, function by function (R11)."""

from datetime import timedelta

import pytest

from rulings.models import Playing, Round, Session
from rulings.permissions import embargo
from tests.factories import make_event, make_user

pytestmark = pytest.mark.django_db
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def piotr():
    return make_user("piotr")


@pytest.fixture
def cast(piotr):
    """Piotr plays as pair 1 of six at three tables; every board is still to come."""
    return make_event(players={"Player 1a": piotr})


def end(session, at):
    """Record the end of a session's last round."""
    last = Round.objects.filter(session=session).order_by("order").last()
    Round.objects.filter(pk=last.pk).update(ended_at=at)


def forget_schedule(cast):
    Session.objects.filter(pk=cast.session.pk).update(schedule_known=False)


def boards_of(**values):
    return frozenset(Playing.objects.filter(**values).values_list("board", flat=True))


def test_a_session_is_over_from_the_recorded_end_of_its_last_round(cast):
    first = Round.objects.filter(session=cast.session).order_by("order").first()
    Round.objects.filter(pk=first.pk).update(ended_at=cast.at)
    assert embargo.session_ended_at(cast.session) is None
    assert embargo.session_over(cast.session, cast.at) is False

    end(cast.session, cast.at)

    assert embargo.session_ended_at(cast.session) == cast.at
    assert embargo.session_over(cast.session, cast.at - MOMENT) is False
    assert embargo.session_over(cast.session, cast.at) is True


@pytest.mark.parametrize(
    ("status", "before", "after"),
    [
        ("scheduled", False, True),
        ("in_play", False, True),
        ("finished", True, True),
        ("cancelled", False, False),
    ],
)
def test_a_board_is_played_when_it_is_recorded_or_its_session_is_over(
    cast, status, before, after
):
    playing = Playing.objects.first()
    playing.status = status

    assert embargo.is_played(playing, cast.at) is before
    end(cast.session, cast.at)
    assert embargo.is_played(playing, cast.at) is after


@pytest.mark.parametrize("status", ["scheduled", "in_play"])
def test_one_table_that_has_not_played_keeps_the_cards_hidden(cast, status):
    board = Playing.objects.first().board
    Playing.objects.filter(board=board).update(status="finished")
    assert embargo.embargo_lifted(board, cast.at) is True

    last = Playing.objects.filter(board=board).last()
    Playing.objects.filter(pk=last.pk).update(status=status)

    end(cast.session, cast.at)
    assert embargo.embargo_lifted(board, cast.at) is False


def test_without_a_schedule_the_cards_stay_hidden_until_the_session_ends(cast):
    board = Playing.objects.first().board
    Playing.objects.filter(board=board).update(status="finished")
    forget_schedule(cast)

    assert embargo.embargo_lifted(board, cast.at) is False
    end(cast.session, cast.at)
    assert embargo.embargo_lifted(board, cast.at - MOMENT) is False
    assert embargo.embargo_lifted(board, cast.at) is True


def test_a_player_comes_to_the_boards_he_sits_at_until_they_are_over(cast, piotr):
    mine = embargo.contestants_of(piotr, cast.event.pk)
    first, second = Playing.objects.filter(ns__in=mine).order_by("board__number")[:2]
    Playing.objects.filter(pk=first.pk).update(status="finished")
    Playing.objects.filter(pk=second.pk).update(status="cancelled")
    expected = boards_of(ns__in=mine) - {first.board_id, second.board_id}

    found = embargo.boards_to_come(
        {"he": mine, "nobody": frozenset()}, cast.event.pk, cast.at
    )

    assert expected
    assert found == {"he": expected, "nobody": frozenset()}
    nobody = {"nobody": frozenset()}
    assert embargo.boards_to_come(nobody, cast.event.pk, cast.at) == nobody


@pytest.mark.parametrize("unwritten", [False, True])
def test_without_a_schedule_a_player_may_come_to_any_board(cast, piotr, unwritten):
    """Also one who sits nowhere, while somebody sits somewhere unwritten."""
    forget_schedule(cast)
    mine = embargo.contestants_of(piotr, cast.event.pk)
    if unwritten:
        Playing.objects.filter(ns__in=mine).update(ns=None)
    else:
        done, cancelled = Playing.objects.filter(ns__in=mine)[:2]
        Playing.objects.filter(pk=done.pk).update(status="finished")
        Playing.objects.filter(pk=cancelled.pk).update(status="cancelled")
    everything = boards_of(board__event=cast.event)

    (found,) = embargo.boards_to_come({0: mine}, cast.event.pk, cast.at).values()

    assert found == (everything if unwritten else everything - {done.board_id})
    end(cast.session, cast.at)
    (left,) = embargo.boards_to_come({0: mine}, cast.event.pk, cast.at).values()
    assert left == boards_of(ns__in=mine, status="scheduled")


def test_who_sits_in_no_session_comes_to_no_board_of_it(cast, piotr):
    forget_schedule(cast)
    mine = embargo.contestants_of(piotr, cast.event.pk)
    other = Playing.objects.exclude(ns__in=mine).first().ns_id
    Playing.objects.filter(ns__in=mine).update(ns=other)

    found = embargo.boards_to_come({0: mine}, cast.event.pk, cast.at)

    assert found == {0: frozenset()}


def test_who_plays_where_is_answered_with_yes_or_no(cast, piotr):
    mine = embargo.contestants_of(piotr, cast.event.pk)
    (contestant,) = mine
    sits = Playing.objects.filter(ns=contestant).first()
    beside = Playing.objects.exclude(ns=contestant).exclude(board=sits.board).first()
    Playing.objects.filter(ns=contestant).update(status="finished")

    assert embargo.contestants_of(cast.olly, cast.event.pk) == frozenset()
    asked = ((piotr, True), (cast.olly, False))
    for who, yes in asked:
        assert embargo.plays_board(who, sits, cast.at) is yes
        assert embargo.plays_in(who, cast.session, cast.at) is yes
    assert embargo.plays_board(piotr, beside, cast.at) is False
    assert embargo.may_still_play(piotr, sits.board, cast.at) is False
    Playing.objects.filter(pk=sits.pk).update(status="in_play")
    assert embargo.may_still_play(piotr, sits.board, cast.at) is True
    assert embargo.may_still_play(cast.olly, sits.board, cast.at) is False


def test_in_a_session_without_schedule_a_player_may_sit_until_it_ends(cast, piotr):
    mine = embargo.contestants_of(piotr, cast.event.pk)
    other = Playing.objects.exclude(ns__in=mine).first().ns_id
    Playing.objects.filter(ns__in=mine).update(ns=other)
    assert embargo.plays_in(piotr, cast.session, cast.at) is False
    forget_schedule(cast)
    assert embargo.plays_in(piotr, cast.session, cast.at) is True
    end(cast.session, cast.at)
    assert embargo.plays_in(piotr, cast.session, cast.at) is False
