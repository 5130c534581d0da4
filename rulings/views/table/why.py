"""Why a screen of facts asks: the gist and the reason of the flow's step it answers."""

from __future__ import annotations

from rulings.queries.flow import flow_of
from rulings.queries.table.sheet import Sheet
from rulings.views.table.gist import filled

STEPS = {"claim": "A06", "statement": "B01", "objections": "C02", "cards": "C03"}
"""The step of the flow that each screen of facts answers."""


def why_asked(here: str, sheet: Sheet) -> list[str]:
    """Return gist and reason of a screen's step; nothing where it has none."""
    flow = flow_of(sheet.case)
    step = flow.steps.get(STEPS.get(here, ""))
    if step is None:
        return []
    return [filled(text, flow, sheet) for text in (step.gist, step.why) if text]
