"""What was entered by mistake is put right, on the screens that a director sees."""

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.models import Case, Playing, Ruling, Session
from rulings.workflow.proof.verify import verify
from tests.factories import Cast, make_case

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


WRONG = "Something is wrong with this ruling"


def announced(world, number=3):
    """Return a case of the event's director whose ruling has been announced."""
    user = User.objects.get(username="dana")
    cast = Cast(world.event, world.session, user, user, user, at=receipt_at())
    return make_case(cast, state="announced", playing=world.playing(number))


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


@pytest.mark.soak("walks")
def test_a_cancelled_call_is_found_again_with_its_reason(walker, world):
    dana = walker("Dana, director")
    take_claim(dana)
    dana.tap("Called by mistake").tap("Cancel: no call was made here")
    dana.tap("Next call").sees("No calls.").misses("no call was made here")

    dana.tap("1 call cancelled").sees("no call was made here")
    dana.tap("board 1", role="link")
    dana.sees("Called by mistake: the call is cancelled").sees("no call was made here")

    cleo = walker("Cleo, chief director")
    cleo.tap("Live").sees("Cancelled").tap("look at the case", role="link")
    cleo.sees("no call was made here").tap("Open", role="link")
    cleo.sees("Called by mistake: the call is cancelled")


@pytest.mark.soak("walks")
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


@pytest.mark.soak("walks")
def test_another_claimer_is_not_bound_by_the_old_words(walker, world):
    dana = walker("Dana, director")
    take_claim(dana)
    dana.tap("the rest are mine", role="button").tap("Keep:").turns()
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


@pytest.mark.soak("walks")
def test_a_wrong_contract_after_announcement_leads_to_a_new_ruling(walker, world):
    announced(world)
    dana = walker("Dana, director")
    dana.tap("Ruling announced").tap(WRONG)
    dana.tap("The contract or the declarer")
    dana.tap("3", role="radio", nth=0)
    dana.types("How was it found?", "both sides say three spades")
    dana.tap("Show before and after").sees("makes, 3 over").sees("stays in force")
    dana.sees("Nobody knows yet")
    dana.tap("Correct it and read out again").misses("Change the facts")
    assert Playing.objects.get(board__number=3).contract == "4S S"
    dana.tap("Announced to both sides").sees("ruling 2")

    rows = {row.number: row for row in Ruling.objects.all()}
    assert [rows[1].current, rows[2].current] == [False, True]
    assert (rows[1].contract, rows[2].contract) == ("4S S", "3S S")
    assert rows[2].old_score == rows[1].new_score != rows[2].new_score
    assert verify().findings == []


def test_wrong_claimer_and_board_after_announcement(walker, world):
    case = announced(world)
    dana = walker("Dana, director")
    dana.tap("Ruling announced").tap(WRONG)
    dana.tap("Another player claimed")
    dana.tap("West", role="radio").tap("Board and table").types("Board", "99")
    dana.types("How was it found?", "the number on the board")
    dana.tap("Show before and after").sees("There is no board 99 in this event.")
    dana.types("Board", "2").tap("Show before and after").sees("2, table A1")
    dana.tap("Correct it and read out again").sees("2, table A1")
    case.refresh_from_db()
    assert (case.playing.board.number, case.claim.claimer) == (3, "S")
    dana.tap("Announced to both sides").sees("ruling 2")

    moved = Case.objects.get()
    assert (moved.playing.board.number, moved.claim.claimer) == (2, "W")
    assert Playing.objects.get(board__number=3).score is None
    assert moved.playing.score == Ruling.objects.get(current=True).new_score
    assert verify().findings == []


def test_words_number_and_contract_misheard_lead_to_one_new_ruling(
    walker, world, worker
):
    case = announced(world)
    dana = walker("Dana, director")
    dana.tap("Ruling announced").tap(WRONG).tap("The contract or the declarer")
    dana.tap("3", role="radio", nth=0)
    dana.types("How was it found?", "South repeats it").tap("Change the words")
    dana.sees("stays in force until you announce another one")
    dana.types("words, as spoken", "drawing trumps").tap("Keep:").turns()
    dana.tap("all 8, South", role="link").tap("7", role="radio", nth=1).tap("Next")
    dana.sees("stays in force until you announce another one")
    dana.tap("Another number").turns().sees("Your number").tap("5:", role="radio")
    dana.tap("a worse line is normal", role="radio").tap("Rule this number").turns()
    dana.sees("drawing trumps").sees("5 of 8").sees("Nobody knows yet")
    for row in ("Words", "Claimed", "Tricks ruled", "Result", "Law", "Appeal until"):
        dana.sees(row)
    assert Playing.objects.get(board__number=3).contract == "4S S"
    dana.tap("Announced to both sides").sees("ruling 2")
    old, new = Ruling.objects.order_by("number")
    assert [old.current, new.current] == [False, True]
    assert [old.contract, new.contract] == ["4S S", "3S S"]
    case.refresh_from_db()
    assert case.playing.contract == "3S S"
    assert case.playing.score == new.new_score != old.new_score
    assert verify().findings == []

    dana.tap(WRONG).tap("The number of tricks")
    dana.types("How was it found?", "the tape").tap("Change the claim")
    dana.tap("6", role="radio", nth=1).tap("Next").turns()
    dana.tap("Another table or board…").sees("it cannot be cancelled")
    dana.tap("board 1", role="link").tap("Move the call")
    dana.sees("You rule on table A1, board 1 now. The call moves there when the new")
    dana.tap("Leave it as it was").sees("What was read out").sees("ruling 2")
    case.refresh_from_db()
    assert (case.state, case.claim.tricks_claimed) == ("announced", 7)
    assert case.playing.board.number == 3
    assert verify().findings == []


@pytest.mark.soak("walks")
def test_a_wrong_number_typed_may_be_any_board_of_the_event(walker, world):
    dana = walker("Dana, director")
    take_claim(dana)
    dana.tap("Called by mistake").tap("Another board")
    form = "Look at that board"
    dana.types("Table", "7", near=form).types("Board", "1", near=form).tap(form)
    dana.sees("There is no table A7").types("Table", "1", near=form)
    dana.types("Board", "31", near=form).tap(form)
    dana.sees("There is no board 31 in this event.").tap("Yes, these numbers")
    dana.sees("Move this call to table A1, board 31?")
    assert not Playing.objects.filter(board__number=31).exists()  # a look adds nothing
    assert Session.objects.get().schedule_known
    dana.tap("Move the call")
    dana.sees("Moved to table A1, board 31.")

    assert Case.objects.get().playing.board.number == 31
    assert verify().findings == []
