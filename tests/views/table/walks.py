"""Walking the screens without a script: forms as a browser sends them, and a worker."""

import re

from django.urls import reverse

from rulings.bridge.cards import Strain
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.models import Case, Proposal
from rulings.queries.case.solving import solver_input
from rulings.solver import adjudicate
from rulings.workflow.event.play_records import PlayRecord, add_play_records
from rulings.workflow.solving.propose import store_result
from tests.factories import DEAL, free_playing, shell

SMALL = "S S:- 6-3 N:.KQJ.A. .5.7.65 J..94.A 6.97.K."
"""Four cards each, a trump out: forgotten it costs a trick."""


def hidden(response):
    """Return key and version of the first form on a page."""
    text = response.content.decode()
    found = {}
    for name in ("key", "version"):
        match = re.search(rf'name="{name}" value="([^"]+)"', text)
        if match:
            found[name] = match.group(1)
    return found


def wanted(walk):
    """Return the values that the page in hand asks for, by key."""
    return [field.name for field in walk.page.context["form"].visible_fields()]


HTMX = {"HTTP_HX_REQUEST": "true"}


class Walk:
    """A director with a tablet, without a script: sees pages, sends their forms."""

    def __init__(self, client, case=None):
        self.client = client
        self.case = case
        self.page = None

    def see(self, name, *args, **query):
        args = args or ([self.case.pk] if self.case else [])
        self.page = self.client.get(reverse(name, args=args), query, follow=True)
        return self.page

    def take_call(self, cast, **data):
        """Take the first call of an event, at a table that is free."""
        event = cast.event.pk
        self.see("new_call", event)
        self.send("new_call", event, playing=free_playing(cast).pk, **data)
        self.case = Case.objects.get()

    def send(self, name, *args, **data):
        """Send the form of the page in hand and follow the answer."""
        url = reverse(name, args=args or [self.case.pk])
        response = self.client.post(url, {**hidden(self.page), **data})
        assert response.status_code == 303, response.content.decode()
        self.page = self.client.get(response["Location"], follow=True)
        return self.page

    @property
    def at(self):
        """Return the name of the screen in hand."""
        return self.page.resolver_match.url_name

    @property
    def text(self):
        return self.page.content.decode()


def refused(walk, name, **data):
    """Send a form that is refused and return the page of the refusal."""
    url = reverse(name, args=[walk.case.pk])
    return walk.client.post(url, {**hidden(walk.page), **data})


def solve(case):
    """Answer what is queued as the worker would."""
    for row in Proposal.objects.filter(case=case, status=Proposal.Status.QUEUED):
        asked = solver_input(Case.objects.get(pk=case.pk))
        found = adjudicate(asked.position, asked.claim, asked.settings)
        store_result(
            case.pk,
            row.pk,
            at=case.called_at,
            status=Proposal.Status(found.status),
            result=found.to_json(),
            bounds=(found.low, found.high),
        )


def record_play(cast, playing, contract, tricks):
    """Attach a record of so many tricks, everybody playing the lowest legal card."""
    position = Position(
        DEAL.hands, Strain(contract.strain), Trick(contract.opening_leader), (0, 0)
    )
    cards = []
    while sum(position.won) < tricks:
        card = min(position.legal(), key=lambda held: held.rank)
        cards.append(card)
        position = position.play(card)
    record = PlayRecord(auction=None, contract=contract, cards=tuple(cards))
    add_play_records(shell(cast.at), cast.event, {playing.pk: record})
    return position


def typed(position):
    """Return a position as the fields of the blank deck's form."""
    hands = {f"hand_{seat}": str(position.hands[seat]) for seat in Seat}
    trick = {f"trick_{seat}": str(card) for seat, card in position.trick.plays()}
    return {**hands, **trick, "leader": position.trick.leader.letter}
