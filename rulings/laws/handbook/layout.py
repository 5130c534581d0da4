"""Where everything of a chart stands: boxes down the left, rails and ends on the right.

A way to the next box drops straight down. One to a box further down goes right to a
rail that leads back to it; all ways to one box share its rail. Lengths are pixels of
the drawing, which a page may scale.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap

from rulings.laws.handbook.charts import Chart, Node, Way

WIDTH = 780
LEFT, BOX = 10, 262
RIGHT = LEFT + BOX
LABEL = 170
"""Room for the words of an answer, right of its box."""
RAIL = 13
END = 216
"""Width of the box of an outcome, or of a step in another drawing."""

LINE = 16
CHARACTER = 7.4
"""Width of a letter on average, a little more than it takes: fonts differ."""
HEAD = 26
GAP = 30
ENTER = 15
"""How far below its top a box is entered from a rail."""


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out to the right: its words, the height of its line, the words of its end.

    `half` is half the height of the box at its end, 0 where a rail takes it.
    """

    way: Way
    y: float
    lines: tuple[str, ...]
    ends: tuple[str, ...]
    half: float


@dataclass(frozen=True, slots=True)
class Box:
    """A step in its place: the lines of its question, its ways out to the right."""

    node: Node
    y: float
    height: float
    lines: tuple[str, ...]
    exits: tuple[Exit, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """A way straight down to the next box, with its words."""

    top: float
    bottom: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rail:
    """The line that leads down and back to a box."""

    x: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything of a chart with its place; the rails by the box they lead to."""

    height: float
    boxes: tuple[Box, ...]
    drops: tuple[Drop, ...]
    rails: Mapping[str, Rail]


def layout(chart: Chart) -> Layout:
    """Return the places of a chart's boxes, words and lines."""
    boxes: list[Box] = []
    drops: list[Drop] = []
    y = float(GAP) / 4
    ids = [node.id for node in chart.nodes]
    for node, following in zip(chart.nodes, [*ids[1:], ""], strict=True):
        box = _box(node, following, y)
        boxes.append(box)
        y = box.y + box.height
        drop = _drop(node, following, y)
        if drop is not None:
            drops.append(drop)
        y = drop.bottom if drop else y + GAP
    return Layout(y - GAP * 3 / 4, tuple(boxes), tuple(drops), _rails(boxes))


def lines_of(text: str, width: float, most: int) -> tuple[str, ...]:
    """Return a text in lines that fit a width; what is too much ends in an ellipsis."""
    return tuple(wrap(text, int(width / CHARACTER), max_lines=most, placeholder=" …"))


def _box(node: Node, following: str, y: float) -> Box:
    lines = lines_of(node.question, BOX - 20, 4)
    exits: list[Exit] = []
    below = y + ENTER + 4
    for way in node.ways:
        if way.target != following:
            one = _exit(way, below, alone=len(node.ways) == 1)
            exits.append(one)
            below = one.y + one.half + 4
    height = max(HEAD + LINE * len(lines) + 4, below - y)
    return Box(node, y, height, lines, tuple(exits))


def _exit(way: Way, top: float, *, alone: bool) -> Exit:
    """Return a way out below a height; the only answer there is needs no words."""
    lines = () if alone else lines_of(" / ".join(way.labels), LABEL, 3)
    ends = lines_of(way.words, END - 16, 3)
    half = 0 if way.kind == "step" else (LINE * (len(ends) + 1) + 8) / 2
    return Exit(way, top + max(LINE * len(lines) + 4, half), lines, ends, half)


def _drop(node: Node, following: str, top: float) -> Drop | None:
    way = next((way for way in node.ways if way.target == following), None)
    if way is None:
        return None
    words = "" if len(node.ways) == 1 else " / ".join(way.labels)
    lines = lines_of(words, BOX + LABEL, 2)
    return Drop(top, top + GAP + max(0, LINE * (len(lines) - 1)), lines)


def _rails(boxes: list[Box]) -> dict[str, Rail]:
    """Return the rail into each box that is led back to; they stand side by side."""
    tops: dict[str, float] = {}
    for box in boxes:
        for one in box.exits:
            if one.way.kind == "step":
                tops.setdefault(one.way.target, one.y)
    bottoms = {box.node.id: box.y + ENTER for box in boxes}
    free: list[float] = []
    rails = {}
    for target in sorted(tops, key=tops.__getitem__):
        top, bottom = tops[target], bottoms[target]
        lane = next((n for n, end in enumerate(free) if end < top), len(free))
        free[lane : lane + 1] = [bottom]
        rails[target] = Rail(RIGHT + LABEL + 14 + RAIL * lane, top, bottom)
    return rails
