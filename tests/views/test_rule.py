"""The public page: asked, answered by a worker of its own, shared, and limited."""

import json
import re
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from rulings.models import Entry, VisitorQuestion
from rulings.presenters.moment.visitor import seconds_between
from rulings.views import rule
from rulings.workflow.solving import visitors
from rulings.workflow.solving.sweep import WORKERS, Swept, sweep
from rulings.workflow.solving.visitors import (
    answer_visitor,
    forget_questions,
    words_for_visitor,
)
from tests.factories import make_event
from tests.people import stop_clock, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("first")]
GIVEN = {
    "source": "N:32.32.. 65.KQ.. AK.A..9 7..KQ.5",
    "contract": "4C S",
    "lead": "S",
    "won": "6",
    "said": "the rest",
}


@pytest.fixture
def cast(monkeypatch, settings):
    settings.TD_RULE = True
    cast = make_event()
    stop_clock(monkeypatch, cast)
    monkeypatch.setattr(visitors, "receipt_at", lambda: cast.at)
    return cast


def ask(client, **more):
    return client.post(reverse("rule_this"), {**GIVEN, **more})


def answered(client):
    """Ask, let the worker answer, and return the row."""
    assert ask(client).status_code == 303
    row = VisitorQuestion.objects.get()
    answer_visitor.call(str(row.pk))
    row.refresh_from_db()
    return row


def page_of(client, row, query=""):
    return client.get(reverse("rule_answer", args=[row.pk]) + query)


def test_a_site_that_does_not_offer_it_has_no_such_page(client):
    make_event()

    assert client.get(reverse("rule_this")).status_code == 404
    assert ask(client).status_code == 404
    assert not VisitorQuestion.objects.exists()


def test_it_waits_in_its_own_queue_with_a_sign_of_life(client, cast):
    ask(client)
    first = VisitorQuestion.objects.get()
    later = cast.at + timedelta(seconds=1)
    second = VisitorQuestion.objects.create(
        given=first.given, question=first.question, queued_at=later
    )

    assert DBTaskResult.objects.get().queue_name == "visitors"
    assert "Yours is being answered now." in text_of(page_of(client, first))
    page = page_of(client, second)
    assert "1 question is answered before yours." in text_of(page)
    assert 'hx-trigger="every 1s"' in page.content.decode()


def test_who_is_far_behind_looks_again_less_often():
    assert [seconds_between(place) for place in (1, 5, 6, 31, 200)] == [1, 1, 2, 7, 10]


def test_the_answer_stands_with_its_line_and_safe_words(client, cast):
    row = answered(client)

    words = text_of(page_of(client, row))

    assert row.result["outstanding_trump"]["cards"] == ["C5"]
    assert "It may be forgotten" in words
    assert "Drawing the last trump" in words
    assert "These words make 4 tricks certain." in words
    assert "Trick 2 of 4" in text_of(page_of(client, row, "?t=2"))


def test_a_tap_on_an_answer_leads_to_its_number(client, cast):
    row = answered(client)
    page = page_of(client, row).content.decode()
    assert 'id="chosen"' not in page
    taps = re.findall(r'href="(\?answer=[\d.]+)#chosen"', page)
    assert taps == ["?answer=1.1", "?answer=1.2"]

    told = [text_of(page_of(client, row, tap)) for tap in taps]
    numbers = [
        re.search(r"If the director finds this: (.*?) (\d) tricks? of", one)
        for one in told
    ]

    low, high = row.result["low"], row.result["high"]
    assert low < high
    assert sorted(int(one[2]) for one in numbers) == [low, high]
    assert numbers[0][1] != numbers[1][1]
    assert 'aria-current="true"' in page_of(client, row, taps[1]).content.decode()
    part = client.get(
        reverse("rule_answer", args=[row.pk]) + f"{taps[1]}&part=answer",
        HTTP_HX_REQUEST="true",
    )
    assert 'id="chosen"' in part.content.decode()
    assert "If the director" not in text_of(page_of(client, row, "?answer=9.9"))


def test_why_there_is_no_line_is_said_in_the_language_of_the_reader(client, cast):
    row = answered(client)
    whole = {"low": 4, "high": 4}
    row.result |= {
        **whole,
        "award": 4,
        "certain": whole,
        "line": [],
        "losing": [],
        "turning": None,
    }
    row.save()
    address = reverse("rule_answer", args=[row.pk])
    english = "The line was not searched out card by card."

    assert english in text_of(client.get(address))
    assert english not in text_of(client.get(address, HTTP_ACCEPT_LANGUAGE="pl"))


