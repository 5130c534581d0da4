"""Take down the facts at the table: claim, statement, cards, read-back (Law 70B)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import Claim, Fact, Objection, Position, Statement
from rulings.queries.complete import complete
from rulings.queries.derived import FACED
from rulings.queries.hearing import hearing_of
from rulings.queries.replaced import Replaced, replaced_by
from rulings.statements.steps import parse_step
from rulings.states import Act, State
from rulings.workflow.acts import Form, Scene, perform
from rulings.workflow.errors import Invalid
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.rehear import rehear

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


def record_claim(form: Form, case_id: uuid.UUID, given: ClaimGiven) -> Receipt:
    """Record who claimed how many, and the contract where it was not known.

    Another claimer's claim is asked about anew where no doubt stands against it. Raises
    Invalid where the numbers cannot be: more claimed than left, dummy claims.
    """
    _check_claim(given)

    def write(scene: Scene) -> None:
        case = scene.case
        known = case.playing.contract
        contract = given.contract or (Contract.parse(known) if known else None)
        _require_not_dummy(given.claimer, contract)
        before = hearing_of(case)
        values: dict[str, object] = {
            "claimer": given.claimer,
            "manner": given.manner,
            "tricks_left": given.tricks_left,
            "tricks_claimed": given.tricks_claimed,
            "number_said": given.number_said,
            "said_at": given.said_at or form.said_at or form.at,
        }
        old = replaced_by(case, given.claimer, given.contract)
        claim = Claim.objects.filter(case=case).first()
        if claim is None:
            scene.rows.insert(Claim, case=case, **values)
        else:
            scene.rows.change(claim, **values)
        if given.contract is not None:
            scene.rows.change(case.playing, contract=str(given.contract))
        now = hearing_of(
            case,
            contract=given.contract,
            claimer=Seat.parse(given.claimer),
            left=given.tricks_left,
        )
        if not old.claimer:  # another's words fall
            rehear(scene, before, now)
        _set_aside(scene, old)
        if old.claimer and case.state == State.CONTESTED and not _doubted(scene, old):
            scene.follow(Act.ASK_AGAIN)
        elif not old.falls:
            freeze_when_complete(scene, claim=given.tricks_left)

    payload = {
        "claimer": given.claimer,
        "manner": given.manner,
        "contract": str(given.contract or ""),
        "left": given.tricks_left,
        "claimed": given.tricks_claimed,
        "number_said": given.number_said,
    }
    return perform(Act.CLAIM, form, case_id, write, payload)


def _set_aside(scene: Scene, old: Replaced) -> None:
    """Plan that what was taken down for another claimer or contract binds no more.

    The entries keep it; an undo brings it back.
    """
    for said in old.statements:
        scene.rows.remove("statement", str(said.pk))
    for said in old.read_back:
        scene.rows.change(said, read_back_ns="", read_back_ew="")
    for row in old.answers:
        scene.rows.change(row, set_aside=True)
    for fact in old.facts:
        scene.rows.change(fact, value=None)
    for doubt in old.objections:
        scene.rows.change(
            doubt,
            resolution=Objection.Resolution.WITHDRAWN,
            resolved_at=scene.form.at,
        )


def _doubted(scene: Scene, old: Replaced) -> bool:
    """Say whether a doubt stands against what another claimed (68D)."""
    doubts = Objection.objects.filter(case=scene.case, wish=Objection.Wish.DOUBT)
    standing = doubts.exclude(resolution=Objection.Resolution.WITHDRAWN)
    return standing.exclude(pk__in=[row.pk for row in old.objections]).exists()


def _check_claim(given: ClaimGiven) -> None:
    left, claimed = given.tricks_left, given.tricks_claimed
    if left is not None and not 1 <= left <= 13:  # noqa: PLR2004 - tricks on a board
        raise Invalid(
            f"{left} tricks left: give 1 to 13, the trick in progress counts."
        )
    if left is not None and claimed is not None and not 0 <= claimed <= left:
        raise Invalid(f"{claimed} of {left} tricks claimed: give 0 to {left}.")


def _require_not_dummy(claimer: str, contract: Contract | None) -> None:
    """Raise Invalid where dummy would claim, in the contract given or the one known."""
    if contract is not None and claimer == contract.dummy.letter:
        raise Invalid(
            f"{contract.dummy.word} is dummy and cannot claim (Law 43A1): "
            "give declarer or a defender."
        )


def record_statement(
    form: Form,
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

    def write(scene: Scene) -> None:
        case = scene.case
        values: dict[str, object] = {
            "seat": seat,
            "words": commit_text(words),
            "steps": texts,
            "said_at": form.said_at or form.at,
        }
        row = Statement.objects.filter(case=case, layer=layer).first()
        if row is None:
            scene.rows.insert(Statement, case=case, layer=layer, **values)
        else:
            scene.rows.change(row, **values, read_back_ns="", read_back_ew="")

    payload = {"layer": layer, "seat": seat, "words": words, "steps": texts}
    return perform(Act.STATEMENT, form, case_id, write, payload)


def read_back(form: Form, case_id: uuid.UUID, *, ns: str, ew: str) -> Receipt:
    """Record that each side confirms or disputes the facts as read back.

    Where no words were taken down, a statement without words is what they confirm.
    """
    if not {ns, ew} <= {CONFIRMED, DISPUTED}:
        raise Invalid("Each side confirms or disputes: give confirmed or disputed.")

    def write(scene: Scene) -> None:
        case = scene.case
        row = Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM).first()
        if row is None:
            claim = Claim.objects.filter(case=case).first()
            scene.rows.insert(
                Statement,
                case=case,
                layer=Statement.Layer.CLAIM,
                seat=claim.claimer if claim else "",
                said_at=form.at,
                read_back_ns=ns,
                read_back_ew=ew,
            )
        else:
            scene.rows.change(row, read_back_ns=ns, read_back_ew=ew)
        freeze_when_complete(scene, read_back=True)

    return perform(Act.READ_BACK, form, case_id, write, {"ns": ns, "ew": ew})


def record_position(
    form: Form,
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
        raise Invalid(
            "These cards cannot be a position: "
            + ", ".join(sorted(fault.value.replace("_", " ") for fault in faults))
            + "."
        )

    def write(scene: Scene) -> None:
        row = Position.objects.filter(case=scene.case).first()
        now = hearing_of(scene.case, cards=cards)
        rehear(scene, hearing_of(scene.case), now, first_cards=row is None)
        if row is None:
            scene.rows.insert(Position, case=scene.case, text=str(cards), source=source)
        else:
            scene.rows.change(row, text=str(cards), source=source)
        set_fact(scene, FACED, faced or None)
        claim = Claim.objects.filter(case=scene.case).first()
        if claim is not None and claim.tricks_left != cards.left:
            scene.rows.change(claim, tricks_left=cards.left)
        left = None if claim is None else cards.left
        freeze_when_complete(scene, position=True, claim=left)

    payload = {"position": str(cards), "source": source, "faced": faced}
    return perform(Act.POSITION, form, case_id, write, payload)


def record_facts(
    form: Form,
    case_id: uuid.UUID,
    values: Mapping[str, object],
    source: Fact.Source = Fact.Source.DIRECTOR,
) -> Receipt:
    """Record established facts by key; None takes a fact out of account."""

    def write(scene: Scene) -> None:
        for key, value in sorted(values.items()):
            set_fact(scene, key, value, source)
        freeze_when_complete(scene)

    payload = {"values": dict(values), "source": source}
    return perform(Act.FACT, form, case_id, write, payload)


def set_fact(
    scene: Scene,
    key: str,
    value: object,
    source: Fact.Source = Fact.Source.DIRECTOR,
) -> None:
    """Plan a fact; one that is not there yet is not taken out of account."""
    row = Fact.objects.filter(case=scene.case, key=key, seat="").first()
    if row is not None:
        scene.rows.change(row, value=value, source=source)
    elif value is not None:
        scene.rows.insert(Fact, case=scene.case, key=key, value=value, source=source)


def change_facts(form: Form, case_id: uuid.UUID) -> Receipt:
    """Go back from frozen, reserved or ruled to taking facts; all answers are kept."""
    return perform(Act.CHANGE_FACTS, form, case_id, lambda _: None, {})


def freeze_when_complete(
    scene: Scene,
    *,
    claim: int | None = None,
    read_back: bool = False,
    position: bool = False,
) -> None:
    """Let the freeze follow when claim, position and read-back are complete."""
    case = scene.case
    if case.state != State.CONTESTED:
        return
    if complete(case, claim=claim, read_back=read_back, position=position):
        scene.follow(Act.FREEZE)
