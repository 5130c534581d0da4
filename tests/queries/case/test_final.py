"""What keeps a case from being final: state, objections, follow-ups, windows."""

from datetime import timedelta

import pytest

from rulings.models import Case, Objection, Slip, Window
from rulings.queries.case.final import (
    Blocks,
    blockers,
    is_final,
    unacknowledged_slips,
)
from rulings.workflow import objections, windows
from rulings.workflow.event import scores
from rulings.workflow.ruling.appeals import file_appeal
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db


def fresh(case):
    return Case.objects.get(pk=case.pk)


def found(cast):
    """Return what blocks, as pairs of kind and detail."""
    return [(one.kind, one.detail) for one in blockers(cast.event, cast.at)]


@pytest.mark.parametrize(
    "state", ["called", "contested", "frozen", "reserved", "ruled", "appealed"]
)
def test_state_that_waits_for_a_person_blocks(state):
    cast = make_event()
    case = make_case(cast, state=state)
    if state == "appealed":
        form = cast.form(cast.dana)
        file_appeal(form, case.pk, side="EW", concurrence={"E": "x"}, words="")

    assert (Blocks.STATE, state) in found(cast)
    assert not is_final(fresh(case), cast.at + timedelta(days=400))


def test_closed_case_is_final_when_nothing_can_be_asked_any_more():
    cast = make_event()
    case = make_case(cast, state="closed")
    assert {kind for kind, _detail in found(cast)} == {Blocks.WINDOW}
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=31)

    assert is_final(fresh(case), cast.at)
    assert found(cast) == []


def test_announced_case_is_final_when_its_windows_are_over():
    cast = make_event()
    case = make_case(cast, state="announced")
    assert {kind for kind, _detail in found(cast)} == {Blocks.WINDOW}
    assert not is_final(fresh(case), cast.at + timedelta(days=1))

    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    assert is_final(fresh(case), cast.at + timedelta(days=1))


def test_windows_waived_by_both_sides_do_not_block():
    cast = make_event()
    case = make_case(cast, state="announced")
    for window in case.windows.all():
        purpose = Window.Purpose(window.purpose)
        for side in ("NS", "EW"):
            assert not is_final(fresh(case), cast.at)
            windows.waive_window(cast.form(cast.dana), case.pk, purpose, side)

    assert is_final(fresh(case), cast.at)


def test_agreement_window_is_waived_by_the_side_it_binds():
    cast = make_event()
    case = make_case(cast, state="agreed")
    purpose = Window.Purpose.AGREEMENT
    assert case.windows.get(purpose=purpose).side == "EW"

    windows.waive_window(cast.form(cast.dana), case.pk, purpose, "EW")

    assert (Blocks.WINDOW, "agreement") not in found(cast)


def test_open_objection_blocks_until_it_is_resolved():
    cast = make_event()
    case = make_case(cast, state="closed")
    wanted = objections.Wanted(wish=Objection.Wish.ASK_RULING, side="NS")
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=31)
    assert found(cast) == [(Blocks.OBJECTION, "ask_ruling")]
    row = Objection.objects.get()

    objections.resolve_objection(
        cast.form(cast.dana),
        case.pk,
        row.pk,
        resolution=Objection.Resolution.REFUSED,
        reason="Nothing to rule on.",
    )

    assert found(cast) == []


def test_late_objection_that_was_not_admitted_blocks_no_more():
    cast = make_event()
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(days=1)
    wanted = objections.Wanted(wish=Objection.Wish.DOUBT, side="NS")
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted)
    assert found(cast) == [(Blocks.OBJECTION, "doubt")]
    row = Objection.objects.get(side="NS")

    objections.admit_late(
        cast.form(cast.dana), case.pk, row.pk, admitted=False, reason="A day late."
    )

    assert found(cast) == []


def test_slip_is_shown_and_does_not_block():
    cast = make_event()
    case = make_case(cast, state="announced")
    slip = Slip.objects.get(ruling__case=case)
    assert list(unacknowledged_slips(cast.event)) == [slip]

    scores.acknowledge_slip(cast.form(cast.cleo), cast.event, slip)

    assert list(unacknowledged_slips(cast.event)) == []


@pytest.mark.parametrize("count", [1, 3])
def test_blockers_ask_as_often_for_one_case_as_for_three(
    django_assert_num_queries, count
):
    cast = make_event()
    for _case in range(count):
        make_case(cast, state="announced")

    with django_assert_num_queries(4):
        assert len({one.case.pk for one in blockers(cast.event, cast.at)}) == count
