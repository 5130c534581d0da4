"""An agreement is firm by the next call or the end of the round (Law 69A)."""

import pytest

from rulings.models import Playing
from rulings.workflow import objections
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event, take_facts
from tests.workflow.spans import MINUTE, end_round, own_call, window

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("acts", "minutes", "why"),
    [
        ([(own_call, 3)], 3, "later_call"),
        ([(end_round, 9)], 9, "round_end"),
        ([(own_call, 3), (end_round, 9)], 3, "later_call"),
        ([(end_round, 2), (own_call, 3)], 2, "round_end"),
        ([(end_round, 20)], 20, "round_end"),
        ([(end_round, 9), (end_round, 12)], 9, "round_end"),
    ],
    ids=[
        "call",
        "round",
        "call first",
        "round first",
        "round after its plan",
        "round told twice",
    ],
)
def test_an_agreement_is_firm_by_a_call_or_the_rounds_end_whichever_is_first(
    acts, minutes, why
):
    cast = make_event()
    case = make_case(cast, state="agreed")

    for act, after in acts:
        act(cast, case, after)

    row = window(case, "agreement")
    assert (row.closes_at, row.why) == (cast.at + minutes * MINUTE, why)
    assert verify().findings == []


def test_the_first_call_on_a_later_board_counts_in_whatever_order_they_are_told():
    cast = make_event()
    case = make_case(cast, state="agreed")
    own_call(cast, case, 5, board=2)

    own_call(cast, case, 3, board=1)

    assert window(case, "agreement").closes_at == cast.at + 3 * MINUTE


def test_a_call_made_before_the_play_ended_is_on_no_later_board():
    cast = make_event()
    cast.later(minutes=10)
    case = make_case(cast, state="agreed")

    own_call(cast, case, -4)

    assert window(case, "agreement").why == "not_firm_yet"


def test_the_plan_of_a_round_makes_no_agreement_firm():
    cast = make_event()
    case = make_case(cast, state="agreed")

    assert case.playing.round.ends_at is not None
    row = window(case, "agreement")
    assert (row.closes_at, row.why) == (None, "not_firm_yet")


def test_a_call_of_either_side_in_the_next_round_ends_the_round_at_its_table():
    cast = make_event()
    case = make_case(cast, state="agreed")
    later = case.playing.table.playings.filter(round__order=2).first()

    form = cast.form(cast.dana, at=cast.at + 4 * MINUTE)
    scores.record_own_call(form, cast.event, later, "NS")  # East-West agreed

    row = window(case, "agreement")
    assert (row.closes_at, row.why) == (cast.at + 4 * MINUTE, "round_end")
    assert verify().findings == []


def test_a_call_at_another_table_ends_no_round_here():
    cast = make_event()
    case = make_case(cast, state="agreed")
    elsewhere = Playing.objects.filter(round__order=2).exclude(
        table=case.playing.table_id
    )

    scores.record_own_call(cast.form(cast.dana), cast.event, elsewhere.first(), "NS")

    assert window(case, "agreement").closes_at is None


def test_the_end_of_the_session_ends_a_round_whose_end_nobody_recorded():
    cast = make_event()
    case = make_case(cast, state="agreed")
    last = cast.session.rounds.order_by("-order").first()

    form = cast.form(cast.dana, at=cast.at + 50 * MINUTE)
    scores.end_round(form, cast.event, last)

    row = window(case, "agreement")
    assert (row.closes_at, row.why) == (cast.at + 50 * MINUTE, "round_end")
    assert verify().findings == []


def test_an_agreement_given_after_the_round_is_firm_when_given_and_not_before():
    cast = make_event()
    case = make_case(cast, state="called")
    take_facts(cast, case)
    end_round(cast, case, 0)
    cast.later(minutes=5)
    objections.agree(cast.form(cast.dana), case.pk, side="EW", how="spoken")

    row = window(case, "agreement")
    assert row.closes_at == row.opens_at == cast.at


def test_a_score_entered_after_the_next_call_does_not_open_the_agreement_again():
    cast = make_event()
    case = make_case(cast, state="agreed")
    own_call(cast, case, 3)
    cast.later(minutes=8)
    scores.enter_score(
        cast.form(cast.dana),
        cast.event,
        case.playing,
        contract="4S S",
        tricks=12,
        score=480,
    )

    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)

    assert window(case, "agreement").why == "later_call"
