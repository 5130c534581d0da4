"""A director of one section acts there; what concerns a whole session is not his."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rulings.importers.movements import mitchell
from rulings.models import Pass, Playing, Role, Section, Session
from rulings.permissions import EventAct, Refused, may_in_event, may_somewhere
from rulings.workflow.event import passes, schedule, scores
from tests.factories import NOON, as_actor, make_event, make_staff, shell

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Return an event with sections A and B, and a director of B only."""
    cast = make_event(tables=6)
    both = [
        *mitchell(3, 3, 2, section="A", first_board=41),
        *_shifted(mitchell(3, 3, 2, section="B", first_board=41), 6),
    ]
    timing = schedule.Timing(starts_at=NOON, round_length=timedelta(minutes=15))
    schedule.add_session(
        shell(), cast.event, order=2, placements=both, timing=timing, deal_set="two"
    )
    cast.session = Session.objects.get(event=cast.event, order=2)
    section = Section.objects.get(session=cast.session, letter="B")
    bea = make_staff(cast, "bea", Role.Name.DIRECTOR, [str(section.pk)])
    return cast, bea


def _shifted(placements, by):
    return [
        replace(one, ns=str(int(one.ns) + by), ew=str(int(one.ew) + by))
        for one in placements
    ]


def playing_in(cast, letter):
    return Playing.objects.filter(
        round__session=cast.session, table__section__letter=letter
    ).first()


def score(cast, user, letter):
    scores.enter_score(
        cast.form(user), cast.event, playing_in(cast, letter),
        contract="4S S", tricks=10, score=420,
    )  # fmt: skip


def own_call(cast, user, letter):
    place = playing_in(cast, letter)
    scores.record_own_call(cast.form(user), cast.event, place, "NS")


def issue(cast, user, letter):
    pair = playing_in(cast, letter).ns
    passes.issue_passes(cast.form(user), cast.event, cast.session, [pair])


def revoke(cast, user, letter):
    issue(cast, cast.dana, letter)
    row = Pass.objects.select_related("contestant", "session").get()
    passes.revoke_pass(cast.form(user), cast.event, row)


def add_board(cast, user, letter):
    schedule.add_playing(
        cast.form(user),
        cast.event,
        session=cast.session,
        section_letter=letter,
        table_number=1,
        board_number=77,
        deal_set="two",
    )


IN_A_SECTION = [score, own_call, issue, revoke, add_board]


@pytest.mark.parametrize("act", IN_A_SECTION)
def test_an_act_is_refused_in_another_section_and_done_in_his_own(hall, act):
    cast, bea = hall

    with pytest.raises(Refused):
        act(cast, bea, "A")
    Pass.objects.all().delete()

    act(cast, bea, "B")


def test_a_section_that_is_not_there_yet_is_nobody_s_own(hall):
    cast, bea = hall

    with pytest.raises(Refused):
        add_board(cast, bea, "Z")
    assert not Section.objects.filter(letter="Z").exists()


@pytest.mark.parametrize("verb", [scores.start_round, scores.end_round])
def test_a_round_of_a_whole_session_is_not_for_one_section(hall, verb):
    cast, bea = hall
    round_ = cast.session.rounds.get(order=1)

    with pytest.raises(Refused):
        verb(cast.form(bea), cast.event, round_)
    verb(cast.form(cast.dana), cast.event, round_)


def test_he_has_a_desk_for_what_he_does_in_his_section(hall):
    cast, bea = hall
    actor = as_actor(cast, bea)

    assert may_somewhere(actor, EventAct.ENTER_SCORE, cast.event)
    assert not may_in_event(actor, EventAct.ENTER_SCORE, cast.event)