def test_a_page_that_waits_is_drawn_again_once_it_is_answered(client, cast):
    row = answered(client)
    htmx = {"HTTP_HX_REQUEST": "true"}
    address = reverse("rule_answer", args=[row.pk])

    whole = client.get(address + "?part=answer&waits", **htmx)
    part = client.get(address + "?part=replay&t=2", **htmx)

    assert whole["HX-Refresh"] == "true"
    assert b"Trick 2 of 4" in part.content
    assert b"<html" not in part.content


def test_a_link_holds_the_whole_question_behind_the_hash(client, cast):
    row = answered(client)

    page = page_of(client, row).content.decode()
    link = unescape(re.search(r'data-copy="([^"]+)"', page)[1])

    split = urlsplit(link)
    assert (split.path, split.query) == (reverse("rule_this"), "")
    shared = {name: found[0] for name, found in parse_qs(split.fragment).items()}
    assert shared == GIVEN
    again = client.post(reverse("rule_this"), shared)
    assert again["Location"].startswith(reverse("rule_answer", args=[row.pk]))
    assert VisitorQuestion.objects.count() == 1


def test_a_picture_shows_cards_words_and_the_numbers(client, cast):
    row = answered(client)

    picture = client.get(reverse("rule_picture", args=[row.pk]))

    assert picture["Content-Type"] == "image/svg+xml"
    drawn = picture.content.decode()
    assert "South claims 4 of 4" in drawn
    assert "“the rest”" in drawn
    assert "A proposal, not a ruling" in drawn
    assert drawn.count("<tspan") == 16


def test_there_is_no_picture_before_the_answer(client, cast):
    ask(client)
    row = VisitorQuestion.objects.get()

    assert client.get(reverse("rule_picture", args=[row.pk])).status_code == 404


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(client, cast):
    page = ask(client, contract="9H S")

    assert page.status_code == 422
    assert "“9H S” is no contract" in text_of(page)
    for text in (*GIVEN.values(), "9H S"):
        if text != GIVEN["contract"]:
            assert text in unescape(page.content.decode())


def test_nothing_is_recorded_of_who_asked(client, cast):
    entries = Entry.objects.count()
    row = answered(client)

    assert Entry.objects.count() == entries
    kept = json.dumps([row.given, row.question, row.result])
    assert "127.0.0.1" not in kept
    assert set(row.given) == {*GIVEN, "shown_contract", "shown_vulnerable"}


def test_one_address_asks_so_often_in_a_minute(client, cast, monkeypatch):
    monkeypatch.setattr(rule, "PER_MINUTE", 1)

    assert ask(client).status_code == 303
    page = ask(client)

    assert page.status_code == 429
    assert "Too many questions came from your network" in text_of(page)
    assert GIVEN["source"] in unescape(page.content.decode())


def test_only_so_many_wait(client, cast, monkeypatch):
    monkeypatch.setattr(visitors, "WAITING_AT_MOST", 1)

    ask(client)
    page = ask(client, said="nothing")

    assert page.status_code == 429
    assert "1 questions wait already" in text_of(page)
    assert VisitorQuestion.objects.count() == 1


def test_answers_are_forgotten_after_an_hour(client, cast):
    row = answered(client)
    VisitorQuestion.objects.update(queued_at=cast.at - timedelta(minutes=61))

    ask(client)

    gone = page_of(client, row)
    assert gone.status_code == 404
    assert "This question is no longer kept." in text_of(gone)


def test_the_sweeper_forgets_answers_jobs_and_who_has_left(client, cast):
    answered(client)
    DBTaskResult.objects.update(status="SUCCESSFUL", finished_at=cast.at)
    forget_questions(cast.at + timedelta(minutes=59))
    assert VisitorQuestion.objects.count() == DBTaskResult.objects.count() == 1

    forget_questions(cast.at + timedelta(minutes=61))

    assert not VisitorQuestion.objects.exists()
    assert not DBTaskResult.objects.exists()
    ask(client)
    forget_questions(cast.at + timedelta(minutes=2, seconds=1))
    assert not VisitorQuestion.objects.exists()


def test_a_page_that_waits_for_a_forgotten_question_says_so_and_looks_no_more(
    client, cast
):
    ask(client)
    row = VisitorQuestion.objects.get()
    VisitorQuestion.objects.all().delete()
    address = reverse("rule_answer", args=[row.pk]) + "?part=answer&waits"

    part = client.get(address, HTTP_HX_REQUEST="true")

    assert part.status_code == 200
    assert "This question is no longer kept." in text_of(part)
    assert b"hx-get" not in part.content
    assert b"<form" not in part.content


