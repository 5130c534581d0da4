"""What the drawings of a flow show: its steps in order, and where each answer leads.

A flow may be parted into several drawings (data/charts.toml). A step that the edition
passes without a question is left out and the ways into it lead on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulings.laws.datafiles import DATA, DataTable, read_table
from rulings.laws.engine.flow import SYSTEM, Flow, Step
from rulings.laws.engine.reach import choices_left
from rulings.laws.errors import FlowError
from rulings.laws.handbook.sheets import Say, filled, led_to, words_at

FILE = "charts.toml"


@dataclass(frozen=True, slots=True)
class Way:
    """A way out of a step: the answers that take it, and what it leads to.

    `kind` is "step" for one in the same drawing, "elsewhere" for another drawing's
    and "outcome".
    """

    labels: tuple[str, ...]
    target: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Node:
    """A step as it is drawn; `entry` where a case can begin with it."""

    id: str
    clause: str
    question: str
    system: bool
    entry: bool
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One drawing: its nodes in the order in which they can be met."""

    name: str
    title: str
    edition: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    title: str
    letters: tuple[str, ...]


def charts(flow: Flow, say: Say = str, *, folder: Path = DATA) -> tuple[Chart, ...]:
    """Return the drawings of a flow; FlowError for a step that has not one drawing."""
    held = [step for step in flow.steps.values() if step.in_edition]
    parts = _parts(flow, folder)
    for step in held:
        count = sum(step.id[0] in part.letters for part in parts)
        if count != 1:
            raise FlowError(FILE, flow.name, f"{step.id} stands in {count} drawings")
    made = (_chart(flow, part, held, say) for part in parts)
    return tuple(chart for chart in made if chart.nodes)


def titles(folder: Path = DATA) -> Iterator[str]:
    """Yield the titles of all drawings, for the translators."""
    table = read_table(folder, FILE)
    for flow in table.content:
        for row in table.tables(flow):
            yield row.get("title", str)


def _parts(flow: Flow, folder: Path) -> list[_Part]:
    table = read_table(folder, FILE)
    if flow.name not in table.content:
        letters = tuple({step[0] for step in flow.steps})
        return [_Part("all", flow.title, letters)]
    return [_part(row) for row in table.tables(flow.name)]


def _part(row: DataTable) -> _Part:
    row.allow("name", "title", "letters")
    return _Part(row.get("name", str), row.get("title", str), row.texts("letters"))


def _chart(flow: Flow, part: _Part, held: list[Step], say: Say) -> Chart:
    steps = {step.id: step for step in held if step.id[0] in part.letters}
    ways = {name: _ways(flow, step, set(steps), say) for name, step in steps.items()}
    nodes = tuple(_node(flow, steps[name], ways[name], say) for name in _ordered(ways))
    return Chart(part.name, say(part.title), flow.edition.name, nodes)


def _node(flow: Flow, step: Step, ways: tuple[Way, ...], say: Say) -> Node:
    return Node(
        step.id,
        str(step.refs[0]) if step.refs else "",
        filled(flow, step.question, say),
        step.actor == SYSTEM,
        step.id in flow.entries,
        ways,
    )


def _ways(flow: Flow, step: Step, here: set[str], say: Say) -> tuple[Way, ...]:
    """Return the ways out of a step, one for each target, in the order of answers."""
    labels: dict[str, list[str]] = {}
    for choice in choices_left(flow, step):
        target = led_to(flow, choice.next)
        labels.setdefault(target, []).append(filled(flow, choice.label, say))
    return tuple(
        _way(flow, target, tuple(dict.fromkeys(said)), here, say)
        for target, said in labels.items()
    )


def _way(
    flow: Flow, target: str, labels: tuple[str, ...], here: set[str], say: Say
) -> Way:
    if target in here:
        return Way(labels, target, "step", "")
    kind = "outcome" if target in flow.outcomes else "elsewhere"
    return Way(labels, target, kind, words_at(flow, target, say))


def _ordered(ways: dict[str, tuple[Way, ...]]) -> Iterator[str]:
    """Yield the steps so that each way leads down, else in the order of the file."""
    left = dict(ways)
    while left:
        ahead = {w.target for ways in left.values() for w in ways if w.kind == "step"}
        # A flow has no circles, so there is always one that nothing leads to.
        first = next(name for name in left if name not in ahead)
        del left[first]
        yield first
