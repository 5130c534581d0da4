"""Which flow a case follows: by its kind, in its edition."""

from __future__ import annotations

from rulings.laws.engine import Flow, load_flow
from rulings.models import Case

CLAIMS = "claims"


def flow_of(case: Case) -> Flow:
    """Return the flow of a case in its edition."""
    return load_flow(flow_name(case.kind), case.edition)


def flow_name(kind: str) -> str:
    """Return the flow of a kind of case: its own name, the claims' apart."""
    return CLAIMS if kind == Case.Kind.CLAIM else kind


def kind_of_flow(name: str) -> str:
    """Return the kind of the cases that follow a flow."""
    return Case.Kind.CLAIM.value if name == CLAIMS else name
