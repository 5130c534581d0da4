"""XML made a small tree of elements with their lines; entities are refused.

Only expat runs here. What a file declares of its own (entities, a DTD inside) is never
followed, and no address in it is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

DEEPEST = 20
MOST = 200_000
"""Elements of a file: a large congress has a tenth."""


class NotWellFormed(ValueError):
    """Text that is no XML, or more than is read: the line, and what stands there."""

    def __init__(self, line: int, text: str) -> None:
        """Keep the place."""
        super().__init__(text)
        self.line, self.text = line, text


class HasEntities(NotWellFormed):
    """XML that declares entities of its own."""


@dataclass(slots=True)
class Element:
    """An element: name, line, attributes, what is inside, and its text."""

    name: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> Iterator[Element]:
        """Yield the elements of a name, at any depth, in their order."""
        for one in self.inside:
            if one.name == name:
                yield one
            else:
                yield from one.all(name)

    def first(self, name: str) -> Element | None:
        """Return the first element of a name right inside this one, or None."""
        return next((one for one in self.inside if one.name == name), None)

    def value(self, name: str) -> str:
        """Return the text of an element right inside this one, "" for none."""
        found = self.first(name)
        return "" if found is None else found.text.strip()


def tree_of(text: str) -> Element:
    """Return the root of an XML text; raise NotWellFormed where there is none."""
    builder = _Builder()
    parser = builder.parser
    try:
        parser.Parse(text.encode(), True)  # noqa: FBT003 - expat's own signature
    except expat.ExpatError as error:
        lines = text.split("\n")
        place = min(error.lineno, len(lines))
        raise NotWellFormed(place, lines[place - 1] or "–") from error
    if builder.root is None:
        raise NotWellFormed(1, "–")
    return builder.root


class _Builder:
    """What expat calls while it reads."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        # The text is in one encoding already, whatever the file says of itself.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._take
        self.parser.EntityDeclHandler = self._entity

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        line = self.parser.CurrentLineNumber
        if self.count > MOST or len(self.open) >= DEEPEST:
            raise NotWellFormed(line, name)
        made = Element(name.upper(), line, attributes)
        if self.open:
            self.open[-1].inside.append(made)
        else:
            self.root = made
        self.open.append(made)

    def _end(self, _name: str) -> None:
        self.open.pop()

    def _take(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def _entity(self, name: str, *_declared: object) -> None:
        raise HasEntities(self.parser.CurrentLineNumber, name)
