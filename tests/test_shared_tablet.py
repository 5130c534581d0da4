"""A tablet at the desk: locked by the server, opened by a PIN, cleared at sign-out."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from rulings.clock import receipt_at
from rulings.models import Entry, LeftPage, Pin, SharedTablet
from rulings.permissions import system_actor
from rulings.workflow.accounts import enter_all
from rulings.workflow.acts import ActContext
from rulings.workflow.proof.verify import verify
from rulings.workflow.tablets import TRIES, forget_old, is_weak
from tdweb import locking, shared

PASSWORD = "seven of hearts, ten of clubs"
PIN, OTHER = "582947", "630152"
CLEARED = '"cache", "storage"'

pytestmark = pytest.mark.django_db
TABLET, NAMES, LOCK, HERE = (
    reverse(name) for name in ("shared_tablet", "shared", "shared_lock", "shared_here")
)


def sign_in(client, name):
    answer = client.post(
        reverse("account_login"), {"login": name, "password": PASSWORD}
    )
    assert answer.status_code == 302


def opens(client, user, pin=PIN):
    return client.post(NAMES, {"person": user.pk, "pin": pin})


@pytest.fixture
def people():
    return [
        User.objects.create_user(name, password=PASSWORD) for name in ("dana", "piotr")
    ]


@pytest.fixture
def desk(client, people):
    """Return a tablet that dana marked, with PINs of both; nobody is signed in."""
    sign_in(client, "dana")
    client.post(TABLET, {"do": "mark"})
    client.post(TABLET, {"do": "pin", "pin": PIN, "again": PIN})
    client.post(LOCK)
    sign_in(client, "piotr")
    client.post(TABLET, {"do": "pin", "pin": OTHER, "again": OTHER})
    client.post(LOCK)
    return client


def waits(monkeypatch, minutes, seconds=0):
    """Let the tablet lie for some time."""
    later = receipt_at() + timedelta(minutes=minutes, seconds=seconds)
    for module in (locking, shared):
        monkeypatch.setattr(module, "instant_of_request", lambda _request: later)


def is_in(client):
    return "_auth_user_id" in client.session


def test_a_pin_opens_the_own_account_and_no_other(desk, people):
    dana, piotr = people
    page = desk.get(reverse("account_login"), follow=True).content.decode()
    assert "dana" in page
    assert "piotr" in page
    assert not is_in(desk)

    assert opens(desk, dana, OTHER).status_code == 422
    assert opens(desk, dana).status_code == 302
    assert desk.session["_auth_user_id"] == str(dana.pk)
    desk.post(LOCK)
    assert opens(desk, piotr, OTHER).status_code == 302
    assert desk.session["_auth_user_id"] == str(piotr.pk)


def test_wrong_pins_end_the_pin_and_not_the_account(desk, people):
    said = [opens(desk, people[0], "918273").content.decode() for _ in range(TRIES)]
    assert "4 more tries" in said[0]
    assert "1 more try." in said[-2]
    assert "This PIN has ended" in said[-1]
    assert "dana" not in desk.get(NAMES).content.decode()
    assert opens(desk, people[0]).status_code == 422
    assert not is_in(desk)

    assert opens(desk, people[1], OTHER).status_code == 302
    desk.post(LOCK)
    sign_in(desk, "dana")


def test_a_right_pin_begins_the_count_anew(desk, people):
    for _ in range(2):
        for _ in range(TRIES - 1):
            opens(desk, people[0], "918273")
        assert opens(desk, people[0]).status_code == 302
        desk.post(LOCK)


@pytest.mark.parametrize(("seconds", "stays"), [(-1, True), (1, False)])
def test_the_server_locks_five_minutes_after_the_last_tap(
    desk, people, monkeypatch, seconds, stays
):
    opens(desk, people[0])
    desk.get(reverse("notices"))
    waits(monkeypatch, 5, seconds)
    answer = desk.get(reverse("notices"))
    assert (answer.status_code == 200) is stays
    assert is_in(desk) is stays
    if not stays:
        assert answer.url == NAMES
        assert answer["Clear-Site-Data"] == CLEARED


def test_what_pages_fetch_by_themselves_is_no_tap(desk, people, monkeypatch):
    opens(desk, people[0])
    poll = {"HX-Request": "true", "X-Poll": "1"}
    waits(monkeypatch, 4)
    desk.get(reverse("notices"), headers=poll)
    waits(monkeypatch, 6)
    assert desk.get(reverse("notices"), headers=poll).status_code == 204
    assert desk.post(HERE).status_code == 403
    assert desk.get(reverse("notices")).url == NAMES
    assert not is_in(desk)


def test_typing_counts_as_a_tap(desk, people, monkeypatch):
    opens(desk, people[0])
    waits(monkeypatch, 4)
    assert desk.post(HERE).status_code == 204
    waits(monkeypatch, 8)
    assert desk.get(reverse("notices")).status_code == 200


def test_a_forged_or_foreign_tap_opens_nothing(desk, people, monkeypatch):
    opens(desk, people[0])
    desk.get(reverse("notices"))
    earlier = desk.cookies[locking.TAP_COOKIE].value
    desk.post(LOCK)
    opens(desk, people[1], OTHER)
    for forged in (earlier, "", "2999-01-01T00:00:00+00:00"):
        desk.cookies[locking.TAP_COOKIE] = forged
        assert desk.get(reverse("notices")).url == NAMES
        opens(desk, people[1], OTHER)


def test_what_was_sent_too_late_waits_for_its_writer_only(desk, people, monkeypatch):
    page = reverse("notices")
    opens(desk, people[0])
    waits(monkeypatch, 6)
    answer = desk.post(
        page, {"reason": "power cut"}, headers={"Referer": "http://x" + page}
    )
    assert answer.url == NAMES

    monkeypatch.undo()
    assert opens(desk, people[1], OTHER).url == reverse("home")
    assert "power cut" not in desk.get(page).content.decode()
    desk.post(LOCK)
    assert opens(desk, people[0]).url == page
    assert "power cut" in desk.get(page).content.decode()
    desk.post(HERE, {"taken": "1"})
    assert "power cut" not in desk.get(page).content.decode()


def test_words_that_wait_are_forgotten_after_a_day(desk, people):
    opens(desk, people[0])
    desk.post(LOCK, {"page": "/notices/", "words": '[["", "said", "all mine"]]'})
    forget_old(receipt_at())
    assert LeftPage.objects.get(user=people[0]).words == [["", "said", "all mine"]]
    forget_old(receipt_at() + timedelta(days=1, seconds=1))
    assert not LeftPage.objects.exclude(words=[]).exists()


@pytest.mark.parametrize("page", ["//elsewhere.example", "https://elsewhere.example/x"])
def test_nobody_is_led_elsewhere(desk, people, page):
    opens(desk, people[0])
    desk.post(LOCK, {"page": page})
    assert "elsewhere" not in opens(desk, people[0]).url.split("/")[2:3]


def test_signing_out_clears_caches_and_storage(desk, people):
    opens(desk, people[0])
    assert desk.post(reverse("account_logout"))["Clear-Site-Data"] == CLEARED
    assert opens(desk, people[0]).status_code == 302
    assert desk.post(LOCK)["Clear-Site-Data"] == CLEARED


def test_the_exam_ends_at_sign_out_and_waits_while_the_tablet_is_locked(desk, people):
    opens(desk, people[0])
    desk.post(reverse("exam"), {"law": "", "count": "10", "do": "practice"})
    asked = reverse("exam_question")
    assert desk.get(asked).status_code == 200

    desk.post(LOCK)
    assert desk.get(asked).status_code == 303
    opens(desk, people[1])
    assert desk.get(asked).status_code == 303
    desk.post(LOCK)
    opens(desk, people[0])
    assert desk.get(asked).status_code == 200

    desk.post(reverse("account_logout"))
    assert not desk.cookies["exam_of"].value
    opens(desk, people[0])
    assert desk.get(asked).status_code == 303


def test_signing_out_elsewhere_leaves_what_a_phone_keeps(people):
    own = Client()
    sign_in(own, "dana")
    assert own.post(reverse("account_logout"))["Clear-Site-Data"] == '"cache"'


def test_a_pin_serves_one_tablet_and_one_password(desk, people):
    other = Client()
    sign_in(other, "piotr")
    other.post(TABLET, {"do": "mark"})
    other.post(LOCK)
    assert opens(other, people[0]).status_code == 302  # the sign-in, with a password
    assert not is_in(other)

    people[0].set_password("another password")
    people[0].save()
    assert opens(desk, people[0]).status_code == 422
    assert not is_in(desk)


def test_a_pin_neither_sets_a_pin_nor_opens_the_account(desk, people):
    User.objects.filter(pk=people[0].pk).update(is_staff=True, is_superuser=True)
    opens(desk, people[0])
    desk.post(TABLET, {"do": "pin", "pin": "730519", "again": "730519"})
    for page in (reverse("admin:index"), reverse("mfa_index")):
        assert desk.get(page).status_code == 403
    desk.post(LOCK)
    assert opens(desk, people[0], "730519").status_code == 422
    assert opens(desk, people[0]).status_code == 302


@pytest.mark.parametrize(
    ("pin", "again", "said"),
    [
        ("111111", "111111", "no order"),
        ("123456", "123456", "no order"),
        ("58294", "58294", "six digits"),
        ("582947", "582948", "not the same"),
    ],
)
def test_a_poor_pin_is_refused_in_words(client, people, pin, again, said):
    sign_in(client, "dana")
    client.post(TABLET, {"do": "mark"})
    answer = client.post(TABLET, {"do": "pin", "pin": pin, "again": again})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Pin.objects.exists()


def test_weak_pins():
    assert all(map(is_weak, ("000000", "123456", "987654")))
    assert not any(map(is_weak, ("123457", "582947", "112233")))


def test_a_tablet_that_is_given_back_or_lost_opens_no_more(desk, people):
    opens(desk, people[0])
    away = Client()
    sign_in(away, "piotr")
    tablet = SharedTablet.objects.get()
    away.post(TABLET, {"do": "end other", "which": tablet.pk})
    assert SharedTablet.objects.get().ended_at is None  # piotr has not marked it

    home = Client()
    sign_in(home, "dana")
    home.post(TABLET, {"do": "end other", "which": tablet.pk})
    assert SharedTablet.objects.get().ended_at is not None
    assert desk.get(reverse("notices")).status_code == 302
    assert not is_in(desk)
    assert opens(desk, people[0]).url.startswith("/accounts/login")


def test_signing_out_everywhere_ends_the_pins(desk, people):
    other = Client()
    sign_in(other, "dana")
    other.post(reverse("sign_out_everywhere"))
    assert [row.user for row in Pin.objects.all()] == [people[1]]


def test_tablets_and_pins_stand_in_the_log_without_digits(desk, people):
    at = receipt_at()
    enter_all(ActContext(by=system_actor("shell", at), at=at))
    acts = list(Entry.objects.order_by("seq").values_list("act", flat=True))
    assert acts.count("share_tablet") == 1
    data = b"".join(bytes(row.data) for row in Entry.objects.all())
    for secret in (PIN, OTHER, *Pin.objects.values_list("hashed", flat=True)):
        assert secret.encode() not in data
    assert verify().findings == []

    Pin.objects.update(hashed="planted")
    assert {one.where for one in verify().findings} == {
        f"account {user.pk} pins" for user in people
    }
