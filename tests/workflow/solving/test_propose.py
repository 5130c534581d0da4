"""Questions to the solver: queued once, tried again, stored once, never in the way."""

import json

import pytest
from django_tasks_db.models import DBTaskResult

from rulings.bridge.cards import Strain
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.models import Fact, Progress, Proposal, Result
from rulings.permissions import Refused
from rulings.queries.case.flow import current_proposal
from rulings.queries.table.proposal import switches_of
from rulings.solver.inputs import PlayAt
from rulings.workflow import facts
from rulings.workflow.cases import take_over
from rulings.workflow.errors import Invalid
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving.propose import allow, propose, strike
from rulings.workflow.solving.solve import report_progress, store_result
from rulings.workflow.undo import undo
from tests.factories import DEAL, make_case, make_event

pytestmark = pytest.mark.django_db
Status = Proposal.Status


def asked(cast, **values):
    """Return a frozen case and its queued proposal."""
    case = make_case(cast, state="frozen", **values)
    propose(cast.form(cast.dana), case.pk)
    return case, Proposal.objects.get(case=case)


def store(case, row, status, *, at, **values):
    return store_result(case.pk, row.pk, at=at, status=status, **values)


def now(row):
    return type(row).objects.get(pk=row.pk)


def test_a_question_is_queued_with_its_job_and_its_whole_input():
    cast = make_event()
    case, row = asked(cast)

    job = DBTaskResult.objects.get()
    case_id, proposal_id, question = job.args_kwargs["args"]
    assert (case_id, proposal_id) == (str(case.pk), str(row.pk))
    assert json.loads(question).keys() == {"position", "claim", "settings"}
    assert (row.status, row.low, row.queued_at) == ("queued", None, cast.at)
    assert row.budget == row.settings["budget"]
    assert current_proposal(case) == row


def test_the_same_question_is_queued_once():
    cast = make_event()
    case, _ = asked(cast)
    take_over(cast.form(cast.dana), case.pk)

    propose(cast.form(cast.dana), case.pk)

    assert Proposal.objects.count() == DBTaskResult.objects.count() == 1


def test_without_position_or_claim_there_is_no_question():
    cast = make_event()
    case = make_case(cast, state="contested")

    with pytest.raises(Invalid, match="contract, claim and cards"):
        propose(cast.form(cast.dana), case.pk)
    assert not DBTaskResult.objects.exists()


def test_a_result_is_stored_with_its_bytes_and_overtakes_nobody():
    cast = make_event()
    case, row = asked(cast)
    before = now(case).version

    store(case, row, Status.EXACT, at=cast.later(seconds=3), result={"award": 7},
          bounds=(7, 7))  # fmt: skip

    row = now(row)
    assert (row.status, row.low, row.high, row.reproducible) == ("exact", 7, 7, True)
    assert row.finished_at == cast.at
    assert bytes(Result.objects.get().data) == b'{"award":7}'
    assert now(case).version == before
    assert verify().findings == []


def test_a_killed_solve_keeps_its_bounds_and_is_not_reproducible():
    cast = make_event()
    case, row = asked(cast)

    store(case, row, Status.TIMED_OUT, at=cast.at, bounds=(5, 7))

    row = now(row)
    assert (row.status, row.low, row.high) == ("timed_out", 5, 7)
    assert (row.reproducible, row.result_hash) == (False, "")


def test_only_the_first_result_of_a_queued_solve_counts():
    cast = make_event()
    case, row = asked(cast)
    store(case, row, Status.EXACT, at=cast.at, result={"award": 7}, bounds=(7, 7))

    late = store(case, row, Status.TIMED_OUT, at=cast.at, bounds=(0, 8))

    assert late is None
    assert (now(row).status, now(row).low) == ("exact", 7)


@pytest.mark.parametrize("status", [Status.TIMED_OUT, Status.FAILED])
def test_one_that_did_not_end_is_tried_again_and_may_end_well(status):
    cast = make_event()
    case, row = asked(cast)
    store(case, row, status, at=cast.at, bounds=(5, 7))
    cast.later(minutes=1)

    propose(cast.form(cast.dana), case.pk)

    again = now(row)
    assert (again.status, again.queued_at, again.finished_at) == (
        "queued",
        cast.at,
        None,
    )
    assert DBTaskResult.objects.count() == 2
    store(case, row, Status.EXACT, at=cast.at, result={"award": 6}, bounds=(6, 6))
    assert (now(row).status, now(row).reproducible) == ("exact", True)
    assert verify().findings == []


@pytest.mark.parametrize("status", [Status.EXACT, Status.RANGE])
def test_one_that_ended_is_not_tried_again(status):
    cast = make_event()
    case, row = asked(cast)
    store(case, row, status, at=cast.at, result={"award": None}, bounds=(5, 7))

    propose(cast.form(cast.dana), case.pk)

    assert now(row).status == status
    assert DBTaskResult.objects.count() == 1


def test_a_result_for_another_input_is_never_the_current_proposal():
    cast = make_event()
    case, row = asked(cast)
    facts.change_facts(cast.form(cast.dana), case.pk)
    facts.record_claim(
        cast.form(cast.dana),
        case.pk,
        facts.ClaimGiven(claimer="S", tricks_left=8, tricks_claimed=6),
    )

    store(case, row, Status.EXACT, at=cast.at, result={"award": 7}, bounds=(7, 7))

    assert current_proposal(now(case)) not in {None, row}
    assert current_proposal(now(case)).status == "queued"


