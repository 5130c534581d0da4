"""From the call to the announcement, as a director walks it without a script."""

import json
import re

import pytest
from django.urls import reverse

from rulings.models import Case, Proposal, Ruling
from rulings.queries.solving import solver_input
from rulings.solver import adjudicate
from rulings.workflow.propose import store_result
from rulings.workflow.verify import verify
from tests.factories import make_event, free_playing

pytestmark = pytest.mark.django_db


def fields(response):
    """Return key and version of the first form on a page."""
    text = response.content.decode()
    found = {}
    for name in ("key", "version"):
        match = re.search(rf'name="{name}" value="([^"]+)"', text)
        if match:
            found[name] = match.group(1)
    return found


class Walker:
    def __init__(self, client):
        self.client = client
        self.taps = 0

    def see(self, url):
        response = self.client.get(url, follow=True)
        assert response.status_code == 200, response.content.decode()[-2000:]
        self.page = response
        return response

    def post(self, url, **data):
        response = self.client.post(url, {**fields(self.page), **data})
        assert response.status_code == 303, (response.status_code, response.content.decode()[-3000:])
        return self.see(response["Location"])

    @property
    def at(self):
        return self.page.resolver_match.url_name


def solve(case):
    """Answer the queued proposal as the worker would."""
    row = Proposal.objects.get(case=case, status="queued")
    asked = solver_input(Case.objects.get(pk=case.pk))
    found = adjudicate(asked.position, asked.claim, asked.settings)
    store_result(case.pk, row.pk, at=case.called_at, status=Proposal.Status(found.status), result=found.to_json(), bounds=(found.low, found.high))


def test_path(client):
    cast = make_event()
    client.force_login(cast.dana)
    walk = Walker(client)
    walk.see(reverse("queue", args=[cast.event.pk]))
    walk.see(reverse("new_call", args=[cast.event.pk]))
    playing = free_playing(cast)
    walk.post(reverse("new_call", args=[cast.event.pk]), playing=playing.pk)
    case = Case.objects.get()
    assert walk.at == "claim"
    walk.post(reverse("claim", args=[case.pk]), level="4", strain="S", declarer="S", doubled="0", claimer="S", left="3", claimed="rest")
    assert walk.at == "statement"
    walk.post(reverse("statement", args=[case.pk]), layer="claim", add="the rest are mine")
    walk.see(reverse("read_back", args=[case.pk]))
    walk.post(reverse("read_back", args=[case.pk]), ns="confirmed", ew="confirmed")
    assert walk.at == "objections"
    walk.post(reverse("objections", args=[case.pk]), seat="W", reason="trump_out")
    assert walk.at == "cards"
    walk.post(
        reverse("cards", args=[case.pk]),
        way="grid", leader="S", won="6",
        hand_N=".KQ.A.", hand_E=".5.7.6", hand_S="J..94.", hand_W="6.9.K.",
    )
    assert walk.at == "proposal"
    solve(case)
    walk.see(reverse("proposal", args=[case.pk]))
    if "settle" in walk.page.content.decode():
        walk.post(reverse("settle", args=[case.pk]), aware_of_trump="not_aware")
        solve(case)
        walk.see(reverse("case", args=[case.pk]))
    print(walk.at)
    walk.post(reverse("rule", args=[case.pk]), way="accept")
    print(walk.at)
    walk.post(reverse("announce", args=[case.pk]))
    assert walk.at == "announced"
    for name in ("look", "table_code", "revise"):
        walk.see(reverse(name, args=[case.pk]))
    walk.see(reverse("queue", args=[cast.event.pk]))
    assert [str(f) for f in verify().findings] == []
