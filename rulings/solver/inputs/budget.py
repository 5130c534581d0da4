"""Counting positions: the only limit the solver itself knows (no clock)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Exhausted(Exception):
    """The positions allowed for this question have been searched."""


class NodeBudget:
    """Positions that may still be searched; `used` counts all that were."""

    __slots__ = ("left", "used")

    def __init__(self, positions: int) -> None:
        """Start with a number of positions."""
        self.left = positions
        self.used = 0

    def count(self, positions: int = 1) -> None:
        """Count some positions; raise Exhausted when there are not so many left."""
        if self.left < positions:
            raise Exhausted
        self.left -= positions
        self.used += positions

    @contextmanager
    def lend(self, positions: int) -> Iterator[NodeBudget]:
        """Lend at most so many positions; those used are charged at the end."""
        part = NodeBudget(min(self.left, max(0, positions)))
        try:
            yield part
        finally:
            self.left -= part.used
            self.used += part.used
