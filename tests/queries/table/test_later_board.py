"""A list of calls names only a board that comes after that of an agreed claim."""

import pytest

from rulings.models import Playing
from rulings.queries.table.queue import calls_of
from tests.factories import as_actor, make_case, make_event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_the_board_after_the_claim_is_named_and_none_before_it():
    cast = make_event()
    first = Playing.objects.filter(board__event=cast.event).order_by(
        "round__order", "table__number", "board__number"
    )[0]
    here = Playing.objects.filter(table=first.table, board__event=cast.event)
    boards = list(here.order_by("round__order", "board__number"))
    middle, last = boards[1], boards[-1]
    for playing in (middle, last):
        make_case(cast, state="agreed", playing=playing)

    lanes = calls_of(as_actor(cast, cast.dana), cast.event).lanes
    rows = {row.case.playing_id: row for lane in lanes.values() for row in lane}

    assert first.status == Playing.Status.SCHEDULED  # its score has not come in
    assert rows[middle.pk].later == boards[2]
    assert rows[last.pk].later is None
