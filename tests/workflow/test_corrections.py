"""A contract that was wrong is corrected after the players were told."""

import pytest

from rulings.bridge.contracts import Contract
from rulings.models import Case, Playing, Ruling
from rulings.workflow.corrections import correct_contract
from rulings.workflow.decide import announce
from rulings.workflow.errors import Invalid
from rulings.workflow.verify import verify
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db

THREE = Contract.parse("3S S")


def test_an_announced_ruling_is_superseded_with_the_right_contract():
    cast = make_event()
    case = make_case(cast, state="announced")
    first = Ruling.objects.get()

    correct_contract(cast.form(cast.dana), case.pk, THREE, reason="both sides say so")

    assert Case.objects.get(pk=case.pk).state == "ruled"
    first.refresh_from_db()
    assert first.current
    assert first.contract == "4S S"
    announce(cast.form(cast.dana), case.pk)
    second = Ruling.objects.get(current=True)
    assert (second.number, second.contract) == (2, "3S S")
    assert second.tricks_claimer == first.tricks_claimer
    assert second.new_score != first.new_score
    assert second.old_score == first.new_score
    assert Playing.objects.get(pk=case.playing_id).score == second.new_score
    assert verify().findings == []


def test_an_agreed_claim_keeps_its_tricks_and_needs_a_reason():
    cast = make_event()
    case = make_case(cast, state="agreed")
    with pytest.raises(Invalid, match="Say how"):
        correct_contract(cast.form(cast.dana), case.pk, THREE, reason="")

    correct_contract(cast.form(cast.dana), case.pk, THREE, reason="both sides say so")

    assert Case.objects.get(pk=case.pk).state == "agreed"
    assert Playing.objects.get(pk=case.playing_id).contract == "3S S"
    assert verify().findings == []
