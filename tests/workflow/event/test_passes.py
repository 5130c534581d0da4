"""Passes: only hashes are kept, a lost one is replaced, codes pause, the QR never."""

from datetime import timedelta

import pytest

from rulings.importers.movements import mitchell
from rulings.models import (
    Contestant,
    Entry,
    Pass,
    Playing,
    Role,
    Round,
    Session,
    WrongCode,
)
from rulings.permissions import Refused, pass_actor
from rulings.permissions.conditions import may_start
from rulings.queries.player import own_boards
from rulings.workflow.event import events, passes, schedule, scores
from rulings.workflow.proof.verify import verify
from tests.factories import NOON, make_case, make_event, make_user, shell
from tests.workflow.event.test_scores import another_event
from tests.workflow.players import pass_of

pytestmark = pytest.mark.django_db


def issue(cast, form=None, count=1):
    pairs = list(cast.event.contestants.order_by("number"))[:count]
    return passes.issue_passes(
        form or cast.form(cast.dana), cast.event, cast.session, pairs
    )


def test_secrets_are_shown_once_and_stored_as_hashes():
    cast = make_event()

    (issued,) = issue(cast)

    row = Pass.objects.get()
    assert row.secret_hash == passes.secret_hash(issued.secret)
    assert passes.find_by_secret(issued.secret) == row
    assert passes.find_by_secret(issued.secret + "x") is None
    assert len(issued.secret) >= 22  # 128 bits
    assert set(issued.code) <= set(passes.CODE_LETTERS)
    assert len(issued.code) == 8
    assert not any(
        issued.secret.encode() in bytes(entry.data)
        or issued.code.encode() in bytes(entry.data)
        for entry in Entry.objects.all()
    )


def test_a_form_sent_twice_issues_once():
    cast = make_event()
    form = cast.form(cast.dana)

    first, again = issue(cast, form, 2), issue(cast, form, 2)

    assert len(first) == 2
    assert again == []
    assert Pass.objects.filter(revoked_at=None).count() == 2


def test_a_new_pass_replaces_the_lost_one():
    cast = make_event()
    (lost,) = issue(cast)
    cast.later(minutes=1)

    (new,) = issue(cast)

    assert passes.find_by_secret(lost.secret).revoked_at == cast.at
    assert passes.find_by_secret(new.secret).revoked_at is None
    assert verify().findings == []


@pytest.mark.parametrize(
    ("phones", "over", "opens"),
    [
        ("always", False, "now"),
        ("after_session", False, None),
        ("after_session", True, "now"),
        ("never", True, None),
    ],
)
def test_a_pass_opens_as_the_event_says(phones, over, opens):
    cast = make_event(values={"phones": phones})
    if over:
        Round.objects.update(ended_at=cast.at)

    issue(cast)

    expected = {"now": cast.at, None: None}[opens]
    assert Pass.objects.get().opens_at == expected


def test_a_pass_for_a_session_without_rounds_does_not_open():
    cast = make_event()
    Playing.objects.all().delete()
    Round.objects.all().delete()

    issue(cast)

    assert Pass.objects.get().opens_at is None


def test_a_revoked_pass_keeps_the_instant_it_was_revoked():
    cast = make_event()
    issue(cast)
    row, first = Pass.objects.get(), cast.at
    passes.revoke_pass(cast.form(cast.dana), cast.event, row)
    cast.later(minutes=1)

    passes.revoke_pass(cast.form(cast.dana), cast.event, row)

    assert Pass.objects.get().revoked_at == first


def test_a_pass_of_another_event_is_out_of_reach():
    cast = make_event()
    issue(cast)
    other = another_event(cast)

    with pytest.raises(Pass.DoesNotExist):
        passes.revoke_pass(other.form(other.dana), other.event, Pass.objects.get())


def test_who_has_no_business_issues_nothing():
    cast = make_event()

    with pytest.raises(Refused):
        issue(cast, cast.form(cast.olly))


def test_a_code_is_typed_in_any_case_and_with_spaces():
    cast = make_event()
    (issued,) = issue(cast)
    typed = f" {issued.code[:4].lower()}-{issued.code[4:]} "

    assert passes.find_by_code(cast.event, typed, cast.at) == Pass.objects.get()
    assert not WrongCode.objects.exists()


