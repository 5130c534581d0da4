"""The chief finds the way from a case and the calls back to the live board."""

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.workflow.ruling import appeals
from tests.factories import Cast
from tests.walks.test_appeal import announced

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_chief_goes_from_a_case_to_its_appeal_and_back_to_live(walker, world):
    case = announced(world)
    dana, cleo, sam = (User.objects.get(username=n) for n in ("dana", "cleo", "sam"))
    cast = Cast(world.event, world.session, dana, cleo, sam, at=receipt_at())
    both = {"E": "phone", "W": "phone"}
    appeals.file_appeal(
        cast.form(dana), case.pk, side="EW", concurrence=both, words="A heart is good."
    )

    chief = walker("Cleo, chief director")
    chief.tap("Table A1", role="link").tap("Open")
    chief.sees("An appeal by East–West is waiting.").tap("The appeal…")
    chief.sees("A heart is good.").goes_back()
    chief.tap("Next call").tap("Live board").sees("Deadlines running")
