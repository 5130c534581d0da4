"""The worst normal line on its page: trick by trick, card by card."""

import pytest
from django.urls import reverse

from rulings.bridge.positions import Position
from tests.factories import make_case
from tests.views.table.proposals import at_the_proposal, result
from tests.views.table.walks import HTMX, SMALL, solve, typed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def walk(client, cast):
    return at_the_proposal(client, cast)


def test_page_shows_each_card_of_the_trick_with_its_law(walk):
    walk.see("proposal", t="1")

    plays = walk.page.context["line"].plays

    stored = result(walk)["losing"][0]["cards"]
    assert [str(play.card) for play in plays] == [card["card"] for card in stored]
    assert any(play.law for play in plays)
    assert 'action="' + reverse("strike", args=[walk.case.pk]) in walk.text


def test_step_of_the_replay_is_the_replay_alone(walk):
    url = reverse("proposal", args=[walk.case.pk])

    text = walk.client.get(url, {"t": "2", "part": "replay"}, **HTMX).content.decode()

    assert text.strip().startswith('<div class="m-line" id="replay">')
    assert "Trick 2 of 4" in text
    assert 'class="dock"' not in text


def test_replay_goes_card_by_card_and_never_behind_the_claim(walk):
    """One page after another: back, on, and how many cards lie."""

    def stop(trick, cards):
        walk.see("proposal", t=trick, c=cards)
        line = walk.page.context["line"]
        lying = sum(play.card is not None for play in line.diagram.plays)
        assert len(line.plays) == lying
        return line.back, line.on, lying

    assert [stop("1", "1"), stop("2", "1"), stop("2", "3"), stop("2", "")] == [
        ("?t=1&c=1", "?t=1&c=2", 1),
        ("?t=1", "?t=2&c=2", 1),
        ("?t=2&c=2", "?t=2", 3),
        ("?t=2&c=3", "?t=3&c=1", 4),
    ]
    assert [stop("2", "9"), stop("4", "")] == [
        ("?t=2&c=3", "?t=3&c=1", 4),
        ("?t=4&c=3", "?t=4", 4),
    ]


def test_solved_position_shows_the_line_trick_by_trick(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("cards", way="grid")
    position = Position.parse(SMALL)
    walk.send("cards", way="grid", won="6", **typed(position))
    solve(walk.case)

    walk.see("proposal", t="2")

    assert "Trick 2 of 4" in walk.text
    assert 'id="step-4"' in walk.text
