"""The score that a later check leads to, after the play or after a round.

It is assigned (Laws 16, 26, 27D), or another after it was told.
"""

from __future__ import annotations

from functools import cached_property

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.forms.table.assigned import AssignedForm
from rulings.models import Case
from rulings.permissions import Sight
from rulings.queries.case.endings import ASSIGNS, FOR_BOTH
from rulings.queries.case.flow import CaseWalk, walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.table.settlement import deciding_laws
from rulings.states import Act, State
from rulings.views.common import see_other
from rulings.views.table.frame import TableScreen
from rulings.views.table.law.assigned import assigned_form
from rulings.workflow.ruling.assign import Assigned, assign_score

ARTIFICIAL = "artificial_score"
"""The provision on a score where no result can be had."""


class AssignedScore(TableScreen[AssignedForm]):
    """The form of the score that a check has led to."""

    acts = (Act.RULE, Act.REVISE)
    sight, template, form_class = Sight.DRAFT, "assigned", AssignedForm
    leads_to = "ruling"

    def enter(self) -> HttpResponse | None:
        """Leave where no walk ends in a score."""
        way = super().enter()
        ends = self.walked.walk.outcome if self.walked else None
        if ends is None or ends.effect not in ASSIGNS:
            return see_other("case", self.case.pk)
        self.outcome = ends
        return way

    @cached_property
    def walked(self) -> CaseWalk | None:
        """Return the walk of the check; None where there is none.

        Who comes for a director's error has said that the ruling cannot be put right.
        """
        entry, flow, more = self.kwargs["entry"], flow_of(self.case), {}
        if entry not in flow.entries:
            return None
        if entry == flow.points.at("director_error"):
            if self.case.state != State.ANNOUNCED:
                return None
            more = flow.points.reply("beyond_repair")
        return walk_case(self.case, self.request.actor.at, entry=entry, more=more)

    def make_form(self, data: object) -> AssignedForm:
        """Return the form, as it was assigned before."""
        by_side = self.outcome.effect == FOR_BOTH
        return assigned_form(self.sheet, data, by_side=by_side)

    def context(self) -> dict[str, object]:
        """Return what led to the score."""
        assert self.walked is not None  # noqa: S101 - else there is no page
        walked = self.walked
        return {
            "refs": self.outcome.refs,
            "gist": _(walked.flow.steps[walked.entry].gist),
            "notices": [_(notice.text) for notice in walked.walk.notices],
            "assigns": self.request.path,
        }

    def act(self, form: AssignedForm) -> object:
        """Assign it."""
        assert self.walked is not None  # noqa: S101 - else there is no page
        walked, given = self.walked, form.cleaned_data
        laws = deciding_laws(walked.walk)
        if given["faults"]:
            refs = walked.flow.edition.provisions[ARTIFICIAL].refs
            laws += [str(ref) for ref in refs if str(ref) not in laws]
        score = Assigned(
            outcome=self.outcome.id,
            laws=laws,
            results=given["results"],
            faults=given["faults"],
            reasons=given["reason"],
            walk=walked.stored(),
            follow_up=walked.entry if walked.entry in self.case.follow_ups else "",
        )
        return assign_score(form.context(self.request.actor), self.case.pk, score)


assigned_score = AssignedScore.as_view()


def director_error_url(case: Case) -> str:
    """Return where a ruling that cannot be put right ends (Law 82C), "" if nowhere."""
    entry = flow_of(case).points.at("director_error")
    if not entry or case.state != State.ANNOUNCED:
        return ""
    return reverse("assigned_score", args=[case.pk, entry])
