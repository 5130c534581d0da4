"""The public clock: tables, times and reasons, and nothing else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from rulings.workflow.event import scores
from tests.factories import make_case, make_event
from tests.people import give_slips, phone, slips_of, tablet, text_of

pytestmark = pytest.mark.django_db


def test_public_clock_shows_tables_times_and_reasons_only(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    url = reverse("public_clock", args=[cast.event.pk])

    page = phone(noor.table_pass).get(url)

    words = text_of(page)
    assert "Table A1" in words
    assert "Time to appeal" in words
    for hidden in ("Board", "7 of", "North", "4♠", "70C"):
        assert hidden not in words


def test_public_clock_drops_what_is_over(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    url = reverse("public_clock", args=[cast.event.pk])
    last = max(row.closes_at for row in case.windows.all())
    browser = tablet(cast.dana)
    cast.at = last
    assert len(browser.get(url).context["rows"]) == 1

    cast.at = last + timedelta(microseconds=1)
    assert browser.get(url).context["rows"] == []


def test_public_clock_is_for_people_of_the_event(cast):
    url = reverse("public_clock", args=[cast.event.pk])
    other = make_event(suffix="2", values={"phones": "always"})
    stranger = give_slips(other)[1]

    assert Client().get(url).status_code == 404
    assert tablet(cast.olly).get(url).status_code == 404
    assert phone(stranger.table_pass).get(url).status_code == 404
    assert tablet(cast.dana).get(url).status_code == 200
