"""Windows are instants: at the limit is in time, a told end is never shortened (T9)."""

from datetime import UTC, datetime, timedelta

import pytest

from rulings.models import Appeal, Case, Objection, Window
from rulings.permissions import Refused
from rulings.workflow import windows
from rulings.workflow.errors import Invalid
from rulings.workflow.event.events import declare_outage
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals, decide
from tests.factories import decision, make_case, make_event
from tests.workflow.players import pass_of, player_form
from tests.workflow.spans import MINUTE, MS, end_round, publish, put, window

pytestmark = pytest.mark.django_db
Wish = Objection.Wish


@pytest.mark.parametrize("delta", [-MS, 0 * MS, MS], ids=["before", "at", "after"])
@pytest.mark.parametrize(
    ("state", "wish", "purpose"),
    [
        ("agreed", Wish.DOUBT, "correction"),
        ("agreed", Wish.WITHDRAW_AGREEMENT, "correction"),
        ("agreed", Wish.CANCEL_CONCESSION, "correction"),
        ("agreed", Wish.ASK_RULING, "ruling_request"),
        ("announced", Wish.ASK_RULING, "appeal"),
        ("announced", Wish.DOUBT, "appeal"),
        ("announced", Wish.CANCEL_CONCESSION, "correction"),
    ],
)
def test_a_wish_at_the_limit_is_in_time_and_a_millisecond_later_late(
    state, wish, purpose, delta
):
    cast = make_event()
    case = make_case(cast, state=state)
    end_round(cast, case, 15)
    cast.later(minutes=20)
    publish(cast)
    limit = window(case, purpose).closes_at

    row = put(cast, case, wish, limit + delta)

    assert row.late_ms == (1 if delta > 0 * MS else 0)
    assert row.window_purpose in {purpose, "correction"}
    assert row.admitted is None
    assert verify().findings == []


@pytest.mark.parametrize(
    ("delta", "purpose"),
    [(-MS, "agreement"), (0 * MS, "agreement"), (MS, "correction")],
)
def test_after_the_agreement_is_firm_a_doubt_is_a_correction(delta, purpose):
    cast = make_event()
    case = make_case(cast, state="agreed")
    assert window(case, "agreement").closes_at is None  # its plan ends no round
    end_round(cast, case, 21)
    limit = window(case, "agreement").closes_at
    assert limit == cast.at + 21 * MINUTE

    row = put(cast, case, Wish.DOUBT, limit + delta)

    assert (row.window_purpose, row.late_ms) == (purpose, 0)


@pytest.mark.parametrize(
    ("delta", "late_ms"),
    [(-MS, 0), (0 * MS, 0), (timedelta(microseconds=1), 1), (MS, 1), (MINUTE, 60_000)],
)
def test_an_appeal_at_the_limit_is_in_time_and_later_kept_with_its_delay(
    delta, late_ms
):
    cast = make_event()
    case = make_case(cast, state="announced")
    publish(cast)
    cast.at = window(case, "appeal").closes_at + delta

    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence={"E": "spoken", "W": "spoken"},
        words="",
    )

    row = Appeal.objects.get(ruling__case=case)
    assert (row.late_ms, row.admissible) == (late_ms, None if late_ms else True)
    assert row.received_at == cast.at


@pytest.mark.parametrize(
    "published_at",
    [
        datetime(2026, 10, 25, 0, 45, tzinfo=UTC),
        datetime(2026, 3, 29, 0, 45, tzinfo=UTC),
    ],
    ids=["autumn", "spring"],
)
@pytest.mark.parametrize("delta", [-MS, 0 * MS, MS], ids=["before", "at", "after"])
def test_thirty_minutes_are_thirty_minutes_when_the_clocks_change(published_at, delta):
    cast = make_event(zone="Europe/Warsaw")
    case = make_case(cast, state="agreed")
    cast.at = published_at
    publish(cast)
    limit = published_at + timedelta(minutes=30)
    assert window(case, "correction").closes_at == limit

    row = put(cast, case, Wish.CANCEL_CONCESSION, limit + delta)

    assert row.late_ms == (1 if delta > 0 * MS else 0)


def test_publication_after_the_ruling_starts_the_appeal_period():
    cast = make_event()
    case = make_case(cast, state="announced")
    assert window(case, "appeal").closes_at is None
    cast.later(hours=1)

    publish(cast)

    assert window(case, "appeal").closes_at == cast.at + 30 * MINUTE
    assert window(case, "appeal").why == "after_publication"


def test_a_ruling_told_after_publication_has_its_own_thirty_minutes():
    cast = make_event()
    case = make_case(cast, state="ruled")
    publish(cast)
    cast.later(minutes=25)

    decide.announce(cast.form(cast.dana), case.pk)

    assert window(case, "appeal").closes_at == cast.at + 30 * MINUTE
    assert window(case, "appeal").why == "after_told"
    assert window(case, "correction").closes_at == cast.at + 5 * MINUTE


