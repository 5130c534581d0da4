"""Take down the facts at the table: claim, statement, cards, read-back (Law 70B).

The words of a claim are read again when cards, contract or claimer come after them
(68C): "the queen of spades" is finessed against by who does not hold it. A director's
own steps stay.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import Claim, Fact, Objection, Position, Statement
from rulings.queries.case.derived import FACED
from rulings.queries.case.hearing import (
    StatementContext,
    complete,
    heard_again,
    hearing_of,
)
from rulings.queries.case.mistakes import Replaced, replaced_by
from rulings.queries.case.repaired import (
    CORRECTS,
    Corrects,
    claim_of,
    in_force,
    playing_of,
    reopened,
    rested_on,
    wrong_in,
)
from rulings.queries.words import texts_of
from rulings.statements.steps import parse_step
from rulings.states import IN_FORCE, Act, State
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.windows import require_correctable

CONFIRMED, DISPUTED = "confirmed", "disputed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimGiven:
    """A claim as taken down; None for tricks claimed means the rest.

    Where the claimer gave no number, the tricks are those settled with him, if any.
    """

    claimer: str
    manner: Claim.Manner = Claim.Manner.STATEMENT
    contract: Contract | None = None
    tricks_left: int | None = None
    tricks_claimed: int | None = None
    number_said: bool = True
    said_at: datetime | None = None


def record_claim(context: ActContext, case_id: uuid.UUID, given: ClaimGiven) -> Receipt:
    """Record who claimed how many, and the contract where it was not known.

    Another claimer's claim is asked about anew where no doubt stands against it. Under
    a ruling in force another claimer or contract waits for the next announcement.
    Raises Invalid where the numbers cannot be: more claimed than left, dummy claims.
    """
    _check_claim(given)

    def write(run: ActRun) -> None:
        case = run.case
        known = playing_of(case).contract
        contract = given.contract or (Contract.parse(known) if known else None)
        _require_not_dummy(given.claimer, contract)
        before = hearing_of(case)
        values: dict[str, object] = {
            "claimer": given.claimer,
            "manner": given.manner,
            "tricks_left": given.tricks_left,
            "tricks_claimed": given.tricks_claimed,
            "number_said": given.number_said,
            "said_at": given.said_at or context.said_at or context.at,
        }
        old = replaced_by(case, given.claimer, given.contract)
        claim = Claim.objects.filter(case=case).first()
        standing = claim is not None and in_force(case) is not None
        if claim is not None and standing:  # players go on reading what was announced
            old = replace(old, objections=())
            correct_beside(run, wrong_in(case, contract, given.claimer))
            values["claimer"] = claim.claimer
        if claim is None:
            run.rows.insert(Claim, case=case, **values)
        else:
            run.rows.change(claim, **values)
        if given.contract is not None and not standing:
            run.rows.change(case.playing, contract=str(given.contract))
        now = hearing_of(
            case,
            contract=given.contract,
            claimer=Seat.parse(given.claimer),
            left=given.tricks_left,
        )
        if not old.claimer:  # another's words fall
            rehear(run, before, now)
        set_aside(run, old)
        asks = old.claimer and case.state == State.CONTESTED and not standing
        if asks and not _doubted(run, old):
            run.follow(Act.ASK_AGAIN)
        elif not old.falls:
            freeze_when_complete(run, claim=given.tricks_left)

    payload = {
        "claimer": given.claimer,
        "manner": given.manner,
        "contract": str(given.contract or ""),
        "left": given.tricks_left,
        "claimed": given.tricks_claimed,
        "number_said": given.number_said,
    }
    return perform(Act.CLAIM, context, case_id, write, payload)


def correct_beside(run: ActRun, wrong: Corrects) -> None:
    """Plan that contract, claimer or board are corrected with the facts opened again.

    They are put right when the ruling that is made now is announced.
    """
    run.inputs["corrects"] = dict(wrong)
    set_fact(run, CORRECTS, dict(wrong) or None)


def set_aside(run: ActRun, old: Replaced) -> None:
    """Plan that what was taken down for another claimer or contract binds no more.

    The entries keep it; an undo brings it back.
    """
    for said in old.statements:
        run.rows.remove("statement", str(said.pk))
    for said in old.read_back:
        run.rows.change(said, read_back_ns="", read_back_ew="")
    for row in old.answers:
        run.rows.change(row, set_aside=True)
    for fact in old.facts:
        run.rows.change(fact, value=None)
    for doubt in old.objections:
        run.rows.change(
            doubt,
            resolution=Objection.Resolution.WITHDRAWN,
            resolved_at=run.context.at,
        )


def _doubted(run: ActRun, old: Replaced) -> bool:
    """Say whether a doubt stands against what another claimed (68D)."""
    doubts = Objection.objects.filter(case=run.case, wish=Objection.Wish.DOUBT)
    standing = doubts.exclude(resolution=Objection.Resolution.WITHDRAWN)
    return standing.exclude(pk__in=[row.pk for row in old.objections]).exists()


def _check_claim(given: ClaimGiven) -> None:
    left, claimed = given.tricks_left, given.tricks_claimed
    if left is not None and not 1 <= left <= 13:  # noqa: PLR2004 - tricks on a board
        raise Fault(
            "left_impossible",
            left=left,
        )
    if left is not None and claimed is not None and not 0 <= claimed <= left:
        raise Fault(
            "claimed_impossible",
            claimed=claimed,
            left=left,
        )


def _require_not_dummy(claimer: str, contract: Contract | None) -> None:
    """Raise Invalid where dummy would claim, in the contract given or the one known."""
    if contract is not None and claimer == contract.dummy.letter:
        raise Fault(
            "dummy_cannot_claim",
            seat=_(contract.dummy.word),
        )


def record_statement(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    layer: Statement.Layer,
    seat: str,
    words: str,
    steps: Sequence[str],
) -> Receipt:
    """Record one layer of the statement: verbatim words and the steps read from them.

    A change of the layer that binds takes back the read-back. Raises ParseError on a
    step that is none.
    """
    texts = [str(parse_step(step)) for step in steps]

    def write(run: ActRun) -> None:
        case = run.case
        values: dict[str, object] = {
            "seat": seat,
            "words": commit_text(words),
            "steps": texts,
            "said_at": context.said_at or context.at,
        }
        row = Statement.objects.filter(case=case, layer=layer).first()
        if row is None:
            run.rows.insert(Statement, case=case, layer=layer, **values)
        else:
            run.rows.change(row, **values, read_back_ns="", read_back_ew="")

    payload = {"layer": layer, "seat": seat, "words": words, "steps": texts}
    return perform(Act.STATEMENT, context, case_id, write, payload)


def read_back(context: ActContext, case_id: uuid.UUID, *, ns: str, ew: str) -> Receipt:
    """Record that each side confirms or disputes the facts as read back.

    Where no words were taken down, a statement without words is what they confirm.
    """
    if not {ns, ew} <= {CONFIRMED, DISPUTED}:
        raise Fault("read_back_unanswered")

    def write(run: ActRun) -> None:
        case = run.case
        row = Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM).first()
        if row is None:
            claim = claim_of(case)
            run.rows.insert(
                Statement,
                case=case,
                layer=Statement.Layer.CLAIM,
                seat=claim.claimer if claim else "",
                said_at=context.at,
                read_back_ns=ns,
                read_back_ew=ew,
            )
        else:
            run.rows.change(row, read_back_ns=ns, read_back_ew=ew)
        freeze_when_complete(run, read_back=True)

    return perform(Act.READ_BACK, context, case_id, write, {"ns": ns, "ew": ew})


def record_position(
    context: ActContext,
    case_id: uuid.UUID,
    cards: Cards,
    source: Position.Source,
    *,
    faced: bool = False,
) -> Receipt:
    """Record the cards that remained, and whether they were put face up (Law 70B3).

    What was said is read again with them: a queen not held is finessed against (68C).
    Raises Invalid naming what keeps the cards from being a position.
    """
    if faults := cards.faults():
        named = ", ".join(sorted(fault.value.replace("_", " ") for fault in faults))
        raise Fault("no_position", faults=named)

    def write(run: ActRun) -> None:
        row = Position.objects.filter(case=run.case).first()
        now = hearing_of(run.case, cards=cards)
        rehear(run, hearing_of(run.case), now, first_cards=row is None)
        if row is None:
            run.rows.insert(Position, case=run.case, text=str(cards), source=source)
        else:
            run.rows.change(row, text=str(cards), source=source)
        set_fact(run, FACED, faced or None)
        claim = Claim.objects.filter(case=run.case).first()
        if claim is not None and claim.tricks_left != cards.left:
            run.rows.change(claim, tricks_left=cards.left)
        left = None if claim is None else cards.left
        freeze_when_complete(run, position=True, claim=left)

    payload = {"position": str(cards), "source": source, "faced": faced}
    return perform(Act.POSITION, context, case_id, write, payload)


def record_facts(
    context: ActContext,
    case_id: uuid.UUID,
    values: Mapping[str, object],
    source: Fact.Source = Fact.Source.DIRECTOR,
) -> Receipt:
    """Record established facts by key; None takes a fact out of account."""

    def write(run: ActRun) -> None:
        for key, value in sorted(values.items()):
            set_fact(run, key, value, source)
        freeze_when_complete(run)

    payload = {"values": dict(values), "source": source}
    return perform(Act.FACT, context, case_id, write, payload)


def set_fact(
    run: ActRun,
    key: str,
    value: object,
    source: Fact.Source = Fact.Source.DIRECTOR,
) -> None:
    """Plan a fact; one that is not there yet is not taken out of account."""
    row = Fact.objects.filter(case=run.case, key=key, seat="").first()
    if row is not None:
        run.rows.change(row, value=value, source=source)
    elif value is not None:
        run.rows.insert(Fact, case=run.case, key=key, value=value, source=source)


def change_facts(
    context: ActContext, case_id: uuid.UUID, *, reason: str = ""
) -> Receipt:
    """Go back to taking facts; all answers are kept.

    After the announcement this needs a reason, and time for corrections (79C). The
    ruling stays in force until another is announced; what it rested on is kept.
    """
    payload = {"reason": reason} if reason else {}
    return perform(
        Act.CHANGE_FACTS,
        context,
        case_id,
        lambda run: plan_opening(run, reason),
        payload,
    )


def plan_opening(run: ActRun, reason: str) -> None:
    """Plan that facts are taken again, and what a ruling in force rested on."""
    case, ruling = run.case, in_force(run.case)
    if case.state in IN_FORCE:
        need_reason(reason)
        require_correctable(case, run.context.at)
        run.inputs["reason"] = commit_text(reason)
    if ruling is not None and reopened(case) is None:
        run.inputs["was"] = rested_on(case, ruling)


def freeze_when_complete(
    run: ActRun,
    *,
    claim: int | None = None,
    read_back: bool = False,
    position: bool = False,
) -> None:
    """Let the freeze follow when claim, position and read-back are complete."""
    case = run.case
    if case.state != State.CONTESTED:
        return
    if complete(case, claim=claim, read_back=read_back, position=position):
        run.follow(Act.FREEZE)


def rehear(
    run: ActRun,
    before: StatementContext,
    now: StatementContext,
    *,
    first_cards: bool = False,
) -> None:
    """Plan the steps of every layer as its words are read with what is known now.

    What both sides confirmed are the words; they stay confirmed. Before the
    `first_cards` are confirmed words may have been read without them, by a director who
    may not see them or before a record of play came in.
    """
    if before == now and not first_cards:
        return
    rows = list(Statement.objects.filter(case=run.case))
    texts = texts_of(row.words for row in rows)
    for row in rows:
        steps = heard_again(row.steps, texts.get(row.words, ""), before, now)
        if steps != list(row.steps):
            run.rows.change(row, steps=steps)
