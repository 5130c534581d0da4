"""A call by mistake is cancelled or moved; the record keeps it, undo brings it back."""

import pytest

from rulings.models import (
    Case,
    Claim,
    Fact,
    Objection,
    Playing,
    Position,
    Statement,
)
from rulings.permissions import Refused
from rulings.queries.case.final import blockers, is_final
from rulings.queries.case.mistakes import moving
from rulings.queries.player import public_windows
from rulings.states import NotAllowed
from rulings.workflow.errors import Invalid
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling.mistakes import cancel_case, move_case
from rulings.workflow.undo import undo
from tests.factories import free_playing, make_case, make_event

pytestmark = pytest.mark.django_db


def now(case):
    return Case.objects.get(pk=case.pk)


def columns(playing):
    row = Playing.objects.get(pk=playing.pk)
    return row.status, row.contract, row.tricks, row.score, row.play_ended_at


@pytest.mark.parametrize("state", ["called", "agreed", "contested", "closed"])
def test_a_cancelled_case_leaves_its_board_as_it_was_and_blocks_nothing(state):
    cast = make_event()
    case = make_case(cast, state=state)

    cancel_case(cast.form(cast.dana), case.pk, reason="wrong table")

    assert now(case).state == "cancelled"
    assert Playing.objects.get(pk=case.playing_id).play_ended_at is None
    assert is_final(now(case), cast.at)
    assert [row for row in blockers(cast.event, cast.at) if row.case == case] == []
    assert public_windows(cast.event, cast.at) == []
    assert verify().findings == []


@pytest.mark.parametrize("state", ["called", "agreed", "contested", "closed"])
def test_undoing_a_cancelling_brings_everything_back(state):
    cast = make_event()
    case = make_case(cast, state=state)
    before = columns(case.playing)

    cancel_case(cast.form(cast.dana), case.pk, reason="wrong table")
    undo(cast.form(cast.dana), case.pk)

    assert now(case).state == state
    assert columns(case.playing) == before
    assert verify().findings == []


def test_a_cancelling_needs_a_reason_and_no_announced_ruling():
    cast = make_event()
    with pytest.raises(Invalid, match="Give the reason"):
        cancel_case(cast.form(cast.dana), make_case(cast).pk, reason=" ")
    told = make_case(cast, state="announced")
    with pytest.raises(NotAllowed):
        cancel_case(cast.form(cast.dana), told.pk, reason="wrong table")


def test_an_open_wish_is_answered_by_the_cancelling():
    cast = make_event()
    case = make_case(cast, state="agreed")
    wanted = Wanted(wish=Objection.Wish.ASK_RULING, side="EW")
    submit_objection(cast.form(cast.dana), case.pk, wanted)

    cancel_case(cast.form(cast.dana), case.pk, reason="no call")

    assert Objection.objects.get().resolution == "refused"
    assert is_final(now(case), cast.at)


def test_a_case_moves_with_its_words_and_asks_for_the_cards_again():
    cast = make_event()
    case = make_case(cast, state="contested")
    had_cards = Position.objects.filter(case=case).exists()
    to = free_playing(cast)
    change = moving(now(case), to)

    move_case(cast.form(cast.dana), case.pk, to.pk, reason="wrong board")

    moved = now(case)
    assert moved.playing_id == to.pk
    assert moved.state == "contested"
    assert change.asks_cards == had_cards
    assert not Position.objects.filter(case=case).exists()
    assert not Fact.objects.filter(case=case, value__isnull=False).exists()
    assert Claim.objects.filter(case=case).exists() != change.asks_claim
    assert Statement.objects.filter(case=case).exists()
    assert Playing.objects.get(pk=to.pk).status == "in_play"
    assert verify().findings == []

    undo(cast.form(cast.dana), case.pk)

    assert now(case).playing_id == case.playing_id
    assert Position.objects.filter(case=case).exists() == had_cards
    assert Playing.objects.get(pk=to.pk).status == to.status
    assert verify().findings == []


def test_a_case_moves_only_within_its_event_and_to_another_place():
    cast = make_event()
    case = make_case(cast)
    with pytest.raises(Invalid, match="another table or board"):
        move_case(cast.form(cast.dana), case.pk, case.playing_id, reason="wrong board")


def test_a_stranger_cancels_nothing():
    cast = make_event()
    case = make_case(cast)
    with pytest.raises(Refused):
        cancel_case(cast.form(cast.olly), case.pk, reason="wrong table")


def test_a_call_does_not_move_to_a_board_with_a_case_of_its_own():
    cast = make_event()
    case = make_case(cast, state="contested")
    other = make_case(cast, state="contested", playing=free_playing(cast))

    with pytest.raises(Invalid, match="has a case of its own"):
        move_case(cast.form(cast.dana), case.pk, other.playing_id, reason="the board")

    assert Case.objects.get(pk=case.pk).playing_id == case.playing_id