def test_a_hundred_wrong_codes_in_ten_minutes_pause_codes_not_the_qr():
    cast = make_event()
    (issued,) = issue(cast)
    start = cast.at
    for number in range(passes.WRONG_CODES):
        assert not passes.codes_pause(cast.event, cast.at)
        at = start + number * timedelta(seconds=5)
        assert passes.find_by_code(cast.event, "WRONG", at) is None

    assert passes.codes_pause(cast.event, start + timedelta(minutes=9))
    assert not passes.codes_pause(cast.event, start + timedelta(minutes=10))
    assert passes.find_by_secret(issued.secret) is not None


def test_a_code_of_another_event_counts_as_wrong():
    cast = make_event()
    (issued,) = issue(cast)
    other = another_event(cast)

    assert passes.find_by_code(other.event, issued.code, other.at) is None
    assert WrongCode.objects.filter(event=other.event).count() == 1


def test_a_pass_for_a_side_of_a_case_is_its_contestants():
    cast = make_event()
    case = make_case(cast)

    assert pass_of(cast, case, "NS").contestant == case.playing.ns


@pytest.mark.parametrize(
    "role", [Role.Name.DIRECTOR, Role.Name.CHIEF, Role.Name.ADMINISTRATOR]
)
def test_who_plays_in_the_session_issues_and_revokes_no_pass(role):
    piotr = make_user("piotr")
    cast = make_event(players={"Player 1a": piotr})
    events.give_role(shell(), cast.event, piotr, role, [])
    issue(cast)

    with pytest.raises(Refused, match="play in this session"):
        issue(cast, cast.form(piotr), 2)
    with pytest.raises(Refused, match="play in this session"):
        passes.revoke_pass(cast.form(piotr), cast.event, Pass.objects.get())
    assert Pass.objects.get().revoked_at is None


def test_a_director_issues_passes_of_a_session_in_which_he_does_not_play():
    piotr = make_user("piotr")
    cast = make_event(players={"Player 1a": piotr})
    events.give_role(shell(), cast.event, piotr, Role.Name.DIRECTOR, [])
    Playing.objects.filter(ns__number=1).delete()

    assert len(issue(cast, cast.form(piotr))) == 1


def second_session(cast):
    schedule.add_session(
        cast.form(cast.cleo),
        cast.event,
        placements=mitchell(3, 3, 1, first_board=31),
        timing=schedule.Timing(starts_at=NOON, round_length=timedelta(minutes=15)),
        deal_set="second",
    )
    return Session.objects.get(event=cast.event, order=2)


def test_one_pass_serves_each_session_of_the_event_that_is_over():
    cast = make_event()
    later = second_session(cast)
    issue(cast)
    seen = []
    for row in (cast.session.rounds.get(order=3), *later.rounds.order_by("order")):
        scores.end_round(cast.form(cast.dana), cast.event, row)
        boards = own_boards(pass_actor(Pass.objects.get(), cast.at))
        seen.append({one.playing.round.session.order for one in boards})
        assert Pass.objects.get().opens_at == NOON
        cast.later(minutes=15)

    assert seen == [{1}, {1}, {1}, {1, 2}]
    mine = pass_actor(Pass.objects.get(), cast.at)
    boards = [row.playing for row in own_boards(mine)]
    assert [row.round.session.order for row in boards[:3]] == [2, 2, 2]
    assert {row.round.session.order for row in boards} == {1, 2}
    assert may_start(mine, boards[0])
    assert may_start(mine, boards[-1])
    assert verify().findings == []


def test_a_pass_does_not_end_before_every_session_is_published():
    cast = make_event(values={"phones": "always"})
    later = second_session(cast)
    issue(cast)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    assert Pass.objects.get().expires_at is None
    cast.later(days=1)

    scores.publish_scores(cast.form(cast.cleo), cast.event, later)

    assert Pass.objects.get().expires_at == cast.at + timedelta(minutes=30, hours=48)


def test_only_those_without_a_pass_get_one_where_nobody_is_ticked():
    cast = make_event()
    issue(cast)
    pairs = list(Contestant.objects.filter(event=cast.event).order_by("number"))

    new = passes.issue_passes(
        cast.form(cast.dana), cast.event, cast.session, pairs, only_missing=True
    )

    assert [one.contestant_id for one in new] == [row.pk for row in pairs[1:]]
    assert Pass.objects.filter(revoked_at=None).count() == 6
