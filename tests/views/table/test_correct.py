"""Facts that were wrong after the announcement, as a director sends them."""

import uuid

import pytest
from django.urls import reverse

from rulings.models import Case, Ruling
from rulings.workflow import decide
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
        {**SENT, "tricks": tricks, "reason": "both sides say so"},
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
    page = client.post(reverse("correct", args=[case.pk]), sent)

    assert page.status_code == 422
    assert "one board cannot have two rulings" in page.content.decode()
    assert "the wrong board" in page.content.decode()
    assert Ruling.objects.filter(case=case).count() == 1


def test_the_cards_of_the_other_board_are_said_to_be_taken_down_anew(client, cast):
    case = make_case(cast, state="announced")
    there = free_playing(cast)
    client.force_login(cast.dana)

    sent = to_board(there, reason="the wrong board")
    page = client.post(reverse("correct", args=[case.pk]), sent)
    assert "belong to the other board" in page.content.decode()

    client.post(
        reverse("correct", args=[case.pk]), {**sent, **act(case), "confirmed": "yes"}
    )
    decide.announce(cast.form(cast.dana), case.pk)

    assert Case.objects.get(pk=case.pk).playing == there
    for name in ("announced", "cards", "dossier"):
        shown = client.get(reverse(name, args=[case.pk]), follow=True)
        assert shown.status_code == 200, name


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

    page = client.post(url, sent).content.decode()

    assert "worked out with spades as trumps" in page
    assert 'name="tricks" value="7" required>' in flat(page)
    assert " checked" not in page
    client.post(url, {**sent, "confirmed": "yes"})
    assert Ruling.objects.count() == 1
    page = client.post(url, {**sent, "sure": "yes"}).content.decode()
    assert "worked out" not in page
    client.post(url, {**sent, "sure": "yes", "confirmed": "yes"})
    assert Ruling.objects.count() == 2


def test_another_level_keeps_the_tricks(client, cast):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)

    sent = {**SENT, "tricks": "7", "reason": "both say"}
    page = client.post(reverse("correct", args=[case.pk]), sent).content.decode()

    assert "worked out" not in page
    assert "Make the new ruling" in page
