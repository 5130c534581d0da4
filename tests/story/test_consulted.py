"""The pages of those who ask and are asked: no barrier, in both themes, enlarged."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from rulings.clock import receipt_at
from rulings.models import Poll
from rulings.workflow.event import scores
from rulings.workflow.ruling import opinions, polls
from tests.factories import Cast, make_case
from tests.story.devices import PHONE, TABLET, device, world
from tests.story.looks import Looks

__all__ = ["device", "world"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


@pytest.fixture
def cast(world):
    """Return the event's people, with a ruled case that others were asked about."""
    dana, cleo, sam = (User.objects.get(username=n) for n in ("dana", "cleo", "sam"))
    return Cast(world.event, world.session, dana, cleo, sam, at=receipt_at())


def consulted(cast, case):
    """Ask Cleo twice, who answers once; make a poll with an answer and a link."""
    form = cast.form
    opinions.ask_opinion(form(cast.dana), case.pk, hours=24, user=cast.cleo)
    opinions.give_opinion(
        form(cast.cleo),
        case.pk,
        tricks=6,
        laws=["70C"],
        reasons="A trump was out.",
        seen=opinions.facts_mark(case),
    )
    opinions.ask_opinion(form(cast.dana), case.pk, hours=24, user=cast.cleo)
    question = polls.PollQuestion(
        kind=Poll.Kind.CARD,
        seat="N",
        all_hands=False,
        calls=None,
        words="You are on lead.",
        choices=["A heart", "The ace of diamonds"],
    )
    poll = polls.ask_poll(form(cast.dana), case.pk, question)
    polls.enter_answer(form(cast.dana), case.pk, poll, choice=1)
    peer = polls.ask_peer(form(cast.dana), case.pk, poll, name="Bo Peer", hours=24)
    for one in cast.session.rounds.order_by("order"):
        scores.end_round(form(cast.cleo), cast.event, one)
    return poll, opinions.secret_of(peer)


def test_nobody_meets_a_barrier_on_the_pages_of_who_is_consulted(
    device, site, world, cast
):
    case = make_case(cast, state="ruled", playing=world.playing(1))
    poll, secret = consulted(cast, case)
    looks, dana = Looks(), device(TABLET, "dana")

    for name, more in (("opinions", ()), ("polls", ()), ("poll", (poll,))):
        dana.goto(site + reverse(name, args=[case.pk, *more]))
        looks.enlarged(dana)
    cleo = device(PHONE, "cleo")
    cleo.goto(site + reverse("opinion", args=[case.pk]))
    looks.enlarged(cleo)
    nobody = device(PHONE)
    nobody.goto(site + reverse("polled", args=[secret]))
    looks.enlarged(nobody)

    assert len(looks.screens) == 5
    assert looks.violations == []
