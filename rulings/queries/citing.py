"""A stored result with its laws numbered as the edition of a case numbers them.

The solver's reasons carry the numbers of the latest edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rulings.laws.editions import Edition

Part = TypeVar("Part")
LAW = "law"


def cited(part: Part, edition: Edition) -> Part:
    """Return a result, or a part of one, with every law as the edition has it."""
    return _cited(part, edition) if edition.numbers else part


def _cited(part: Any, edition: Edition) -> Any:  # noqa: ANN401 - JSON
    if isinstance(part, Mapping):
        return {
            key: edition.named(value) if key == LAW else _cited(value, edition)
            for key, value in part.items()
        }
    if isinstance(part, list):
        return [_cited(one, edition) for one in part]
    return part
