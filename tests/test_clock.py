"""The instant of a request: read once, with its reader where that is possible."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import RequestFactory

from rulings.clock import ClockReading, database_clock, reading_of, receipt_at
from rulings.permissions.relations import account_with_roles
from rulings.views.common import actor_of
from tests.factories import make_event

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def test_a_clock_read_with_other_rows_is_as_late_as_the_request_waited():
    read = ClockReading(NOON, ticks=1003.0)

    assert receipt_at(1000.0, read) == NOON - timedelta(seconds=3)
    assert receipt_at(1004.0, read) == NOON  # it had arrived whole later
    assert receipt_at(None, read) == NOON


@pytest.mark.django_db
def test_only_a_look_takes_the_clock_that_came_with_the_account():
    user = account_with_roles(make_event().dana.pk)
    read = reading_of(user)
    assert (read is not None) == (connection.vendor == "postgresql")
    assert read is None or abs(read.at - database_clock()) < timedelta(minutes=1)
    user.clock_reading = ClockReading(NOON, ticks=0.0)

    at = {}
    for method in ("GET", "POST"):
        request = RequestFactory().generic(method, "/")
        request.user = user
        at[method] = actor_of(request).at

    assert at["GET"] == NOON
    assert abs(at["POST"] - database_clock()) < timedelta(minutes=1)
