"""What the dossier of a case shows besides its fact sheet: the ruling and its path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulings.laws.engine import Flow, Walk, walk
from rulings.models import Case, Ruling
from rulings.queries.explaining import no_line
from rulings.queries.flows import flow_of
from rulings.queries.regulations import regulations_of
from rulings.queries.solving import result_of
from rulings.queries.table.settlement import settlement_of


@dataclass(frozen=True, slots=True)
class Paper:
    """The ruling in force, how the law led to it, and the proposal it used."""

    ruling: Ruling | None
    flow: Flow
    walk: Walk | None
    result: Mapping[str, Any] | None

    @property
    def no_line(self) -> str:
        """Return why the proposal has no line, as its own page says it."""
        walked = self.walk
        turned = walked is not None and settlement_of(walked).against_opponents
        return no_line(self.result, turned=turned)


def paper_of(case: Case) -> Paper:
    """Return the ruling in force, else the newest, with its walk and proposal."""
    rows = Ruling.objects.filter(case=case).select_related("proposal", "by")
    ruling = rows.filter(current=True).first() or rows.order_by("-number").first()
    flow = flow_of(case)
    if ruling is None:
        return Paper(None, flow, None, None)
    result = result_of(ruling.proposal) if ruling.proposal else None
    return Paper(ruling, flow, walk_of(ruling, flow), result)


def walk_of(ruling: Ruling, flow: Flow) -> Walk | None:
    """Return the walk that led to a ruling; None where none was kept with it."""
    stored = ruling.walk
    if not {"facts", "answers", "solver"} <= stored.keys():
        return None
    return walk(
        flow,
        facts=stored["facts"],
        answers=stored["answers"],
        regulation=regulations_of(ruling.case),
        solver=stored["solver"],
        entry=stored.get("entry", flow.entries[0]),
    )
