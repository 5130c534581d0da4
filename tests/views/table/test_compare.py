"""The page that sets a case beside itself: who may see it, what it shows."""

import re

import pytest
from django.urls import reverse

from rulings.models import AskedPosition, Case, Entry, Playing, Role
from rulings.workflow.event import events
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving.positions import solve_position
from tests.factories import make_case, make_event, make_user, shell
from tests.views.table.walks import hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


@pytest.fixture
def case(cast):
    return make_case(cast, state="frozen")


def page(client, case, **query):
    return client.get(reverse("compare", args=[case.pk]), query)


def test_both_sides_stand_beside_each_other(client, cast, case):
    client.force_login(cast.dana)

    response = page(client, case, edition="1997", body="acbl")

    ends = response.context["ends"]
    assert [end.regulations for end in ends] == [case.regulation["name"], "ACBL"]
    assert ["2017" in ends[0].edition, "1997" in ends[1].edition] == [True, True]
    rows = {row.step: row for row in response.context["rows"]}
    assert (rows["A01"].here.law, rows["A01"].there.law) == ("68A", "68A")
    assert not rows["A01"].differs
    assert rows["A01"].here.url.endswith("/laws/2017/claims/#A01")
    assert rows["A01"].there.url.endswith("/laws/1997/claims/#A01")


def test_what_the_record_does_not_answer_is_shown_as_open(client, cast):
    client.force_login(cast.dana)

    response = page(client, make_case(cast), edition="2007")

    markup = response.content.decode()
    assert markup.count("What happened at the table?") == 2
    assert markup.count(">open</span>") == 2


def test_a_difference_is_named_in_words(client, cast, case):
    client.force_login(cast.dana)

    response = page(client, case, edition="1997")

    differing = [row for row in response.context["rows"] if row.differs]
    assert differing
    assert response.content.decode().count(">differs</span>") >= len(differing)


def test_another_edition_is_chosen_at_first_and_nonsense_is_the_events_own(
    client, cast, case
):
    client.force_login(cast.dana)

    assert page(client, case).context["edition"] == "2007"
    nonsense = page(client, case, edition="1887", body="../x").context
    assert (nonsense["edition"], nonsense["body"]) == ("2017", "")


def test_looking_writes_nothing(client, cast, case):
    client.force_login(cast.dana)
    entries = Entry.objects.count()
    before = Case.objects.filter(pk=case.pk).values().get()

    page(client, case, edition="1997", body="ebu")

    assert Entry.objects.count() == entries
    assert Case.objects.filter(pk=case.pk).values().get() == before


def test_a_director_who_plays_the_board_sees_nothing_of_it(client):
    plays = make_user("plays")
    cast = make_event(players={"Player 1a": plays})
    events.give_role(shell(), cast.event, plays, Role.Name.DIRECTOR, [])
    own = Playing.objects.filter(board__event=cast.event, ns__number=1)
    case = make_case(cast, state="frozen", playing=own.first())
    client.force_login(plays)

    response = page(client, case)

    assert response.status_code == 403
    assert "68A" not in response.content.decode()


def test_the_dossier_leads_here(client, cast, case):
    client.force_login(cast.dana)

    markup = client.get(reverse("dossier", args=[case.pk])).content.decode()

    assert re.search(rf'href="{reverse("compare", args=[case.pk])}"', markup)


def test_only_the_edition_differs_and_the_page_says_so(client, cast, case):
    client.force_login(cast.dana)

    markup = page(client, case, edition="2007").content.decode()

    assert "Only the edition differs" in markup
    assert "Work it out" not in markup


def test_another_way_to_search_is_worked_out_in_the_background(client, cast, case):
    client.force_login(cast.dana)
    there = {"edition": "2017", "body": "acbl"}
    before = page(client, case, **there)
    assert "the number of tricks can differ" in before.content.decode()
    assert "has not been worked out" in before.content.decode()

    url = reverse("search_under", args=[case.pk])
    sent = client.post(url, {**hidden(before), **there})
    assert (sent.status_code, sent.url) == (
        303,
        reverse("compare", args=[case.pk]) + "?edition=2017&body=acbl",
    )

    waiting = page(client, case, **there).content.decode()
    assert "is being worked out" in waiting
    assert "part=searched" in waiting
    assert "Work it out" not in waiting
    AskedPosition.objects.update(low=1, high=3)
    polled = client.get(sent.url + "&part=searched", headers={"HX-Request": "true"})
    assert "proven so far: 1–3" in polled.content.decode()
    assert "<h1>" not in polled.content.decode()

    row = AskedPosition.objects.get()
    solve_position.func(str(row.pk))
    done = client.get(sent.url + "&part=searched", headers={"HX-Request": "true"})
    assert done.headers["HX-Refresh"] == "true"
    row.refresh_from_db()
    told = page(client, case, **there).content.decode()
    # The claimer may not have known of a trump: the number waits for that.
    assert (row.status, row.result["low"], row.result["high"]) == ("exact", 7, 8)
    assert "Worked out under these regulations: 7–8" in told
    assert "a fact is still open" in told
    assert verify().findings == []


def test_without_cards_there_is_nothing_to_work_out(client, cast):
    client.force_login(cast.dana)
    case = make_case(cast)

    markup = page(client, case, edition="2017", body="acbl").content.decode()

    assert "It cannot be worked out here" in markup
    url = reverse("search_under", args=[case.pk])
    sent = {**hidden(page(client, case)), "edition": "2017", "body": "acbl"}
    assert client.post(url, sent).status_code == 422


def test_who_may_not_see_the_case_may_not_have_it_searched(client, cast, case):
    client.force_login(cast.olly)

    url = reverse("search_under", args=[case.pk])

    assert client.post(url, {"edition": "2017"}).status_code in {403, 404}
    assert not AskedPosition.objects.exists()
