"""A chart as SVG text: for a page, which has the style, or to stand by itself.

Every box is a link to its step. Nothing in it depends on anything but the chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from rulings.laws.handbook.charts import Chart
from rulings.laws.handbook.layout import (
    BOX,
    END,
    ENTER,
    HEAD,
    LEFT,
    LINE,
    RIGHT,
    WIDTH,
    Box,
    Drop,
    Exit,
    Layout,
    Rail,
    layout,
)

END_X = WIDTH - END - 8

STYLE = """
svg { background: #fff; color-scheme: light dark }
text { font: 13px system-ui, sans-serif; fill: #11201a }
.id { font: 600 13px serif; fill: #46564e }
.lab { font-size: 12px; fill: #46564e }
.box { fill: #fff; stroke: #6c7c74; stroke-width: 1.5 }
.sys .box { stroke-dasharray: 5 3 }
.out .box { stroke-width: 4 }
.e { fill: none; stroke: #6c7c74; stroke-width: 1.5 }
.head { fill: #6c7c74 }
@media (prefers-color-scheme: dark) {
  svg { background: #15211c }
  text { fill: #eef3f0 }
  .id, .lab { fill: #b3c1ba }
  .box { fill: #15211c; stroke: #82968c }
  .e { stroke: #82968c }
  .head { fill: #82968c }
}
"""
"""The style of a drawing that stands by itself; a page has its own."""


def svg(chart: Chart, *, describes: str, alone: bool = False) -> str:
    """Return a chart as SVG; `describes` says what it shows, for screen readers.

    With `alone` it brings its style and can be opened as a file.
    """
    places = layout(chart)
    mark = f"chart-{chart.name}"
    own = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
    size = f'viewBox="0 0 {WIDTH} {places.height:.0f}"'
    named = f'aria-labelledby="{mark}-title" aria-describedby="{mark}-about"'
    lines = [
        f'<svg{own} {size} role="group" {named}>',
        f'<title id="{mark}-title">{escape(chart.title)}</title>',
        f'<desc id="{mark}-about">{escape(describes)}</desc>',
    ]
    if alone:
        lines.append(f"<style>{STYLE}</style>")
    return "\n".join([*lines, *_drawn(places), "</svg>"]) + "\n"


def _drawn(places: Layout) -> Iterator[str]:
    """Yield lines first and boxes over them, in the order they are read."""
    for rail in places.rails.values():
        yield from _rail(rail)
    for drop in places.drops:
        yield from _drop(drop)
    for box in places.boxes:
        yield from _box(box)
        for one in box.exits:
            led_back = places.rails.get(one.way.target)
            yield from _exit(one, led_back.x if led_back is not None else END_X - 9)
            if led_back is None:
                yield from _end(one)


def _rail(rail: Rail) -> Iterator[str]:
    path = f"M{rail.x:g} {rail.top:g}V{rail.bottom:g}H{RIGHT + 8}"
    yield f'<path class="e" d="{path}"/>'
    yield f'<path class="head" d="M{RIGHT} {rail.bottom:g}l9 -5v10z"/>'


def _drop(drop: Drop) -> Iterator[str]:
    x = LEFT + 24
    yield f'<path class="e" d="M{x} {drop.top:g}V{drop.bottom - 8:g}"/>'
    yield f'<path class="head" d="M{x} {drop.bottom:g}l-5 -9h10z"/>'
    yield from _words(drop.lines, x + 12, drop.top + 19, "lab")


def _exit(one: Exit, end: float) -> Iterator[str]:
    yield f'<path class="e" d="M{RIGHT} {one.y:g}H{end:g}"/>'
    top = one.y - LINE * len(one.lines) + 10
    yield from _words(one.lines, RIGHT + 8, top, "lab")


def _end(one: Exit) -> Iterator[str]:
    x, top, height = END_X, one.y - one.half, one.half * 2
    kind = "out" if one.way.kind == "outcome" else "away"
    yield f'<path class="head" d="M{x - 1} {one.y:g}l-9 -5v10z"/>'
    name = quoteattr(f"{one.way.target}: {one.way.words}")
    yield f'<a class="{kind}" href="#{one.way.target}" aria-label={name}>'
    yield _rect(x, top, END, height)
    yield from _words((one.way.target,), x + 8, top + LINE, "id")
    yield from _words(one.ends, x + 8, top + 2 * LINE, "lab")
    yield "</a>"


def _box(box: Box) -> Iterator[str]:
    node = box.node
    kind = "sys" if node.system else "td"
    name = quoteattr(f"{node.id}: {node.question}")
    yield f'<a class="{kind}" href="#{node.id}" aria-label={name}>'
    yield _rect(LEFT, box.y, BOX, box.height)
    head = f"{node.id} · {node.clause}" if node.clause else node.id
    yield from _words((head,), LEFT + 10, box.y + ENTER + 4, "id")
    yield from _words(box.lines, LEFT + 10, box.y + HEAD + 13, "q")
    yield "</a>"


def _rect(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="box" {place}/>'


def _words(lines: tuple[str, ...], x: float, y: float, kind: str) -> Iterator[str]:
    for place, line in enumerate(lines):
        at = f'x="{x:g}" y="{y + LINE * place:g}"'
        yield f'<text class="{kind}" {at}>{escape(line)}</text>'
