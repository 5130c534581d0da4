"""What a walk says of the tricks besides the claim: a transfer, a score assigned.

Serves Law 64A (transfer), 64C (equity) and 62 (a revoke that was corrected). The claim
is adjudicated first; what is here is applied to its tricks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulings.laws.engine import Walk
from rulings.laws.engine.answers import number
from rulings.laws.references import Reference, Source

AS_GIVEN = "as_given"
"""Kept with a walk that led to another number than the ruling's: a person gave it."""

MOST_MOVED = 2
"""The most tricks that a revoke moves by itself (Law 64A)."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Tricks moved after the claim is adjudicated, counted for the claiming side.

    `moved` is below zero where the claiming side loses them. `assigned` are declarer's
    tricks on the board by a score assigned in equity, which takes the place of the
    transfer; `due` are the tricks that the transfer would have moved. Doubt goes
    against who revoked (`against_revoker`), who may be the claim's opponents.
    """

    adjudicated: int | None = None
    moved: int = 0
    due: int = 0
    equity: bool = False
    assigned: int | None = None
    against_revoker: bool = False
    against_opponents: bool = False

    @property
    def final(self) -> int | None:
        """Return the claiming side's tricks after the transfer."""
        return None if self.adjudicated is None else self.adjudicated + self.moved


def settlement_of(walked: Walk, *, due: object = None) -> Settlement:
    """Return what a walk has settled; `due` is the transfer as it was entered."""
    records = walked.records
    own = -1 if records.get("revoking_side") == "claiming_side" else 1
    equity = records.get("equity_64C") == "assigned"
    computed = walked.passed("transfer") is not None
    against = records.get("doubt_against") == "revoker"
    return Settlement(
        adjudicated=number(records.get("settled_tricks")),
        moved=own * (number(records.get("revoke_transfer")) or 0),
        due=own * (number(due) or 0) if computed else 0,
        equity=equity,
        assigned=number(records.get("equity_tricks")) if equity else None,
        against_revoker=against,
        against_opponents=against and records.get("revoking_side") == "opponents",
    )


def deciding_laws(walked: Walk, cause: str = "") -> list[str]:
    """Return the clauses that made the difference, then those of the outcome.

    First those by which the claim was judged, then what else decided on the way. Where
    no question decided it, the clause that the proposal gives for its number (`cause`)
    stands before that of the benefit of doubt.
    """
    contest = walked.points.among("contest")
    decided = [one for one in walked.path if one.choice and one.choice.decides]
    judged = [one for one in decided if one.step.id in contest]
    settled = settlement_of(walked)
    found: list[list[str]] = []
    if not judged and _is_cut(walked, settled):
        judged = [one for one in (walked.passed("award"),) if one]
        found += [[cause]] if cause else []
    rest = [one for one in decided if one.step.id not in contest]
    moved = walked.passed("transfer") if settled.moved else None
    visits = [*judged, *rest, *([moved] if moved else [])]
    found += [_clauses(one.refs) for one in visits]
    outcome = walked.outcome
    found += [[str(ref) for ref in outcome.refs]] if outcome else []
    return list(dict.fromkeys(law for laws in found for law in laws))


def _clauses(refs: Iterable[Source]) -> list[str]:
    """Return the laws among some sources, without the minutes of committees."""
    return [str(ref) for ref in refs if isinstance(ref, Reference)]


def _is_cut(walked: Walk, settled: Settlement) -> bool:
    """Say whether the claim was judged, and to less than was claimed."""
    claimed = number(walked.records.get("claimed"))
    given = settled.adjudicated
    judged = walked.passed("award") is not None and not settled.against_revoker
    return judged and given is not None and claimed is not None and given < claimed
