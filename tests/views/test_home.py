"""The front door: everybody to his desk; one tap in the demo, and only there."""

import pytest
from django.test import Client
from django.urls import reverse

from rulings.models import Preparation, Role
from rulings.views.common import PASS_COOKIE
from rulings.workflow.event.events import give_role
from rulings.workflow.ruling import appeals
from tests.factories import make_case, make_event, make_staff, make_user, shell
from tests.people import give_slips, phone, slips_of, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, made)
    return made


@pytest.mark.parametrize(
    ("role", "desk"),
    [
        (Role.Name.DIRECTOR, "queue"),
        (Role.Name.CHIEF, "live"),
        (Role.Name.SCORER, "scores"),
        (Role.Name.ADMINISTRATOR, "first_steps"),
    ],
)
def test_one_role_leads_to_its_desk(cast, role, desk):
    user = make_staff(cast, "someone", role)

    response = tablet(user).get(reverse("home"))

    assert response["Location"] == reverse(desk, args=[cast.event.pk])


def test_several_roles_are_a_choice(cast):
    user = make_staff(cast, "someone", Role.Name.DIRECTOR)
    give_role(shell(), cast.event, user, Role.Name.SCORER, [])

    page = tablet(user).get(reverse("home"))

    words = [str(row["words"]) for row in page.context["rows"].rows]
    assert words == ["Director", "Scorer"]


def test_reviewer_finds_the_cases_of_his_panels(cast):
    rae = make_staff(cast, "rae", Role.Name.REVIEWER)
    assert "No appeal waits for you" in text_of(tablet(rae).get(reverse("home")))
    case = make_case(cast, state="announced")
    form = cast.form(cast.dana)
    appeals.file_appeal(form, case.pk, side="EW", concurrence={"E": "x"}, words="")
    appeals.set_panel(
        cast.form(cast.cleo), case.pk, panel=[rae.pk], advisers=[], deposit=""
    )

    page = tablet(rae).get(reverse("home"))

    assert page.context["cases"].rows == (case,)


def test_stranger_is_told_who_gives_roles(cast):
    assert "You have no role" in text_of(tablet(cast.olly).get(reverse("home")))


def test_phone_with_a_pass_comes_home_to_its_boards(cast):
    slip = give_slips(cast)[1]

    assert phone(slip.table_pass).get(reverse("home"))["Location"] == reverse("player")


def test_nobody_is_sent_to_the_door(cast):
    assert Client().get(reverse("home"))["Location"] == reverse("account_login")


# --- the demo ----------------------------------------------------------------------


@pytest.fixture
def demo(settings, cast, tmp_path):
    settings.TD_DEMO = True
    settings.DEMO_DAY = tmp_path / "day"
    return cast


def test_demo_offers_everybody_with_one_tap(demo):
    page = Client().get(reverse("home"))

    words = text_of(page)
    for name in ("Dana", "Piotr", "Cleo", "Sam", "Rae", "North–South", "East–West"):
        assert name in words


def test_one_tap_signs_in_and_leads_to_the_desk(demo):
    browser = Client()

    response = browser.post(reverse("demo_sign_in"), {"as": "cleo"}, follow=True)

    live = reverse("live", args=[demo.event.pk])
    assert response.redirect_chain[-1][0] == live
    assert response.status_code == 200


@pytest.mark.parametrize(("name", "side"), [("ns", "North–South"), ("ew", "East–West")])
def test_one_tap_opens_the_phone_of_a_pair(demo, name, side):
    case = make_case(demo, state="announced")
    slips_of(demo, case)
    browser = tablet(demo.dana)

    response = browser.post(reverse("demo_sign_in"), {"as": name}, follow=True)

    assert response.redirect_chain[-1][0] == reverse("player")
    page = browser.get(reverse("player_case", args=[case.pk]))
    assert side in text_of(page)
    assert "_auth_user_id" not in browser.session


@pytest.mark.parametrize(
    ("said", "far"), [("12 40", "12 of 40 steps"), ("0 0", ""), ("", "")], ids=str
)
def test_demo_says_how_far_its_day_is_set_up(demo, settings, said, far):
    settings.DEMO_DAY.write_text(said)
    browser = Client()

    page = browser.get(reverse("home"))
    browser.post(reverse("demo_sign_in"), {"as": "dana"})

    words = text_of(page)
    assert "The demo is being set up" in words
    assert far in words
    assert ("steps so far" in words) == bool(far)
    assert "Dana" not in words
    assert "_auth_user_id" not in browser.session


def test_demo_without_an_event_is_being_set_up(settings, tmp_path):
    settings.TD_DEMO = True
    settings.DEMO_DAY = tmp_path / "day"

    assert "The demo is being set up" in text_of(Client().get(reverse("home")))


def test_demo_says_that_the_solver_is_being_prepared(demo, settings):
    settings.DEMO_DAY.write_text("12 40")
    at = demo.at
    Preparation.objects.create(started_at=at, seen_at=at)

    words = text_of(Client().get(reverse("home")))

    assert "The solver is being prepared" in words


def test_session_id_changes_at_sign_in(demo):
    browser = Client()
    browser.post(reverse("demo_sign_in"), {"as": "dana"})
    before = browser.session.session_key

    browser.post(reverse("demo_sign_in"), {"as": "cleo"})

    assert browser.session.session_key != before


@pytest.mark.parametrize("name", ["olly", "ada", "", "nobody"])
def test_demo_signs_in_nobody_else(demo, name):
    make_user("ada", is_superuser=True)

    assert Client().post(reverse("demo_sign_in"), {"as": name}).status_code == 404


def test_outside_the_demo_the_tap_does_not_exist(cast):
    response = Client().post(reverse("demo_sign_in"), {"as": "cleo"})

    assert response.status_code == 404
    assert PASS_COOKIE not in response.cookies
