"""Cases in every state, for tests of the dossier."""

from rulings.models import Appeal, Case, Objection, Proposal, Statement
from rulings.queries.case.flow import current_proposal
from rulings.queries.case.solving import solver_input
from rulings.solver import adjudicate
from rulings.workflow import facts, objections, windows
from rulings.workflow.answers import answer
from rulings.workflow.event import scores
from rulings.workflow.proof.dossier import export_case
from rulings.workflow.ruling import appeals, decide
from rulings.workflow.solving.propose import propose
from rulings.workflow.solving.solve import store_result
from tests.factories import POSITION, decision, make_case
from tests.workflow.conftest import consult

SIMPLE = ("called", "agreed", "contested", "frozen", "reserved", "ruled", "closed")


def fresh(case):
    return Case.objects.get(pk=case.pk)


def solved(cast, case):
    """Store a proposal for a case, with a result that has every kind of value."""
    result = {"award": 7, "exact": True, "why": None, "line": [{"cards": ["SA"]}]}
    return answered(cast, case, result, (7, 7))


def unplayed(cast, case, low, high=None, **changes):
    """Store a proposal whose number was found without playing a line out."""
    high = low if high is None else high
    asked = solver_input(case)
    found = adjudicate(asked.position, asked.claim, asked.settings).to_json()
    award = low if low == high else None
    result = {**found, "line": [], "award": award, "low": low, "high": high, **changes}
    return answered(cast, case, result, (low, high))


def answered(cast, case, result, bounds):
    """Search for the number and store what comes back."""
    propose(cast.form(cast.dana), case.pk)
    row = current_proposal(fresh(case))
    status = Proposal.Status.EXACT
    store_result(
        case.pk, row.pk, at=cast.at, status=status, result=result, bounds=bounds
    )
    return row


def full_case(cast):
    """Return a case that has been through everything a dossier shows."""
    case = make_case(cast, state="agreed")
    facts_form = cast.form(cast.dana)
    doubt = objections.Wanted(
        wish=Objection.Wish.WITHDRAW_AGREEMENT, side="EW", words="A trump was out."
    )
    objections.submit_objection(cast.form(cast.dana), case.pk, doubt)
    facts.record_statement(
        facts_form,
        case.pk,
        layer=Statement.Layer.ADDED,
        seat="S",
        words="I knew of it.",
        steps=[],
    )
    facts.record_facts(cast.form(cast.dana), case.pk, {"forgotten": ["S9"]})
    freeze(cast, case)
    answer(cast.form(cast.dana), case.pk, step="C06", choice="mentioned", reason="so")
    row = solved(cast, case)
    decide.rule(cast.form(cast.dana), case.pk, decision(proposal_id=row.pk))
    decide.announce(cast.form(cast.dana), case.pk)
    slip = fresh(case).rulings.get().slip
    scores.acknowledge_slip(cast.form(cast.cleo), cast.event, slip)
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence={"E": "spoken", "W": "spoken"},
        words="It was not said.",
    )
    appeals.decide_appeal(
        cast.form(cast.cleo),
        case.pk,
        point=Appeal.Point.LAW,
        outcome=Appeal.Outcome.CHANGED,
        reasons="Law 70C",
        decision=decision(6, reasons="Law 70C"),
    )
    decide.announce(cast.form(cast.dana), case.pk)
    last = cast.session.rounds.order_by("-order").first()
    scores.end_round(cast.form(cast.dana), cast.event, last)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    windows.extend_window(
        cast.form(cast.cleo), case.pk, windows.Purpose.APPEAL, 10, "queue at the desk"
    )
    consult(cast, case)
    return fresh(case)


def freeze(cast, case):
    """Record the cards: with claim and read-back the fact sheet is complete."""
    facts.record_position(cast.form(cast.dana), case.pk, POSITION, "marked")


__all__ = ["SIMPLE", "export_case", "fresh", "full_case", "solved", "unplayed"]
