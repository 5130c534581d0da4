"""A question that an act makes new is queued with the act, whoever acts."""

import uuid

import pytest
from django_tasks_db.models import DBTaskResult

from rulings.models import Case, Entry, Objection, Proposal
from rulings.permissions import pass_actor
from rulings.queries.case.flow import current_proposal
from rulings.workflow import facts, objections
from rulings.workflow.acts import ActContext
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving import solve
from rulings.workflow.solving.propose import stop
from rulings.workflow.undo import undo
from tests.factories import POSITION, make_case, make_event, take_facts
from tests.people import give_slips

pytestmark = pytest.mark.django_db
DOUBT = objections.Wanted(wish=Objection.Wish.DOUBT, side="EW", seat="W")


@pytest.fixture
def cast():
    return make_event(values={"phones": "always"})


@pytest.fixture
def complete(cast):
    """Return a claim taken down whole that nobody has doubted yet."""
    case = make_case(cast)
    take_facts(cast, case)
    facts.record_position(cast.form(cast.dana), case.pk, POSITION, "marked")
    return Case.objects.select_related("playing__ew").get(pk=case.pk)


def from_a_phone(cast, case, key=None):
    """Return the form of a doubt by a player of the other side."""
    held = give_slips(cast)[case.playing.ew.number].table_pass
    return ActContext(by=pass_actor(held, cast.at), at=cast.at, key=key or uuid.uuid4())


def acts(case):
    return list(
        Entry.objects.filter(case_id=case.pk).order_by("seq").values_list("act", flat=1)
    )


def test_a_doubt_from_a_phone_queues_the_solve_of_a_complete_case(cast, complete):
    assert not Proposal.objects.exists()

    objections.submit_objection(from_a_phone(cast, complete), complete.pk, DOUBT)

    case = Case.objects.get(pk=complete.pk)
    assert case.state == "frozen"
    assert current_proposal(case).status == "queued"
    assert DBTaskResult.objects.count() == 1
    assert acts(case)[-4:] == ["object", "contest", "freeze", "propose"]
    assert verify().findings == []


def test_without_its_job_the_doubt_is_not_written_either(cast, complete, monkeypatch):
    def fails(*_args):
        raise OSError("no room for a job")

    form = from_a_phone(cast, complete)
    before = acts(complete)
    monkeypatch.setattr(solve, "_enqueue", fails)

    with pytest.raises(OSError, match="no room"):
        objections.submit_objection(form, complete.pk, DOUBT)

    assert Case.objects.get(pk=complete.pk).state == "called"
    assert acts(complete) == before
    assert not Objection.objects.exists()


def test_a_doubt_sent_twice_is_solved_once(cast, complete):
    form = from_a_phone(cast, complete)

    first = objections.submit_objection(form, complete.pk, DOUBT)
    again = objections.submit_objection(form, complete.pk, DOUBT)

    assert (first, first.act) == (again, "object")
    assert Proposal.objects.count() == DBTaskResult.objects.count() == 1


def test_a_player_and_the_director_queue_one_solve(cast, complete):
    objections.submit_objection(from_a_phone(cast, complete), complete.pk, DOUBT)

    objections.submit_objection(cast.form(cast.dana), complete.pk, DOUBT)

    assert Proposal.objects.count() == DBTaskResult.objects.count() == 1


def test_undo_takes_back_the_fact_and_asks_the_earlier_question(cast):
    case = make_case(cast, state="frozen")
    first = current_proposal(case)
    facts.record_facts(cast.form(cast.dana), case.pk, {"forgotten": ["S9"]})
    case = Case.objects.get(pk=case.pk)
    assert current_proposal(case) not in {None, first}

    undo(cast.form(cast.dana), case.pk)

    assert current_proposal(Case.objects.get(pk=case.pk)) == first
    assert verify().findings == []


def test_a_stopped_search_is_not_taken_up_by_stopping_it(cast):
    case = make_case(cast, state="frozen")

    stop(cast.form(cast.dana), case.pk)

    assert Proposal.objects.get(case=case).status == "timed_out"


def test_another_declarer_from_the_scorer_is_another_question(cast):
    case = make_case(cast, state="frozen")
    first, version = current_proposal(case), case.version

    scores.enter_score(
        cast.form(cast.dana),
        cast.event,
        case.playing,
        contract="4S N",
        tricks=10,
        score=420,
    )

    case = Case.objects.get(pk=case.pk)
    assert current_proposal(case) not in {None, first}
    assert case.version == version  # nobody's form is overtaken by it
    assert verify().findings == []


def test_cards_taken_down_before_any_claim_do_not_complete_the_case():
    cast = make_event()
    case = make_case(cast)
    facts.record_position(cast.form(cast.dana), case.pk, POSITION, "marked")

    objections.contest(cast.form(cast.dana), case.pk)

    assert Case.objects.get(pk=case.pk).state == "contested"
