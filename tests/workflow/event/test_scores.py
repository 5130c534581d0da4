"""Rounds, scores and publication set what they name, once, within their event."""

import json
from datetime import timedelta

import pytest

from rulings.models import Entry, Pass, Playing, Round, Session, Slip, Window
from rulings.permissions import Refused
from rulings.permissions.embargo import embargo_lifted
from rulings.workflow.errors import Invalid
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event, shell
from tests.workflow.players import pass_of

pytestmark = pytest.mark.django_db


def test_a_round_that_starts_puts_its_boards_in_play():
    cast = make_event()
    round_ = cast.session.rounds.get(order=2)
    planned = round_.starts_at

    scores.start_round(cast.form(cast.dana), cast.event, round_)

    started = Round.objects.get(pk=round_.pk)
    assert (started.starts_at, started.started_at) == (planned, cast.at)
    assert started.started_at != planned
    statuses = set(round_.playings.values_list("status", flat=True))
    assert statuses == {"in_play"}
    assert set(
        Playing.objects.exclude(round=round_).values_list("status", flat=True)
    ) == {"scheduled"}


def test_a_round_that_ended_earlier_is_told_with_its_time():
    cast = make_event()
    round_ = cast.session.rounds.get(order=1)
    ended = cast.at
    cast.later(minutes=9)

    scores.end_round(cast.form(cast.dana, said_at=ended), cast.event, round_)

    assert Round.objects.get(pk=round_.pk).ended_at == ended
    assert set(round_.playings.values_list("status", flat=True)) == {"finished"}


def round_one(cast):
    return cast.session.rounds.get(order=1)


def test_a_second_tap_on_the_end_of_a_round_changes_nothing():
    cast = make_event()
    ended = cast.later(minutes=9)
    scores.end_round(cast.form(cast.dana), cast.event, round_one(cast))
    cast.later(minutes=3)

    receipt = scores.end_round(cast.form(cast.dana), cast.event, round_one(cast))

    assert round_one(cast).ended_at == ended
    assert json.loads(Entry.objects.get(code=receipt.code).data)["rows"] == []


@pytest.mark.parametrize("first", [scores.start_round, scores.end_round])
def test_a_round_does_not_start_again(first):
    cast = make_event()
    first(cast.form(cast.dana), cast.event, round_one(cast))
    before = Round.objects.filter(pk=round_one(cast).pk).values().get()
    cast.later(minutes=3)

    scores.start_round(cast.form(cast.dana), cast.event, round_one(cast))

    assert Round.objects.filter(pk=round_one(cast).pk).values().get() == before


def test_an_end_moves_with_a_reason_and_only_to_an_earlier_time():
    cast = make_event()
    case = make_case(cast, state="agreed")
    ended = cast.later(minutes=9)
    scores.end_round(cast.form(cast.dana), cast.event, round_one(cast))
    cast.later(minutes=3)

    with pytest.raises(Invalid, match="earlier"):
        scores.end_round(
            cast.form(cast.dana), cast.event, round_one(cast), reason="wrong tap"
        )
    assert round_one(cast).ended_at == ended
    earlier = cast.form(cast.dana, said_at=ended - timedelta(minutes=2))
    scores.end_round(earlier, cast.event, round_one(cast), reason="heard the bell")

    assert round_one(cast).ended_at == ended - timedelta(minutes=2)
    window = Window.objects.get(case=case, purpose="agreement")
    assert window.closes_at == ended - timedelta(minutes=2)
    assert verify().findings == []


@pytest.mark.parametrize(
    ("phones", "order", "opens"),
    [("after_session", 3, True), ("after_session", 1, False), ("never", 3, False)],
    ids=["after the last round", "after another round", "never"],
)
def test_phones_open_when_the_session_ends_if_the_event_says_so(phones, order, opens):
    cast = make_event(values={"phones": phones})
    case = make_case(cast)
    mine = pass_of(cast, case, "EW")
    planned = mine.opens_at
    cast.later(minutes=40)

    scores.end_round(
        cast.form(cast.dana), cast.event, cast.session.rounds.get(order=order)
    )

    assert Pass.objects.get(pk=mine.pk).opens_at == (cast.at if opens else planned)


