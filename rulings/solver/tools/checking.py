"""One check of a stored proposal in a process of its own: a question in, faults out.

What a check raises for a result that is none is a fault of that result. It must load
neither Django nor the database.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from rulings.bridge.positions import Position
from rulings.solver.inputs import Claim, Settings
from rulings.solver.reference import Checked, check


class Told(Protocol):
    """Where a child sends what it has found."""

    def send(self, found: Any, /) -> None:  # noqa: ANN401 - what a pipe takes
        """Send faults and what was left out."""


def check_into(question: str, stored: Mapping[str, Any], told: Told) -> None:
    """Check a stored result and send (faults, left out)."""
    given = json.loads(question)
    try:
        found = check(
            Position.parse(given["position"]),
            Claim.from_json(given["claim"]),
            Settings.from_json(given["settings"]),
            stored,
        )
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        found = Checked([f"the stored result cannot be read: {error!r}"])
    told.send((found.faults, found.left_out))
