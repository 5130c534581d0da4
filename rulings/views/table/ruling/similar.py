"""Similar claims beside a ruling, before it is announced (consistency between tables).

A part of it stands on the screen of the ruling and is fetched by itself, so that
nothing there waits for it.
"""

from __future__ import annotations

from rulings.forms.acts import ActForm
from rulings.models import Ruling
from rulings.permissions import Sight
from rulings.presenters.live.similar import drawn, own_view, similar_view
from rulings.queries.case.rows import rows_of, statement_of, texts_with
from rulings.queries.case.solving import solver_input
from rulings.queries.table.similar import Similar, similar_to
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
        said = statement_of(self.case)
        words = texts_with([said]).get(said.words, "") if said else ""
        own = Similar(self.case, rulings[-1] if rulings else None, (), words=words)
        views = [own_view(own), *(similar_view(row, mine) for row in found)]
        if not self.request.htmx:  # side by side, on a page of its own
            asked = solver_input(self.case)
            rows = [own, *found]
            views = [drawn(*pair, asked) for pair in zip(views, rows, strict=True)]
        return {"own": views[0], "similar": views[1:]}


similar_claims = SimilarClaims.as_view()
