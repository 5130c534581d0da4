"""The law of a wish follows from recorded instants: 69A, 69B, 71, 79A2, 79C, 92."""

from datetime import timedelta

import pytest

from rulings.models import Case, Objection, Playing, Window
from rulings.queries.case.flow import walk_case
from rulings.queries.case.late import law_of_wish
from rulings.workflow import objections
from rulings.workflow.event import scores
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db

WISH = Objection.Wish


@pytest.fixture
def cast():
    return make_event()


def agreed(cast, claimed=7):
    """Return an agreed claim of South, scored, with a trick given up."""
    case = make_case(cast, state="agreed", claimed=claimed)
    return Case.objects.get(pk=case.pk)


def put(cast, case, wish, side, **values):
    """Put a wish and return it as stored."""
    wanted = objections.Wanted(wish=wish, side=side, seat=side[0], **values)
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted)
    return Objection.objects.filter(case=case).latest("received_at")


def found(cast, case, row):
    fresh = Case.objects.get(pk=case.pk)
    law = law_of_wish(fresh, row, cast.at)
    return (law.step or law.outcome, [str(ref) for ref in law.laws][:1])


def call_on_the_next_board(cast, case):
    later = Playing.objects.filter(table=case.playing.table).exclude(pk=case.playing_id)
    cast.later(minutes=1)
    scores.record_own_call(cast.form(cast.dana), cast.event, later.first(), "EW")
    cast.later(minutes=1)


@pytest.mark.parametrize(
    ("wish", "side", "when", "step"),
    [
        (WISH.WITHDRAW_AGREEMENT, "EW", "at once", "C01"),
        (WISH.WITHDRAW_AGREEMENT, "EW", "firm", "D11"),
        (WISH.WITHDRAW_AGREEMENT, "EW", "over", "O-TOOLATE"),
        (WISH.CANCEL_CONCESSION, "NS", "at once", "E02"),
        (WISH.CANCEL_CONCESSION, "NS", "firm", "E02"),
        (WISH.CANCEL_CONCESSION, "NS", "over", "O-TOOLATE"),
        (WISH.GIVE_BACK, "EW", "firm", "E02"),
        (WISH.GIVE_BACK, "NS", "firm", "D11"),
        (WISH.GIVE_BACK, "NS", "over", "O-TOOLATE"),
    ],
)
def test_law_follows_from_the_recorded_instants(cast, wish, side, when, step):
    case = agreed(cast)
    if when != "at once":
        call_on_the_next_board(cast, case)
    if when == "over":
        scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
        cast.later(minutes=31)
    row = Objection(case=case, wish=wish, side=side, received_at=cast.at, admitted=None)

    assert found(cast, case, row)[0] == step


def test_own_side_has_its_longer_period_where_the_regulations_give_one():
    cast = make_event(values={"own_side_period_min": 120})
    case = agreed(cast)
    call_on_the_next_board(cast, case)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=60)

    row = put(cast, case, WISH.GIVE_BACK, "NS")

    assert (row.window_purpose, row.late_ms) == ("own_side", 0)
    assert found(cast, case, row)[0] == "D11"


def test_a_reported_revoke_after_agreement_is_an_irregularity(cast):
    case = agreed(cast)
    row = Objection(
        case=case,
        wish=WISH.ASK_RULING,
        side="NS",
        reason_code="revoke",
        received_at=cast.at,
    )

    law = law_of_wish(case, row, cast.at)

    assert law.outcome == "O-IRREGULARITY-SCORED"


def test_a_ruling_that_was_told_has_review_and_appeal_instead(cast):
    case = make_case(cast, state="announced")
    row = Objection(case=case, wish=WISH.DOUBT, side="EW", received_at=cast.at)

    assert law_of_wish(case, row, cast.at) is None


def test_a_closed_case_opens_as_a_dispute_of_a_board_that_is_over(cast):
    case = make_case(cast, state="closed")
    row = put(cast, case, WISH.ASK_RULING, "EW")
    assert found(cast, case, row) == ("T01", ["79B1"])

    objections.resolve_objection(
        cast.form(cast.dana),
        case.pk,
        row.pk,
        resolution=Objection.Resolution.CONTESTED,
    )

    fresh = Case.objects.get(pk=case.pk)
    assert fresh.state == "called"
    assert walk_case(fresh, cast.at).stands == "T01"


def test_taking_up_own_tricks_too_many_leads_to_the_step_that_was_foreseen(cast):
    case = agreed(cast)
    call_on_the_next_board(cast, case)
    row = put(cast, case, WISH.GIVE_BACK, "EW")
    foreseen = found(cast, case, row)[0]

    objections.resolve_objection(
        cast.form(cast.dana),
        case.pk,
        row.pk,
        resolution=Objection.Resolution.CONTESTED,
    )

    fresh = Case.objects.get(pk=case.pk)
    assert fresh.state == "contested"
    assert walk_case(fresh, cast.at + timedelta(hours=2)).stands == foreseen == "E02"
    assert Window.objects.filter(case=case, purpose="own_side").exists()
