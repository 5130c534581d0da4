"""Why a screen of facts asks: the gist and the reason of the flow's step it answers."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rulings.laws.engine import Flow, Step
from rulings.queries.case.rules import flow_of
from rulings.queries.table.sheet import Sheet
from rulings.views.table.gist import filled

SCREENS = {
    "contract": "claim",  # the claim's screen, while it asks for the contract too
    **{name: name for name in ("claim", "statement", "objections", "cards")},
}
"""The screens of facts, each with the point of the flow that it answers."""


def why_asked(here: str, sheet: Sheet) -> list[str]:
    """Return gist and reason of a screen's step; nothing where it has none."""
    flow = flow_of(sheet.case)
    step = _answered(here, flow)
    if step is None:
        return []
    return [filled(text, flow, sheet) for text in (step.gist, step.why) if text]


SHOWN_AS = {"contract": "claim", "read_back": "statement", "proposal": "moment"}
"""Headers whose screen the guidance knows by another name."""


def guidance_on(here: str, sheet: Sheet) -> list[tuple[str, str, str]]:
    """Return the notes of the edition that matter on a screen: number, text, remark."""
    flow = flow_of(sheet.case)
    screen = "steps" if here.startswith("step:") else SHOWN_AS.get(here, here)
    notes = {note.id: note for step in flow.steps.values() for note in step.guides}
    return [
        (note.id, filled(note.text, flow, sheet), _(note.remark) if note.remark else "")
        for _name, note in sorted(notes.items())
        if note.screen == screen
    ]


def clause_of(here: str, sheet: Sheet) -> str:
    """Return the law of a screen's step in the edition, "" where it has none."""
    step = _answered(here, flow_of(sheet.case))
    return str(step.refs[0]) if step is not None and step.refs else ""


def _answered(here: str, flow: Flow) -> Step | None:
    point = SCREENS.get(here)
    return None if point is None else flow.steps.get(flow.points.at(point))
