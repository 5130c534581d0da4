"""A further appeal has time only where the regulations set it (Law 93C)."""

from datetime import timedelta

import pytest

from rulings.models import Appeal, Case, Pass, Window
from rulings.queries.case.final import Blocks, blockers, is_final
from rulings.queries.player import public_windows
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals, decide
from rulings.workflow.windows import extend_window, waive_window
from tests.factories import decision, make_event
from tests.workflow.players import pass_of
from tests.workflow.ruling.test_appeals import appealed, both_appeal, end

pytestmark = pytest.mark.django_db
Purpose = Window.Purpose
LONG = {"appeal_period_min": 600}  # runs on when every other period is over
DAY = {"further_appeal_period_min": 24 * 60}


def published(values=DAY):
    """Return an event whose scores are out, and a case with an appeal."""
    cast = make_event(values=values)
    case, row = appealed(cast)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    return cast, case, row


def told(cast, case, side="EW", **values):
    """Decide an appeal and announce it, a minute later each."""
    cast.later(minutes=1)
    end(cast, case, side, **values)
    cast.later(minutes=1)
    decide.announce(cast.form(cast.dana), case.pk)
    cast.later(minutes=1)


CHANGED = {"outcome": Appeal.Outcome.CHANGED, "decision": decision(8)}


def further(case):
    return Window.objects.filter(case=case, purpose=Purpose.FURTHER_APPEAL).first()


def file(cast, case, side="EW"):
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side=side,
        concurrence=dict.fromkeys(side, "spoken"),
        words="Once more.",
    )
    return Appeal.objects.get(ruling__case=case, outcome="")


def final(cast, case, **later):
    return is_final(Case.objects.get(pk=case.pk), cast.at + timedelta(**later))


@pytest.mark.parametrize("values", [{}, CHANGED], ids=["upheld", "changed"])
def test_the_announcement_of_a_decision_opens_the_time_set(values):
    cast, case, _ = published()
    end(cast, case, "EW", **values)
    assert further(case) is None
    cast.later(minutes=7)

    decide.announce(cast.form(cast.dana), case.pk)

    window = further(case)
    assert window.opens_at == cast.at
    assert window.closes_at == cast.at + timedelta(days=1)
    assert (window.why, window.why_params) == ("after_decision", {"minutes": 1440})
    assert verify().findings == []


def test_the_passes_live_on_for_the_further_appeal():
    cast, case, _ = published()
    holder = pass_of(cast, case, "EW")

    told(cast, case)

    ends = further(case).closes_at + timedelta(hours=48)
    assert Pass.objects.get(pk=holder.pk).expires_at == ends


def test_without_a_period_nothing_opens():
    cast, case, _ = published({})

    told(cast, case)

    assert further(case) is None
    assert file(cast, case).admissible is None


@pytest.mark.parametrize("side", ["NS", "EW"])
@pytest.mark.parametrize("values", [{}, CHANGED], ids=["upheld", "changed"])
def test_either_side_appeals_further_in_that_time(side, values):
    cast, case, _ = published()
    told(cast, case, **values)
    cast.later(hours=23)

    row = file(cast, case, side)

    assert (row.admissible, row.late_ms) == (True, 0)
    assert verify().findings == []


def test_a_late_further_appeal_is_kept_with_its_delay():
    cast, case, _ = published()
    told(cast, case)
    cast.at = further(case).closes_at + timedelta(minutes=2)

    row = file(cast, case)

    assert (row.admissible, row.late_ms) == (None, 120_000)


def test_who_gave_up_that_time_is_heard_only_if_a_person_says_so():
    cast, case, _ = published()
    told(cast, case)
    waive_window(cast.form(cast.dana), case.pk, Purpose.FURTHER_APPEAL, "EW")

    assert file(cast, case).admissible is None


def test_a_decision_on_a_further_appeal_opens_nothing_more():
    cast, case, _ = published()
    told(cast, case)
    ends = further(case).closes_at
    cast.later(minutes=30)
    file(cast, case)

    told(cast, case)

    assert further(case).closes_at == ends
    assert file(cast, case).admissible is None
    assert verify().findings == []


def test_an_appeal_that_is_not_heard_leaves_no_further_one():
    cast, case, _ = published()

    told(cast, case, outcome=Appeal.Outcome.INADMISSIBLE)

    assert further(case) is None


def test_the_second_of_two_first_appeals_counts_the_time_anew():
    cast = make_event(values=DAY)
    case, _ = both_appeal(cast)
    end(cast, case, "EW")
    cast.later(minutes=9)

    told(cast, case, "NS")

    assert further(case).closes_at == cast.at + timedelta(minutes=24 * 60 - 1)


def test_a_case_is_final_after_the_further_time():
    cast, case, _ = published()
    told(cast, case)

    assert [row.detail for row in blockers(cast.event, cast.at + timedelta(hours=1))]
    assert not final(cast, case, hours=23)
    assert final(cast, case, hours=25)


def test_both_sides_may_give_up_the_further_time():
    cast, case, _ = published()
    told(cast, case)
    for side in ("NS", "EW"):
        waive_window(cast.form(cast.dana), case.pk, Purpose.FURTHER_APPEAL, side)

    assert final(cast, case, hours=2)


def test_a_time_to_appeal_that_nobody_can_use_keeps_no_case_open():
    cast, case, _ = published(LONG)
    told(cast, case, **CHANGED)
    cast.later(minutes=40)

    found = blockers(cast.event, cast.at)
    assert (Blocks.WINDOW, "appeal") not in {(row.kind, row.detail) for row in found}
    assert final(cast, case)


def test_a_side_that_has_not_appealed_keeps_the_case_open_until_it_gives_up():
    cast, case, _ = published(LONG)
    told(cast, case)
    cast.later(minutes=40)
    assert not final(cast, case)

    waive_window(cast.form(cast.dana), case.pk, Purpose.APPEAL, "NS")

    assert final(cast, case)
    shown = public_windows(cast.event, cast.at)
    assert "appeal" not in {row.purpose for row in shown}


def test_the_chief_makes_the_further_time_longer():
    cast, case, _ = published()
    told(cast, case)
    before = further(case).closes_at

    extend_window(
        cast.form(cast.cleo), case.pk, Purpose.FURTHER_APPEAL, 30, "the hall is locked"
    )

    assert further(case).closes_at == before + timedelta(minutes=30)
    assert verify().findings == []
