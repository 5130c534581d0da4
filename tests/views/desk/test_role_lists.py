"""Roles out as a list and in again: line by line, all or none."""

import pytest
from django.urls import reverse

from rulings.models import Entry, Role, Section
from rulings.workflow.proof.verify import verify
from tests.factories import make_event, make_staff, make_user
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    return made


@pytest.fixture
def cleo(cast):
    return tablet(cast.cleo)


def give(browser, cast, lines):
    url = reverse("role_list", args=[cast.event.pk])
    return browser.post(url, sent(lines=lines))


def held(cast):
    rows = Role.objects.filter(event=cast.event, until=None).select_related("user")
    return {(row.user.username, row.role, tuple(row.sections)) for row in rows}


def test_roles_are_given_in_one_act_and_known_ones_stay(cast, cleo):
    make_user("sam")
    make_user("dora")
    section = str(Section.objects.get(session=cast.session).pk)
    before, entries = held(cast), Entry.objects.count()

    answer = give(
        cleo,
        cast,
        "account;role;sections\nsam;scorer;\ndora;Director;1 A\ndana;director;\n",
    )

    assert answer.status_code == 303
    assert held(cast) - before == {
        ("sam", "scorer", ()),
        ("dora", "director", (section,)),
    }
    assert Entry.objects.count() == entries + 1
    assert verify().findings == []


def test_list_that_went_out_comes_in_elsewhere(cast, cleo):
    make_staff(cast, "sam", Role.Name.SCORER)
    out = cleo.get(reverse("export_list", args=[cast.event.pk]) + "?kind=roles")
    text = out.content.decode("utf-8-sig")
    assert text.splitlines()[0] == "account;role;sections"
    other = make_event(suffix="-elsewhere")
    lesser = [line for line in text.splitlines() if ";chief;" not in line]

    back = give(tablet(other.cleo), other, "\n".join(lesser))

    assert back.status_code == 303
    assert {("sam", "scorer", ()), ("dana", "director", ())} <= held(other)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("nobody;scorer", "line 1: There is no account of this name."),
        ("olly;boss", "line 1: You cannot give this role."),
        ("olly;chief", "line 1: You cannot give this role."),
        ("olly;scorer;9 Z", "line 1: There is no section 9 Z."),
        ("dana;director", "Everybody listed has that role already."),
    ],
)
def test_one_wrong_line_gives_nobody_a_role(cast, cleo, lines, says):
    make_user("sam")
    before = held(cast)

    page = give(cleo, cast, f"{lines}\n" if "dana" in lines else f"{lines}\nsam;scorer")

    assert page.status_code == 422
    assert says in text_of(page)
    assert held(cast) == before
