"""The claims that the report shows: solved once more for their reasons, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.laws.engine import load_edition
from rulings.management.report.charts import KINDS
from rulings.management.report.findings import Findings
from rulings.presenters.diagrams import DiagramView, diagram_of, seat_roles
from rulings.presenters.sentences import sentence_words
from rulings.presenters.words import seat_name
from rulings.solver import Adjudication, Settings, SolverClaim, adjudicate
from rulings.solver.tools.batch import (
    DECLARER,
    DEFENDERS,
    BatchEntry,
    Row,
    contract_of,
    position_of,
    readings,
)
from rulings.solver.tools.tally import Kind


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim of the report: diagram, numbers and the reasons, one sentence each."""

    kind: str
    law: str
    contract: Contract
    claimer: str
    result: Adjudication
    diagram: DiagramView
    reasons: tuple[tuple[str, str], ...]
    settles: tuple[tuple[str, str], ...]
    where: str

    @property
    def award(self) -> str:
        """Return the number proposed, or the range."""
        low, high = self.result.low, self.result.high
        return str(low) if low == high else f"{low}–{high}"


def shown_claims(findings: Findings) -> Iterator[ShownClaim]:
    """Yield the most instructive claims of a run."""
    for kind, entry, row in findings.chosen():
        yield _shown(kind, entry, row, findings.settings)


def _shown(kind: Kind, entry: BatchEntry, row: Row, settings: Settings) -> ShownClaim:
    position, claim = read_as(entry, row)
    found = adjudicate(position, claim, settings)
    words, law = KINDS[kind]
    contract = contract_of(entry.record or {})
    book = load_edition(settings.edition)
    said = {(book.named(r.law), sentence_words(r.sentence)) for r in found.because}
    explained = [
        (book.named(one.law), sentence_words(one.sentence)) for one in found.explanation
    ]
    return ShownClaim(
        kind=_(words),
        law=book.named(law),
        contract=contract,
        claimer=seat_name(claim.claimer),
        result=found,
        diagram=_diagram(position, claim, contract),
        reasons=tuple(explained or sorted(said)),
        settles=tuple((book.named("70E1"), one) for one in _unsaid(found, explained)),
        where=_where(entry),
    )


def _unsaid(found: Adjudication, explained: list[tuple[str, str]]) -> tuple[str, ...]:
    """Return what would settle a doubt, where the explanation has not said it."""
    heard = {words for _, words in explained}
    moving = (one for one in found.settles if one.moves)
    words = (sentence_words(one.sentence) for one in moving)
    return tuple(one for one in words if one not in heard)


def read_as(entry: BatchEntry, row: Row) -> tuple[Position, SolverClaim]:
    """Return position and claim as the row has read the record."""
    position, claim = position_of(entry.record or {})
    seat = Seat.parse(str(row["claimer"]))
    given = DECLARER if seat is claim.declarer else DEFENDERS
    read = readings(position, claim, given)
    return position, next(one for one in read if one.claimer is seat)


def _diagram(position: Position, claim: SolverClaim, contract: Contract) -> DiagramView:
    roles = dict(seat_roles(contract))
    if not claim.by_declarer:
        roles[claim.claimer] = _("claims")
    label = _("The cards left when %(seat)s claimed") % {
        "seat": seat_name(claim.claimer)
    }
    return diagram_of(position, roles=roles, label=label)


def _where(entry: BatchEntry) -> str:
    """Return where the record stands: file, line, board and room."""
    record = entry.record or {}
    board, room = record.get("board"), record.get("room")
    parts = [str(record.get("file") or entry.file)]
    if board is not None:
        parts.append(_("board %(number)s") % {"number": board})
    if room:
        parts.append(str(room))
    return ", ".join([*parts, str(entry.id)])
