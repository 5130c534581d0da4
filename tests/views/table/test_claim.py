"""The claim as it is taken down: whose, how many, of how many."""

import pytest

from rulings.models import Case
from tests.factories import DEAL, make_case, make_event
from tests.views.table.walks import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event(deals={1: DEAL})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"level": "4", "strain": "S"}, "Say who is declarer."),
        ({}, "Give the suit, or no trump."),
        ({}, "Say how many tricks were left."),
        (
            {"level": "4", "strain": "S", "declarer": "S", "claimer": "N"},
            "Dummy cannot claim",
        ),
        (
            {"level": "4", "strain": "S", "declarer": "S", "left": "3", "claimed": "4"},
            "give at most 3",
        ),
    ],
    ids=["contract in part", "no contract", "no number", "dummy", "too many"],
)
def test_claim_that_cannot_be_is_refused(walk, cast, data, sentence):
    walk.case = make_case(cast)
    walk.see("claim")

    page = refused(walk, "claim", **{"claimer": "S", **data})

    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not hasattr(Case.objects.get(), "claim")


def test_known_contract_and_claimer_need_no_tap(walk, cast):
    walk.case = make_case(cast, state="contested")

    walk.see("claim")

    assert 'name="level"' not in walk.text
    assert 'name="claimer" value="S" checked' in walk.text
    assert 'name="claimed" value="rest" checked' in walk.text


def test_claim_of_a_board_without_contract_is_declarers_unless_tapped(walk, cast):
    walk.case = make_case(cast)
    walk.see("claim")
    assert 'name="claimer" value="declarer" checked' in walk.text
    assert '<a href="#why">68A</a>' in walk.text
    assert 'id="why"' in walk.text

    contract = {"level": "4", "strain": "S", "declarer": "W"}
    walk.send("claim", **contract, claimer="declarer", left="8")

    assert Case.objects.get().claim.claimer == "W"


def test_changed_contract_leaves_every_seat_to_claim(walk, cast):
    walk.case = make_case(cast, state="contested")

    walk.see("claim", contract="")

    assert 'name="claimer" value="declarer" checked' in walk.text
    assert all(f'name="claimer" value="{seat}"' in walk.text for seat in "NESW")


def test_law_of_a_revokes_transfer_lies_open(walk, cast):
    walk.case = make_case(cast, state="contested")

    walk.see("step", walk.case.pk, "R10")
    assert "<details open><summary>Why do you ask?" in walk.text

    walk.see("step", walk.case.pk, "C07")
    assert "<details><summary>Why do you ask?" in walk.text
