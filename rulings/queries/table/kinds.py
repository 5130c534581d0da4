"""What a director can be called for: the flows that the event's edition holds."""

from __future__ import annotations

from rulings.laws.engine import flows, load_flow
from rulings.laws.errors import NotHeld
from rulings.queries.flows import CLAIMS, kind_of_flow


def kinds_of(edition: str) -> dict[str, str]:
    """Return each kind of case with the words it is offered in, claims first."""
    names = sorted(flows(), key=lambda name: (name != CLAIMS, name))
    found: dict[str, str] = {}
    for name in names:
        try:
            flow = load_flow(name, edition)
        except NotHeld:
            continue
        words = next(iter(flow.starts.values()), flow.title)
        found[kind_of_flow(name)] = words
    return found
