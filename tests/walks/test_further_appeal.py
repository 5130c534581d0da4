"""A further appeal, where the regulations give it a period of its own (Law 93C)."""

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.models import Appeal
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals
from tests.factories import Cast, make_case
from tests.story.world import make_world
from tests.walks.conftest import PHONE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


@pytest.fixture
def world(transactional_db):
    """Make the event with two hours for a further appeal."""
    return make_world({"further_appeal_period_min": 120})


def decided(world):
    """Return a case whose appeal has been decided and not told."""
    dana, cleo, sam = (User.objects.get(username=n) for n in ("dana", "cleo", "sam"))
    cast = Cast(world.event, world.session, dana, cleo, sam, at=receipt_at())
    case = make_case(cast, state="announced", playing=world.playing(1))
    appeals.file_appeal(
        cast.form(dana),
        case.pk,
        side="EW",
        concurrence={"E": "spoken", "W": "spoken"},
        words="My nine of hearts is good.",
    )
    appeals.decide_appeal(
        cast.form(cleo),
        case.pk,
        point=Appeal.Point.LAW,
        outcome=Appeal.Outcome.UPHELD,
        reasons="Law 70A was applied as it stands.",
    )
    return case


def test_a_side_appeals_further_in_the_time_that_the_announcement_opens(walker, world):
    decided(world)

    dana = walker("Dana, director").tap("Table A1")
    dana.sees("the time for a further appeal begins").sees(
        "You may appeal further until"
    )
    dana.tap("Announced to both sides").sees("You may appeal further until")
    dana.sees("Time for a further appeal")

    phone = walker("The pair East–West", device=PHONE)
    phone.tap("Board 1, table A1").sees("Appeal decided: ruling upheld")
    phone.sees("Time for a further appeal").misses("Time to appeal")
    phone.sees(
        "120 minutes after the decision on the appeal was announced to both sides"
    )
    phone.tap("Object or appeal").tap("This is a further appeal")
    phone.tap("West", role="radio").tap("My partner is here and agrees")
    phone.types("In your words", "We take it to the national authority.")
    phone.tap("Send: Appeal").tap("Back to the board")
    phone.sees("Your side agrees to the appeal")

    cleo = walker("Cleo, chief director").tap("Table A1", role="link")
    cleo.tap("The appeal…").sees("We take it to the national authority.")

    row = Appeal.objects.get(outcome="")
    assert (row.admissible, row.late_ms) == (True, 0)
    assert verify().findings == []
