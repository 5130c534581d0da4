"""The times of a whole session: extended, or ended early once they are given up."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Window
from rulings.permissions import Refused
from rulings.workflow.errors import Fault
from rulings.workflow.event.ends import close_session_early, extend_session
from rulings.workflow.event.scores import publish_scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.windows import waive_window
from tests.factories import make_case, make_event
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    made = make_event()
    make_case(made, state="announced")
    publish_scores(made.form(made.cleo), made.event, made.session)
    return made


def windows():
    rows = Window.objects.exclude(purpose=Window.Purpose.AGREEMENT)
    return {row.purpose: row for row in rows}


def give_up(cast, purpose, *sides):
    case = windows()[purpose].case
    for side in sides:
        case.refresh_from_db()
        form = cast.form(cast.dana, version=case.version)
        waive_window(form, case.pk, Window.Purpose(purpose), side)


def test_every_open_time_of_the_session_gets_the_minutes_and_a_closed_one_none(cast):
    before = {name: row.closes_at for name, row in windows().items()}
    cast.later(minutes=5)

    extend_session(
        cast.form(cast.cleo), cast.event, cast.session, minutes=10, reason="no light"
    )

    after = {name: row.closes_at for name, row in windows().items()}
    ten = timedelta(minutes=10)
    assert after == {name: at and at + ten for name, at in before.items()}
    cast.later(days=3)
    with pytest.raises(Fault, match="No such time is open"):
        extend_session(
            cast.form(cast.cleo), cast.event, cast.session, minutes=5, reason="late"
        )
    assert verify().findings == []


def test_only_times_that_both_sides_gave_up_end_early(cast):
    with pytest.raises(Fault, match="give up the rest first"):
        close_session_early(
            cast.form(cast.cleo), cast.event, cast.session, reason="prizes"
        )
    give_up(cast, "appeal", "NS", "EW")
    give_up(cast, "correction", "NS")

    close_session_early(cast.form(cast.cleo), cast.event, cast.session, reason="prizes")

    found = windows()
    assert found["appeal"].closed_early_at == found["appeal"].closes_at == cast.at
    assert found["correction"].closed_early_at is None
    assert verify().findings == []


def test_the_times_are_the_chiefs_and_need_a_reason(cast):
    with pytest.raises(Refused):
        extend_session(
            cast.form(cast.dana), cast.event, cast.session, minutes=5, reason="x"
        )
    with pytest.raises(Fault):
        extend_session(
            cast.form(cast.cleo), cast.event, cast.session, minutes=5, reason=" "
        )


def test_the_chief_ends_what_was_given_up_on_one_page(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    cleo = tablet(cast.cleo)
    address = reverse("session_end", args=[cast.event.pk, cast.session.pk])
    assert address in cleo.get(reverse("blocks", args=[cast.event.pk])).content.decode()
    refused = cleo.post(address, sent(do="close", reason="prizes"))
    assert (refused.status_code, len(refused.context["given_up"].rows)) == (422, 0)
    assert "No such time is open" in text_of(refused)
    longer = cleo.post(address, sent(do="extend", minutes=5, reason="no light"))
    give_up(cast, "appeal", "NS", "EW")
    assert "End these now" in text_of(cleo.get(address))

    ended = cleo.post(address, sent(do="close", reason="prizes"))

    assert (longer.status_code, ended.status_code) == (303, 303)
    assert windows()["appeal"].closed_early_at == cast.at
