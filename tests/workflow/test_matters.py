"""A matter that a side starts on a board without a case: one case, one receipt."""

import uuid
from dataclasses import replace

import pytest

from rulings.laws.engine import load_flow
from rulings.models import Case, Entry, Objection, Playing, Proposal
from rulings.permissions import Refused, pass_actor
from rulings.workflow import facts, objections
from rulings.workflow.acts import ActContext
from rulings.workflow.cases import open_case, start_matter
from rulings.workflow.event.scores import publish_scores
from rulings.workflow.objections import Wanted
from tests.factories import POSITION, free_playing, make_case, make_event, take_facts
from tests.people import give_slips

pytestmark = pytest.mark.django_db
ASK = Wanted(wish=Objection.Wish.ASK_RULING, side="NS", seat="N", words="The count.")


@pytest.fixture
def cast():
    return make_event(values={"phones": "always"})


@pytest.fixture
def place(cast):
    playing = free_playing(cast)
    Playing.objects.filter(pk=playing.pk).update(status="finished")
    playing.refresh_from_db()
    return playing


def by(cast, number, key=None):
    table_pass = give_slips(cast)[number].table_pass
    actor = pass_actor(table_pass, cast.at)
    return ActContext(by=actor, at=cast.at, key=key or uuid.uuid4())


def start(cast, place, form, wanted=ASK):
    return start_matter(
        form, place, wanted, flow_hash=load_flow("claims", cast.event.edition).hash
    )


def test_wish_opens_a_case_that_nobody_has(cast, place):
    receipt = start(cast, place, by(cast, place.ns.number))

    case = Case.objects.get()
    assert (case.playing, case.state, case.director) == (place, "called", None)
    assert Objection.objects.get().case == case
    assert receipt.act == "object"
    acts = Entry.objects.filter(case_id=case.pk).order_by("seq")
    assert [entry.act for entry in acts] == ["open", "object"]


def test_key_sent_again_gets_the_first_receipt(cast, place):
    form = by(cast, place.ns.number)

    assert start(cast, place, form) == start(cast, place, form)
    assert (Case.objects.count(), Objection.objects.count()) == (1, 1)


def test_other_side_joins_the_case_there_is(cast, place):
    start(cast, place, by(cast, place.ns.number))

    start(cast, place, by(cast, place.ew.number), replace(ASK, side="EW", seat="E"))

    assert Case.objects.get().objections.count() == 2


@pytest.mark.parametrize("status", ["scheduled", "in_play", "cancelled"])
def test_board_that_was_not_played_is_nobodys_matter(cast, place, status):
    Playing.objects.filter(pk=place.pk).update(status=status)

    with pytest.raises(Refused):
        start(cast, place, by(cast, place.ns.number))

    assert not Case.objects.exists()


def test_board_of_others_is_not_his_matter(cast, place):
    sits = {place.ns.number, place.ew.number}
    other = next(n for n in give_slips(cast) if n not in sits)

    with pytest.raises(Refused):
        start(cast, place, by(cast, other))


def test_side_opens_no_bare_case(cast, place):
    start(cast, place, by(cast, place.ns.number))
    flow = load_flow("claims", cast.event.edition)

    with pytest.raises(Refused):
        open_case(by(cast, place.ns.number), place, flow_hash=flow.hash)


def test_wish_after_its_time_is_kept_as_late(cast, place):
    Playing.objects.filter(pk=place.pk).update(
        score_entered_at=cast.at, play_ended_at=cast.at
    )
    publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    form = by(cast, place.ns.number)
    cast.later(minutes=45)

    start(cast, place, replace(form, by=replace(form.by, at=cast.at), at=cast.at))

    wish = Objection.objects.get()
    assert wish.late_ms == 15 * 60 * 1000
    assert wish.admitted is None


def test_withdrawal_that_joins_a_complete_case_queues_its_solve(cast, place):
    case = make_case(cast, playing=place)
    take_facts(cast, case)
    facts.record_position(cast.form(cast.dana), case.pk, POSITION, "marked")
    objections.agree(cast.form(cast.dana), case.pk, side="EW", how="spoken")
    withdrawn = replace(
        ASK, wish=Objection.Wish.WITHDRAW_AGREEMENT, side="EW", seat="E"
    )

    start(cast, place, by(cast, place.ew.number), withdrawn)

    assert Case.objects.get().state == "frozen"
    assert Proposal.objects.get().status == "queued"
    entries = Entry.objects.filter(case_id=case.pk).order_by("seq")
    assert [entry.act for entry in entries][-4:-1] == ["object", "contest", "freeze"]
    assert entries.last().act == "propose"
