"""The casebook's pages: nobody is named in them, and the list can be searched."""

import pytest
from django.urls import reverse

from rulings.models import CasebookCase, Person
from rulings.presenters.paper import casebook as pages
from tests.casebook import REASONS, SAID, end_session, enter, final_case
from tests.factories import make_case, make_event
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    return made


@pytest.fixture
def entered(cast):
    case = final_case(cast)
    enter(cast, case)
    return case


def page_of(client, number=1):
    return client.get(reverse("casebook_ruling", args=[number]))


def names_of(cast):
    """Return what would lead to somebody: names, event, day and month, board."""
    people = Person.objects.values_list("name", flat=True)
    staff = [cast.dana.username, cast.cleo.username]
    days = ["March", "Mar 2026", "2026-03", "14.03"]
    return [*people, *staff, cast.event.name, *days, "Board 1", "A1"]


def test_anybody_reads_a_case_and_nobody_is_named(client, cast, entered):
    for address in (reverse("casebook"), reverse("casebook_ruling", args=[1])):
        page = client.get(address, headers={"accept-language": "en"})
        body = text_of(page)
        assert [name for name in names_of(cast) if name in body] == []
        assert str(entered.pk) not in page.content.decode()

    words = text_of(page_of(client))
    assert SAID in words
    assert REASONS in words
    assert "I have the rest." not in words
    assert "70C" in words
    assert "2026" in words
    assert page_of(client).context["diagram"] is not None


def test_the_list_is_narrowed_and_empty_says_so(client, cast):
    assert "No case has been taken in yet" in text_of(client.get(reverse("casebook")))

    enter(cast, final_case(cast))

    def found(**asked):
        return text_of(client.get(reverse("casebook"), asked))

    assert "Case 1" in found()
    assert "1 found" in found(law="70C", q="drawing")
    assert "0 found" in found(q="finesse")
    assert "Case 1" in found(law="nonsense")


def test_forty_cases_stand_on_a_page(client, cast, monkeypatch):
    monkeypatch.setattr(pages, "PER_PAGE", 1)
    cases = [make_case(cast, state="announced") for _ in range(2)]
    end_session(cast)
    for case in cases:
        enter(cast, case)

    first = client.get(reverse("casebook"))
    second = client.get(reverse("casebook"), {"page": 2})

    assert [row.number for row in first.context["listed"].rows] == [2]
    assert [row.number for row in second.context["listed"].rows] == [1]
    assert "Page 2 of 2" in text_of(second)


def test_the_chief_takes_a_case_in_from_its_page_and_out_again(cast):
    case, cleo = final_case(cast), tablet(cast.cleo)
    live = cleo.get(reverse("live", args=[cast.event.pk]), {"peek": case.pk})
    address = reverse("into_casebook", args=[case.pk])
    assert address in live.content.decode()
    assert "I have the rest." in text_of(cleo.get(address))

    refused = cleo.post(address, sent(case, said="Dana said so.", do="in"))
    assert refused.status_code == 422
    assert "Dana said so." in refused.content.decode()
    taken = cleo.post(address, sent(case, said=SAID, do="in"))
    assert taken.status_code == 303
    assert page_of(cleo).status_code == 200

    again = cleo.get(address)
    assert SAID in text_of(again)
    assert cleo.post(address, sent(case, do="out")).status_code == 303
    assert page_of(cleo).status_code == 404
    assert not CasebookCase.objects.get().shown


def test_a_case_that_can_change_is_not_taken_in(cast):
    case, cleo = make_case(cast, state="announced"), tablet(cast.cleo)
    address = reverse("into_casebook", args=[case.pk])

    assert "can still change" in text_of(cleo.get(address))
    assert cleo.post(address, sent(case, do="in")).status_code == 422
    assert not CasebookCase.objects.exists()


def test_pages_of_the_casebook_ask_little(
    client, cast, entered, django_assert_max_num_queries
):
    for address, most in (
        (reverse("casebook"), 4),
        (reverse("casebook_ruling", args=[1]), 8),
    ):
        with django_assert_max_num_queries(most):
            client.get(address)


@pytest.mark.one_database
def test_home_help_and_laws_lead_to_the_casebook(client, cast):
    link = f'href="{reverse("casebook")}"'
    assert link in client.get(reverse("help")).content.decode()
    assert link in client.get(reverse("law_index")).content.decode()
    client.force_login(cast.olly)
    assert link in client.get(reverse("home")).content.decode()
