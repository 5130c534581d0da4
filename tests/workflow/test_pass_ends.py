"""A pass lives longer than the last window it serves."""

from datetime import timedelta

import pytest

from rulings.models import Pass, Window
from rulings.workflow import windows
from tests.factories import make_case, make_event
from tests.workflow.players import pass_of
from tests.workflow.spans import MINUTE, end_round, publish, window

pytestmark = pytest.mark.django_db


def test_passes_live_48_hours_longer_than_the_last_window_they_serve():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    mine = pass_of(cast, case, "EW")
    assert Pass.objects.get(pk=mine.pk).expires_at is None
    cast.later(hours=5)

    publish(cast)
    last = window(case, "appeal").closes_at
    assert Pass.objects.get(pk=mine.pk).expires_at == last + timedelta(hours=48)

    windows.extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 20, "desk closed"
    )
    last += 20 * MINUTE
    assert Pass.objects.get(pk=mine.pk).expires_at == last + timedelta(hours=48)
    assert window(case, "appeal").closes_at == last


def test_passes_of_a_session_without_a_case_expire_after_its_publication():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="closed")
    mine = pass_of(cast, case, "EW")

    publish(cast)

    expected = cast.at + timedelta(minutes=30, hours=48)
    assert Pass.objects.get(pk=mine.pk).expires_at == expected
    assert pass_of(cast, case, "EW").expires_at == expected


def test_before_publication_an_agreement_that_ends_does_not_end_the_pass():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="agreed")
    mine = pass_of(cast, case, "EW")

    end_round(cast, case, 9)

    assert Pass.objects.get(pk=mine.pk).expires_at is None
