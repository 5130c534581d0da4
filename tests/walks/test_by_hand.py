"""A number of the director's own where nobody has computed one: no worker runs."""

import re

import pytest

from rulings.clock import receipt_at
from rulings.models import Proposal, Result, Ruling
from rulings.queries.case.solving import solver_input
from rulings.solver import adjudicate
from rulings.workflow.solving.propose import store_result
from tests.walks.conftest import PHONE, at_the_moment

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def test_own_number_waits_for_no_solver(walker, world):
    dana = at_the_moment(walker("Dana, director", device=PHONE))
    dana.sees("You can rule now").tap("Give a number by hand").turns()

    rules_two_tricks(dana.tap("2:", role="radio").tap("knew it was out", role="radio"))

    assert not Result.objects.exists()


@pytest.mark.soak("walks")
def test_a_number_of_a_range_is_one_tap_away(walker, world):
    dana = at_the_moment(walker("Dana, director"), "drawing the last trump")
    dana.sees("You can rule now")
    row = Proposal.objects.get()
    asked = solver_input(row.case).with_budget(1)
    found = adjudicate(asked.position, asked.claim, asked.settings)
    store_result(
        row.case_id,
        row.pk,
        at=receipt_at(),
        status=Proposal.Status(found.status),
        result=found.to_json(),
        bounds=(found.low, found.high),
    )

    dana.sees("Your number, if you see enough:")
    rules_two_tricks(dana.tap(re.compile(r"^\s*2\s"), role="link").turns())


def rules_two_tricks(dana):
    """Give the reason for the number that is chosen, and announce it."""
    dana.tap("doubtful, so against the claimer", role="radio")
    dana.tap("Rule this number").sees("Read this out")
    assert Ruling.objects.get().tricks_claimer == 2
    dana.taps_main().sees("Announced")
    assert Ruling.objects.get().announced_at is not None
