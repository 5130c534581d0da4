"""A director asks for a second opinion at the tablet, and compares it with his own."""

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from tests.factories import Cast, make_case

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
