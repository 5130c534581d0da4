"""What was entered by mistake is put right, on the screens that a director sees."""

import pytest

from rulings.models import Case, Playing
from rulings.workflow.verify import verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def take_claim(dana, board="1"):
    """Take a call and the claim: 4 spades by South, five tricks left."""
    dana.tap("New call").tap(board, role="button")
    dana.tap("4", role="radio", nth=0)
    dana.tap("spades", role="radio")
    dana.tap("South", role="radio", nth=0)
    dana.tap("5", role="radio", nth=1)
    dana.tap("Next").sees("Words")


def test_a_call_by_mistake_is_cancelled_and_that_is_undone(walker, world):
    dana = walker("Dana, director")
    take_claim(dana)
    dana.tap("Called by mistake")
    dana.tap("Cancel: no call was made here")
    dana.sees("Called by mistake: the call is cancelled").sees("no call was made here")
    assert Case.objects.get().state == "cancelled"
    assert Playing.objects.get(pk=Case.objects.get().playing_id).contract == ""

    dana.tap("Next call").sees("No calls.")
    dana.goes_back()
    dana.tap("Undo the last act").sees("Words")

    case = Case.objects.get()
    assert case.state == "called"
    assert case.playing.contract == "4S S"
    assert verify().findings == []


def test_a_call_on_the_wrong_board_is_moved_with_its_words(walker, world):
    dana = walker("Dana, director")
    take_claim(dana)
    dana.tap("Called by mistake")
    dana.tap("board 3", role="link")
    dana.sees("Move this call to table").sees("This stays: the claim")
    dana.tap("Move the call").sees("Moved to table")

    case = Case.objects.get()
    assert case.playing.board.number == 3
    assert case.playing.contract == "4S S"
    assert Playing.objects.get(board__number=1).status == "scheduled"
    assert verify().findings == []


def test_another_claimer_is_not_bound_by_the_old_words(walker, world):
    dana = walker("Dana, director")
    take_claim(dana)
    dana.tap("the rest are mine", role="button")
    dana.tap("all 5, South", role="link")
    dana.tap("West", role="radio").tap("Next")
    dana.sees("Not South but West claimed?").sees("which do not bind West")
    dana.tap("No, leave it").tap("West", role="radio").tap("Next")
    dana.tap("Yes, change it").sees("Words")

    case = Case.objects.get()
    assert case.claim.claimer == "W"
    assert not case.statements.exists()
    assert verify().findings == []
    dana.tap("Undo the last act").sees("all 5, South")
    assert Case.objects.get().claim.claimer == "S"
    assert Case.objects.get().statements.count() == 1
    assert verify().findings == []
