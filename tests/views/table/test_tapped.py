"""A line tapped card by card: checked, or noted as what was played after the claim."""

import pytest
from django.urls import reverse

from rulings.models import Answer
from tests.forms_on_pages import flat
from tests.views.table.proposals import at_the_proposal
from tests.views.table.test_law_steps import say
from tests.views.table.walks import solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def walk(client, cast):
    return at_the_proposal(client, cast)


def tap(walk, cards, **more):
    """Show the page behind some cards."""
    url = reverse("tapped_line", args=[walk.case.pk])
    page = walk.client.get(url, {"cards": cards, **more})
    assert page.status_code == 200
    return page


def test_a_line_is_counted_from_where_it_is_tapped_to(walk):
    page = tap(walk, "")
    cards = [str(card) for card, _url in page.context["plays"]]
    assert cards
    best = page.context["total"]

    seen, line = [], ""
    while page.context["plays"]:
        seen.append(page.context["total"])
        line = f"{line} {page.context['plays'][-1][0]}"
        page = tap(walk, line)

    assert seen[0] == best
    total = page.context["total"]
    assert f"gets {total} trick" in flat(page.content.decode())
    assert reverse("proposal", args=[walk.case.pk]) + f"?own={total}#own" in (
        page.content.decode()
    )
    assert len(page.context["tapped"]) == 16
    assert len(tap(walk, f"{cards[0]} {cards[0]} ZZ").context["tapped"]) == 0
    assert len(tap(walk, f"{cards[0]} {cards[0]}").context["tapped"]) == 1


def test_the_moment_leads_there_and_says_what_to_ask_the_table(walk):
    page = flat(walk.see("proposal").content.decode())

    assert "Ask both sides:" in page
    assert "Was that trump mentioned before West objected?" in page
    assert reverse("tapped_line", args=[walk.case.pk]) in page
    walk.send("settle", aware_of_trump="not_aware")
    solve(walk.case)
    page = flat(walk.see("proposal").content.decode())
    assert "Ask both sides:" not in page
    assert "Check another line…" in page


def test_cards_played_after_the_claim_are_tapped_and_noted(walk):
    first = str(tap(walk, "").context["plays"][0][0])
    page = tap(walk, first, **{"for": "after"})
    assert "First answer, at the question of law" in page.content.decode()
    assert page.context["went_on"] is False

    walk.see("step", walk.case.pk, "B02")
    say(walk, "play_went_on")
    walk.see("step", walk.case.pk, "B03")
    say(walk, "no")
    page = walk.page = tap(walk, first, **{"for": "after"})
    assert page.context["went_on"]
    walk.send(
        "step",
        walk.case.pk,
        "B05",
        choice=page.context["choice"],
        record_post_claim_cards=page.context["text"],
    )

    noted = Answer.objects.get(case=walk.case, step="B05")
    assert noted.values["post_claim_cards"] == first
