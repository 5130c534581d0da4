"""What a playing member of staff sees of results on the desk and in the queue (R11)."""

import pytest
from django.urls import reverse

from rulings.models import Playing, Role, Slip
from rulings.workflow.event import events, scores
from tests.factories import make_case, make_event, make_user, shell
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def piotr():
    return make_user("piotr")


@pytest.fixture
def cast(monkeypatch, piotr):
    """Return an event in which Piotr directs and plays as pair 1."""
    made = make_event(players={"Player 1a": piotr})
    events.give_role(shell(), made.event, piotr, Role.Name.DIRECTOR, [])
    stop_clock(monkeypatch, made)
    return made


@pytest.fixture
def place(cast):
    """Return a playing of the first round on a board that pair 1 has still to play."""
    ahead = Playing.objects.filter(ns__number=1).values("board")
    return (
        Playing.objects.filter(board__in=ahead, round__order=1)
        .exclude(ns__number=1)
        .first()
    )


def enter(cast, place):
    scores.enter_score(
        cast.form(cast.dana), cast.event, place, contract="5DX W", tricks=9, score=300
    )


def page(cast, user, name="scores"):
    return text_of(tablet(user).get(reverse(name, args=[cast.event.pk])))


def test_results_of_boards_to_come_are_blank(cast, piotr, place):
    enter(cast, place)

    assert "300" in page(cast, cast.dana)
    blank = page(cast, piotr)
    assert "300" not in blank
    assert "you play this board" in blank

    Playing.objects.filter(ns__number=1).update(status="finished")
    assert "300" in page(cast, piotr)


def test_slips_of_boards_to_come_are_blank(cast, piotr, place):
    make_case(cast, state="announced", playing=place, contract="4SX S")
    ruling = Slip.objects.get().ruling
    points = f"{abs(ruling.new_score)}"

    assert points in page(cast, cast.dana)
    assert points not in page(cast, piotr)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_score_of_a_board_to_come_is_not_his_to_enter(cast, piotr, place, method):
    url = reverse("score", args=[cast.event.pk, place.pk])
    data = sent(contract="4S S", tricks="10") if method == "post" else None

    response = getattr(tablet(piotr), method)(url, data)

    assert response.status_code == 403
    place.refresh_from_db()
    assert place.tricks is None


def test_a_director_enters_scores_of_boards_he_does_not_play(cast, place):
    url = reverse("score", args=[cast.event.pk, place.pk])

    response = tablet(cast.dana).post(url, sent(contract="4S S", tricks="10"))

    place.refresh_from_db()
    assert (response.status_code, place.tricks) == (303, 10)


@pytest.mark.parametrize("state", ["contested", "announced"])
def test_queue_tells_no_contract_of_a_board_to_come(cast, piotr, place, state):
    case = make_case(cast, state=state, playing=place, contract="4SX S")
    url = reverse("queue", args=[cast.event.pk])

    lanes = {
        user: tablet(user).get(url, {"show": "all"}).context
        for user in (cast.dana, piotr)
    }

    def contracts(context):
        rows = [call for lane in context["lanes"] for call in lane.calls]
        return [row.contract and str(row.contract) for row in rows]

    assert contracts(lanes[cast.dana]) == ["4SX S"]
    assert contracts(lanes[piotr]) == [None]
    assert case.playing_id == place.pk


def test_a_playing_scorer_sees_what_he_has_played(cast, piotr, place):
    events.give_role(shell(), cast.event, piotr, Role.Name.SCORER, [])
    mine = Playing.objects.filter(ns__number=1).order_by("round__order").first()
    enter(cast, mine)
    assert "you play this board" in page(cast, piotr)

    Playing.objects.filter(ns__number=1).update(status="finished")

    assert "300" in page(cast, piotr)


def test_desk_asks_as_much_for_three_slips_as_for_one(
    cast, piotr, django_assert_max_num_queries
):
    url = reverse("scores", args=[cast.event.pk])
    browser = tablet(piotr)
    make_case(cast, state="announced")
    browser.get(url)
    with django_assert_max_num_queries(60) as one:
        browser.get(url)
    make_case(cast, state="announced")
    make_case(cast, state="announced")

    with django_assert_max_num_queries(len(one)):
        browser.get(url)
