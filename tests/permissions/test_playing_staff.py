"""Whoever plays a board sees none of its cards, whatever else he is (R11)."""

import pytest

from rulings.models import Appeal, Playing, Role
from rulings.permissions import (
    Sight,
    letters_in_case,
    may,
    may_score,
    may_still_play,
    sees,
    user_actor,
)
from rulings.permissions.embargo import plays_board, plays_in
from rulings.queries.staff import guards_of
from rulings.states import Act
from rulings.workflow.errors import Invalid
from rulings.workflow.event import events, schedule, scores
from rulings.workflow.ruling import appeals
from tests.factories import make_case, make_event, make_user, shell

pytestmark = pytest.mark.django_db
BOTH = {"E": "said_to_director", "W": "said_to_director"}


@pytest.fixture
def piotr():
    return make_user("piotr")


@pytest.fixture
def cast(piotr):
    """Return an event in which Piotr plays as pair 1 and has no role yet."""
    return make_event(players={"Player 1a": piotr})


def give(cast, user, *roles):
    for role in roles:
        events.give_role(shell(), cast.event, user, role, [])


def playings(cast, **values):
    return Playing.objects.filter(board__event=cast.event, **values).order_by(
        "round__order", "board__number", "table__number"
    )


def elsewhere(cast):
    """Return a playing of another table, on a board that pair 1 has still to play."""
    mine = playings(cast, ns__number=1).values("board")
    return playings(cast, board__in=mine).exclude(ns__number=1).first()


def appealed(cast, place):
    case = make_case(cast, state="announced", playing=place)
    appeals.file_appeal(
        cast.form(cast.dana), case.pk, side="EW", concurrence=BOTH, words=""
    )
    return case


ROLES = {
    "administrator": [Role.Name.ADMINISTRATOR],
    "director and administrator": [Role.Name.DIRECTOR, Role.Name.ADMINISTRATOR],
    "chief and administrator": [Role.Name.CHIEF, Role.Name.ADMINISTRATOR],
    "director and scorer": [Role.Name.DIRECTOR, Role.Name.SCORER],
    "superuser": [],
}


@pytest.mark.parametrize("has_played", [False, True], ids=["to come", "sat there"])
@pytest.mark.parametrize("roles", ROLES.values(), ids=ROLES)
def test_a_player_sees_and_does_nothing_by_another_role(cast, piotr, roles, has_played):
    give(cast, piotr, *roles)
    piotr.is_superuser = not roles
    piotr.save()
    place = playings(cast, ns__number=1).first() if has_played else elsewhere(cast)
    case = make_case(cast, state="announced", playing=place)
    if has_played:
        Playing.objects.filter(ns__number=1).update(status="finished")
    actor = user_actor(piotr, cast.at)

    assert [sight for sight in Sight if sees(actor, sight, case)] == []
    words = {Act.OPEN, Act.CLAIM, Act.STATEMENT}
    assert {act for act in Act if may(actor, act, case)} <= words
    assert {letter[-1] for letter in letters_in_case(actor, case)} <= {"-"}


def test_a_reviewer_who_has_still_to_play_the_board_sees_nothing(cast, piotr):
    give(cast, piotr, Role.Name.REVIEWER)
    case = appealed(cast, elsewhere(cast))
    Appeal.objects.update(panel=[piotr.pk])
    actor = user_actor(piotr, cast.at)

    assert letters_in_case(actor, case) == set()
    assert not sees(actor, Sight.CARDS, case)
    assert not may(actor, Act.DECIDE_APPEAL, case)


def test_a_reviewer_who_has_played_the_board_elsewhere_hears_the_appeal(cast, piotr):
    give(cast, piotr, Role.Name.REVIEWER)
    case = appealed(cast, elsewhere(cast))
    Appeal.objects.update(panel=[piotr.pk])
    Playing.objects.filter(ns__number=1).update(status="finished")

    assert letters_in_case(user_actor(piotr, cast.at), case) == {"R"}


