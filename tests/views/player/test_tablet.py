"""What a player says, written down by the staff at a tablet."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from rulings.models import Appeal, Entry, Objection, Role, Window
from rulings.workflow.event import events, scores
from tests.factories import make_case, make_user, shell
from tests.people import sent, tablet, text_of
from tests.views.player.pages import on_tablet

pytestmark = pytest.mark.django_db


def test_director_writes_down_what_a_player_says(cast):
    case = make_case(cast, state="announced")
    data = sent(act="object", seat="W", words="A trump was out.", said="13:05")
    cast.later(minutes=10)
    spoken = cast.at.replace(hour=12, minute=5)

    response = tablet(cast.dana).post(on_tablet(case), data, follow=True)

    row = Objection.objects.get(case=case, received_at=cast.at)
    assert (row.side, row.seat, row.said_at) == ("EW", "W", spoken)
    entry = Entry.objects.filter(act="object").latest("seq")
    assert b'"via":"directors_tablet"' in bytes(entry.data)
    assert "Receipt: Objection" in text_of(response)


def test_spoken_time_is_now_where_none_is_given(cast):
    case = make_case(cast, state="announced")

    tablet(cast.dana).post(on_tablet(case), sent(act="ask"))

    assert Objection.objects.get(case=case, wish="ask_ruling").said_at == cast.at


def test_appeal_on_the_tablet_is_timed_by_its_receipt(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    closes_at = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.at = closes_at + timedelta(minutes=1)
    data = sent(act="appeal", seat="W", partner="on", said="13:20")

    tablet(cast.dana).post(on_tablet(case), data)

    appeal = Appeal.objects.get()
    assert (appeal.late_ms, appeal.admissible) == (60_000, None)
    assert appeal.concurrence == {"W": "said_to_director", "E": "said_to_director"}


def test_scorer_writes_down_what_a_player_says(cast):
    sam = make_user("sam")
    events.give_role(shell(), cast.event, sam, Role.Name.SCORER, [])
    case = make_case(cast, state="announced")
    browser = tablet(sam)

    assert browser.get(on_tablet(case)).status_code == 200
    assert browser.post(on_tablet(case), sent(act="object")).status_code == 303
    refused = browser.post(on_tablet(case), sent(case, act="accept"))
    assert refused.status_code == 403


def test_tablet_is_nothing_to_strangers(cast):
    case = make_case(cast, state="announced")

    assert tablet(cast.olly).get(on_tablet(case)).status_code == 404
    assert Client().get(on_tablet(case)).status_code == 302
    assert tablet(cast.dana).get(on_tablet(case, "XX")).status_code == 404


def test_a_time_to_come_is_refused_beside_its_field_and_all_is_kept(cast):
    case = make_case(cast, state="announced")
    cast.at = cast.at.replace(hour=18)
    data = sent(act="object", seat="E", words="A trump was out.", said="23:30")

    page = tablet(cast.dana).post(on_tablet(case), data)

    body = page.content.decode()
    assert page.status_code == 422
    assert 'id="id_said_error"><li>That time is in the future' in body
    assert "A trump was out.</textarea>" in body
    assert 'value="E" id="id_seat_0" checked' in body
    assert 'value="23:30"' in body


def test_an_objection_that_turns_into_an_appeal_keeps_what_was_typed(cast):
    case = make_case(cast, state="announced")
    way, browser = on_tablet(case), tablet(cast.dana)
    given = {"seat": "W", "words": "He would have ruffed.", "said": "12:00"}

    page = browser.post(way, sent(act="object", turn="appeal", **given))

    body = page.content.decode()
    assert page.status_code == 200
    assert "Send: Appeal" in text_of(page)
    assert "He would have ruffed.</textarea>" in body
    assert 'value="W" id="id_seat_1" checked' in body
    assert 'value="12:00"' in body
    assert not Objection.objects.filter(case=case, wish="doubt", words__gt="").exists()
    assert not Appeal.objects.exists()


def test_the_hearing_says_how_both_partners_agreed(cast):
    case = make_case(cast, state="announced")
    data = sent(act="appeal", seat="W", partner="on", words="He would have ruffed.")
    tablet(cast.dana).post(on_tablet(case), data)

    page = text_of(tablet(cast.cleo).get(reverse("appeal", args=[case.pk])))

    assert page.count("said to the director") == 2
    assert "said_to_director" not in page


def test_the_side_that_agreed_is_the_one_to_withdraw(cast):
    case = make_case(cast, state="agreed")

    page = tablet(cast.dana).get(reverse("announced", args=[case.pk]))

    assert f'href="{on_tablet(case, "EW")}"' in page.content.decode()
