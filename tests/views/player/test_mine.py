"""The boards of a pair on its phone, and what it takes back of what it filed."""

import pytest
from django.urls import reverse

from rulings.models import Case, Entry, Notice, Objection, Playing
from rulings.workflow.cases import take_over
from rulings.workflow.event import scores
from tests.factories import make_case
from tests.people import give_slips, phone, sent, slips_of, text_of
from tests.views.player.pages import at
from tests.workflow.event.test_passes import second_session

pytestmark = pytest.mark.django_db


def over(cast):
    """Record the first round as over: its boards have been played."""
    round_ = cast.session.rounds.order_by("order").first()
    scores.end_round(cast.form(cast.dana), cast.event, round_)
    return Playing.objects.filter(round=round_).order_by("board__number").last()


def test_every_board_of_the_session_stands_with_the_own_score(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    over(cast)
    mine = Playing.objects.filter(ns=case.playing.ns, round=case.playing.round)

    for slip, sign in ((noor, 1), (esme, -1)):
        page = phone(slip.table_pass).get(reverse("player"))
        (round_, rows), *_later = page.context["rounds"]
        assert round_ == case.playing.round
        assert {row.playing for row in rows} == set(mine)
        score = case.rulings.get().new_score
        assert rows[0].score == sign * score
        told = f"{sign * score:+d}".replace("-", "−")
        assert told in text_of(page)
        ruling = phone(slip.table_pass).get(at(case))
        assert f"Your score: {told}." in text_of(ruling)


def test_boards_of_two_sessions_are_told_apart_the_last_session_first(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    browser, page = phone(noor.table_pass), reverse("player")
    assert "Session 1, round" not in text_of(browser.get(page))
    first = case.playing.round.order
    later = second_session(cast)
    playing = Playing.objects.filter(round__session=later, ns=case.playing.ns)
    playing.update(status="finished")

    answer = browser.get(page)

    rounds = [round_ for round_, _rows in answer.context["rounds"]]
    sessions = [round_.session.order for round_ in rounds]
    assert sessions == sorted(sessions, reverse=True)
    assert {1, 2} == set(sessions)
    assert f"Session 1, round {first}" in text_of(answer)


def test_matter_filed_by_mistake_is_taken_back_with_its_call(cast):
    playing = over(cast)
    slip = give_slips(cast)[playing.ns.number]
    browser = phone(slip.table_pass)
    page = reverse("player_board", args=[playing.pk])
    assert browser.post(page, sent(matter="ask", words="No.")).status_code == 303
    case = Case.objects.get()
    wish = Objection.objects.get()
    told = Notice.objects.count()
    assert "Sent by mistake?" in text_of(browser.get(at(case)))

    form = sent(act="unfile", wish=str(wish.pk))
    receipt = browser.post(at(case), form)
    again = browser.post(at(case), form)

    assert (receipt.status_code, receipt["Location"]) == (303, again["Location"])
    assert "Taken back" in text_of(browser.get(receipt["Location"]))
    wish.refresh_from_db()
    case.refresh_from_db()
    playing.refresh_from_db()
    assert (wish.resolution, case.state) == ("withdrawn", "cancelled")
    assert (playing.status, Notice.objects.count()) == ("finished", told)
    acts = Entry.objects.filter(case_id=case.pk).order_by("seq")
    assert [entry.act for entry in acts] == ["open", "object", "object", "cancel"]
    assert browser.get(page).status_code == 200  # another matter can be started


def test_nothing_is_taken_back_once_a_director_has_it_or_by_the_other_side(cast):
    playing = over(cast)
    slips = give_slips(cast)
    browser = phone(slips[playing.ns.number].table_pass)
    page = reverse("player_board", args=[playing.pk])
    browser.post(page, sent(matter="ask"))
    case, wish = Case.objects.get(), Objection.objects.get()
    form = sent(act="unfile", wish=str(wish.pk))

    other = phone(slips[playing.ew.number].table_pass).post(at(case), form)
    take_over(cast.form(cast.dana), case.pk)
    late = browser.post(at(case), form)

    for answer in (other, late):
        assert answer.status_code == 422
        assert "A director already deals with this." in text_of(answer)
    assert Objection.objects.get().resolution == ""
    assert "Sent by mistake?" not in text_of(browser.get(at(case)))
