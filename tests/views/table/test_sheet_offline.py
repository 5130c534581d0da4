"""A fact sheet filled in without network: all of it is filed, once, or none."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Case, Entry, Objection, Position, Role, Statement
from rulings.workflow.event.events import give_role
from tests.factories import make_event, make_staff, make_user, shell
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]
SHEET = {
    "section": "A",
    "table": "1",
    "board": "1",
    "contract": "4S S",
    "claimer": "S",
    "left": "4",
    "words": "the rest are mine",
    "objects": "W",
}
CARDS = {
    "hand_N": ".KQJ.A.",
    "hand_E": ".5.7.65",
    "hand_S": "J..94.A",
    "hand_W": "6.97.K.",
    "leader": "S",
    "won": "6",
}


@pytest.fixture
def filed(cast, monkeypatch):
    """Return how Dana files a sheet, with a key of its own or a given one."""
    stop_clock(monkeypatch, cast)
    dana, url = tablet(cast.dana), reverse("fact_sheet", args=[cast.event.pk])
    return lambda **given: dana.post(url, sent(**SHEET | given))


def test_a_sheet_becomes_a_call_with_its_facts_as_of_the_tap(cast, filed):
    at = cast.at - timedelta(minutes=7)

    answer = filed(phone_time=at.isoformat(), owner=str(cast.dana.pk), **CARDS)

    case = Case.objects.get()
    assert answer["Location"] == reverse("case", args=[case.pk])
    assert (case.called_at, case.director) == (at, cast.dana)
    assert (case.claim.claimer, case.claim.tricks_left) == ("S", 4)
    assert Statement.objects.get().steps == ["the rest are mine"]
    assert Objection.objects.get().seat == "W"
    assert Position.objects.get().source == Position.Source.GRID


def test_a_ruling_drafted_on_it_waits_at_the_number_until_he_rules(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    dana, url = tablet(cast.dana), reverse("fact_sheet", args=[cast.event.pk])
    dana.post(
        url, sent(**SHEET | CARDS, own_tricks="2", own_reason="The entry is gone")
    )
    case = Case.objects.get()
    assert not case.rulings.exists()

    page = dana.get(reverse("proposal", args=[case.pk])).content.decode()
    chosen = re.findall(r'name="tricks"[^>]*value="(\d)"[^>]*checked', page)
    assert chosen == ["2"]
    assert "The entry is gone" in page
    heard = sent(case, layer="claim", ns="confirmed", ew="confirmed")
    assert dana.post(reverse("read_back", args=[case.pk]), heard).status_code == 303
    case.refresh_from_db()
    ruled = sent(case, way="override", tricks="2", known="aware", reason="As drafted")
    assert dana.post(reverse("rule", args=[case.pk]), ruled).status_code == 303

    assert case.rulings.get().tricks_claimer == 2
    assert "The entry is gone" not in str(dict(dana.session))


def test_of_who_plays_the_board_the_claim_is_filed_and_the_rest_is_his_to_read(
    monkeypatch,
):
    piotr = make_user("piotr")
    cast = make_event(players={"Player 1a": piotr})
    give_role(shell(), cast.event, piotr, Role.Name.DIRECTOR, [])
    stop_clock(monkeypatch, cast)
    browser, url = tablet(piotr), reverse("fact_sheet", args=[cast.event.pk])
    sheet = sent(**SHEET | CARDS, own_tricks="2", own_reason="The entry is gone")

    answer = browser.post(url, sheet)

    case = Case.objects.get()
    assert answer["Location"] == reverse("handover", args=[case.pk])
    assert (case.director, case.claim.tricks_left) == (None, 4)
    assert Statement.objects.get().steps == ["the rest are mine"]
    assert not Objection.objects.exists()
    assert not Position.objects.exists()
    page = browser.get(answer["Location"])
    words = text_of(page)
    assert "The claim and its words are filed." in words
    assert "another director records the rest: read it to him" in words
    assert page.context["rest"] == [
        ["Who objects", "West"],
        ["North", "HK HQ HJ DA"],
        ["East", "H5 D7 C6 C5"],
        ["South", "SJ D9 D4 CA"],
        ["West", "S6 H9 H7 DK"],
        ["Who leads now", "South"],
        ["Tricks declarer has won", "6"],
        ["Tricks for the claimer’s side", "2"],
        ["Your reason", "The entry is gone"],
    ]
    assert "The entry is gone" in words
    assert browser.post(url, sheet)["Location"] == answer["Location"]
    assert Case.objects.count() == 1

    other = tablet(cast.dana).get(answer["Location"])
    assert "The entry is gone" not in text_of(other)


def test_a_director_of_another_section_keeps_what_he_typed(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    bea = make_staff(cast, "bea", Role.Name.DIRECTOR, ["B"])
    url, before = reverse("fact_sheet", args=[cast.event.pk]), Entry.objects.count()

    answer = tablet(bea).post(url, sent(**SHEET | CARDS))

    assert answer.status_code == 403
    assert "read it to the director there" in text_of(answer)
    kept = answer.context["form"]
    assert {name: kept[name].value() for name in SHEET | CARDS} == SHEET | CARDS
    assert Entry.objects.count() == before
    assert not Case.objects.exists()


@pytest.mark.parametrize("given", [{}, CARDS | {"words": "a heart finesse"}])
def test_a_sheet_sent_twice_counts_once(cast, filed, given):
    key = sent()["key"]

    first = filed(key=key, **given)
    cast.later(minutes=20)
    again = filed(key=key, **given)

    assert first["Location"] == again["Location"]
    assert Case.objects.count() == Objection.objects.count() == 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"claimer": "N"}, "dummy"),
        ({"board": "77"}, "There is no board 77 in this event."),
        ({"contract": "9S S"}, "9S S"),
        (CARDS | {"hand_W": "6.97.K.2"}, "West has 5"),
        ({"owner": "0"}, "Somebody else has signed in on this tablet"),
    ],
)
def test_a_sheet_that_is_refused_writes_nothing_and_says_why(filed, given, sentence):
    before = Entry.objects.count()

    answer = filed(**given)

    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert "the rest are mine" in answer.content.decode()
    assert Entry.objects.count() == before
    assert not Case.objects.exists()
