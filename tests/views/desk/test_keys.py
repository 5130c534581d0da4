"""The desk of keys: issued by those who may, shown once, revoked at once."""

import json

import pytest
from django.urls import reverse

from rulings.models import ApiKey, Entry, Private, Role
from rulings.views import lists
from rulings.views.desk import keys
from rulings.workflow.event.api_keys import token_hash
from rulings.workflow.event.events import give_role
from rulings.workflow.proof.verify import verify
from tests.factories import make_event, make_staff, make_user, shell
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    cast = make_event()
    stop_clock(monkeypatch, cast)
    return cast


def address(cast):
    return reverse("keys", args=(cast.event.pk,))


def issue(cast, user=None, **fields):
    given = {"role": "director", "purpose": "Clock of the main hall", **fields}
    return tablet(user or cast.cleo).post(address(cast), sent(**given))


def test_a_token_is_shown_once_and_stored_hashed(cast):
    page = issue(cast)

    token = page.context["token"]
    assert token.startswith("td_")
    assert token in text_of(page)
    row = ApiKey.objects.get()
    assert (row.role, row.token_hash) == ("director", token_hash(token))
    again = tablet(cast.cleo).get(address(cast))
    assert token not in text_of(again)
    assert "Clock of the main hall" in text_of(again)
    assert verify().findings == []


def test_the_purpose_stays_out_of_the_log(cast):
    issue(cast)

    data = b"".join(bytes(entry.data) for entry in Entry.objects.all())
    assert b"Clock of the main hall" not in data
    assert Private.objects.filter(text="Clock of the main hall").exists()


def test_a_form_sent_twice_shows_no_token_the_second_time(cast):
    fields = sent(role="director", purpose="Clock")
    browser = tablet(cast.cleo)
    browser.post(address(cast), fields)

    again = browser.post(address(cast), fields)

    assert again.context["token"] == ""
    assert "cannot be shown again" in text_of(again)
    assert ApiKey.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"purpose": " "}, "which program", id="no purpose"),
        pytest.param({"role": ""}, "Choose the program’s role", id="no role"),
        pytest.param({"role": "reviewer"}, "no key in that role", id="reviewer"),
        pytest.param({"role": "administrator"}, "no key in that role", id="above"),
    ],
)
def test_what_is_missing_or_not_hers_to_give_is_told(cast, fields, words):
    page = issue(cast, **fields)

    assert page.status_code == 422
    assert words in text_of(page)
    assert not ApiKey.objects.exists()


def test_an_administrator_gives_a_key_in_any_of_the_roles(cast):
    ada = make_staff(cast, "ada", Role.Name.ADMINISTRATOR)

    page = issue(cast, ada, role="administrator")

    assert page.context["token"]
    assert ApiKey.objects.get().role == "administrator"


def test_a_chief_who_plays_gives_none(monkeypatch):
    player = make_user("cleo_plays")
    cast = make_event(players={"Player 1a": player})
    stop_clock(monkeypatch, cast)
    give_role(shell(), cast.event, player, Role.Name.CHIEF, [])

    page = issue(cast, player)

    assert page.status_code == 403
    assert "You play in this event" in text_of(page)
    assert not ApiKey.objects.exists()


def test_a_key_is_revoked(cast):
    issue(cast)
    key = ApiKey.objects.get()
    way = reverse("key_revoke", args=(cast.event.pk, key.pk))

    answer = tablet(cast.cleo).post(way, sent())

    assert answer.status_code == 303
    key.refresh_from_db()
    assert key.revoked_at == cast.at
    page = tablet(cast.cleo).get(address(cast))
    assert "revoked at" in text_of(page)
    assert way not in page.content.decode()


def test_a_key_is_given_positions_of_its_own_and_other_ones_later(cast, settings):
    settings.TD_BULK_DAY = 300
    issue(cast, positions="200")
    key = ApiKey.objects.get()
    assert key.day_positions == 200
    way = reverse("key_quota", args=(cast.event.pk, key.pk))
    browser = tablet(cast.cleo)

    refused = browser.post(way, sent(positions="many"))
    assert refused.status_code == 422
    assert "whole number" in text_of(refused)
    above = browser.post(way, sent(positions="301"))
    assert above.status_code == 422
    field = above.context["rows"].rows[0]["quota_form"]["positions"]
    assert field.value() == "301"
    assert "at most 300 positions" in field.errors[0]
    assert browser.post(way, sent(positions="")).status_code == 303

    key.refresh_from_db()
    assert key.day_positions is None
    assert "300" in text_of(browser.get(address(cast)))
    acts = Entry.objects.filter(act="key_quota")
    ((_table, _id, values),) = json.loads(bytes(acts.get().data))["rows"]
    assert values["day_positions"] is None


def test_a_quota_refused_is_shown_on_the_page_of_its_key(cast, settings, monkeypatch):
    settings.TD_BULK_DAY = 300
    monkeypatch.setattr(keys, "PER_PAGE", 1)
    monkeypatch.setattr(lists, "PER_PAGE", 1)
    for minute in range(3):
        issue(cast, purpose=f"Clock {minute}")
        cast.later(minutes=1)
    key = ApiKey.objects.order_by("issued_at")[1]
    way = reverse("key_quota", args=(cast.event.pk, key.pk))

    page = tablet(cast.cleo).post(way, sent(positions="301"))

    ((row,), listed) = page.context["rows"].rows, page.context["rows"]
    assert (row["key"], listed.number) == (key, 2)
    words = page.content.decode()
    assert "Give at most 300 positions" in words
    assert 'value="301"' in words
    assert words.count(f'action="{way}"') == 1
    assert words.count("autofocus") == 1
    for turned in (listed.before, listed.after):
        assert f'href="{address(cast)}?{turned}"' in words
    assert f'action="{address(cast)}"' in words.partition('role="search"')[2]


def test_a_new_key_above_the_sites_number_is_refused_in_its_form(cast, settings):
    settings.TD_BULK_DAY = 300

    page = issue(cast, positions="301")

    assert page.status_code == 422
    assert page.context["form"]["positions"].errors
    assert page.context["form"]["purpose"].value() == "Clock of the main hall"
    assert not ApiKey.objects.exists()


def test_a_scorers_key_streams_nothing_and_has_no_number(cast):
    issue(cast, role="scorer")
    key = ApiKey.objects.get()
    way = reverse("key_quota", args=(cast.event.pk, key.pk))

    page = tablet(cast.cleo).get(address(cast)).content.decode()
    assert f'action="{way}"' not in page


def test_a_key_of_another_event_is_not_there(cast):
    other = make_event(suffix="2")
    issue(cast)
    way = reverse("key_revoke", args=(other.event.pk, ApiKey.objects.get().pk))

    assert tablet(other.cleo).post(way, sent()).status_code == 404


def test_a_director_has_no_desk_of_keys(cast):
    assert tablet(cast.dana).get(address(cast)).status_code == 403


def test_the_list_costs_the_same_queries_for_one_and_three(
    cast, django_assert_max_num_queries
):
    browser = tablet(cast.cleo)
    for _ in range(3):
        issue(cast)
        with django_assert_max_num_queries(20):
            assert browser.get(address(cast)).status_code == 200
