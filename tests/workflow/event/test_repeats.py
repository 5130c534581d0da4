"""The same evening again: schedule, people and rights of an earlier event."""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from rulings.models import Board, Contestant, Event, Person, Playing, Role, Round
from rulings.permissions import Refused
from rulings.queries.setup import setup_of
from rulings.workflow.event.ends import archive_event
from rulings.workflow.event.events import end_role, give_role
from rulings.workflow.event.repeats import repeat_event
from rulings.workflow.event.scores import end_round, start_round
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, make_event, make_user, shell
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


def again(cast, *, user=None, form=None, with_names=True):
    return repeat_event(
        form or cast.form(user or cast.cleo),
        cast.event,
        name="Next Friday",
        starts_on=date(2026, 3, 21),
        with_names=with_names,
    )


def meetings(event):
    rows = Playing.objects.filter(board__event=event)
    names = "round__order", "table__number", "board__number", "ns__number", "ew__number"
    return sorted(rows.values_list(*names))


def test_schedule_names_roles_and_times_are_those_of_last_week():
    dealt = {1: DEAL}
    cast = make_event(deals=dealt)
    gone = make_user("gone")
    give_role(shell(), cast.event, gone, Role.Name.SCORER, [])
    end_role(shell(), cast.event, Role.objects.get(user=gone))
    first = cast.session.rounds.get(order=1)
    cast.later(minutes=2)
    start_round(cast.form(cast.dana), cast.event, first)
    end_round(cast.form(cast.dana), cast.event, first)

    event = again(cast)

    assert meetings(event) == meetings(cast.event)
    assert set(
        Playing.objects.filter(board__event=event).values_list("status", flat=True)
    ) == {"scheduled"}
    assert not Board.objects.filter(event=event).exclude(deal="").exists()
    names = Person.objects.filter(participant__event=event).values_list("name")
    before = Person.objects.filter(participant__event=cast.event).values_list("name")
    assert sorted(names) == sorted(before)
    roles = Role.objects.filter(event=event)
    assert {(row.user.username, row.role) for row in roles} == {
        ("dana", "director"),
        ("cleo", "chief"),
    }
    rounds = Round.objects.filter(session__event=event).order_by("order")
    old = Round.objects.filter(session__event=cast.event).order_by("order")
    # the first round began late; the plan stays, and the new event has it too
    assert [row.starts_at - timedelta(days=7) for row in rounds] == [
        row.starts_at for row in old
    ]
    assert old[0].starts_at == first.starts_at
    assert not rounds.filter(started_at__isnull=False).exists()
    assert not rounds.filter(ended_at__isnull=False).exists()
    done = {step.key for step in setup_of(event, cast.at).steps if step.done}
    assert done == {"event", "staff", "schedule", "names"}
    assert verify().findings == []


def test_a_form_sent_twice_makes_one_event_and_an_archived_one_can_be_repeated():
    cast = make_event()
    archive_event(shell(cast.at), cast.event)
    form = cast.form(cast.cleo)

    assert again(cast, form=form) == again(cast, form=form)

    assert Event.objects.count() == 2


def test_without_names_the_numbers_and_their_schedule_stay():
    cast = make_event()

    event = again(cast, with_names=False)

    assert not Person.objects.filter(participant__event=event).exists()
    assert Contestant.objects.filter(event=event, members=[]).count() == 6
    assert not any(row.seats for row in Playing.objects.filter(board__event=event))
    assert verify().findings == []


def test_a_director_and_the_chief_of_another_event_make_none():
    cast, other = make_event(), make_event(suffix="2")

    for user in (cast.dana, other.cleo):
        with pytest.raises(Refused):
            again(cast, user=user)

    assert Event.objects.count() == 2


def test_the_page_offers_the_same_weekday_that_is_still_to_come(monkeypatch):
    cast = make_event()
    cast.later(days=16)
    stop_clock(monkeypatch, cast)
    cleo = tablet(cast.cleo)
    steps = cleo.get(reverse("first_steps", args=[cast.event.pk]))
    address = reverse("repeat_event", args=[cast.event.pk])
    assert address in steps.content.decode()
    page = cleo.get(address)
    assert page.context["form"]["starts_on"].value() == date(2026, 4, 4)

    made = cleo.post(address, sent(name="Friday", starts_on="2026-04-04", people="on"))

    event = Event.objects.get(name="Friday")
    assert made["Location"] == reverse("first_steps", args=[event.pk])
    assert "4 of 7" in text_of(cleo.get(made["Location"]))
