"""The handbook of an edition: its flows as data for the printer, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from rulings.laws.datafiles import fingerprint
from rulings.laws.engine import load_edition
from rulings.laws.handbook.press import printed
from rulings.laws.handbook.settings import setting_lines
from rulings.laws.handbook.tables import held
from rulings.presenters.law.flows import FlowView, flow_view

_PRESS = Lock()


def flows_of(edition: str) -> tuple[str, ...]:
    """Return the flows that an edition has."""
    return tuple(flow.name for flow in held() if flow.edition.name == edition)


def contents(edition: str, flows: Sequence[str], language: str) -> dict[str, Any]:
    """Return what the handbook holds, in a language."""
    with translation.override(language):
        title = _(load_edition(edition).title)
        views = [flow_view(name, edition, language) for name in flows]
        return {
            "language": language,
            "edition": edition,
            "title": title,
            "flows": [_flow(view) for view in views],
            "settings": [asdict(line) for line in setting_lines(edition, _)],
            "words": _words(),
            "code": fingerprint([flow.hash for flow in held()])[:12],
        }


def _flow(view: FlowView) -> dict[str, Any]:
    sheet = asdict(view.sheet)
    steps = {
        step.id: {**asdict(step), "who": actor}
        for chart in view.charts
        for step, actor in chart.steps
    }
    return {
        **sheet,
        "charts": [
            {
                "title": chart.title,
                "steps": [steps[one.id] for one, _who in chart.steps],
            }
            for chart in view.charts
        ],
        "outcomes": [
            {
                **asdict(outcome),
                "effects": [str(effect.play), str(effect.score), str(effect.windows)],
            }
            for outcome, effect in view.outcomes
        ],
    }


def _words() -> dict[str, str]:
    """Return the handbook's own words."""
    return {
        "name": _("Handbook of rulings"),
        "about": _(
            "The questions a director asks, in order, and what follows from each "
            "answer. In our own words: the law book decides, and the director rules."
        ),
        "contents": _("Contents"),
        "outcomes": _("Outcomes"),
        "notices": _("To be said"),
        "standards": _("Standards"),
        "provisions": _("What the edition sets"),
        "settings": _("What bodies set"),
        "law": _("Law"),
        "why": _("Why do you ask?"),
        "open": _("may be left open until the ruling"),
        "unverified": _("not compared with the law book"),
        "unread": _("source not read"),
        "later": _("Looked at later:"),
        "said": _("To be said:"),
        "ruling": _("Ruling"),
        "standard": _("Standard"),
        "doubt": _("Doubt goes to"),
        "claiming": _("Claiming side"),
        "other": _("Other side"),
        "point": _("Point"),
        "value": _("Value"),
        "sets": _("What it sets"),
        "by_law": _("By the law"),
        "by_body": _("Set by, since, source"),
        "yes": _("yes"),
        "no": _("no"),
        "page": _("page"),
        "absent": _("Not in this edition"),
    }


def template() -> str:
    """Return the text of the printer's template."""
    return (Path(settings.BASE_DIR) / "templates/reports/handbook.typ").read_text(
        "utf-8"
    )


def handbook(edition: str, flows: Sequence[str], language: str) -> bytes:
    """Return the handbook as PDF, set in a process of its own."""
    return printed(template(), contents(edition, flows, language))


def kept_handbook(edition: str, language: str) -> bytes:
    """Return the handbook of all flows, set once for each state of the data."""
    held_data = contents(edition, flows_of(edition), language)
    name = f"{edition}-{language}-{fingerprint([held_data, template()])[:16]}.pdf"
    path = Path(settings.VAR_DIR) / "handbooks" / name
    with _PRESS:  # anybody may ask, so one is set at a time
        if not path.exists():
            _keep(path, printed(template(), held_data))
    return path.read_bytes()


def _keep(path: Path, made: bytes) -> None:
    """Write beside and move, so that nobody is given half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as part:
        part.write(made)
    Path(part.name).replace(path)
