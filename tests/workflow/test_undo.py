"""Undo sets rows back by a new entry; it never reaches another person's act."""

import json

import pytest

from rulings.bridge.contracts import Contract
from rulings.models import (
    Agreement,
    Case,
    Claim,
    Entry,
    Playing,
    Ruling,
    Statement,
    Window,
)
from rulings.permissions import Refused
from rulings.queries.desk import round_closing
from rulings.states import NotAllowed
from rulings.workflow import facts, objections
from rulings.workflow.answers import answer
from rulings.workflow.cases import reopen_case
from rulings.workflow.errors import Invalid
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.undo import can_undo_agreement, undo
from rulings.workflow.windows import extend_window
from tests.factories import make_case, make_event, take_facts

pytestmark = pytest.mark.django_db


def now(case):
    return Case.objects.get(pk=case.pk)


@pytest.mark.parametrize(
    ("state", "before"),
    [
        ("agreed", "called"),
        ("contested", "called"),
        ("frozen", "contested"),
        ("reserved", "frozen"),
        ("ruled", "frozen"),
        ("closed", "called"),
    ],
)
def test_undo_restores_state_and_every_row(state, before):
    cast = make_event()
    case = make_case(cast, state=state)
    version = case.version

    undo(cast.form(cast.dana), case.pk)

    assert now(case).state == before
    assert now(case).version == version + 1
    assert verify().findings == []


def test_undoing_an_agreement_leaves_no_trace_in_the_tables_but_all_in_the_log():
    cast = make_event()
    case = make_case(cast, state="agreed")

    undo(cast.form(cast.dana), case.pk)

    assert not Agreement.objects.exists()
    assert Playing.objects.get(pk=case.playing_id).status == "in_play"
    acts = Entry.objects.filter(case_id=case.pk).order_by("seq").values_list("act")
    assert [act for (act,) in acts][-2:] == ["agree", "undo"]


def test_undo_goes_back_step_by_step():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)

    undo(cast.form(cast.dana), case.pk)
    assert Statement.objects.get(case=case).read_back_ns == ""
    undo(cast.form(cast.dana), case.pk)
    assert not Statement.objects.exists()
    undo(cast.form(cast.dana), case.pk)
    assert not Claim.objects.exists()
    assert Playing.objects.get(pk=case.playing_id).contract == ""
    with pytest.raises(Invalid, match="nothing left"):
        undo(cast.form(cast.dana), case.pk)


def test_an_act_after_an_undo_can_be_undone_too():
    cast = make_event()
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="mentioned")
    undo(cast.form(cast.dana), case.pk)
    answer(cast.form(cast.dana), case.pk, step="C06", choice="not_mentioned")

    undo(cast.form(cast.dana), case.pk)

    assert not case.answers.exists()
    assert verify().findings == []


def test_an_answer_changed_and_undone_is_the_earlier_answer():
    cast = make_event()
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="mentioned")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="not_mentioned")

    undo(cast.form(cast.dana), case.pk)

    assert case.answers.get().choice == "mentioned"


def test_the_last_act_of_another_is_his_to_take_back():
    cast = make_event()
    case = make_case(cast, state="frozen")

    with pytest.raises(Refused, match="Somebody else"):
        undo(cast.form(cast.cleo), case.pk)


def test_after_the_announcement_nothing_is_taken_back():
    cast = make_event()
    case = make_case(cast, state="announced")

    with pytest.raises(NotAllowed):
        undo(cast.form(cast.dana), case.pk)
    assert Ruling.objects.get(case=case).current


def test_an_undo_names_the_entries_it_takes_back():
    cast = make_event()
    case = make_case(cast, state="contested")

    receipt = undo(cast.form(cast.dana), case.pk)

    entry = Entry.objects.get(chain=cast.event.pk, seq=receipt.seq)
    undone = json.loads(bytes(entry.data))["inputs"]["undoes"]
    acts = Entry.objects.filter(chain=cast.event.pk, seq__in=undone).order_by("seq")
    assert [row.act for row in acts] == ["object", "contest"]


def test_acts_without_a_key_are_undone_one_by_one():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana, key=None)
    facts.read_back(form, case.pk, ns="confirmed", ew="confirmed")
    facts.read_back(form, case.pk, ns="disputed", ew="confirmed")

    undo(cast.form(cast.dana), case.pk)

    assert Statement.objects.get(case=case).read_back_ns == "confirmed"


def test_an_undo_looks_past_what_acts_on_the_event_told_the_case():
    cast = make_event()
    case = make_case(cast, state="agreed")
    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    cast.later(minutes=1)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    assert Entry.objects.filter(case_id=case.pk).order_by("seq").last().act == "retime"

    undo(cast.form(cast.dana), case.pk)

    assert now(case).state == "called"
    assert not Agreement.objects.exists()
    assert not Window.objects.exists()
    assert verify().findings == []


def test_what_acts_on_the_event_set_meanwhile_stays():
    cast = make_event()
    case = make_case(cast, state="agreed")
    scores.enter_score(
        cast.form(cast.cleo),
        cast.event,
        case.playing,
        contract="3N S",
        tricks=9,
        score=400,
    )

    undo(cast.form(cast.dana), case.pk)

    playing = Playing.objects.get(pk=case.playing_id)
    assert (playing.contract, playing.tricks, playing.score) == ("3N S", 9, 400)
    assert verify().findings == []


