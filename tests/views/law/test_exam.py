"""The exam for directors: asked, compared, a test with a certificate; nothing kept."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from rulings.models import Entry
from rulings.presenters.paper.exam import exam_view, question_names
from rulings.solver.tools.exam import LAWS, exam_questions
from rulings.views.cookies import EXAM, TABLET_COOKIE
from tests.casebook import SAID, enter, final_case
from tests.factories import NOON, make_event, make_user
from tests.people import stop_clock, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]
NAME = "Ida Nowak"


def begin(client, **asked):
    started = client.post(
        reverse("exam"), {"law": "", "count": "10", "do": "practice", **asked}
    )
    assert started.status_code == 303
    return client.get(reverse("exam_question"))


def reply(client, page, *, right=True):
    """Answer the question of a page, and return where that leads."""
    question, number = page.context["question"], page.context["number"]
    tricks = question.tricks if right else (question.tricks + 1) % (question.left + 1)
    data = {"number": number, "tricks": tricks, "law": question.laws[0]}
    return client.post(reverse("exam_question"), data)


def test_fifty_questions_and_more_are_asked_at_the_start():
    names = question_names()

    assert len(names) >= 50
    assert len(names) == len(set(names)) == len(exam_questions())
    assert all(question_names(law) for law in LAWS)


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_every_question_is_drawn_with_its_answer(language):
    with override(language):
        views = [exam_view(name, NOON) for name in question_names()]

    for view in views:
        assert view.claimed
        assert view.why
        assert view.line, view.name
        won = sum(not row.lost for row in view.line)
        assert won == view.tricks, view.name
        assert set(view.laws) <= set(LAWS)
        assert bool(view.source) == bool(view.url)


def test_practice_shows_the_right_answer_after_each_question(client):
    page = begin(client)
    assert "Question 1 of" in text_of(page)
    question = page.context["question"]

    answered = client.get(reply(client, page, right=False)["Location"])

    assert answered.context["one"].right_tricks == question.tricks
    assert not answered.context["one"].tricks_right
    assert answered.context["one"].law_right
    words = text_of(answered)
    assert "Not right" in words
    own = "A position of our own" in words
    assert own != ("Published ruling" in words)
    again = client.get(reverse("exam_question"))
    assert again.context["number"] == 2
    assert client.get(reply(client, again)["Location"]).context["one"].right


def test_what_is_missed_in_practice_comes_again_soon_and_first_the_next_time(
    client, monkeypatch
):
    names = question_names()[:8]
    monkeypatch.setattr("rulings.views.law.exam.question_names", lambda *_: names)
    page = begin(client)
    missed = page.context["question"].name

    reply(client, page, right=False)
    asked = []
    for _question in range(4):
        page = client.get(reverse("exam_question"))
        asked.append(page.context["question"].name)
        reply(client, page, right=page.context["number"] != 3)
    other = asked[1]

    assert asked[3] == missed
    assert missed not in asked[:3]
    assert page.context["count"] == 10
    assert begin(client).context["question"].name == other  # the first is right since


def test_a_test_asks_nothing_twice(client, monkeypatch):
    names = question_names()[:10]
    monkeypatch.setattr("rulings.views.law.exam.question_names", lambda *_: names)
    page = begin(client, do="test")

    page = client.get(reply(client, page, right=False)["Location"])

    assert (page.context["number"], page.context["count"]) == (2, 10)


def test_a_test_shows_its_result_at_the_end_alone(client):
    page = begin(client, do="test")
    assert page.context["count"] == 10
    for number in range(1, 11):
        assert reverse("exam_result") != client.get(reverse("exam_result")).get(
            "Location"
        )
        early = client.get(reverse("exam_answer", args=[1]))
        assert early["Location"] == reverse("exam_question")
        led = reply(client, page, right=number > 3)
        page = client.get(led["Location"])

    assert "7 of 10 answers are right." in text_of(page)
    assert client.get(reverse("exam_answer", args=[1])).status_code == 200


def test_the_certificate_bears_the_typed_name_and_nothing_is_kept(client):
    page = begin(client, do="test", law="71", count="10")
    while "question" in (page.context or {}):
        page = client.get(reply(client, page)["Location"])
    address = reverse("exam_certificate")
    before = Entry.objects.count()

    shown = text_of(client.post(address, {"candidate": NAME}))

    assert NAME in shown
    assert "answers are right" in shown
    assert NAME not in text_of(client.get(address))
    assert NAME not in client.cookies.output()
    assert Entry.objects.count() == before
    assert client.post(address, {"candidate": ""}).status_code == 422


def test_an_answer_sent_twice_counts_once_and_one_of_neither_is_refused(client):
    page = begin(client)
    question = page.context["question"]
    data = {"number": 1, "tricks": question.tricks, "law": question.laws[0]}
    address = reverse("exam_question")

    refused = client.post(address, {"number": 1, "tricks": 99, "law": "70C"})
    assert refused.status_code == 422
    client.post(address, data)
    client.post(address, data)

    assert client.get(address).context["number"] == 2


def test_a_cookie_that_was_changed_is_no_exam(client):
    begin(client)
    value = client.cookies["exam"].value
    client.cookies["exam"] = value[:-2] + ("AA" if value[-2:] != "AA" else "BB")

    assert client.get(reverse("exam_question"))["Location"] == reverse("exam")


def goes_on(client):
    """Say whether this browser has an exam to go on with."""
    asked = client.get(reverse("exam_question"))
    assert asked.status_code in {200, 303}
    return asked.status_code == 200


def test_an_exam_and_what_was_missed_are_of_who_has_signed_in(client):
    ida, olaf = make_user("ida"), make_user("olaf")
    client.force_login(ida)
    missed = begin(client).context["question"].name
    reply(client, client.get(reverse("exam_question")), right=False)
    assert goes_on(client)

    client.force_login(olaf)
    assert not goes_on(client)
    client.cookies.pop("sessionid")  # its time is over: nobody has signed out
    assert not goes_on(client)

    client.force_login(ida)
    assert goes_on(client)
    assert begin(client).context["question"].name == missed


@pytest.mark.parametrize(("kind", "seen"), [("a phone", True), ("a tablet", False)])
def test_a_visitors_exam_waits_for_him_whoever_signs_in(client, kind, seen):
    """On a phone of his own he goes on with it; a shared tablet may be another's."""
    begin(client)
    if kind == "a tablet":
        client.cookies[TABLET_COOKIE] = "shared"
    client.force_login(make_user("ida"))

    assert goes_on(client) is seen
    begin(client, count="10", do="test")
    client.post(reverse("account_logout"))

    assert not client.cookies[EXAM.of_account].value
    held = client.get(reverse("exam")).context["held"]
    assert held.mode == "practice"


