"""A case beside itself under another edition or regulation set; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from rulings.forms.acts import ActForm
from rulings.forms.table.compare import CompareForm, SearchForm
from rulings.laws.handbook.settings import named_bodies
from rulings.laws.regulations import bodies
from rulings.models import Case
from rulings.permissions import EventAct, Sight
from rulings.presenters.table.compared import compared_view, told_of_search
from rulings.queries.table.comparison import (
    Comparison,
    compare,
    editions_for,
    question_under,
    under,
)
from rulings.views.common import see_other
from rulings.views.screens import Tap
from rulings.views.table.frame import TableScreen
from rulings.workflow.errors import Fault
from rulings.workflow.solving.positions import TooManyWaiting, ask_position
from rulings.workflow.windows import anchors_of


class Compare(TableScreen[ActForm]):
    """A case as recorded, and as another edition or set would have it."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    sight, template = Sight.DOSSIER, "compare"

    @cached_property
    def wanted(self) -> dict[str, str]:
        """Return edition and body asked for."""
        return _wanted(self.request.GET, self.case)

    @cached_property
    def found(self) -> Comparison:
        """Return the case under both."""
        case, at, edition = self.case, self.request.actor.at, self.wanted["edition"]
        return compare(case, at, edition, under(case, **self.wanted), anchors_of(case))

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show both; what is polled is the search, until it has ended."""
        if self.request.GET.get("part") == "searched":
            self.part = "searched"
            if not self.context()["searched"].pending:
                return HttpResponseClientRefresh()  # the whole page has the numbers
        return super().get(*args, **kwargs)

    def context(self) -> dict[str, Any]:
        """Return what can be chosen, both paths, and what is told of the search."""
        wanted, case = self.wanted, self.case
        other = wanted["edition"] != case.edition
        return {
            **wanted,
            "asks": CompareForm(editions_for(case), named_bodies(_), wanted),
            "search": SearchForm(initial=wanted),
            "searched": told_of_search(self.found, other_edition=other),
            **compared_view(self.found, self.sheet),
        }


class SearchUnder(Tap):
    """A search of the claim as another edition or set would have it."""

    acts = (EventAct.ASK_POSITION,)
    sight, form_class = Sight.DOSSIER, SearchForm

    def act(self, form: ActForm) -> dict[str, str]:
        """Queue the question; return what it is asked under."""
        case, wanted = self.case, _wanted(form.cleaned_data, self.case)
        asked = question_under(case, under(case, **wanted), wanted["edition"])
        if asked is None:
            raise Fault("question_incomplete")
        context = form.context(self.request.actor)
        question = asked.position, asked.claim, asked.settings
        try:
            ask_position(context, case.event, *question)
        except TooManyWaiting as error:
            raise Fault("searches_waiting") from error
        return wanted

    def after(self, done: dict[str, str]) -> HttpResponse:
        """Show the comparison again."""
        return see_other("compare", self.case.pk, query=f"?{urlencode(done)}")


def _wanted(given: Mapping[str, str], case: Case) -> dict[str, str]:
    """Return edition and body asked for; at first the edition nearest to the case's."""
    held = editions_for(case)
    others = [name for name in held if name != case.edition]
    asked = given.get("edition", others[-1] if others else case.edition)
    body = given.get("body", "")
    return {
        "edition": asked if asked in held else case.edition,
        "body": body if body in bodies() else "",
    }


compare_case = Compare.as_view()
search_under = SearchUnder.as_view()
