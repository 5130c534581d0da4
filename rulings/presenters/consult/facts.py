"""The facts of a case for somebody who must not know what was ruled or computed.

Cards, claim, words, objections and what was answered as a fact: nothing that a director
has judged, no number proposed, nobody's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulings.models import Fact
from rulings.presenters import DiagramView, FactView, fact_list
from rulings.presenters.table import board_facts, plain_diagram
from rulings.presenters.table.answered import places_known
from rulings.presenters.table.gist import filled
from rulings.presenters.table.strip import claimed_words, restrictions_words
from rulings.presenters.table.words import binding, class_words, objections_said
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_of
from rulings.queries.table.consulted import answered_facts
from rulings.queries.table.sheet import Sheet


@dataclass(frozen=True, slots=True)
class FrozenFacts:
    """What a person sees who rules on the facts alone."""

    board: tuple[FactView, ...]
    diagram: DiagramView | None
    claimed: str
    said: list[tuple[str, str]]
    objections: list[tuple[str, str]]
    answered: list[tuple[str, str]]


def frozen_facts(sheet: Sheet) -> FrozenFacts:
    """Return the facts of a case as they now stand."""
    return FrozenFacts(
        fact_list(board_facts(sheet)),
        plain_diagram(sheet, sheet.cards) if sheet.cards else None,
        claimed_words(sheet) if sheet.claim else "",
        binding(sheet),
        objections_said(sheet),
        list(_answered(sheet)),
    )


def _answered(sheet: Sheet) -> Iterator[tuple[str, str]]:
    flow, case = flow_of(sheet.case), sheet.case
    given = answered_facts(case)
    for step in (one for one in flow.steps if one in given):
        asked = flow.steps[step]
        if any(choice.value == given[step] for choice in asked.choices):
            answer = filled(asked.choice(given[step]).label, flow, sheet)
            yield filled(asked.question, flow, sheet), answer
    facts = {row.key: row.value for row in rows_of(case, Fact) if row.value}
    for item in places_known(facts):
        yield item.label, item.value
    if pending := restrictions_words(sheet):
        yield _("Pending"), pending
    yield _("Class of the claimer"), class_words(sheet)
