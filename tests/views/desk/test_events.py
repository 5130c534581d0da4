"""The administrator makes an event and sets its laws; a round's end is moved (79C)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Case, Event, Playing, Round, Window
from rulings.workflow.errors import Invalid
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event, make_user
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Winter Teams",
    "kind": "teams",
    "zone": "Europe/Paris",
    "starts_on": "2026-12-05",
    "ends_on": "2026-12-06",
    "edition": "2007",
    "body": "ebu",
}


@pytest.fixture
def admin():
    return tablet(make_user("ada", is_superuser=True))


def settings_of(page):
    form = page.context["form"]
    return {field.name: field.value() for _law, field in form.settings()}


def test_an_administrator_makes_an_event_under_an_older_edition(admin):
    page = admin.get(reverse("new_event"))
    assert "Make the event" in page.content.decode()

    response = admin.post(reverse("new_event"), sent(**NEW))

    event = Event.objects.get(name="Winter Teams")
    assert response["Location"] == reverse("first_steps", args=[event.pk])
    assert (event.edition, event.kind, event.zone) == ("2007", "teams", "Europe/Paris")
    assert event.regulation["values"]["edition"] == "2007"
    assert event.regulation["name"] == "EBU"
    assert verify().findings == []


def test_who_makes_an_event_can_be_its_chief_and_the_next_one_starts_like_it(admin):
    admin.post(reverse("new_event"), sent(**NEW, directs="on"))

    event = Event.objects.get()
    assert event.roles.get().role == "chief"
    known = admin.get(reverse("new_event")).context["form"]
    assert known["zone"].value() == "Europe/Paris"
    assert (known["kind"].value(), known["body"].value()) == ("teams", "ebu")
    assert verify().findings == []


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"zone": "Moon/Sea"}, "Give a time zone"),
        ({"ends_on": "2026-12-01"}, "The last day is before the first."),
    ],
)
def test_what_is_wrong_with_an_event_is_said_and_the_rest_kept(
    admin, changed, sentence
):
    response = admin.post(reverse("new_event"), sent(**NEW | changed))

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert 'value="Winter Teams"' in response.content.decode()
    assert not Event.objects.exists()


def test_a_chief_makes_no_event():
    cast = make_event()

    assert tablet(cast.cleo).get(reverse("new_event")).status_code == 403


def test_laws_set_now_hold_for_later_cases(admin):
    cast = make_event()
    before = make_case(cast)
    chief = tablet(cast.cleo)
    page = chief.get(reverse("laws", args=[cast.event.pk]))
    values = settings_of(page)
    values |= {"set_correction_period_min": "45", "edition": "2007", "body": "wbf"}

    response = chief.post(reverse("laws", args=[cast.event.pk]), sent(**values))

    assert response.status_code == 303
    event = Event.objects.get()
    assert event.edition == "2007"
    assert event.regulation["values"]["correction_period_min"] == 45
    cast.event.refresh_from_db()
    after = make_case(cast)
    before.refresh_from_db()
    assert (before.edition, after.edition) == ("2017", "2007")
    assert verify().findings == []


def test_a_value_that_cannot_be_is_refused_with_what_can(admin):
    cast = make_event()
    page = admin.get(reverse("laws", args=[cast.event.pk]), {"body": "acbl"})
    values = settings_of(page)
    values |= {"set_appeal_period_min": "soon", "edition": "2017", "body": "acbl"}

    response = admin.post(reverse("laws", args=[cast.event.pk]), sent(**values))

    assert response.status_code == 422
    assert "a whole number from" in response.content.decode()
    assert Event.objects.get().regulation["name"] == "WBF"


def test_a_refused_value_is_refused_in_the_readers_language(admin):
    address = reverse("laws", args=[make_event().event.pk])
    page = admin.get(address, {"body": "acbl"})
    values = settings_of(page)
    values |= {"set_appeal_period_min": "zaraz", "edition": "2017", "body": "acbl"}

    response = admin.post(address, sent(**values), headers={"accept-language": "pl"})

    assert response.status_code == 422
    words = "„zaraz” jest niemożliwe; podaj: liczba całkowita od"
    assert words in response.content.decode()


def test_the_recorded_end_of_a_round_moves_with_a_reason(monkeypatch):
    cast = make_event()
    case = make_case(cast, state="agreed")
    stop_clock(monkeypatch, cast)
    cast.later(minutes=20)
    row = Round.objects.get(pk=case.playing.round_id)
    scores.end_round(cast.form(cast.dana), cast.event, row)
    browser = tablet(cast.dana)
    url = reverse("round_moved", args=[cast.event.pk, row.pk])
    assert "really over" in browser.get(url).content.decode()

    # 13:15 in Warsaw is 12:15 UTC: five minutes before the tap.
    moved = {"ended_at": "2026-03-14T13:15", "reason": "The gong was at a quarter."}
    response = browser.post(url, sent(**moved))

    assert response.status_code == 303
    row.refresh_from_db()
    assert row.ended_at == cast.at - timedelta(minutes=5)
    window = Window.objects.get(case=case, purpose="agreement")
    assert window.closes_at == row.ended_at
    later = browser.post(url, sent(ended_at="2026-03-14T13:19", reason="again"))
    assert later.status_code == 422
    assert verify().findings == []


def late_score(cast, **values):
    playing = Playing.objects.get(board__number=1, table__number=1)
    given = {"contract": "4S S", "tricks": 10, "score": 420} | values
    return scores.enter_score(cast.form(cast.dana), cast.event, playing, **given)


def published(edition, values=None):
    """Return an event whose correction period is over, with one score."""
    cast = make_event(edition=edition, values=values)
    late_score(cast)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=31)
    return cast


@pytest.mark.parametrize(
    ("edition", "regulated", "approved", "sentence"),
    [
        ("2017", "on", "", "Say which organiser approved"),
        ("2017", "on", "The organiser; the pick-up slip shows 11.", ""),
        ("2007", "off", "The organiser.", "no score can be changed after it"),
        ("2007", "on", "The organiser; regulation 7.", ""),
        ("1997", "on", "The organiser.", "no score can be changed after it"),
    ],
)
def test_a_late_scoring_error_needs_edition_regulation_and_approval(
    edition, regulated, approved, sentence
):
    cast = published(edition, {"late_score_error": regulated})

    if sentence:
        with pytest.raises(Invalid, match=sentence):
            late_score(cast, tricks=11, approved=approved)
    else:
        late_score(cast, tricks=11, score=450, approved=approved)

    tricks = Playing.objects.get(board__number=1, table__number=1).tricks
    assert tricks == (10 if sentence else 11)


def test_the_desk_asks_for_the_approval_once_the_period_is_over(monkeypatch):
    cast = published("2017")
    stop_clock(monkeypatch, cast)
    playing = Playing.objects.get(board__number=1, table__number=1)
    browser = tablet(cast.dana)
    url = reverse("score", args=[cast.event.pk, playing.pk])

    assert "79C2" in browser.get(url).content.decode()
    data = sent(contract="4S S", tricks="11", approved="The organiser; the slip.")
    assert browser.post(url, data).status_code == 303

    playing.refresh_from_db()
    assert playing.tricks == 11
    assert not Case.objects.exists()
    assert verify().findings == []


def test_an_empty_site_leads_the_administrator_to_the_first_steps(admin):
    home = admin.get(reverse("home"))
    assert "There is no event yet" in text_of(home)

    made = admin.post(reverse("new_event"), sent(**NEW))

    page = admin.get(made["Location"])
    assert "1 of 7 steps done" in text_of(page)
    assert page.context["now"].key == "staff"
    assert reverse("roles", args=[Event.objects.get().pk]) in page.content.decode()
    other = admin.get(made["Location"] + "?step=boards")
    assert "With hand record: 0 of 0" in text_of(other)
    assert "Leave it for now" in text_of(other)


def test_a_step_of_somebody_else_is_shown_without_its_way(admin):
    make_event()

    page = admin.get(
        reverse("first_steps", args=[Event.objects.get().pk]) + "?step=call"
    )

    assert "Somebody with another role does this step." in text_of(page)
