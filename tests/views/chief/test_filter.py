"""The chief narrows the list, sees who has how much to do, and which hearings come."""

import pytest
from django.urls import reverse

from rulings.models import Private
from rulings.presenters.live.workload import hearings_of, workload_of
from rulings.queries.chief import live_of
from rulings.queries.words import texts_of
from rulings.views.chief import live
from rulings.workflow import cases
from rulings.workflow.ruling import appeals
from tests.factories import as_actor, make_case, make_event
from tests.people import stop_clock, tablet, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


@pytest.fixture
def cast(monkeypatch):
    made = make_event(tables=5)
    stop_clock(monkeypatch, made)
    monkeypatch.setattr(live, "WORTH", 2)
    return made


def listed(cast, **asked):
    page = tablet(cast.cleo).get(reverse("live", args=[cast.event.pk]), asked)
    rows = [view.row.case.pk for group in page.context["groups"] for view in group.rows]
    return page, set(rows)


def test_the_list_is_narrowed_to_a_director_a_law_and_words(cast):
    called = make_case(cast)
    ruled = make_case(cast, state="ruled")
    cases.assign(cast.form(cast.cleo), called.pk, cast.cleo)
    place = ruled.playing
    table = f"{place.table.section.letter}{place.table.number}"

    assert listed(cast)[1] == {called.pk, ruled.pk}
    assert listed(cast, director=str(cast.dana.pk))[1] == {ruled.pk}
    assert listed(cast, law="70C")[1] == {ruled.pk}
    assert listed(cast, q=f"{table} {place.board.number}")[1] == {ruled.pk}
    page, rows = listed(cast, q="nowhere")
    assert rows == set()
    assert "No case is like that." in text_of(page)
    assert "0 of 2 cases" in text_of(page)


def test_what_is_polled_stays_narrow_and_figures_count_every_case(cast):
    make_case(cast)
    make_case(cast, state="ruled")

    page, _rows = listed(cast, law="70C")

    assert "law=70C" in page.context["address"]
    assert page.context["figures"]["ruling"] == 2


def test_a_choice_nobody_offers_narrows_nothing(cast):
    one, two = make_case(cast), make_case(cast, state="ruled")

    assert listed(cast, law="99", section="Z")[1] == {one.pk, two.pk}


def test_who_has_most_to_do_stands_first(cast):
    for state in ("called", "ruled", "announced"):
        make_case(cast, state=state)

    dana, cleo = workload_of(live_of(as_actor(cast, cast.cleo), cast.event))

    assert (dana.name, dana.calls, dana.ruled) == ("Dana", 2, 2)
    assert (cleo.name, cleo.calls, cleo.oldest) == ("Cleo", 0, None)


def test_a_hearing_says_when_and_what_is_lacking(cast):
    case = make_case(cast, state="announced")
    consent = {"E": "spoken", "W": "spoken"}
    form = cast.form(cast.cleo)
    appeals.file_appeal(form, case.pk, side="EW", concurrence=consent, words="No.")

    (row,) = hearings_of(live_of(as_actor(cast, cast.cleo), cast.event))

    assert row.at is None
    assert row.lacks == "no time is set, nobody is on the panel"
    page, _rows = listed(cast)
    assert "no time is set" in text_of(page)


def test_the_search_finds_what_was_said(cast):
    case = make_case(cast, state="ruled")
    make_case(cast)
    (said,) = case.statements.all()
    word = texts_of([said.words])[said.words].split()[0]

    assert listed(cast, q=word)[1] == {case.pk}
    Private.objects.filter(commitment=said.words).delete()
    assert listed(cast, q=word)[1] == set()
