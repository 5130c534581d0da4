"""What a walk says of the tricks besides the claim: a transfer, a score assigned.

Serves Law 64A (transfer), 64C (equity) and 62 (a revoke that was corrected). The claim
is adjudicated first; what is here is applied to its tricks.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.laws.answers import number
from rulings.laws.engine import Walk
from rulings.laws.references import Reference

DECIDES = {
    "D12": None,
    "D14": None,
    "D15": None,
    "E02": frozenset({"yes"}),
    "E05": None,
    "R04": None,
    "R07": None,
    "R10": frozenset({"excluded"}),
    "R11": frozenset({"yes"}),
    "R12": None,
    "R14": frozenset({"adjust_64C"}),
    "R15": None,
    "R20": None,
    "M03": None,
    "M04": None,
}
"""Steps whose law a ruling cites, and the choices with which it does (None: any)."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Tricks moved after the claim is adjudicated, counted for the claiming side.

    `moved` is below zero where the claiming side loses them. `assigned` are declarer's
    tricks on the board by a score assigned in equity, which takes the place of the
    transfer; `due` are the tricks that the transfer would have moved.
    """

    adjudicated: int | None = None
    moved: int = 0
    due: int = 0
    equity: bool = False
    assigned: int | None = None
    against_revoker: bool = False

    @property
    def final(self) -> int | None:
        """Return the claiming side's tricks after the transfer."""
        return None if self.adjudicated is None else self.adjudicated + self.moved


def settlement_of(walked: Walk, *, due: object = None) -> Settlement:
    """Return what a walk has settled; `due` is the transfer as it was entered."""
    records = walked.records
    own = -1 if records.get("revoking_side") == "claiming_side" else 1
    equity = records.get("equity_64C") == "assigned"
    computed = walked.visited("R13") is not None
    return Settlement(
        adjudicated=number(records.get("settled_tricks")),
        moved=own * (number(records.get("revoke_transfer")) or 0),
        due=own * (number(due) or 0) if computed else 0,
        equity=equity,
        assigned=number(records.get("equity_tricks")) if equity else None,
        against_revoker=records.get("doubt_against") == "revoker",
    )


def deciding_laws(walked: Walk) -> list[str]:
    """Return the clauses that made the difference, then those of the outcome."""
    records = walked.records
    found = []
    if records.get("award_70C"):
        found.append("70C")
    if records.get("new_line_accepted") is False:
        found.append("70D1")
    if records.get("partner_dependent"):
        found.append("70D2")
    if records.get("location_line_accepted") is False:
        found.append("70E1")
    settled = settlement_of(walked)
    if not found and _is_cut(walked, settled):
        found.append("70A")
    for visited in walked.path:
        choices = DECIDES.get(visited.step.id, frozenset())
        if choices is None or visited.value in choices:
            found += [str(ref) for ref in visited.refs if isinstance(ref, Reference)]
    if settled.moved and "64A" not in found:  # taken from a claim as it was made
        found.append("64A")
    outcome = walked.outcome
    found += [str(ref) for ref in outcome.refs] if outcome else []
    return list(dict.fromkeys(found))


def _is_cut(walked: Walk, settled: Settlement) -> bool:
    """Say whether the claim was judged, and to less than was claimed."""
    claimed = number(walked.records.get("claimed"))
    given = settled.adjudicated
    judged = walked.visited("C20") is not None and not settled.against_revoker
    return judged and given is not None and claimed is not None and given < claimed
