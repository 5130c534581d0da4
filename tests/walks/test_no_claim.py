"""The director finds that nobody claimed: the table plays on, and reads why."""

import pytest

from rulings.models import Case, Entry
from rulings.workflow.proof.verify import verify
from tests.walks.conftest import objects

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]

FOUND = "Nobody claimed or conceded"
SAID = "That was no claim and no concession: play goes on from where it stopped"


def finds_no_claim(dana):
    dana.tap(FOUND, role="button").sees(f"{FOUND}: play continues")
    dana.sees(SAID).sees("The result at the table counts.")
    dana.tap("Close the case").sees("The case is closed.")


def test_a_remark_is_found_to_be_no_claim(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("1", role="button").tap("Not a plain claim?")
    finds_no_claim(dana)

    case = Case.objects.get()
    assert (case.state, case.outcome) == ("closed", "O-NO-CLAIM")
    assert case.playing.status == "in_play"
    assert Entry.objects.filter(case_id=case.pk, act="close").count() == 1
    dana.tap("Undo the last act").sees(SAID)
    assert Case.objects.get().state == "called"
    assert verify().findings == []


def test_what_was_taken_for_a_claim_was_none(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").tap("Next")
    dana.tap("said nothing").sees("Does anybody object to the claim?")
    objects(dana, "West", "The order of play")
    dana.tap("Claimed", role="link").tap("Not a plain claim?")
    finds_no_claim(dana)

    assert Case.objects.get().outcome == "O-NO-CLAIM"
    assert verify().findings == []
