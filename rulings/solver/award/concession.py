"""Whether a conceded trick comes back (Law 71), from the bounds of the award."""

from __future__ import annotations

from rulings.solver.inputs import Claim
from rulings.solver.types import said
from rulings.statements.sentences import Sentence


def cancelled(
    claim: Claim, left: int, award: tuple[int, int]
) -> tuple[bool | None, Sentence]:
    """Say whether Law 71 returns a conceded trick, and why.

    None while the tricks of the worst normal line are not known well enough.
    """
    low, high = award
    if claim.tricks == left:
        return False, said("nothing_conceded")
    if low > claim.tricks:
        told = {"tricks": low, "claimed": claim.tricks}
        return True, said("concession_cancelled", **told)
    if high <= claim.tricks:
        return False, said("concession_stands", claimed=claim.tricks)
    return None, said("concession_open")
