"""An appeal after its time and without the partner: heard only with a reason (92B, D).

Who declared an interest is kept off the panel, a filing by mistake is taken back, and
the header counts the notices until they are read.
"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.models import Appeal, Objection
from rulings.workflow.event.scores import publish_scores
from rulings.workflow.proof.verify import verify
from tests.factories import Cast, make_case
from tests.walks.conftest import PHONE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]
AGO = timedelta(minutes=35)
"""The ruling and the scores are so old; the time to appeal is 30 minutes."""


def test_a_late_appeal_without_the_partner_waits_for_both_and_for_a_reason(
    walker, world
):
    dana, cleo, sam = (User.objects.get(username=n) for n in ("dana", "cleo", "sam"))
    cast = Cast(world.event, world.session, dana, cleo, sam, at=receipt_at() - AGO)
    make_case(cast, state="announced", playing=world.playing(1))
    publish_scores(cast.form(cleo), world.event, world.session)

    west = walker("The pair East–West", device=PHONE)
    west.tap("Board 1, table A1").tap("Object or appeal")
    west.tap("This is an appeal to the committee").sees("The time to appeal ended at")
    west.sees("the director decides whether it is heard").tap("West", role="radio")
    west.types("In your words", "My nine of hearts is good.").tap("Send: Appeal")
    west.sees("It is kept, and a director decides whether it still counts.")
    west.sees("(Law 92D).").tap("Back to the board")

    cleo = walker("Cleo, chief director")
    cleo.tap("Table A1", role="link").tap("The appeal…").sees("late (Law 92B)")
    cleo.sees("missing: East (Law 92D)")

    east = walker("The pair East–West", device=PHONE)
    east.tap("Board 1, table A1").tap("Join the appeal").tap("East", role="radio")
    east.tap("Send: Join the appeal").tap("Back to the board")
    east.sees("Your side agrees to the appeal")

    cleo.starts().tap("Table A1", role="link").tap("The appeal…")
    cleo.misses("missing: East")
    cleo.types("Reason for hearing it or not", "They could not find me.")
    cleo.tap("Hear it").sees("admitted")
    cleo.tap("Rae", near="Declared an interest", role="checkbox")
    cleo.tap("Rae", near="Panel", role="checkbox").tap("Save")
    cleo.sees("Somebody with an interest in the case cannot hear the appeal.")
    row = Appeal.objects.get()
    assert row.admissible
    assert row.late_ms > 0
    assert set(row.concurrence) == {"E", "W"}

    north = walker("The pair North–South", device=PHONE).tap("Board 1, table A1")
    north.tap("Ask for a ruling").tap("Send: Ask for a ruling").tap("Back to the board")
    north.tap("Sent by mistake? Take it back…").tap("Send: Take it back")
    north.tap("Back to the board").misses("Sent by mistake?")
    assert not Objection.objects.filter(resolution="").exists()

    sam = walker("Sam, scorer", device=PHONE)
    sam.tap("Notices, 1 unread").sees("A ruling has been announced")
    sam.tap("I have read all of these").turns()
    assert sam.finds("Notices", role="link")
    assert not sam.finds("Notices, 1 unread")
    assert verify().findings == []
