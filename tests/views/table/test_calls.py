"""Another board than those in play: in which session, and whether it exists."""

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.importers.movements import mitchell
from rulings.models import Case, Playing, Session
from rulings.queries.table.tables import place_of, session_now
from rulings.workflow.event import schedule
from rulings.workflow.event.scores import end_round
from tests.factories import NOON, shell
from tests.forms_on_pages import flat
from tests.people import stop_clock

pytestmark = pytest.mark.django_db
ROUND = timedelta(minutes=15)


@pytest.fixture
def evening(cast):
    """Add a second session, planned for the evening, on other boards."""
    schedule.add_session(
        shell(),
        cast.event,
        order=2,
        placements=mitchell(3, 2, 2),
        timing=schedule.Timing(starts_at=NOON + timedelta(hours=6), round_length=ROUND),
        deal_set="evening",
    )
    return Session.objects.get(event=cast.event, order=2)


def place(cast, at, **numbers):
    return place_of(cast.event, at, section="A", table=1, board=1, **numbers)


def test_session_running_by_the_plan_is_taken_not_the_last(cast, evening):
    at = NOON + timedelta(minutes=5)

    assert session_now(cast.event, at) == cast.session
    assert place(cast, at).playing.round.session == cast.session


def test_session_begun_by_the_record_is_taken_where_the_plan_is_silent(cast, evening):
    first = cast.session.rounds.order_by("order").first()
    end_round(cast.form(cast.dana), cast.event, first)

    assert session_now(cast.event, NOON + timedelta(hours=5)) == cast.session


def test_what_was_written_down_in_a_session_is_of_that_one(cast, evening):
    at = cast.at
    cast.later(hours=2)
    for row in cast.session.rounds.order_by("order"):
        end_round(cast.form(cast.dana), cast.event, row)

    assert session_now(cast.event, at + timedelta(minutes=5)) == cast.session
    assert session_now(cast.event, NOON + timedelta(hours=6, minutes=5)) == evening


def test_record_and_plan_that_differ_do_not_decide(cast, evening):
    first = cast.session.rounds.order_by("order").first()
    end_round(cast.form(cast.dana), cast.event, first)
    at = NOON + timedelta(hours=6, minutes=5)

    assert session_now(cast.event, at) is None
    assert place(cast, at).choices == (cast.session, evening)


def test_session_is_asked_for_between_two_and_what_was_typed_is_kept(
    client, cast, evening, monkeypatch
):
    cast.later(minutes=300)
    stop_clock(monkeypatch, cast)
    client.force_login(cast.dana)
    url = reverse("new_call", args=[cast.event.pk])
    typed = {"section": "A", "table": "1", "board": "1"}

    asked = client.post(url, {**typed, "key": uuid.uuid4()})

    text = asked.content.decode()
    assert asked.status_code == 422
    assert "In which session?" in text
    assert 'type="number" name="table" value="1"' in flat(text)
    assert not Case.objects.exists()

    client.post(url, {**typed, "key": uuid.uuid4(), "session": evening.pk})

    assert Case.objects.get().playing.round.session == evening


def test_board_planned_elsewhere_only_is_named(client, cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    client.force_login(cast.dana)
    url = reverse("new_call", args=[cast.event.pk])
    before = Playing.objects.count()

    asked = client.post(
        url, {"section": "A", "table": "40", "board": "1", "key": uuid.uuid4()}
    )

    assert "There is no table A40 in session 1." in asked.content.decode()
    assert Playing.objects.count() == before