def test_publishing_again_moves_nothing_without_a_reason():
    cast = make_event()
    case = make_case(cast, state="announced")
    publish(cast)
    told = window(case, "appeal").closes_at
    cast.later(minutes=10)

    with pytest.raises(Invalid, match="already published"):
        publish(cast)
    assert window(case, "appeal").closes_at == told

    publish(cast, reason="half the scores were missing")
    assert window(case, "appeal").closes_at == cast.at + 30 * MINUTE


def test_an_earlier_anchor_never_shortens_what_was_told():
    cast = make_event()
    case = make_case(cast, state="announced")
    publish(cast)
    windows.extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 60, "desk closed"
    )
    told = window(case, "appeal").closes_at
    Window.objects.filter(case=case).update(extended_minutes=0)  # as a fault would
    cast.later(minutes=5)

    publish(cast, reason="scores corrected")

    assert window(case, "appeal").closes_at == told


def test_an_extension_adds_up_and_says_so():
    cast = make_event()
    case = make_case(cast, state="announced")
    publish(cast)

    for minutes in (10, 5):
        windows.extend_window(
            cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, minutes, "queue"
        )

    row = window(case, "appeal")
    assert row.closes_at == cast.at + 45 * MINUTE
    assert (row.why, row.why_params) == ("extended", {"minutes": 30, "extension": 15})


@pytest.mark.parametrize(("minutes", "reason"), [(0, "queue"), (-5, "queue"), (5, " ")])
def test_an_extension_needs_minutes_and_a_reason(minutes, reason):
    cast = make_event()
    case = make_case(cast, state="announced")

    with pytest.raises(Invalid, match=r"minutes|reason"):
        windows.extend_window(
            cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, minutes, reason
        )


def test_an_agreement_cannot_be_extended_by_minutes():
    cast = make_event()
    case = make_case(cast, state="agreed")

    with pytest.raises(Invalid, match="minutes cannot make it longer"):
        windows.extend_window(
            cast.form(cast.cleo), case.pk, Window.Purpose.AGREEMENT, 5, "queue"
        )


def test_a_window_the_case_does_not_have_is_named():
    cast = make_event()
    case = make_case(cast, state="agreed")

    with pytest.raises(Invalid, match="no appeal period"):
        windows.extend_window(
            cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 5, "queue"
        )


def test_a_window_closes_early_only_when_both_sides_have_waived_it():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    publish(cast)
    esme = pass_of(cast, case, "EW")
    cast.later(minutes=5)
    close = windows.close_window_early, case.pk, Window.Purpose.APPEAL

    windows.waive_window(player_form(cast, esme), *close[1:], "EW")
    with pytest.raises(Refused, match="own side"):
        windows.waive_window(player_form(cast, esme), *close[1:], "NS")
    with pytest.raises(Invalid, match="given up"):
        close[0](cast.form(cast.cleo), *close[1:], "all agree")
    windows.waive_window(cast.form(cast.dana), *close[1:], "NS")
    with pytest.raises(Invalid, match="reason"):
        close[0](cast.form(cast.cleo), *close[1:], " ")
    close[0](cast.form(cast.cleo), *close[1:], "all agree")

    row = window(case, "appeal")
    assert (row.closes_at, row.why) == (cast.at, "closed_early")
    assert verify().findings == []


def test_a_window_of_one_side_is_waived_by_that_side():
    cast = make_event()
    case = make_case(cast, state="agreed")
    row = window(case, "agreement")
    assert row.side == "EW"

    windows.waive_window(cast.form(cast.dana), case.pk, Window.Purpose.AGREEMENT, "EW")

    assert windows.waived(window(case, "agreement"))


def test_windows_of_another_ruling_run_anew_and_are_not_doubled():
    cast = make_event()
    case = make_case(cast, state="announced")
    publish(cast)
    cast.later(minutes=20)
    decide.revise(
        cast.form(cast.dana), case.pk, decision(8, reasons="a spade was shown")
    )

    decide.announce(cast.form(cast.dana), case.pk)

    assert window(case, "appeal").closes_at == cast.at + 30 * MINUTE
    assert Window.objects.filter(case=case).count() == 3


def test_an_outage_gives_its_minutes_back_to_the_windows_it_touched():
    cast = make_event()
    open_case = make_case(cast, state="announced")
    publish(cast)
    cast.later(minutes=35)
    early = window(open_case, "correction").closes_at

    declare_outage(cast.form(cast.cleo), cast.event, minutes=10, reason="no power")
    assert window(open_case, "correction").closes_at == early + 10 * MINUTE

    cast.later(hours=1)
    declare_outage(cast.form(cast.cleo), cast.event, minutes=10, reason="no power")
    assert window(open_case, "correction").closes_at == early + 10 * MINUTE
    assert verify().findings == []


def test_a_case_is_final_when_its_windows_and_the_correction_period_are_over():
    cast = make_event()
    agreed, closed = make_case(cast, state="agreed"), make_case(cast, state="closed")
    end_round(cast, Case.objects.get(pk=agreed.pk), 15)
    publish(cast)
    limit = cast.at + 30 * MINUTE

    for case in (agreed, closed):
        windows.require_not_final(case, limit)
        with pytest.raises(Invalid, match="final"):
            windows.require_not_final(case, limit + MS)