def test_cases_of_the_casebook_are_asked_and_named_by_number(client, monkeypatch):
    cast = make_event()
    stop_clock(monkeypatch, cast)
    enter(cast, final_case(cast, claimed=8))
    assert question_names("70C")[-1] == "c1"
    monkeypatch.setattr("rulings.views.law.exam.question_names", lambda *_: ["c1"])

    page = begin(client)
    assert SAID in text_of(page)
    assert "South claims 8 of the last 8 tricks." in text_of(page)
    answered = client.get(reply(client, page)["Location"])
    assert answered.context["one"].right
    assert "Case 1 of the casebook" in text_of(answered)


def test_a_case_taken_out_meanwhile_is_passed_over(client, monkeypatch):
    names = ["c7", question_names()[0]]
    monkeypatch.setattr("rulings.views.law.exam.question_names", lambda *_: names)
    client.post(reverse("exam"), {"law": "", "count": "10", "do": "practice"})

    page = client.get(reverse("exam_question"), follow=True)

    while page.status_code != 200:
        page = client.get(page["Location"])
    assert page.context["question"].name == names[1]


@pytest.mark.parametrize("name", ["exam_question", "exam_result", "exam_certificate"])
def test_without_an_exam_its_pages_lead_to_the_beginning(client, name):
    assert client.get(reverse(name), follow=True).redirect_chain[-1][0] == reverse(
        "exam"
    )


def test_home_and_help_lead_to_the_exam(client):
    link = f'href="{reverse("exam")}"'
    assert link in client.get(reverse("help")).content.decode()
    client.force_login(make_event().olly)
    assert link in client.get(reverse("home")).content.decode()
