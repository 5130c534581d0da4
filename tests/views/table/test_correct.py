"""Facts that were wrong after the announcement, as a director sends them."""

import re
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Case, Ruling, Window
from rulings.presenters.table.gist import clause_words
from rulings.workflow.ruling import decide
from tests.factories import free_playing, make_case
from tests.forms_on_pages import flat

pytestmark = pytest.mark.django_db
SENT = {"level": "3", "strain": "S", "declarer": "S", "doubled": "0", "claimer": "S"}


@pytest.mark.parametrize("tricks", ["²", "14", "-1", "9" * 5000, "six"])
def test_tricks_that_are_no_number_are_asked_for_again(client, cast, tricks):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)

    page = client.post(
        reverse("correct", args=[case.pk]),
        {**SENT, **act(case), "tricks": tricks, "reason": "both sides say so"},
    )

    assert page.status_code == 422
    assert "Give a number of tricks from 0 to 13." in page.content.decode()
    assert "both sides say so" in page.content.decode()
    assert Ruling.objects.count() == 1


def to_board(playing, **sent):
    """Return what a director sends who corrects the board as well."""
    table, board = playing.table, playing.board
    numbers = {"section": table.section.letter, "table": table.number}
    return {**SENT, **numbers, "board": board.number, "tricks": "2", **sent}


def test_a_board_with_a_case_of_its_own_is_named_before_anything_is_shown(client, cast):
    case = make_case(cast, state="announced")
    other = make_case(cast, state="announced", playing=free_playing(cast))
    client.force_login(cast.dana)

    sent = to_board(other.playing, reason="the wrong board", confirmed="yes")
    page = client.post(reverse("correct", args=[case.pk]), {**sent, **act(case)})

    assert page.status_code == 422
    assert "one board cannot have two rulings" in page.content.decode()
    assert "the wrong board" in page.content.decode()
    assert Ruling.objects.filter(case=case).count() == 1


def test_the_cards_of_the_other_board_are_said_to_be_taken_down_anew(client, cast):
    case = make_case(cast, state="announced")
    there = free_playing(cast)
    client.force_login(cast.dana)

    sent = to_board(there, reason="the wrong board")
    page = client.post(reverse("correct", args=[case.pk]), {**sent, **act(case)})
    assert "belong to the other board" in page.content.decode()

    client.post(reverse("correct", args=[case.pk]), {**sent, **act(case), **seen(page)})
    decide.announce(cast.form(cast.dana), case.pk)

    assert Case.objects.get(pk=case.pk).playing == there
    for name in ("announced", "cards", "dossier"):
        shown = client.get(reverse(name, args=[case.pk]), follow=True)
        assert shown.status_code == 200, name


def seen(page):
    """Return by what a page says which correction it has shown."""
    found = re.search(r'name="shown" value="([^"]*)"', page.content.decode())
    return {"shown": found[1]} if found else {}


def act(case):
    return {"key": str(uuid.uuid4()), "version": case.version}


def test_tricks_worked_out_with_another_trump_are_chosen_anew(client, cast):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)
    url, ruled = reverse("correct", args=[case.pk]), "7"
    sent = {**SENT, "level": "4", "strain": "H", "tricks": ruled, "reason": "both say"}
    numbers = {"section": "A", "table": case.playing.table.number}
    sent |= {**numbers, "board": case.playing.board.number}
    sent |= {"key": uuid.uuid4(), "version": case.version}

    page = client.post(url, sent)

    assert "worked out with spades as trumps" in page.content.decode()
    assert 'name="tricks" value="7" required>' in flat(page.content.decode())
    assert seen(page) == {}
    page = client.post(url, {**sent, "sure": "yes"})
    assert "worked out" not in page.content.decode()
    client.post(url, {**sent, "sure": "yes", **seen(page), "tricks": "6"})
    assert Ruling.objects.count() == 1  # another number than the one shown
    client.post(url, {**sent, "sure": "yes", **seen(page)})
    assert Ruling.objects.count() == 2


def test_another_level_keeps_the_tricks(client, cast):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)

    sent = {**SENT, "tricks": "7", "reason": "both say"}
    page = client.post(reverse("correct", args=[case.pk]), {**sent, **act(case)})
    page = page.content.decode()

    assert "worked out" not in page
    assert "Correct it and read out again" in page


def test_other_facts_open_on_their_own_screens_with_a_reason(client, cast):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)
    url = reverse("correct", args=[case.pk])
    numbers = {"section": "A", "table": case.playing.table.number}
    sent = {**SENT, **numbers, "board": case.playing.board.number, "level": "4"}
    sent |= {**act(case), "tricks": "7", "open": "words"}

    refused = client.post(url, sent)
    assert refused.status_code == 422
    assert "Say how the mistake was found." in refused.content.decode()
    page = client.post(url, {**sent, "reason": "misheard"}, follow=True)

    assert page.redirect_chain[-1][0] == reverse("statement", args=[case.pk])
    assert "stays in force until you announce another one" in flat(
        page.content.decode()
    )
    case.refresh_from_db()
    client.post(reverse("undo", args=[case.pk]), {**act(case), "leave": "yes"})
    case.refresh_from_db()
    assert case.state == "announced"


def test_what_is_too_late_is_said_before_anything_is_typed(client, cast):
    case = make_case(cast, state="announced")
    rows = Window.objects.filter(case=case, purpose="correction")
    rows.update(closes_at=cast.at - timedelta(days=999))
    client.force_login(cast.dana)

    page = client.get(reverse("correct", args=[case.pk])).content.decode()

    assert "The time for corrections is over" in page
    assert "Show before and after" not in page  # nobody fills in what is refused
    assert "ask the chief director" in page
    assert "Chief director: Cleo" in flat(page)
    assert reverse("overrule", args=[case.pk]) not in page


def test_what_is_too_late_leads_the_chief_to_overruling(client, cast):
    case = make_case(cast, state="announced")
    rows = Window.objects.filter(case=case, purpose="correction")
    rows.update(closes_at=cast.at - timedelta(days=999))
    client.force_login(cast.cleo)

    page = client.get(reverse("correct", args=[case.pk])).content.decode()

    assert f'href="{reverse("overrule", args=[case.pk])}"' in page


def test_before_and_after_show_the_law_that_changes(client, cast):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)
    sent = {**SENT, "level": "4", "tricks": "6", "claimer": "W", "reason": "misheard"}

    page = client.post(reverse("correct", args=[case.pk]), {**sent, **act(case)})

    (law,) = [row for row in page.context["rows"] if row.name == "Law"]
    assert law.before == "70C (a trump still out)"
    client.post(reverse("correct", args=[case.pk]), {**sent, **act(case), **seen(page)})
    new = Ruling.objects.get(number=2)
    assert law.after == clause_words(new.laws)
