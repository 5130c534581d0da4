"""What a board gets back when a call or an agreement on it falls."""

import pytest

from rulings.bridge.contracts import Contract
from rulings.models import Case, Objection, Playing
from rulings.permissions.embargo import embargo_lifted
from rulings.queries.case.mistakes import moving
from rulings.workflow import facts, objections
from rulings.workflow.cases import reopen_case
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling.mistakes import cancel_case, move_case
from rulings.workflow.undo import undo
from tests.factories import free_playing, make_case, make_event

pytestmark = pytest.mark.django_db

ROUND, SESSION = "its round", "its session"


def cancelled(cast, case):
    cancel_case(cast.form(cast.dana), case.pk, reason="wrong board")


def moved(cast, case):
    if Case.objects.get(pk=case.pk).state == "agreed":  # first somebody withdraws it
        doubt = objections.Wanted(wish=Objection.Wish.DOUBT, side="EW", seat="W")
        objections.submit_objection(cast.form(cast.dana), case.pk, doubt)
    move_case(cast.form(cast.dana), case.pk, free_playing(cast).pk, reason="wrong")


def removed(cast, case):
    reopen_case(cast.form(cast.cleo), case.pk, reason="nobody agreed")


def undone(cast, case):
    undo(cast.form(cast.dana), case.pk)


def end(cast, case, what):
    last = cast.session.rounds.order_by("-order").first()
    round_ = case.playing.round if what == ROUND else last
    scores.end_round(cast.form(cast.dana), cast.event, round_)


def board(case):
    """Return status and contract of the board on which a case was opened."""
    row = Playing.objects.get(pk=case.playing_id)
    return row.status, row.contract


def claim(cast, case, contract):
    given = facts.ClaimGiven(
        claimer="S", contract=Contract.parse(contract), tricks_left=8
    )
    facts.record_claim(cast.form(cast.dana), case.pk, given)


@pytest.mark.parametrize("over", [ROUND, SESSION])
@pytest.mark.parametrize("falls", [cancelled, moved, removed, undone])
def test_a_board_whose_round_is_over_does_not_go_back_into_play(falls, over):
    cast = make_event()
    case = make_case(cast, state="agreed")
    end(cast, case, over)
    cast.later(minutes=1)

    falls(cast, case)

    assert board(case)[0] == "finished"
    assert embargo_lifted(case.playing.board, cast.at) == (over == SESSION)
    assert verify().findings == []


@pytest.mark.parametrize("falls", [cancelled, moved, removed, undone])
def test_a_board_whose_round_goes_on_goes_back_and_ends_with_its_round(falls):
    cast = make_event()
    case = make_case(cast, state="agreed")

    falls(cast, case)
    before = board(case)[0]
    end(cast, case, ROUND)

    assert before in {"scheduled", "in_play"}
    assert board(case)[0] == "finished"


@pytest.mark.parametrize("leaves", [cancelled, moved])
def test_a_case_that_leaves_takes_nothing_from_another_on_its_board(leaves):
    cast = make_event()
    mistaken = make_case(cast)
    claim(cast, mistaken, "4S S")
    case = make_case(cast, playing=mistaken.playing)
    claim(cast, case, "4S S")

    leaves(cast, mistaken)

    assert board(case) == ("in_play", "4S S")
    assert verify().findings == []


@pytest.mark.parametrize("leaves", [cancelled, moved])
def test_the_last_case_that_leaves_gives_back_what_all_of_them_set(leaves):
    cast = make_event()
    first = make_case(cast)
    claim(cast, first, "4S S")
    last = make_case(cast, playing=first.playing)
    claim(cast, last, "4S S")

    leaves(cast, first)
    carried = moving(Case.objects.get(pk=last.pk), free_playing(cast)).carried
    leaves(cast, last)

    assert carried == {"contract": "4S S"}
    assert board(first) == ("scheduled", "")
    assert verify().findings == []
