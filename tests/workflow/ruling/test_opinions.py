"""A second opinion is given without knowing the ruling, once, by who may give it."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from rulings.models import Answer, Appeal, Case, Entry, Notice, Opinion, Playing, Role
from rulings.permissions import Sight, link_actor, may, sees, user_actor
from rulings.permissions.rights import Refused
from rulings.states import Act, NotAllowed
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault, Overtaken
from rulings.workflow.event import events, scores
from rulings.workflow.facts import change_facts
from rulings.workflow.proof.dossier import dossier, locked_dossier
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals, decide, opinions
from rulings.workflow.undo import undo
from tests.factories import (
    decision,
    make_case,
    make_event,
    make_staff,
    make_user,
    shell,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    cast = make_event()
    make_staff(cast, "piotr", Role.Name.DIRECTOR)
    return cast


@pytest.fixture
def case(cast):
    return make_case(cast, state="ruled")


def ask(cast, case, by=None, **given):
    given = {"user": cast.extra.get("piotr"), "hours": 24, **given}
    pk = opinions.ask_opinion(cast.form(by or cast.dana), case.pk, **given)
    return Opinion.objects.get(pk=pk)


def give(context, case, **given):
    fresh = Case.objects.get(pk=case.pk)
    given = {"tricks": 7, "laws": ["70C"], "reasons": "a trump is out", **given}
    given = {"seen": opinions.facts_mark(fresh), **given}
    return opinions.give_opinion(context, case.pk, **given)


def by_link(cast, row):
    fresh = Opinion.objects.select_related("case").get(pk=row.pk)
    return ActContext(
        by=link_actor(fresh, cast.at), at=cast.at, key=uuid.uuid4(), version=None
    )


def play_all(cast):
    """Let the board of every case be over for the whole field."""
    for one in cast.session.rounds.order_by("order"):
        scores.end_round(cast.form(cast.cleo), cast.event, one)
    assert not Playing.objects.filter(status="scheduled").exists()


def test_an_opinion_is_asked_given_and_kept_and_changes_nothing(cast, case):
    before = Case.objects.get(pk=case.pk)
    row = ask(cast, case)
    cast.later(minutes=3)

    give(cast.form(cast.extra["piotr"]), case)

    row.refresh_from_db()
    after = Case.objects.get(pk=case.pk)
    assert (row.tricks, row.laws, row.given_at) == (7, ["70C"], cast.at)
    assert (after.state, after.version) == (before.state, before.version)
    acts = Entry.objects.filter(case_id=case.pk).order_by("-seq")[:2]
    assert [one.act for one in acts] == ["give_opinion", "ask_opinion"]
    assert verify().findings == []


def test_who_is_asked_sees_the_facts_and_no_ruling_until_he_has_answered(cast, case):
    piotr = cast.extra["piotr"]
    hidden = {Sight.DRAFT, Sight.RULING, Sight.REASONS, Sight.DOSSIER}

    def seen():
        actor = user_actor(piotr, cast.at)
        return {sight for sight in Sight if sees(actor, sight, case)}

    assert seen() == set(Sight)
    ask(cast, case)
    assert seen() == set(Sight) - hidden
    give(cast.form(piotr), case)
    assert seen() == set(Sight)


@pytest.mark.one_database
def test_time_that_runs_out_and_a_refusal_open_the_case_again(cast, case):
    piotr = cast.extra["piotr"]
    ask(cast, case, hours=2)
    cast.later(hours=2)
    assert sees(user_actor(piotr, cast.at), Sight.DRAFT, case)
    with pytest.raises(Refused):
        give(cast.form(piotr), case)

    row = ask(cast, case)
    opinions.decline_opinion(cast.form(piotr), case.pk)

    row.refresh_from_db()
    assert row.end == Opinion.End.DECLINED
    assert sees(user_actor(piotr, cast.at), Sight.DRAFT, case)


def test_only_the_director_of_the_case_and_the_chief_ask(cast, case):
    with pytest.raises(Refused):
        ask(cast, case, by=cast.extra["piotr"], user=cast.cleo)

    assert ask(cast, case, by=cast.cleo).by == cast.cleo


def test_nobody_with_a_part_in_it_is_asked(cast, case):
    for somebody, code in ((cast.dana, "own"), (cast.olly, "stranger")):
        with pytest.raises(Fault) as refused:
            ask(cast, case, user=somebody)
        assert refused.value.code == f"opinion_of_{code}"
    ask(cast, case)
    with pytest.raises(Fault) as refused:
        ask(cast, case)
    assert refused.value.code == "opinion_waits"


def test_a_director_who_plays_the_board_is_not_asked():
    wanda = make_user("wanda")
    cast = make_event(players={"Player 1a": wanda})
    events.give_role(shell(), cast.event, wanda, Role.Name.DIRECTOR, [])
    place = Playing.objects.filter(board__event=cast.event, ns__number=1).first()
    case = make_case(cast, state="ruled", playing=place)

    with pytest.raises(Fault) as refused:
        ask(cast, case, user=wanda)

    assert refused.value.code == "opinion_of_player"


def test_who_declared_an_interest_is_not_asked_and_gives_nothing(cast):
    case = make_case(cast, state="announced")
    piotr = cast.extra["piotr"]
    ask(cast, case)
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence={"E": "said_to_director", "W": "said_to_director"},
        words="",
    )
    appeals.set_panel(
        cast.form(cast.cleo),
        case.pk,
        panel=[],
        advisers=[],
        deposit="",
        barred=[piotr.pk],
    )
    assert Appeal.objects.get().barred == [piotr.pk]

    with pytest.raises(Fault) as refused:
        give(cast.form(piotr), case)
    assert refused.value.code == "opinion_of_barred"


def test_a_link_opens_once_nobody_may_play_the_board_and_serves_once(cast, case):
    row = ask(cast, case, user=None, name="Ann Outside")
    assert opinions.find_opinion(opinions.secret_of(row)) == row
    assert opinions.secret_of(row) not in (row.secret_hash, str(row.pk))
    with pytest.raises(Refused):
        give(by_link(cast, row), case)

    play_all(cast)
    form = by_link(cast, row)
    first = give(form, case)

    assert give(form, case).seq == first.seq  # sent twice: the first receipt
    with pytest.raises(Refused):
        give(by_link(cast, row), case)
    assert verify().findings == []


def test_a_link_that_is_revoked_or_over_opens_nothing(cast, case):
    play_all(cast)
    row = ask(cast, case, user=None, name="Ann Outside", hours=2)
    form = by_link(cast, row)
    assert may(form.by, Act.GIVE_OPINION, case)
    assert not may(replace(form.by, at=row.expires_at), Act.GIVE_OPINION, case)

    opinions.withdraw_opinion(cast.form(cast.dana), case.pk, row.pk)

    with pytest.raises(Fault) as refused:
        give(form, case)  # read before it was revoked
    assert refused.value.code == "opinion_over"
    row.refresh_from_db()
    assert row.end == Opinion.End.WITHDRAWN


def test_a_link_opens_no_other_case(cast, case):
    play_all(cast)
    row = ask(cast, case, user=None, name="Ann Outside")
    other = make_case(cast, state="ruled")

    assert not may(by_link(cast, row).by, Act.GIVE_OPINION, other)
    assert not any(sees(by_link(cast, row).by, sight, case) for sight in Sight)


def test_facts_that_changed_are_shown_before_an_opinion_is_taken(cast, case):
    piotr = cast.extra["piotr"]
    ask(cast, case)
    with pytest.raises(Fault) as refused:
        give(cast.form(piotr), case, seen="other")
    assert refused.value.code == "facts_moved"

    change_facts(cast.form(cast.dana), case.pk)
    with pytest.raises(NotAllowed):
        give(cast.form(piotr), case)


def test_the_mark_of_the_facts_does_not_tell_of_a_ruling(cast):
    case = make_case(cast, state="frozen")
    before = opinions.facts_mark(case)

    decide.rule(cast.form(cast.dana), case.pk, decision(7))

    assert opinions.facts_mark(Case.objects.get(pk=case.pk)) == before


@pytest.mark.one_database
def test_the_mark_of_the_facts_tells_of_an_answer_that_is_shown_as_a_fact(cast):
    case = make_case(cast, state="frozen")
    before = opinions.facts_mark(case)

    Answer.objects.create(case=case, step="R01", choice="yes")

    assert opinions.facts_mark(Case.objects.get(pk=case.pk)) != before


@pytest.mark.one_database
def test_more_tricks_than_are_left_are_refused_and_a_reason_is_needed(cast, case):
    ask(cast, case)
    for given, code in (
        ({"tricks": 9}, "more_than_left"),
        ({"reasons": " "}, "reason_missing"),
    ):
        with pytest.raises(Fault) as refused:
            give(cast.form(cast.extra["piotr"]), case, **given)
        assert refused.value.code == code


def test_asking_and_answering_make_no_page_too_old_and_stop_no_undo(cast, case):
    seen = Case.objects.get(pk=case.pk).version
    ask(cast, case)
    give(cast.form(cast.extra["piotr"]), case)

    undo(cast.form(cast.dana, version=seen), case.pk)

    assert Case.objects.get(pk=case.pk).state == "frozen"
    with pytest.raises(Overtaken):
        undo(cast.form(cast.dana, version=seen), case.pk)


@pytest.mark.one_database
def test_who_was_asked_and_who_asked_are_notified(cast, case):
    row = ask(cast, case)
    cast.at += timedelta(minutes=1)
    give(cast.form(cast.extra["piotr"]), case)

    told = {(one.kind, one.user) for one in Notice.objects.filter(case_id=case.pk)}
    assert (Notice.Kind.OPINION, row.user) in told
    assert {
        (Notice.Kind.ANSWERED, cast.dana),
        (Notice.Kind.ANSWERED, cast.cleo),
    } <= told
    assert (Notice.Kind.ANSWERED, row.user) not in told


@pytest.mark.one_database
def test_the_dossier_proves_its_opinions_and_names_nobody_outside(cast, case):
    ask(cast, case, user=None, name="Ann Outside")
    parts = dossier(case, names=True)

    assert check_dossier(parts, []) == []
    given = locked_dossier(case)
    assert check_dossier(given, []) == []
    assert len(given["opinions"]) == 1
    texts = {row["text"] for row in given["texts"].values()}
    assert "Ann Outside" not in texts
    earlier = {name: part for name, part in parts.items() if name != "opinions"}
    assert check_dossier(earlier, [])[0].where == "opinions"
