"""A flow in an edition, drawn and written out step by step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.laws.engine import Flow, load_flow
from rulings.laws.handbook.charts import charts
from rulings.laws.handbook.drawing import svg
from rulings.laws.handbook.settings import SettingLine, setting_lines
from rulings.laws.handbook.sheets import FlowSheet, OutcomeLine, StepLine, sheet_of
from rulings.laws.handbook.tables import held
from rulings.presenters.law.effects import EFFECT_WORDS, EffectView


@dataclass(frozen=True, slots=True)
class ChartView:
    """A drawing with the steps it shows, in its order."""

    name: str
    title: str
    picture: SafeString
    steps: tuple[tuple[StepLine, str], ...]


@dataclass(frozen=True, slots=True)
class FlowView:
    """A flow in an edition and in one language."""

    sheet: FlowSheet
    charts: tuple[ChartView, ...]
    outcomes: tuple[tuple[OutcomeLine, EffectView], ...]
    settings: tuple[SettingLine, ...]


ACTORS = {
    "claimer": gettext_lazy("to be answered by the claimer"),
    "opponents": gettext_lazy("to be answered by the opponents"),
    "lho": gettext_lazy("to be answered by the offender's left-hand opponent"),
    "offender": gettext_lazy("to be answered by the offender"),
    "chief": gettext_lazy("for the chief director"),
    "reviewer": gettext_lazy("for the reviewers"),
}
"""Who answers a question, where it is not the director."""


@cache
def flow_body(name: str, edition: str, language: str) -> SafeString:
    """Return the steps as markup; some hundred parts are not drawn for each reader."""
    return render_to_string(
        "law/_body.html", {"flow": flow_view(name, edition, language)}
    )


@cache
def editions_of() -> tuple[tuple[str, str], ...]:
    """Return each flow with each edition that has it."""
    return tuple((flow.name, flow.edition.name) for flow in held())


@cache
def flow_view(name: str, edition: str, language: str) -> FlowView:  # noqa: ARG001 - the texts are of the language in use
    """Return a flow as it is shown; made once for each language."""
    flow = load_flow(name, edition)
    sheet = sheet_of(flow, _)
    return FlowView(
        sheet,
        _charts(flow, sheet),
        tuple((one, EFFECT_WORDS[one.effect]) for one in sheet.outcomes),
        setting_lines(edition, _),
    )


def _charts(flow: Flow, sheet: FlowSheet) -> tuple[ChartView, ...]:
    steps = {step.id: (step, _actor(step)) for step in sheet.steps}
    about = _(
        "Boxes stand in the order in which they can be met. A dashed box is settled by "
        "the program, a thick one is an outcome."
    )
    return tuple(
        ChartView(
            chart.name,
            chart.title,
            mark_safe(svg(chart, describes=about)),  # noqa: S308 - escaped as it is drawn
            tuple(steps[node.id] for node in chart.nodes),
        )
        for chart in charts(flow, _)
    )


def _actor(step: StepLine) -> str:
    if step.system:
        return _("settled by the program")
    return str(ACTORS.get(step.actor, _("answered by the director")))
