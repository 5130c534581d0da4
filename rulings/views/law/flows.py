"""The pages of the laws: every flow in every edition, drawn and told step by step.

They show the data alone and nothing of a case, so anybody may read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulings.laws.engine import Flow, load_flow
from rulings.laws.handbook.charts import charts
from rulings.laws.handbook.drawing import svg
from rulings.laws.handbook.settings import SettingLine, setting_lines
from rulings.laws.handbook.sheets import FlowSheet, OutcomeLine, StepLine, sheet_of
from rulings.laws.handbook.tables import held
from rulings.views.common import HtmxHttpRequest, declares, screen
from rulings.views.table.effects import EFFECT_WORDS, EffectView
from rulings.views.table.law import ACTORS


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


@declares("read the laws")
@require_safe
def law_index(request: HtmxHttpRequest) -> HttpResponse:
    """Show which flows there are, in which editions."""
    titles: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    books: dict[str, str] = {}
    for flow in held():
        titles[flow.name] = _(flow.title)
        found.setdefault(flow.name, []).append(flow.edition.name)
        books[flow.edition.name] = _(flow.edition.title)
    rows = [(name, titles[name], editions) for name, editions in found.items()]
    context = {"rows": rows, "books": sorted(books.items())}
    return screen(request, "law/index.html", context)


@declares("read the laws")
@require_safe
def law_flow(request: HtmxHttpRequest, edition: str, flow: str) -> HttpResponse:
    """Show a flow as an edition has it."""
    if (flow, edition) not in _there():
        raise Http404
    language = get_language() or ""
    context = {
        "flow": flow_view(flow, edition, language),
        "editions": [year for name, year in _there() if name == flow],
        "body": _body(flow, edition, language),
    }
    return screen(request, "law/flow.html", context)


@cache
def _body(name: str, edition: str, language: str) -> SafeString:
    """Return the steps as markup; some hundred parts are not drawn for each reader."""
    return render_to_string(
        "law/_body.html", {"flow": flow_view(name, edition, language)}
    )


@cache
def _there() -> tuple[tuple[str, str], ...]:
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