def test_the_end_of_the_last_round_ends_boards_of_rounds_that_nobody_ended():
    cast = make_event()
    scores.start_round(cast.form(cast.dana), cast.event, round_one(cast))
    left_out = Playing.objects.filter(round__order=2).first()
    Playing.objects.filter(pk=left_out.pk).update(status="cancelled")
    board = Playing.objects.filter(round__order=1).first().board
    assert not embargo_lifted(board, cast.at)

    last = cast.session.rounds.get(order=3)
    scores.end_round(cast.form(cast.dana), cast.event, last)

    statuses = Playing.objects.exclude(pk=left_out.pk).values_list("status", flat=True)
    assert set(statuses) == {"finished"}
    assert Playing.objects.get(pk=left_out.pk).status == "cancelled"
    assert embargo_lifted(board, cast.at)


def test_the_end_of_another_round_ends_no_boards_but_its_own():
    cast = make_event()

    scores.end_round(cast.form(cast.dana), cast.event, cast.session.rounds.get(order=2))

    over = Playing.objects.filter(status="finished")
    assert set(over.values_list("round__order", flat=True)) == {2}


def test_a_first_call_is_recorded_once():
    cast = make_event()
    playing = Playing.objects.order_by("pk").first()
    first = cast.at
    scores.record_own_call(cast.form(cast.dana), cast.event, playing, "NS")
    cast.later(minutes=1)

    scores.record_own_call(cast.form(cast.dana), cast.event, playing, "NS")

    row = Playing.objects.get(pk=playing.pk)
    assert (row.called_ns_at, row.called_ew_at, row.status) == (first, None, "in_play")


def test_a_call_on_a_board_in_play_leaves_it_in_play():
    cast = make_event()
    playing = Playing.objects.order_by("pk").first()
    scores.record_own_call(cast.form(cast.dana), cast.event, playing, "NS")

    scores.record_own_call(cast.form(cast.dana), cast.event, playing, "EW")

    assert Playing.objects.get(pk=playing.pk).status == "in_play"


def test_a_corrected_score_keeps_the_instant_of_the_first():
    cast = make_event()
    playing = Playing.objects.order_by("pk").first()
    first = cast.at
    for tricks, points in ((10, 420), (9, -50)):
        scores.enter_score(
            cast.form(cast.dana), cast.event, playing,
            contract="4S S", tricks=tricks, score=points,
        )  # fmt: skip
        cast.later(minutes=1)

    row = Playing.objects.get(pk=playing.pk)
    assert (row.tricks, row.score, row.score_entered_at) == (9, -50, first)


def test_a_slip_is_taken_once_and_by_whom_is_told():
    cast = make_event()
    case = make_case(cast, state="announced")
    slip = Slip.objects.get()
    first = cast.at
    scores.acknowledge_slip(cast.form(cast.cleo), cast.event, slip)
    cast.later(minutes=1)

    scores.acknowledge_slip(cast.form(cast.cleo), cast.event, slip)

    slip.refresh_from_db()
    assert (slip.acknowledged_at, slip.by) == (first, cast.cleo)
    assert type(case).objects.get(pk=case.pk).version == case.version
    assert verify().findings == []


def test_a_director_does_not_publish():
    cast = make_event()

    with pytest.raises(Refused):
        scores.publish_scores(cast.form(cast.dana), cast.event, cast.session)
    assert Session.objects.get().published_at is None


@pytest.mark.parametrize(
    "act",
    [
        lambda form, event, other: scores.start_round(
            form, event, other.session.rounds.get(order=1)
        ),
        lambda form, event, other: scores.end_round(
            form, event, other.session.rounds.get(order=1)
        ),
        lambda form, event, other: scores.publish_scores(form, event, other.session),
        lambda form, event, other: scores.record_own_call(
            form, event, Playing.objects.filter(board__event=other.event).first(), "NS"
        ),
        lambda form, event, other: scores.enter_score(
            form, event, Playing.objects.filter(board__event=other.event).first(),
            contract="4S S", tricks=10, score=420,
        ),
    ],
    ids=["start", "end", "publish", "call", "score"],
)  # fmt: skip
def test_a_role_in_one_event_reaches_nothing_of_another(act):
    cast = make_event()
    other = another_event(cast)
    before = list(Playing.objects.order_by("pk").values())

    with pytest.raises(
        (Round.DoesNotExist, Session.DoesNotExist, Playing.DoesNotExist)
    ):
        act(cast.form(cast.cleo), cast.event, other)

    assert list(Playing.objects.order_by("pk").values()) == before
    assert verify().findings == []


def another_event(cast):
    """Make a second event; its people have other names."""
    for user in (cast.dana, cast.cleo, cast.olly):
        user.username += "_here"
        user.save()
    other = make_event()
    assert other.event.pk != cast.event.pk
    assert shell().by.kind == "shell"
    return other