def test_a_larger_budget_refines_a_range():
    cast = make_event()
    case, first = asked(cast)
    store(case, first, Status.RANGE, at=cast.at, result={"a": 1}, bounds=(3, 8))
    propose(cast.form(cast.dana), case.pk, 24_000_000)
    second = Proposal.objects.get(budget=24_000_000)
    assert current_proposal(case) == first

    store(case, second, Status.RANGE, at=cast.at, result={"a": 2}, bounds=(5, 7))

    assert current_proposal(case) == second


def test_a_play_is_struck_and_let_in_again_each_time_with_a_new_question():
    cast = make_event()
    case, row = asked(cast)

    strike(cast.form(cast.dana), case.pk, ">HK", "nobody leads that")
    assert Fact.objects.get(case=case, key="strike.>HK").value is True
    struck = current_proposal(now(case))
    assert struck not in {None, row}
    assert struck.settings["strikes"] == [">HK"]

    strike(cast.form(cast.dana), case.pk, ">HK", "after all")
    assert Fact.objects.get(case=case, key="strike.>HK").value is False
    assert current_proposal(now(case)) == row


def test_a_play_of_the_last_trick_of_thirteen_is_struck_and_read_back():
    """Its key is the longest there is: PostgreSQL refuses one that does not fit."""
    cast = make_event()
    case = make_case(cast, state="contested")
    whole = Position(DEAL.hands, Strain.SPADES, Trick(Seat.WEST), (0, 0))
    facts.record_position(cast.form(cast.dana), case.pk, whole, "grid")
    cards = [card for seat in Seat for card in DEAL.hands[seat]]
    play = str(PlayAt(tuple(cards[:-1]), cards[-1]))

    strike(cast.form(cast.dana), case.pk, play, "nobody plays that")

    assert [(one.play, one.struck) for one in switches_of(now(case))] == [(play, True)]
    assert current_proposal(now(case)).settings["strikes"] == [play]
    assert verify().findings == []


def test_a_kind_of_play_is_ruled_out_and_given_back_by_the_same_act():
    cast = make_event()
    case, row = asked(cast)

    strike(cast.form(cast.dana), case.pk, "S:lead:H:before:SK", "nobody plays so")
    struck = current_proposal(now(case))
    assert struck not in {None, row}
    assert struck.settings["never"] == ["S:lead:H:before:SK"]
    assert struck.settings["strikes"] == []
    assert [(one.play, one.struck, one.reason) for one in switches_of(now(case))] == [
        ("S:lead:H:before:SK", True, "nobody plays so")
    ]

    strike(cast.form(cast.dana), case.pk, "S:lead:H:before:SK", "after all")
    assert current_proposal(now(case)) == row
    assert "never" not in row.settings
    assert verify().findings == []


def test_a_kind_of_play_is_let_in_and_undone():
    cast = make_event()
    case, row = asked(cast)

    allow(cast.form(cast.dana), case.pk, "N:discard:D9", "played so before")
    assert current_proposal(now(case)).settings["let_in"] == ["N:discard:D9"]
    undo(cast.form(cast.dana), case.pk)

    assert current_proposal(now(case)) == row
    assert verify().findings == []


@pytest.mark.parametrize("switch", [strike, allow], ids=["strike", "allow"])
@pytest.mark.parametrize(
    "play", ["W:lead:H:before:SK", "NS:lead:H:before:SK", "S:ruff:H5:trump"]
)
def test_a_kind_of_play_of_the_other_side_or_without_words_is_refused(switch, play):
    cast = make_event()
    case, _ = asked(cast)

    with pytest.raises(Invalid, match="cannot be ruled out"):
        switch(cast.form(cast.dana), case.pk, play, "no")
    assert not Fact.objects.filter(case=case).exists()


@pytest.mark.parametrize("switch", [strike, allow], ids=["strike", "allow"])
def test_a_play_that_names_a_card_twice_is_refused(switch):
    cast = make_event()
    case, _ = asked(cast)

    with pytest.raises(Invalid, match="H2 stands twice in one play"):
        switch(cast.form(cast.dana), case.pk, "H2," * 90 + "S3>S4", "long")
    assert not Fact.objects.filter(case=case).exists()


def test_undoing_an_allowance_makes_the_earlier_proposal_current_again():
    cast = make_event()
    case, row = asked(cast)
    allow(cast.form(cast.dana), case.pk, ">H2", "he has done it before")
    assert current_proposal(now(case)).settings["allowances"] == [">H2"]

    undo(cast.form(cast.dana), case.pk)

    assert current_proposal(now(case)) == row
    assert verify().findings == []


def test_bounds_of_a_running_solve_are_kept_for_the_page_that_waits():
    cast = make_event()
    _, row = asked(cast)

    report_progress(row.pk, 2, 8)
    report_progress(row.pk, 4, 7)

    seen = Progress.objects.get(proposal_id=row.pk)
    assert (seen.low, seen.high) == (4, 7)


def test_a_scorer_asks_nothing():
    cast = make_event()
    case = make_case(cast, state="frozen")

    with pytest.raises(Refused):
        propose(cast.form(cast.olly), case.pk, 24_000_000)
    assert not Proposal.objects.filter(case=case, budget=24_000_000).exists()
