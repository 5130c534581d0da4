"""The scorer's desk: results, publication, slips."""

import re

import pytest
from django.urls import reverse

from rulings.models import Playing, Role, Session, Slip
from tests.factories import make_case, make_event, make_staff
from tests.forms_on_pages import flat
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    make_staff(made, "sam", Role.Name.SCORER)
    return made


@pytest.fixture
def sam(cast):
    return tablet(cast.extra["sam"])


def at(cast):
    return reverse("scores", args=[cast.event.pk])


def first(cast):
    return Playing.objects.filter(board__event=cast.event).order_by(
        "round__order", "table__number", "board__number"
    )[0]


def enter(sam, cast, playing, **fields):
    url = reverse("score", args=[cast.event.pk, playing.pk])
    return sam.post(url, sent(**fields))


def test_page_shows_slips_publication_and_results(cast, sam):
    make_case(cast, state="announced")

    page = sam.get(at(cast))

    words = text_of(page)
    assert "North–South +480" in words
    assert "Not published." in words
    assert len(page.context["rows"].rows) == 6
    assert "HJ" not in words


def test_polled_slips_are_a_fragment(cast, sam):
    make_case(cast, state="announced")

    part = sam.get(at(cast), headers={"HX-Request": "true"})

    body = part.content.decode()
    assert 'id="slips"' in body
    assert "<html" not in body
    assert "Publish now" not in body


@pytest.mark.parametrize("count", [1, 3])
def test_page_asks_as_often_for_one_slip_as_for_three(
    cast, sam, django_assert_max_num_queries, count
):
    for _case in range(count):
        make_case(cast, state="announced")

    with django_assert_max_num_queries(24):
        page = sam.get(at(cast))

    assert len(page.context["slips"].rows) == count


@pytest.mark.parametrize(
    ("fields", "result"),
    [
        ({"contract": "4S S", "tricks": 10}, ("4S S", 10, 420)),
        ({"contract": "3nt w", "tricks": 8}, ("3N W", 8, 50)),
        ({"contract": "4HX E", "tricks": 10}, ("4HX E", 10, -590)),
        ({"passed": "on"}, ("", 0, 0)),
    ],
    ids=["made", "off", "doubled", "passed out"],
)
def test_score_is_entered(cast, sam, fields, result):
    playing = first(cast)
    assert (playing.board.number, playing.board.vulnerability) == (1, "none")

    response = enter(sam, cast, playing, **fields)

    playing.refresh_from_db()
    assert response.status_code == 303
    assert (playing.contract, playing.tricks, playing.score) == result
    assert playing.score_entered_at == cast.at


@pytest.mark.parametrize(
    "fields",
    [
        {"contract": "8S S", "tricks": 10},
        {"contract": "4S S"},
        {"tricks": 10},
        {"contract": "4S S", "tricks": 14},
    ],
    ids=["no contract", "no tricks", "no words", "too many"],
)
def test_bad_score_is_refused_and_kept_on_the_page(cast, sam, fields):
    page = enter(sam, cast, first(cast), **fields)

    assert page.status_code == 422
    assert first(cast).score_entered_at is None
    if "contract" in fields:
        assert fields["contract"] in page.content.decode()


@pytest.mark.parametrize(
    ("fields", "beside"),
    [
        ({"contract": "8S S", "tricks": 10}, {"contract": "“8S S” is no contract."}),
        ({"contract": "4S S", "tricks": 14}, {"tricks": "14 is not possible"}),
        ({"contract": "4S S", "passed": "on"}, {"passed": "was not passed out"}),
        ({}, {"contract": "Give the contract", "tricks": "Give declarer"}),
    ],
    ids=["contract", "tricks", "both", "nothing"],
)
def test_refusal_stands_beside_its_field(cast, sam, fields, beside):
    page = enter(sam, cast, first(cast), **fields).content.decode()

    for name, words in beside.items():
        _, _, after = page.partition(f'id="id_{name}_error"')
        assert words in after.partition("</ul>")[0].replace("&#x27;", "'")


def test_refused_score_keeps_every_value(cast, sam):
    page = enter(sam, cast, first(cast), contract="4x", tricks=10, passed="")
    body = page.content.decode()

    assert 'value="4x"' in body
    assert re.search(r'name="tricks" value="10"[^>]* checked', flat(body))


def test_late_change_that_is_refused_keeps_every_value(cast, sam):
    playing = first(cast)
    enter(sam, cast, playing, contract="4S S", tricks=10)
    sam.post(reverse("publish", args=[cast.event.pk]), sent(session=cast.session.pk))
    cast.later(days=2)

    page = enter(sam, cast, playing, contract="3S S", tricks=9, approved=" ")

    body = page.content.decode()
    assert page.status_code == 422
    assert "who of the organisers approved it" in body
    assert 'value="3S S"' in body
    assert re.search(r'name="tricks" value="9"[^>]* checked', flat(body))


def test_result_entered_before_stands_in_the_form(cast, sam):
    playing = first(cast)
    enter(sam, cast, playing, passed="on")

    page = sam.get(reverse("score", args=[cast.event.pk, playing.pk]))

    assert re.search(r'name="passed"[^>]* checked', page.content.decode())


def test_board_of_another_event_does_not_exist(cast, sam):
    other = make_event(suffix="2")

    assert enter(sam, cast, first(other), passed="on").status_code == 404


def test_publication_starts_the_players_time(cast, sam):
    case = make_case(cast, state="announced")
    url = reverse("publish", args=[cast.event.pk])

    response = sam.post(url, sent(session=cast.session.pk))

    assert response.status_code == 303
    assert Session.objects.get().published_at == cast.at
    assert all(row.closes_at is not None for row in case.windows.all())


def test_publication_asks_once_and_lists_what_is_missing(cast, sam):
    enter(sam, cast, first(cast), passed="on")
    url = reverse("publish", args=[cast.event.pk])
    assert f"{url}?session={cast.session.pk}" in sam.get(at(cast)).content.decode()

    page = sam.get(url, {"session": cast.session.pk})

    words = text_of(page)
    assert "start now for 1 board result." in words
    assert "17 results are missing" in words
    assert "The session is not over." in words
    assert Session.objects.get().published_at is None


def test_publishing_again_needs_a_reason(cast, sam):
    url = reverse("publish", args=[cast.event.pk])
    sam.post(url, sent(session=cast.session.pk))
    first_at = cast.at
    cast.later(minutes=10)

    assert sam.post(url, sent(session=cast.session.pk)).status_code == 422
    assert Session.objects.get().published_at == first_at
    again = sent(session=cast.session.pk, reason="Board 7 was wrong everywhere.")
    assert sam.post(url, again).status_code == 303
    assert Session.objects.get().published_at == cast.at


def test_slip_is_taken(cast, sam):
    case = make_case(cast, state="announced")
    slip = Slip.objects.get(ruling__case=case)

    url = reverse("slip_taken", args=[cast.event.pk, slip.pk])
    response = sam.post(url, sent())

    slip.refresh_from_db()
    assert response.status_code == 303
    assert (slip.acknowledged_at, slip.by) == (cast.at, cast.extra["sam"])
    assert "✓ 13:00" in text_of(sam.get(at(cast)))


def test_director_enters_a_score_but_publishes_nothing(cast):
    dana = tablet(cast.dana)

    page = dana.get(at(cast))
    assert "Publish now" not in text_of(page)
    assert enter(dana, cast, first(cast), passed="on").status_code == 303
    url = reverse("publish", args=[cast.event.pk])
    assert dana.post(url, sent(session=cast.session.pk)).status_code == 403
