"""On the limit is in time; a millisecond later is late, kept and flagged (T9)."""

from datetime import UTC, datetime, timedelta

import pytest

from rulings.models import Appeal, Case, Objection, Window
from rulings.permissions import pass_actor
from rulings.queries.case.final import is_final
from rulings.workflow import objections
from rulings.workflow.acts import ActContext
from rulings.workflow.event import scores
from rulings.workflow.ruling import appeals, decide
from tests import factories
from tests.factories import make_case, make_event
from tests.people import slips_of

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)
EDGES = [
    pytest.param(-MS, 0, id="1-ms-before"),
    pytest.param(timedelta(0), 0, id="on-the-limit"),
    pytest.param(MS, 1, id="1-ms-after"),
]


def told(cast):
    """Return an announced case whose scores are published, and Esme's pass."""
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    return case, esme.table_pass


def by(table_pass, at):
    table_pass.refresh_from_db()
    return ActContext(by=pass_actor(table_pass, at), at=at)


@pytest.mark.parametrize(("offset", "late_ms"), EDGES)
def test_appeal_at_the_edge_of_its_window(offset, late_ms):
    cast = make_event(values={"phones": "always"})
    case, esme = told(cast)
    closes_at = Window.objects.get(case=case, purpose="appeal").closes_at

    seats = {"E": "phone", "W": "phone"}
    appeals.file_appeal(
        by(esme, closes_at + offset), case.pk, side="EW", concurrence=seats, words=""
    )

    row = Appeal.objects.get()
    assert (row.late_ms, row.admissible) == (late_ms, None if late_ms else True)


@pytest.mark.parametrize(("offset", "late_ms"), EDGES)
def test_objection_at_the_edge_of_the_last_window_it_may_use(offset, late_ms):
    cast = make_event(values={"phones": "always"})
    case, esme = told(cast)
    ends = [row.closes_at for row in case.windows.exclude(purpose="own_side")]
    wanted = objections.Wanted(wish=Objection.Wish.DOUBT, side="EW")

    objections.submit_objection(by(esme, max(ends) + offset), case.pk, wanted)

    row = Objection.objects.latest("received_at")
    assert row.late_ms == late_ms


@pytest.mark.parametrize(
    ("offset", "late_ms", "state"),
    [
        pytest.param(-MS, 0, "contested", id="1-ms-before"),
        pytest.param(timedelta(0), 0, "contested", id="on-the-limit"),
        pytest.param(MS, 1, "agreed", id="1-ms-after"),
    ],
)
def test_agreement_withdrawn_at_the_edge_of_the_correction_period(
    offset, late_ms, state
):
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="agreed")
    _noor, esme = slips_of(cast, case)
    scores.end_round(cast.form(cast.cleo), cast.event, case.playing.round)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    ends = case.windows.filter(purpose__in=("agreement", "correction"))
    last = max(row.closes_at for row in ends)
    wish = Objection.Wish.WITHDRAW_AGREEMENT
    wanted = objections.Wanted(wish=wish, side="EW")

    objections.submit_objection(by(esme.table_pass, last + offset), case.pk, wanted)

    assert Objection.objects.get(wish=wish).late_ms == late_ms
    assert Case.objects.get(pk=case.pk).state == state


@pytest.mark.parametrize(
    ("offset", "final"),
    [
        pytest.param(timedelta(0), False, id="on-the-limit"),
        pytest.param(timedelta(microseconds=1), True, id="just-after"),
    ],
)
def test_case_is_final_the_moment_its_last_window_is_over(offset, final):
    cast = make_event(values={"phones": "always"})
    case, _esme = told(cast)
    last = max(row.closes_at for row in case.windows.all())

    assert is_final(Case.objects.get(pk=case.pk), last + offset) is final


NIGHTS = [
    pytest.param(datetime(2026, 3, 29, 0, 45, tzinfo=UTC), id="spring-forward"),
    pytest.param(datetime(2026, 10, 25, 0, 45, tzinfo=UTC), id="fall-back"),
]


@pytest.mark.parametrize("zone", ["Europe/Warsaw", "America/New_York", "UTC"])
@pytest.mark.parametrize("published_at", NIGHTS)
def test_period_is_thirty_minutes_long_when_the_clocks_change(
    monkeypatch, published_at, zone
):
    monkeypatch.setattr(factories, "NOON", published_at - timedelta(minutes=30))
    cast = make_event(zone=zone, values={"phones": "always"})
    cast.at = published_at - timedelta(minutes=20)
    case = make_case(cast, state="announced")
    cast.at = published_at
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    window = Window.objects.get(case=case, purpose="correction")

    assert window.closes_at == published_at + timedelta(minutes=30)


def test_announcement_after_publication_starts_the_appeal_period():
    cast = make_event()
    case = make_case(cast, state="ruled")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=25)
    decide.announce(cast.form(cast.dana), case.pk)

    window = Window.objects.get(case=case, purpose="appeal")
    assert window.closes_at == cast.at + timedelta(minutes=30)


def test_publishing_again_moves_nothing_without_a_reason():
    cast = make_event()
    case, _esme = told(cast)
    before = list(Window.objects.filter(case=case).values("purpose", "closes_at"))
    cast.later(minutes=10)

    with pytest.raises(ValueError, match="already published"):
        scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    after = list(Window.objects.filter(case=case).values("purpose", "closes_at"))
    assert after == before
