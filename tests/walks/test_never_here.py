"""A kind of play is ruled out on the ruling's screen, and comes back with one tap."""

import json

import pytest

from rulings.models import Case, Entry
from rulings.queries.table.proposal import switches_of
from rulings.workflow.proof.verify import verify
from tests.walks.conftest import PHONE, TABLET, at_the_moment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

IDEA = "North ruffs with"


def ruling(dana):
    """Bring the claim of board 2 to its ruling: a ruff with the five is overruffed."""
    return at_the_moment(dana).sees(IDEA)


@pytest.mark.parametrize(
    "device",
    [TABLET, pytest.param(PHONE, marks=pytest.mark.soak("walks"), id="phone")],
)
def test_never_here_counts_at_every_trick_and_can_happen_takes_it_back(
    walker, world, worker, device
):
    dana = ruling(walker("Dana, director", device=device))
    dana.sees("Applies at every trick. “Never here” gives 3.").sees("overruffs")
    gestures = dana.gestures

    dana.tap("Never here", role="button", near=IDEA)
    dana.sees("Ruled out at every trick: 3. “Can happen” gives 3, or 2 if a trump was")
    dana.sees("The claim stands").misses("overruffs")

    case = Case.objects.get()
    assert dana.gestures == gestures + 1
    assert [one.play for one in switches_of(case)] == ["N:ruff:H5"]
    inputs = json.loads(bytes(Entry.objects.get(act="strike").data))["inputs"]
    assert inputs["play"] == "N:ruff:H5"

    dana.tap("Can happen", role="button")
    dana.sees("Applies at every trick. “Never here” gives 3.").sees("overruffs")
    assert switches_of(case) == []
    assert Entry.objects.filter(act="strike").count() == 2
    assert verify().findings == []


def test_a_ruling_with_a_play_ruled_out_is_accepted_and_replayed(walker, world, worker):
    dana = ruling(walker("Dana, director"))
    dana.tap("Never here", role="button", near=IDEA).sees("Ruled out at every trick")
    dana.tap("Undo the last act").sees("3").tap("Yes, take it back")
    dana.sees("“Never here” gives 3.")
    dana.tap("Never here", role="button", near=IDEA).sees("The claim stands")
    dana.tap("Accept 3 tricks").sees("Read this out")

    assert Case.objects.get().rulings.get().tricks_claimer == 3
    assert verify().findings == []
