"""The proposal on paper: a drawer is there with what is in it, or not at all."""

import pytest
from django.urls import reverse

from rulings.bridge.positions import Position
from tests.factories import make_case
from tests.views.table.walks import SMALL, Walk, solve, typed

DRAWERS = """() => [...document.querySelectorAll('main details')].map(one => ({
    heading: one.querySelector('summary').innerText.trim(),
    printed: one.querySelector('summary').checkVisibility(),
    chip: one.querySelector('summary').matches('.chip'),
    form: one.lastElementChild.matches('form'),
    inside: one.lastElementChild.checkVisibility(),
}))"""


@pytest.fixture
def drawers(page, site, client, cast):
    """Return a function that tells of every drawer, on screen or on paper."""
    client.force_login(cast.dana)
    walk = Walk(client, make_case(cast, state="frozen"))
    walk.see("cards", way="grid")
    walk.send("cards", way="grid", won="6", **typed(Position.parse(SMALL)))
    solve(walk.case)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    page.set_viewport_size({"width": 390, "height": 844})  # where most are folded
    page.goto(site + reverse("proposal", args=[walk.case.pk]))

    def seen(media):
        page.emulate_media(media=media)
        return page.evaluate(DRAWERS)

    return seen


@pytest.mark.django_db(transaction=True)
def test_closed_drawer_is_printed_with_its_contents_or_not_at_all(drawers):
    on_screen, on_paper = drawers("screen"), drawers("print")

    assert [one["heading"] for one in on_screen if one["inside"]] == []
    read = [one for one in on_paper if one["printed"] and not one["chip"]]
    assert all(one["inside"] and not one["form"] for one in read)
    assert {
        "Every card of this line, with its reason",
        "All numbers on one scale",
        "How this was computed",
    } <= {one["heading"] for one in read}
    assert sum("left out" in one["heading"] for one in read) == 1
    chips = [one for one in on_paper if one["chip"]]
    assert [(one["printed"], one["inside"]) for one in chips] == [(True, False)] * len(
        chips
    )
