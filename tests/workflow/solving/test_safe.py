"""Safe words of an announced claim: found behind everything else, shown when open."""

import pytest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from rulings.models import Playing, SafeResult
from rulings.queries.case.solving import safe_found
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving import safe
from rulings.workflow.solving.safe import LAST, find_safe_words
from rulings.workflow.solving.solve import BEHIND
from tests.factories import make_case, make_event
from tests.people import phone, slips_of, stop_clock, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]
FOUND = {
    "status": "words",
    "claimed": 8,
    "tricks": 7,
    "steps": ["draw trumps"],
    "words": [["en", "Drawing trumps"], ["pl", "Ściągam atuty"]],
    "layouts": 9,
    "every": True,
}
HEADING = "How to claim this safely"


@pytest.fixture
def cast(monkeypatch):
    cast = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, cast)
    monkeypatch.setattr(
        safe, "run_child", lambda *_a, **_k: {"status": "exact", "result": FOUND}
    )
    return cast


def jobs():
    return DBTaskResult.objects.filter(task_path=find_safe_words.module_path)


def test_an_announcement_queues_the_search_behind_all_others(cast):
    make_case(cast, state="ruled")
    assert not jobs().exists()

    make_case(cast, state="announced")

    assert jobs().get().priority == LAST < BEHIND


def test_the_words_are_kept_once_and_no_act_comes_of_them(cast, monkeypatch):
    case = make_case(cast, state="announced")

    find_safe_words.call(str(case.pk))
    monkeypatch.setattr(safe, "run_child", lambda *_a, **_k: pytest.fail("known"))
    find_safe_words.call(str(case.pk))

    assert safe_found(case) == FOUND
    assert SafeResult.objects.count() == 1
    assert verify().findings == []


def test_a_search_that_gave_way_begins_again(cast, monkeypatch):
    case = make_case(cast, state="announced")
    monkeypatch.setattr(safe, "run_child", lambda *_a, **_k: {"status": "unwanted"})

    find_safe_words.call(str(case.pk))

    assert jobs().count() == 2
    assert safe_found(case) is None


def test_a_director_reads_them_once_it_is_announced(cast, client):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)
    address = reverse("announced", args=[case.pk])
    assert HEADING not in text_of(client.get(address))

    find_safe_words.call(str(case.pk))

    words = text_of(client.get(address))
    assert HEADING in words
    assert "Drawing trumps" in words
    assert "No words make 8 tricks certain." in words


def test_players_read_them_when_nobody_can_play_the_board_any_more(cast):
    case = make_case(cast, state="announced")
    find_safe_words.call(str(case.pk))
    player = phone(slips_of(cast, case)[0].table_pass)
    address = reverse("player_case", args=[case.pk])
    hidden = text_of(player.get(address))
    assert "The cards stay hidden until every table has played this board." in hidden
    assert HEADING not in hidden

    Playing.objects.filter(board=case.playing.board).update(status="finished")

    assert "Drawing trumps" in text_of(player.get(address))


def test_where_the_event_shows_no_line_it_shows_no_safe_words(cast):
    case = make_case(cast, state="announced")
    find_safe_words.call(str(case.pk))
    Playing.objects.filter(board=case.playing.board).update(status="finished")
    case.regulation["values"]["show_line_to_players"] = "no"
    type(case).objects.filter(pk=case.pk).update(regulation=case.regulation)

    player = phone(slips_of(cast, case)[0].table_pass)

    page = text_of(player.get(reverse("player_case", args=[case.pk])))
    assert "The cards at the claim" in page
    assert HEADING not in page
