"""What falls when another claimer or another contract is entered than before."""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.models import Answer, Case, Claim, Fact, Objection, Statement
from rulings.queries.derived import FACED


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was taken down for the old claimer or contract, and no longer holds.

    A statement binds only who made it (70B); a side cannot doubt its own claim (68D).
    """

    claimer: bool
    contract: bool
    statements: tuple[Statement, ...] = ()
    read_back: tuple[Statement, ...] = ()
    answers: tuple[Answer, ...] = ()
    facts: tuple[Fact, ...] = ()
    objections: tuple[Objection, ...] = ()

    @property
    def falls(self) -> bool:
        """Say whether anything that was taken down falls."""
        words = self.statements or self.read_back
        return bool(words or self.answers or self.facts or self.objections)


def replaced_by(case: Case, claimer: str, contract: Contract | None) -> Replaced:
    """Return what another claimer or contract would set aside; no contract: as it is.

    The cards stay: they are the same whoever claimed.
    """
    claim = Claim.objects.filter(case=case).first()
    other = claim is not None and claim.claimer != claimer
    known = case.playing.contract
    turned = claim is not None and contract is not None and str(contract) != known
    if claim is None or not (other or turned):
        return Replaced(claimer=False, contract=False)
    rows = tuple(Statement.objects.filter(case=case))
    read = tuple(row for row in rows if row.read_back_ns or row.read_back_ew)
    facts = Fact.objects.filter(case=case, value__isnull=False).exclude(key=FACED)
    if not other:
        return Replaced(claimer=False, contract=True, read_back=read)
    side = Seat.parse(claimer).side.value
    was = Seat.parse(claim.claimer).side.value
    wrong = Objection.objects.filter(case=case, wish=Objection.Wish.DOUBT, side=side)
    return Replaced(
        claimer=True,
        contract=turned,
        statements=rows,
        answers=tuple(Answer.objects.filter(case=case, set_aside=False)),
        facts=tuple(facts),
        objections=()
        if side == was
        else tuple(wrong.exclude(resolution=Objection.Resolution.WITHDRAWN)),
    )
