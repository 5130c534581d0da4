"""Similar claims in words: where, how many tricks, and which facts differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.models import Case
from rulings.presenters.awards import of_words
from rulings.presenters.diagrams import DiagramView
from rulings.presenters.live.beside import (
    Difference,
    claim_diagram,
    claimed_words,
    differences,
    fact_name,
)
from rulings.presenters.table.gist import clause_words
from rulings.queries.case.solving import SolverInput, solver_input
from rulings.queries.staff import name_of
from rulings.queries.table.similar import Kinship, Similar, SimilarPair, kinship

KIN = {
    Kinship.OPEN: ("warn", gettext_lazy("not ruled yet")),
    Kinship.SAME: ("ok", gettext_lazy("same number")),
    Kinship.EXPLAINED: ("note", gettext_lazy("the facts differ")),
    Kinship.UNEXPLAINED: ("stop", gettext_lazy("same facts, other number")),
}


RULED = ("note", gettext_lazy("ruled"))
"""What is said of a claim beside one that is not ruled yet."""


@dataclass(frozen=True, slots=True)
class DrawnClaim:
    """The cards of a claim, what was claimed, the Laws of its ruling, what differs.

    Without a diagram the cards are just those of the claim beside which it stands.
    """

    diagram: DiagramView | None
    claimed: str
    laws: str
    differences: list[Difference] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SimilarView:
    """One claim beside another: its place, number, tag, and what differs, in words."""

    case: Case
    elsewhere: bool
    place: str
    number: str
    by: str
    words: str
    kind: str
    tag: str
    differs: str
    drawn: DrawnClaim | None = None


@dataclass(frozen=True, slots=True)
class PairView:
    """Two similar claims side by side, and how their numbers stand to each other."""

    one: SimilarView
    other: SimilarView
    kind: str
    tag: str

    @property
    def both(self) -> tuple[SimilarView, SimilarView]:
        """Return the two."""
        return self.one, self.other


def similar_view(row: Similar, mine: int | None) -> SimilarView:
    """Return a similar claim as it stands beside one with so many tricks ruled."""
    case = row.case
    kind, tag = KIN[kinship(mine, row.tricks, row.differs)]
    if mine is None and row.tricks is not None:
        kind, tag = RULED
    return SimilarView(
        case,
        row.elsewhere,
        _place(row),
        _number(row),
        "" if row.elsewhere else name_of(case.director),
        row.words,
        kind,
        str(tag),
        facts_words(row.differs),
    )


def own_view(own: Similar) -> SimilarView:
    """Return the claim itself, beside which the others stand."""
    return replace(similar_view(own, own.tricks), kind="this")


def drawn(view: SimilarView, row: Similar, mine: SolverInput | None) -> SimilarView:
    """Return a claim with its cards, and its facts beside those of the reader's own."""
    asked = solver_input(row.case)
    if mine is None or asked is None:
        return view
    laws = "" if row.ruling is None else clause_words(row.ruling.laws)
    # Of another event the words are not shown, nor what its director noted.
    listed = [] if row.elsewhere else differences(row.differs, mine, asked)
    same = view.kind != "this" and asked.position == mine.position
    diagram = None if same else claim_diagram(asked)
    found = DrawnClaim(diagram, claimed_words(asked), laws, listed)
    return replace(view, drawn=found)


def pair_view(pair: SimilarPair) -> PairView:
    """Return two similar claims of the chief's list."""
    kind, tag = KIN[pair.kinship]
    return PairView(
        similar_view(pair.one, pair.other.tricks),
        similar_view(pair.other, pair.one.tricks),
        kind,
        str(tag),
    )


def facts_words(names: Iterable[str]) -> str:
    """Return the facts that differ, each once, in one line."""
    return ", ".join(dict.fromkeys(map(fact_name, names)))


def _place(row: Similar) -> str:
    playing, case = row.case.playing, row.case
    if row.elsewhere:
        return _("Another event, %(date)s") % {"date": f"{case.called_at:%Y-%m-%d}"}
    table = playing.table
    name = f"{table.section.letter}{table.number}"
    given = {"table": name, "board": playing.board.number}
    return _("%(table)s, board %(board)d") % given


def _number(row: Similar) -> str:
    """Return the tricks ruled of those left; "" before a ruling."""
    if row.tricks is None:
        return ""
    claim = getattr(row.case, "claim", None)
    return of_words(str(row.tricks), claim.tricks_left if claim else None)
