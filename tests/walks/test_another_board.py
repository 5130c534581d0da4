"""A call for a board that is not in play: which session, and does it exist?"""

import uuid
from datetime import timedelta

import pytest

from rulings.clock import receipt_at
from rulings.importers.movements import mitchell
from rulings.models import Case
from rulings.permissions import system_actor
from rulings.workflow.acts import ActContext
from rulings.workflow.event import schedule

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def add_session(world, *, starts_in):
    """Add a second session with other cards for the same numbers."""
    at = receipt_at()
    schedule.add_session(
        ActContext(by=system_actor("shell", at), at=at, key=uuid.uuid4()),
        world.event,
        order=2,
        placements=mitchell(3, 1, 3),
        timing=schedule.Timing(
            starts_at=at + starts_in, round_length=timedelta(minutes=38)
        ),
        deal_set="evening",
    )


def types_board(dana, table, board):
    """Type table and board of a call."""
    dana.tap("New call").tap("Another board")
    dana.types("Table", str(table)).types("Board", str(board)).tap("Take the call")


def test_session_running_now_is_taken_not_the_last(walker, world):
    add_session(world, starts_in=timedelta(minutes=-5))
    dana = walker("Dana, director")
    types_board(dana, 1, 1)
    dana.sees("Contract and claim")

    assert Case.objects.get().playing.round.session.order == 2


def test_session_is_asked_for_where_nothing_decides(walker, world):
    add_session(world, starts_in=timedelta(hours=5))
    dana = walker("Dana, director")
    types_board(dana, 1, 1)
    dana.sees("In which session?").tap("Session 1").sees("Who claimed")

    assert Case.objects.get().playing.round.session.order == 1


def test_unknown_board_is_named_and_needs_a_yes(walker, world):
    dana = walker("Dana, director")
    types_board(dana, 2, 77)
    dana.sees("There is no board 77 in this event.")
    assert not Case.objects.exists()

    dana.tap("Yes, these numbers").sees("Contract and claim")

    assert Case.objects.get().playing.board.number == 77