@pytest.mark.parametrize(
    ("on_panel", "advised", "hears"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_reviewer_hears_only_where_he_sits_and_did_not_advise(
    cast, on_panel, advised, hears
):
    give(cast, cast.olly, Role.Name.REVIEWER)
    case = appealed(cast, elsewhere(cast))
    mine = [cast.olly.pk]
    Appeal.objects.update(panel=mine * on_panel, advisers=mine * advised)
    actor = user_actor(cast.olly, cast.at)

    assert letters_in_case(actor, case) == ({"R"} if hears else set())
    assert sees(actor, Sight.CARDS, case) is hears


@pytest.mark.parametrize("has_played", [False, True], ids=["to come", "sat there"])
def test_no_player_of_the_board_comes_on_the_panel(cast, piotr, has_played):
    give(cast, piotr, Role.Name.REVIEWER)
    place = playings(cast, ns__number=1).first() if has_played else elsewhere(cast)
    case = appealed(cast, place)
    if has_played:
        Playing.objects.filter(ns__number=1).update(status="finished")

    with pytest.raises(Invalid, match="played the board"):
        appeals.set_panel(
            cast.form(cast.cleo), case.pk, panel=[piotr.pk], advisers=[], deposit=""
        )
    assert Appeal.objects.get().panel == []


def test_a_scorer_enters_what_he_has_played_and_not_what_is_to_come(cast, piotr):
    give(cast, piotr, Role.Name.SCORER)
    mine, other = playings(cast, ns__number=1).first(), elsewhere(cast)
    actor = user_actor(piotr, cast.at)
    assert (may_score(actor, mine), may_score(actor, other)) == (False, False)

    Playing.objects.filter(ns__number=1).update(status="finished")

    assert (may_score(actor, mine), may_score(actor, other)) == (True, True)


@pytest.mark.parametrize(
    ("status", "still"),
    [("scheduled", True), ("in_play", True), ("finished", False), ("cancelled", False)],
)
def test_a_director_who_sits_at_the_board_now_does_not_see_it(
    cast, piotr, status, still
):
    give(cast, piotr, Role.Name.DIRECTOR)
    place = elsewhere(cast)
    case = make_case(cast, state="announced", playing=place)
    mine = playings(cast, ns__number=1)
    mine.update(status="finished")
    mine.filter(board=place.board).update(status=status)
    actor = user_actor(piotr, cast.at)

    assert may_still_play(piotr, place.board, cast.at) is still
    assert letters_in_case(actor, case) == {"D-" if still else "D"}
    assert sees(actor, Sight.CARDS, case) is not still
    guards = guards_of(cast.event.pk, cast.at)
    assert guards.barred(piotr.pk, place) is still
    assert (piotr.pk in guards.free_to_rule(place)) is not still
    own = mine.get(board=place.board)
    assert guards.barred(piotr.pk, own)  # where he sat he rules on nothing
    assert plays_board(piotr, own, cast.at)


def test_a_director_who_sits_east_west_is_left_out_as_well(piotr):
    cast = make_event(players={"Player 4a": piotr})
    give(cast, piotr, Role.Name.DIRECTOR)
    place = playings(cast, ew__number=4).first()

    assert may_still_play(piotr, place.board, cast.at)
    playings(cast, ew__number=4).update(status="finished")

    assert not may_still_play(piotr, place.board, cast.at)
    assert plays_board(piotr, place, cast.at)
    assert guards_of(cast.event.pk, cast.at).barred(piotr.pk, place)


# --- a session whose schedule is not known ------------------------------------


def foresee_nothing(cast, board=40, table=9):
    return schedule.add_playing(
        cast.form(cast.dana),
        cast.event,
        session=cast.session,
        section_letter="A",
        table_number=table,
        board_number=board,
    )


def test_any_board_of_an_unknown_session_may_still_come(cast, piotr):
    added = foresee_nothing(cast)
    cast.session.refresh_from_db()

    assert not cast.session.schedule_known
    assert may_still_play(piotr, added.board, cast.at)
    assert guards_of(cast.event.pk, cast.at, reader=piotr).barred(piotr.pk, added)


def test_a_board_that_he_has_finished_does_not_come_again(cast, piotr):
    added = foresee_nothing(cast)
    Playing.objects.filter(ns__number=1).update(status="finished")
    mine = playings(cast, ns__number=1).first()

    assert not may_still_play(piotr, mine.board, cast.at)
    assert may_still_play(piotr, added.board, cast.at)


def test_nothing_comes_any_more_once_the_session_is_over(cast, piotr):
    added = foresee_nothing(cast)
    for round_ in cast.session.rounds.order_by("order"):
        scores.end_round(cast.form(cast.cleo), cast.event, round_)

    assert not may_still_play(piotr, added.board, cast.at)
    assert not guards_of(cast.event.pk, cast.at, reader=piotr).barred(piotr.pk, added)


def test_who_plays_nowhere_is_not_barred_by_an_unknown_schedule(cast):
    added = foresee_nothing(cast)

    assert not may_still_play(cast.dana, added.board, cast.at)
    assert not plays_in(cast.dana, cast.session, cast.at)
