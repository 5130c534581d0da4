"""The figures of an event's rulings: counted right, and few cases name nobody."""

import csv
from io import StringIO

import pytest
from django.urls import reverse

from rulings.models import Role
from rulings.presenters.live import statistics
from rulings.presenters.live.statistics import statistics_page
from rulings.presenters.live.workload import workload_of
from rulings.queries.chief import live_of
from rulings.queries.statistics import ruled_cases, usual_time
from rulings.workflow import cases
from rulings.workflow.event.events import give_role
from rulings.workflow.ruling import decide
from tests.factories import (
    as_actor,
    decision,
    make_case,
    make_event,
    make_user,
    shell,
)
from tests.people import stop_clock, tablet, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


@pytest.fixture
def cast(monkeypatch):
    made = make_event(tables=5)
    stop_clock(monkeypatch, made)
    return made


def page_of(cast, **asked):
    address = reverse("statistics", args=[cast.event.pk])
    return tablet(cast.cleo).get(address, asked)


def counted(cast):
    return ruled_cases(live_of(as_actor(cast, cast.cleo), cast.event))


def test_an_event_without_a_ruling_says_so(cast):
    make_case(cast)

    assert "No ruling yet." in text_of(page_of(cast))


def test_the_time_is_from_the_call_to_the_first_announcement(cast):
    slow, soon = make_case(cast, state="ruled"), make_case(cast, state="announced")
    called = cast.at
    cast.later(minutes=6)
    decide.announce(cast.form(cast.dana), slow.pk)
    again = decision(6, reasons="The queen was seen.")
    decide.revise(cast.form(cast.dana), slow.pk, again)
    cast.later(minutes=4)
    decide.announce(cast.form(cast.dana), slow.pk)

    found = {case.row.case.pk: case for case in counted(cast)}

    assert called + found[slow.pk].took == cast.at - (cast.at - called) * 0.4
    assert found[slow.pk].corrected
    assert not found[soon.pk].corrected
    assert usual_time(list(found.values())) * 2 == found[slow.pk].took


def test_laws_are_counted_and_few_cases_of_one_director_are_not_shown(
    cast, monkeypatch
):
    for _case in range(3):
        make_case(cast, state="announced")

    words = text_of(page_of(cast))
    assert "Law 70C" in words
    assert "fewer than 5 cases: not shown" in words

    monkeypatch.setattr(statistics, "FEWEST", 3)
    text = page_of(cast, **{"as": "csv"}).content.decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text), delimiter=";"))
    assert ["cases", "", "3"] in rows
    assert ["laws", "Law 70C", "3"] in rows
    assert ["directors", "Dana", "3"] in rows


def test_a_board_that_the_chief_plays_is_not_counted(monkeypatch):
    carl = make_user("carl")
    cast = make_event(players={"Player 1a": carl})
    stop_clock(monkeypatch, cast)
    give_role(shell(), cast.event, carl, Role.Name.CHIEF, [])
    make_case(cast, state="ruled")

    assert ruled_cases(live_of(as_actor(cast, carl), cast.event)) == []


def test_rulings_count_for_who_ruled_and_not_for_who_has_the_case_now(
    cast, monkeypatch
):
    monkeypatch.setattr(statistics, "FEWEST", 1)
    case = make_case(cast, state="announced")
    piotr = make_user("piotr")
    give_role(shell(), cast.event, piotr, Role.Name.DIRECTOR, [])
    cases.assign(cast.form(cast.cleo), case.pk, piotr)
    decide.revise(cast.form(piotr), case.pk, decision(6, reasons="A queen was seen."))
    decide.announce(cast.form(piotr), case.pk)

    found = live_of(as_actor(cast, cast.cleo), cast.event)
    figures = {one.name: one for one in statistics_page(found)["directors"]}
    loads = {one.name: one.ruled for one in workload_of(found)}

    assert (figures["Dana"].ruled, figures["Dana"].corrected) == (1, 1)
    assert figures["Piotr"].ruled == 0
    assert (loads["Dana"], loads["Piotr"]) == (1, 0)