def test_a_contract_corrected_meanwhile_is_not_set_back_with_the_claim():
    cast = make_event()
    case = make_case(cast)
    given = facts.ClaimGiven(
        claimer="S", contract=Contract.parse("4S S"), tricks_left=8
    )
    facts.record_claim(cast.form(cast.dana), case.pk, given)
    scores.enter_score(
        cast.form(cast.cleo),
        cast.event,
        case.playing,
        contract="4SX S",
        tricks=10,
        score=590,
    )

    undo(cast.form(cast.dana), case.pk)

    assert Playing.objects.get(pk=case.playing_id).contract == "4SX S"
    assert verify().findings == []


def test_a_claim_taken_down_twice_is_undone_twice():
    cast = make_event()
    case = make_case(cast)
    for contract in ("4S S", "3N S"):
        given = facts.ClaimGiven(
            claimer="S", contract=Contract.parse(contract), tricks_left=8
        )
        facts.record_claim(cast.form(cast.dana), case.pk, given)

    undo(cast.form(cast.dana), case.pk)
    assert Playing.objects.get(pk=case.playing_id).contract == "4S S"
    undo(cast.form(cast.dana), case.pk)

    assert Playing.objects.get(pk=case.playing_id).contract == ""
    assert verify().findings == []


def test_a_time_the_players_were_told_is_not_taken_back():
    cast = make_event()
    case = make_case(cast, state="agreed")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    extend_window(cast.form(cast.cleo), case.pk, Window.Purpose.CORRECTION, 9, "queue")
    told = Window.objects.get(purpose="correction").closes_at

    with pytest.raises(Invalid, match="know this time"):
        undo(cast.form(cast.cleo), case.pk)
    assert Window.objects.get(purpose="correction").closes_at == told


def test_a_final_case_is_not_undone():
    cast = make_event()
    case = make_case(cast, state="closed")
    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=31)

    with pytest.raises(Invalid, match="final"):
        undo(cast.form(cast.dana), case.pk)
    assert now(case).state == "closed"


def test_an_agreement_nobody_gave_is_undone_whatever_the_clock_says():
    cast = make_event()
    case = make_case(cast, state="agreed")
    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=31)

    assert can_undo_agreement(now(case), cast.form(cast.dana).by)
    undo(cast.form(cast.dana), case.pk)

    assert now(case).state == "called"
    assert not Agreement.objects.exists()
    assert not Window.objects.filter(case=case, purpose="agreement").exists()
    assert verify().findings == []


def test_what_was_done_to_an_agreed_case_since_is_no_slip_of_its_entry():
    cast = make_event()
    case = make_case(cast, state="agreed")
    assert can_undo_agreement(now(case), cast.form(cast.dana).by)
    extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.CORRECTION, 5, "Late table."
    )

    assert not can_undo_agreement(now(case), cast.form(cast.dana).by)
    assert not can_undo_agreement(now(case), cast.form(cast.cleo).by)


def test_an_agreement_nobody_gave_is_removed_with_a_reason_by_another_director():
    cast = make_event()
    case = make_case(cast, state="agreed")
    playing = Playing.objects.get(pk=case.playing_id)
    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.CORRECTION, 5, "Late table."
    )
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=45)
    with pytest.raises(Invalid, match="reason"):
        reopen_case(cast.form(cast.cleo), case.pk, reason=" ")
    assert now(case).state == "agreed"

    reopen_case(cast.form(cast.cleo), case.pk, reason="West had objected")

    assert (now(case).state, now(case).outcome) == ("called", "")
    assert not Agreement.objects.exists()
    assert not Window.objects.filter(case=case).exists()
    assert playing.status == "finished"
    assert Playing.objects.get(pk=case.playing_id).status == "finished"
    assert verify().findings == []


def test_removing_an_agreement_is_undone_and_a_later_one_counts_anew():
    cast = make_event()
    case = make_case(cast, state="agreed")
    given = Agreement.objects.get().given_at

    reopen_case(cast.form(cast.dana), case.pk, reason="nobody agreed")
    undo(cast.form(cast.dana), case.pk)
    assert (now(case).state, Agreement.objects.get().given_at) == ("agreed", given)

    reopen_case(cast.form(cast.dana), case.pk, reason="nobody agreed")
    cast.later(minutes=1)
    objections.agree(cast.form(cast.dana), case.pk, side="EW", how="spoken")
    assert Agreement.objects.get().given_at > given
    assert verify().findings == []


def test_withdrawing_an_agreement_ends_its_time_and_undo_brings_it_back():
    cast = make_event()
    case = make_case(cast, state="agreed")
    kept = Window.objects.get(case=case, purpose="agreement")

    objections.contest(cast.form(cast.dana), case.pk)
    assert not Window.objects.filter(case=case, purpose="agreement").exists()
    assert round_closing(case.playing.round, cast.at).agreements == ()

    undo(cast.form(cast.dana), case.pk)
    again = Window.objects.get(pk=kept.pk)
    assert (again.opens_at, again.closes_at) == (kept.opens_at, None)
    assert round_closing(case.playing.round, cast.at).agreements == (case,)
    assert verify().findings == []


def test_a_round_that_ended_after_a_withdrawal_counts_when_it_is_undone():
    cast = make_event()
    case = make_case(cast, state="agreed")
    objections.contest(cast.form(cast.dana), case.pk)
    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)

    undo(cast.form(cast.dana), case.pk)

    window = Window.objects.get(case=case, purpose="agreement")
    assert window.closes_at == now(case).playing.round.ended_at
    assert verify().findings == []
