"""Patterns for questions to the solver that were put before patterns were kept.

The pattern of a case's newest question follows from its facts as they stand. It is not
logged, so nothing of the record changes; what has one is left alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.models import Case, CasePattern, Proposal
from rulings.queries.case.solving import solver_input
from rulings.workflow.solving.propose import ASKED_OF


@dataclass(frozen=True, slots=True)
class PatternsFilled:
    """How many patterns were made, and how many cases no longer give a question."""

    made: int
    without: int


def fill_patterns() -> PatternsFilled:
    """Keep a pattern for the newest question of each case that has none."""
    newest = Proposal.objects.filter(case=OuterRef("pk")).order_by("-queued_at")
    cases = (
        Case.objects.annotate(asked_last=Subquery(newest.values("pk")[:1]))
        .exclude(asked_last=None)
        .exclude(asked_last__in=CasePattern.objects.values("proposal"))
        .select_related(*ASKED_OF)
    )
    made = without = 0
    for case in cases:
        try:
            asked = solver_input(case)
            found = None if asked is None else asked.pattern
        except (IllegalPlay, ParseError, ValueError):
            found = None  # a case from before a rule that its facts do not meet
        if found is None:
            without += 1
            continue
        _, new = CasePattern.objects.get_or_create(
            proposal_id=case.asked_last,
            defaults={"cards": found.cards, "ways": list(found.ways)},
        )
        made += new
    return PatternsFilled(made, without)
