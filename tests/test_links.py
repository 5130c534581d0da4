"""Nobody is offered a page that he may not open: every link is followed."""

import re
from html import unescape
from http import HTTPStatus

import pytest
from django.db import transaction
from django.urls import reverse

from rulings.models import Case, Playing
from tests import matrix
from tests.factories import make_case

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WALKERS = ("C", "NS", "P0")
OTHERS = ("D", "DX", "D-", "C-", "S", "R", "A", "EW", "OLLY")
"""Who meets hardly a page that none of the walkers meets: left to the soak."""
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PLAYED = re.compile(r"cards=[^&]+")
"""The cards of a line that is tried out: one line is tried, not every one."""
LINK = re.compile(r"<a\b[^>]*\bhref=\"([^\"#]+)")
STATES = ("called", "announced", "contested", "ruled", "reserved", "agreed", "closed")


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Build everybody once, with a case of the playing director in every state."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = matrix.build()
        free = Playing.objects.filter(board__event=made.cast.event, cases=None)
        free = free.order_by("board__number", "table__number")
        for rows in (free.filter(ns__number=1), free.exclude(ns__number=1)):
            for playing, state in zip(rows[: len(STATES)], STATES, strict=False):
                make_case(made.cast, state=state, playing=playing)
        yield made
        transaction.set_rollback(True)


def links_of(response):
    if not response.get("Content-Type", "").startswith("text/html"):
        return set()
    text = response.content.decode()
    return {unescape(link) for link in LINK.findall(text) if link.startswith("/")}


def states_of(letter):
    """Return what tells cases apart: of each kind one is opened.

    Whether the pair of those who play was at the table counts for them alone.
    """
    rows = Case.objects.values_list("pk", "state", "playing__ns__number")
    plays = letter.endswith("-")
    return {str(pk): f"{state}-{plays and number == 1}" for pk, state, number in rows}


@pytest.mark.parametrize(
    "letter",
    [*WALKERS, *(pytest.param(one, marks=pytest.mark.soak("links")) for one in OTHERS)],
)
def test_every_link_of_every_page_opens(world, monkeypatch, letter):
    person = world.knockers[letter]
    monkeypatch.setattr("rulings.views.common.receipt_at", lambda *_: person.at)
    states = states_of(letter)
    waiting, seen, shut = [(reverse("home"), "")], set(), []
    while waiting:
        address, page = waiting.pop(0)
        response = person.browser.get(address, follow=True)
        if response.status_code != HTTPStatus.OK:
            shut.append((response.status_code, address, "on", page))
        for link in sorted(links_of(response)):
            shape = UUID.sub(lambda found: states.get(found[0], "one"), link)
            shape = PLAYED.sub("cards", shape)
            if shape not in seen:
                seen.add(shape)
                waiting.append((link, address))

    assert shut == []
