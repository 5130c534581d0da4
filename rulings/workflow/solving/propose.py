"""Ask the solver about a case (R15).

A proposal is never a state: a director may rule without waiting for it. Identical
questions of a case are computed once; whether an answer is stale is derived. An act
that makes the question new is followed by its solve in the same transaction, whoever
acts and from whichever screen.
"""

from __future__ import annotations

import uuid

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.models import Case, Fact, Progress, Proposal
from rulings.queries.case.repaired import claim_of
from rulings.queries.case.rows import keep_rows
from rulings.queries.case.solving import ALLOW, STRIKE, solver_input
from rulings.solver.inputs import Idea, PlayAt, parse_play
from rulings.solver.types import has_words
from rulings.states import Act, State, possible
from rulings.workflow.acts import ActContext, ActRun, FollowUp, Write, perform
from rulings.workflow.errors import Fault
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.solving.solve import RETRY, queue, store_result

MAKES_NEW = frozenset(
    {
        Act.CLAIM,
        Act.STATEMENT,
        Act.POSITION,
        Act.FACT,
        Act.READ_BACK,
        Act.ANSWER,
        Act.OBJECT,
        Act.RESOLVE,
        Act.ADMIT,
        Act.CONTEST,
        Act.FREEZE,
        Act.CHANGE_FACTS,
        Act.STRIKE,
        Act.ALLOW,
        Act.MOVE,
        Act.UNDO,
    }
)
"""Acts after which the question to the solver may be another, or be put at last."""

ASKED_OF = ("playing__board", "playing__table", "claim", "position", "event")


def ask_after(case: Case, act: Act, _context: ActContext) -> FollowUp | None:
    """Return the solve that follows an act on a case, where it is asked anew.

    It belongs to the request of the act, under the same key, so that a repeated
    request queues nothing more.
    """
    write = question_of(case) if act in MAKES_NEW else None
    return write and FollowUp(Act.PROPOSE, write)


def question_of(case: Case) -> Write | None:
    """Return the write that queues what a case now asks; None where that is known.

    None too while contract, claim or cards are missing, and once it is announced.
    """
    if Act.PROPOSE not in possible(State(case.state)):
        return None
    read = keep_rows(Case.objects.select_related(*ASKED_OF).get(pk=case.pk))
    asked = solver_input(read)
    if asked is None:
        return None
    known = Proposal.objects.filter(case=case, input_hash=asked.hash).first()
    if known is not None and known.status not in RETRY:
        return None
    return lambda run: queue(run, asked)


def propose(
    context: ActContext, case_id: uuid.UUID, budget: int | None = None
) -> Receipt:
    """Queue a solve of the case as it is now, unless the same one is known."""

    def write(run: ActRun) -> None:
        asked = solver_input(run.case, budget)
        if asked is None:
            raise Fault("question_incomplete")
        queue(run, asked)

    return perform(Act.PROPOSE, context, case_id, write, {"budget": budget})


def stop(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Stop every search of the case; each leaves the bounds it has proven so far.

    The worker ends its child at its next look. Such a result is labelled as not
    reproducible; asking again takes the search up once more.
    """

    def write(run: ActRun) -> None:
        waiting = Proposal.objects.filter(case=run.case, status=Proposal.Status.QUEUED)
        for row in waiting:
            seen = Progress.objects.filter(proposal_id=row.pk).first()
            bounds = {"low": seen.low, "high": seen.high} if seen else {}
            run.rows.change(
                row,
                status=Proposal.Status.TIMED_OUT,
                finished_at=context.at,
                reproducible=False,
                **bounds,
            )

    return perform(Act.PROPOSE, context, case_id, write, {"stop": True})


def strike(context: ActContext, case_id: uuid.UUID, play: str, reason: str) -> Receipt:
    """Rule a play or a kind of play out, with a reason, and solve again."""
    return _switch(Act.STRIKE, STRIKE, context, case_id, play, reason)


def allow(context: ActContext, case_id: uuid.UUID, play: str, reason: str) -> Receipt:
    """Allow a play or a kind of play that was left out, with a reason; solve again."""
    return _switch(Act.ALLOW, ALLOW, context, case_id, play, reason)


def _switch(  # noqa: PLR0917 - private, two callers
    act: Act,
    prefix: str,
    context: ActContext,
    case_id: uuid.UUID,
    play: str,
    reason: str,
) -> Receipt:
    """Turn a switch of the director on, or off again where it is on.

    Raises Invalid on a play that names a card twice: one that does not is never
    longer than the key of a fact. So it does on a kind of play that has no words, or
    that is not one of the claiming side.
    """
    named = parse_play(play)
    if isinstance(named, PlayAt):
        _once_each([*named.played, named.card])
    elif not has_words(named):
        raise Fault("idea_unknown")
    key = prefix + str(named)

    def write(run: ActRun) -> None:
        if isinstance(named, Idea) and not _of_the_side(named, run.case):
            raise Fault("idea_unknown")
        run.inputs["play"] = play
        run.inputs["reason"] = commit_text(reason)
        row = Fact.objects.filter(case=run.case, key=key, seat="").first()
        if row is None:
            run.rows.insert(Fact, case=run.case, key=key, value=True, source="director")
        else:
            run.rows.change(row, value=not row.value)
        if solver_input(run.case) is None:
            raise Fault("question_incomplete")

    return perform(act, context, case_id, write, {"play": play, "reason": reason})


def _once_each(cards: list[Card]) -> None:
    if twice := {card for card in cards if cards.count(card) > 1}:
        names = " ".join(str(card) for card in sorted(twice))
        raise Fault("card_twice_in_play", cards=names)


def _of_the_side(idea: Idea, case: Case) -> bool:
    """Say whether a kind of play is one of the side that claims."""
    claim = claim_of(case)
    if claim is None:
        return False
    side = Seat.parse(claim.claimer).side
    return all(seat.side is side for seat in idea.hands)


__all__ = [
    "RETRY",
    "allow",
    "ask_after",
    "propose",
    "question_of",
    "stop",
    "store_result",
    "strike",
]
