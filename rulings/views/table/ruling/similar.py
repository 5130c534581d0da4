"""Similar claims beside a ruling, before it is announced (consistency between tables).

A part of it stands on the screen of the ruling and is fetched by itself, so that
nothing there waits for it.
"""

from __future__ import annotations

from rulings.forms.acts import ActForm
from rulings.models import Ruling
from rulings.permissions import Sight
from rulings.presenters.similar import similar_view
from rulings.queries.case.rows import rows_of
from rulings.queries.table.similar import similar_to
from rulings.views.table.frame import TableScreen


class SimilarClaims(TableScreen[ActForm]):
    """The claims like this one, each with its number and the facts that differ."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    sight, template, part = Sight.DRAFT, "similar", "claims"

    def context(self) -> dict[str, object]:
        """Return the similar claims as they stand beside the newest ruling."""
        rulings = rows_of(self.case, Ruling)
        mine = rulings[-1].tricks_claimer if rulings else None
        found = similar_to(self.request.actor, self.case)
        return {"similar": [similar_view(row, mine) for row in found]}


similar_claims = SimilarClaims.as_view()