def test_a_question_whose_worker_was_killed_is_answered_by_another(client, cast):
    ask(client)
    row = VisitorQuestion.objects.get()
    DBTaskResult.objects.update(
        status="RUNNING", started_at=cast.at, worker_ids=["killed"]
    )

    assert sweep(cast.at + timedelta(minutes=5)) == Swept(1, 0)

    assert DBTaskResult.objects.get().status == "READY"
    DBTaskResult.objects.update(status="RUNNING", worker_ids=["k"] * WORKERS)
    assert sweep(cast.at + timedelta(minutes=5)) == Swept(0, 1)
    row.refresh_from_db()
    assert row.status == "failed"
    assert "ended without an answer" in text_of(page_of(client, row))


def test_an_answer_whose_worker_was_killed_waits_for_no_safe_words(client, cast):
    answered(client)
    VisitorQuestion.objects.update(safe=None, finished_at=None)
    DBTaskResult.objects.all().delete()

    sweep(cast.at + timedelta(minutes=5))

    row = VisitorQuestion.objects.get()
    assert (row.status, row.finished_at is None) == ("exact", False)
    assert "Looking for words" not in text_of(page_of(client, row))


def test_a_search_without_an_end_says_what_is_proven(client, cast, monkeypatch):
    monkeypatch.setattr(
        visitors,
        "run_child",
        lambda *_a, **_k: {"status": "timed_out", "bounds": (2, 4)},
    )
    row = answered(client)

    words = text_of(page_of(client, row))

    assert row.status == "timed_out"
    assert "Proven so far: 2 at least, 4 at most." in words


def test_a_question_that_nobody_waits_for_keeps_nobody_waiting(
    client, cast, monkeypatch
):
    ask(client)
    row = VisitorQuestion.objects.get()
    monkeypatch.setattr(visitors, "run_child", lambda *_a, **_k: pytest.fail("solved"))
    monkeypatch.setattr(
        visitors, "receipt_at", lambda: cast.at + timedelta(minutes=2, seconds=1)
    )

    answer_visitor.call(str(row.pk))

    assert not VisitorQuestion.objects.exists()


def test_numbers_go_before_words_where_others_wait(client, cast):
    ask(client)
    ask(client, said="drawing trumps, the rest")
    first, second = VisitorQuestion.objects.order_by("queued_at", "pk")
    jobs = DBTaskResult.objects
    jobs.filter(args_kwargs__args__0=str(first.pk)).update(status="SUCCESSFUL")

    answer_visitor.call(str(first.pk))

    first.refresh_from_db()
    assert first.result is not None
    assert (first.safe, first.finished_at) == (None, None)
    assert "Looking for words" in text_of(page_of(client, first))
    behind = jobs.get(task_path=words_for_visitor.module_path)
    assert behind.priority < jobs.get(args_kwargs__args__0=str(second.pk)).priority
    assert sweep(cast.at + timedelta(minutes=5)) == Swept(0, 0)
    VisitorQuestion.objects.filter(pk=second.pk).update(status="exact")
    words_for_visitor.call(str(first.pk))
    assert "These words make 4 tricks certain." in text_of(page_of(client, first))


def test_the_search_for_words_gives_way_to_a_number_that_is_waited_for(
    client, cast, monkeypatch
):
    def run(question, report, *, is_wanted=None, **given):
        if is_wanted is None:
            return run_child(question, report, **given)
        assert is_wanted()
        ask(client, said="drawing trumps, the rest")  # somebody comes meanwhile
        return {"status": "exact" if is_wanted() else "unwanted", "bounds": None}

    run_child = visitors.run_child
    monkeypatch.setattr(visitors, "run_child", run)
    ask(client)
    row = VisitorQuestion.objects.get()

    answer_visitor.call(str(row.pk))

    row.refresh_from_db()
    assert row.result is not None
    assert (row.safe, row.finished_at) == (None, None)
    again = DBTaskResult.objects.get(task_path=words_for_visitor.module_path)
    assert again.args_kwargs["args"] == [str(row.pk)]


def test_who_looks_still_waits(client, cast, monkeypatch):
    ask(client)
    row = VisitorQuestion.objects.get()
    later = cast.at + timedelta(minutes=5)
    monkeypatch.setattr("rulings.views.common.receipt_at", lambda *_: later)

    page_of(client, row)

    row.refresh_from_db()
    assert row.seen_at == later


def test_a_worker_answers_once(client, cast, monkeypatch):
    row = answered(client)
    monkeypatch.setattr(visitors, "run_child", lambda *_a, **_k: pytest.fail("twice"))

    answer_visitor.call(str(row.pk))
