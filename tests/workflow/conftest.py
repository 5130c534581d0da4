"""One event with everything in it, for tests that change it behind the log."""

import pytest
from django.db import connection, transaction

from rulings.models import Poll, Proposal, Role, Window
from rulings.models.guards import drop_guards
from rulings.queries.case.flow import current_proposal
from rulings.workflow.answers import answer
from rulings.workflow.event import passes, scores
from rulings.workflow.event.api_keys import issue_key
from rulings.workflow.event.invitations import invite
from rulings.workflow.facts import record_facts
from rulings.workflow.proof import verify
from rulings.workflow.ruling import appeals, decide, opinions, polls
from rulings.workflow.solving.solve import store_result
from rulings.workflow.tablets import mark_tablet
from rulings.workflow.windows import extend_window, waive_window
from tests.casebook import end_rounds, enter
from tests.factories import decision, make_case, make_event

STATES = (
    "called",
    "agreed",
    "contested",
    "frozen",
    "reserved",
    "ruled",
    "announced",
    "closed",
)


def filled():
    """Return an event with a case in every state and a row in every logged table."""
    cast = make_event()
    cases = {state: make_case(cast, state=state) for state in STATES}
    pair = list(cast.event.contestants.all())[:2]
    passes.issue_passes(cast.form(cast.dana), cast.event, cast.session, pair)
    case = make_case(cast, state="frozen")
    appealed(cast, case)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    director = Role.Name.DIRECTOR
    issue_key(cast.form(cast.cleo), cast.event, director, "a play-record box")
    invite(cast.form(cast.cleo), cast.event, director, [], name="Ida Nowak")
    mark_tablet(cast.form(cast.dana), cast.dana)
    consult(cast, case)
    end_rounds(cast)
    cast.later(days=1)
    enter(cast, cases["announced"])
    return cast


def consult(cast, case):
    """Ask somebody outside for an opinion on a case, and a peer what he would play."""
    dana = cast.dana
    opinions.ask_opinion(cast.form(dana), case.pk, hours=24, name="Ann Outside")
    question = polls.PollQuestion(
        kind=Poll.Kind.CARD,
        seat="S",
        all_hands=False,
        calls=None,
        words="South leads.",
        choices=["A spade", "A heart"],
    )
    poll = polls.ask_poll(cast.form(dana), case.pk, question)
    polls.ask_peer(cast.form(dana), case.pk, poll, name="Bo Peer", hours=24)
    polls.enter_answer(cast.form(dana), case.pk, poll, choice=1)


@pytest.fixture(scope="module")
def seeded(django_db_setup, django_db_blocker):
    """One event for all tests of a module, with a case in every state; gone after them.

    Its guards are lifted: these tests do what the database refuses.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        drop_guards(connection)
        cast = filled()
        yield cast
        transaction.set_rollback(True)


@pytest.fixture
def as_seeded(seeded, db, monkeypatch):
    """That event as it was made, whatever the test before did."""
    monkeypatch.setattr(verify, "missing_guards", lambda _connection: [])
    with transaction.atomic():
        yield seeded
        transaction.set_rollback(True)  # before anybody checks the keys we broke


def appealed(cast, case):
    """Take a case through facts, answers, a proposal, a ruling and an appeal."""
    record_facts(cast.form(cast.dana), case.pk, {"forgotten": ["S9"]})
    answer(cast.form(cast.dana), case.pk, step="C06", choice="not_mentioned")
    row = current_proposal(case)  # the fact made the question another: solved anew
    store_result(
        case.pk,
        row.pk,
        at=cast.at,
        status=Proposal.Status.EXACT,
        result={"award": 7},
        bounds=(7, 7),
    )
    decide.rule(cast.form(cast.dana), case.pk, decision(proposal_id=row.pk))
    decide.announce(cast.form(cast.dana), case.pk)
    waive_window(cast.form(cast.dana), case.pk, Window.Purpose.APPEAL, "NS")
    extend_window(cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 5, "queue")
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence={"E": "spoken", "W": "spoken"},
        words="He never mentioned the trump.",
    )
