"""Others are asked: a colleague, somebody outside by a link, peers by a poll."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from rulings.clock import receipt_at
from rulings.models import Opinion
from tests.factories import Cast, make_case
from tests.story.looks import Looks
from tests.walks.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def ruled(world):
    """Return a case ruled by Dana at table 1 and not announced."""
    dana, cleo, sam = (User.objects.get(username=n) for n in ("dana", "cleo", "sam"))
    cast = Cast(world.event, world.session, dana, cleo, sam, at=receipt_at())
    return make_case(cast, state="ruled", playing=world.playing(1))


def test_another_rules_on_the_facts_alone_and_both_stand_side_by_side(walker, world):
    case = ruled(world)
    tricks = case.rulings.get().tricks_claimer
    dana = walker("Dana, director")
    dana.tap("Board 1").sees("Read this out")
    dana.tap("Second opinion…").sees("Nobody has been asked about this case yet.")
    dana.tap("Cleo", role="radio").tap("Ask for an opinion").turns()
    dana.sees("waits for the answer")

    cleo = walker("Cleo, chief director")
    cleo.tap("Notices").tap("You are asked for a second opinion")
    cleo.sees("What would you rule?").misses("Read this out")
    cleo.tap(str(tricks - 1), role="radio").types("Laws", "70C")
    cleo.types("Your reason", "A trump was out.").tap("Give this opinion").turns()
    cleo.sees("Your opinion is with the case.")

    dana.tap("Notices").tap("A second opinion has been given")
    dana.sees("1 trick fewer than the ruling.").sees("A trump was out.")
    dana.tap("Back to the case").sees("Read this out")


def asks_outside(dana, name):
    """Ask somebody by a link, and return its address as it stands on the screen."""
    dana.tap("Somebody outside, by a link", role="radio").types("Name, if", name)
    dana.tap("Ask for an opinion").turns().sees("It works once.")
    return dana.reads_address()


def test_somebody_outside_rules_on_the_facts_by_a_link_that_expires(walker, world):
    tricks, looks = ruled(world).rulings.get().tricks_claimer, Looks()
    dana = walker("Dana, director")
    dana.tap("Round 1 is over").tap("over", role="button").turns()
    dana.tap("Board 1").tap("Second opinion…")
    link = asks_outside(dana, "Ola")

    ola = walker(device=PHONE).opens(link)
    ola.sees("What would you rule?").sees("What both sides say").misses("Dana")
    ola.looks(looks)
    ola.tap(str(tricks), role="radio").types("Laws", "70C")
    ola.types("Your reason", "The trump was forgotten.").tap("Give this opinion")
    ola.turns().sees("Thank you")

    dana.tap("Notices").tap("A second opinion has been given")
    dana.sees("The trump was forgotten.").sees("Ola")
    late = asks_outside(dana, "Uli")
    Opinion.objects.filter(given_at=None).update(expires_at=timezone.now())
    walker(device=PHONE).opens(late).sees("The time of this link is over")
    assert looks.violations == []


def test_peers_answer_by_a_link_and_aloud_and_the_spread_is_shown(walker, world):
    ruled(world)
    dana = walker("Dana, director")
    dana.tap("Round 1 is over").tap("over", role="button").turns()
    cleo = walker("Cleo, chief director")
    cleo.tap("Table A1", role="link").tap("Ask peers…").sees("No peers have been")
    cleo.tap("North", role="radio").types("What they have to know", "You lead.")
    cleo.types("Choices, one on each line", "A spade\nThe queen of hearts")
    cleo.tap("Make this question").turns().sees("What would you play, as North?")
    cleo.types("Name of the peer", "Ulla Peer", near="Ask by a link").tap("Make a link")
    link = cleo.turns().reads_address()

    bo = walker(device=PHONE).opens(link)
    bo.sees("You lead.").misses("Cleo").tap("The queen of hearts", role="radio")
    bo.tap("Send this answer").turns().sees("Thank you")

    cleo.types("Name of the peer", "Jo", near="Type in an answer")
    cleo.tap("A spade", role="radio").tap("Enter the answer").turns()
    cleo.sees("2 of 2 answered").sees("Ulla Peer").sees("Jo")
    dana.tap("Board 1").tap("Ask peers…").tap("What would you play").misses("Ulla")
    dana.sees("2 of 2 answered").sees("The names are for the chief director alone.")
    dana.tap("On paper…").sees("another answer").prints().misses("Print this page")
