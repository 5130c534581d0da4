"""The decision of an appeal: the case as it was ruled, what both sides say, the end.

The panel decides judgement, the chief the law (Law 93B). Deciding tells nobody: the
page then says who announces it, and stays open to those who decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.forms.chief import EndForm
from rulings.models import Appeal, Case
from rulings.permissions import Actor, Sight, letters_in_case, may
from rulings.presenters import fact_list
from rulings.presenters.appeals import appeal_views, members_of, ruling_lines
from rulings.presenters.moment.line import line_view
from rulings.presenters.table import board_facts, plain_diagram
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import binding, objections_said
from rulings.queries.case.appeals import deciding_letters
from rulings.queries.case.rules import regulations_of
from rulings.queries.player import ended_appeal
from rulings.queries.staff import name_of
from rulings.queries.table.paper import (
    numbers_for,
    paper_of,
    revoker_of,
    tricks_left,
)
from rulings.queries.table.sheet import sheet_of
from rulings.states import Act, State
from rulings.views.common import see_other
from rulings.views.screens import AppealScreen
from rulings.workflow.ruling.appeals import PanelFindings, decide_appeal
from rulings.workflow.ruling.decide import Decision, with_tricks


class Hearing(AppealScreen[EndForm]):
    """An appeal for those who decide it, and the decision; then its way on."""

    acts = (Act.DECIDE_APPEAL,)
    sight = Sight.DOSSIER
    template, form_class = "table/hearing.html", EndForm

    def find_appeal(self) -> Appeal | None:
        """Return the appeal that waits, else the one that ended last.

        Sent twice, the form finds its appeal ended: the key gives the receipt again.
        """
        return super().find_appeal() or ended_appeal(self.case, self.side)

    def make_form(self, data: object) -> EndForm:
        """Return the form with what the reader may decide."""
        ruling = self.appeal.ruling
        points, revoke = self._points(), bool(revoker_of(ruling))
        return EndForm(
            data,
            points=points,
            ends=_ends(self.appeal, points),
            numbers=numbers_for(ruling, tricks_left(self.case)),
            revoke=revoke,
            panel=members_of(self.appeal),
            deposit=self.appeal.deposit,
            initial={
                "version": self.case.version,
                "side": self.appeal.side,
                "point": next(iter(points)) if len(points) == 1 else "",
                "laws": "" if revoke else ", ".join(ruling.laws),
            },
        )

    def _points(self) -> dict[str, str]:
        letters = letters_in_case(self.request.actor, self.case)
        words = {
            Appeal.Point.LAW: _("of law (chief)"),
            Appeal.Point.JUDGEMENT: _("of fact or judgement (panel)"),
        }
        return {
            point: label
            for point, label in words.items()
            if letters & deciding_letters(self.case, point)
        }

    def act(self, form: EndForm) -> object:
        """Decide the appeal."""
        given = form.cleaned_data
        return decide_appeal(
            form.context(self.request.actor),
            self.case.pk,
            point=Appeal.Point(given["point"]),
            outcome=Appeal.Outcome(given["outcome"]),
            reasons=given["reasons"],
            decision=_changed(self.case, self.appeal, given),
            side=self.appeal.side,
            found=PanelFindings(
                facts=given["facts"],
                votes=form.votes,
                deposit_end=given.get("deposit_end", ""),
            ),
        )

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Show what comes next."""
        query = f"?side={self.appeal.side}"
        return see_other("appeal_decide", self.case.pk, query=query)

    def context(self) -> dict[str, object]:
        """Return the case as it was ruled, what both sides say, and the way on."""
        case, appeal = self.case, self.appeal
        sheet, paper = sheet_of(case), paper_of(case)
        rows = Appeal.objects.filter(ruling__case=case).select_related("decided_by")
        views = appeal_views(list(rows.order_by("received_at")))
        actor = self.request.actor
        return {
            "appeal": next(view for view in views if view.row.pk == appeal.pk),
            "others": [view for view in views if view.row.pk != appeal.pk],
            "binding": binding(sheet),
            "objections": objections_said(sheet),
            "claimed": claimed_words(sheet) if sheet.claim else "",
            "facts": fact_list(board_facts(sheet)),
            "diagram": plain_diagram(sheet, sheet.cards) if sheet.cards else None,
            "rulings": ruling_lines(
                list(case.rulings.select_related("by")), sheet.left
            ),
            "line": line_view(sheet, paper.line, 1),
            "other_line": _(paper.other_line) if paper.other_line else "",
            "reasons": sheet.texts.get(paper.ruling.reasons, "")
            if paper.ruling
            else "",
            "revoke": revoker_of(appeal.ruling),
            "may_decide": bool(self._points()) and not appeal.outcome,
            "is_chief": "C" in letters_in_case(actor, case),
            "is_own": actor.user == appeal.ruling.by,
            **_way_on(actor, case, appeal),
        }


hearing = Hearing.as_view()


def _changed(case: Case, appeal: Appeal, given: Mapping[str, Any]) -> Decision | None:
    """Return the ruling that takes the place of the appealed one, if one does."""
    if given["outcome"] != Appeal.Outcome.CHANGED or given["tricks"] is None:
        return None
    laws = given["laws"] or list(appeal.ruling.laws)
    return with_tricks(case, appeal.ruling, given["tricks"], laws, given["reasons"])


def _ends(appeal: Appeal, points: Mapping[str, str]) -> dict[str, str]:
    """Return how the appeal can end; one that was not admitted in one way only."""
    ends: dict[str, str] = {}
    if appeal.admissible:
        ends[Appeal.Outcome.UPHELD] = _("Ruling upheld")
        if Appeal.Point.JUDGEMENT in points:
            ends[Appeal.Outcome.WITHOUT_MERIT] = _no_merit(appeal.ruling.case)
        if appeal.ruling.tricks_claimer is not None:
            ends[Appeal.Outcome.CHANGED] = _("Ruling changed")
    return {**ends, Appeal.Outcome.INADMISSIBLE: _("Not admissible")}


def _no_merit(case: Case) -> str:
    sanction = str(regulations_of(case)["no_merit_sanction"] or "").replace("_", " ")
    words = _("Upheld, without merit")
    return f"{words} ({_(sanction)})" if sanction else words


def _way_on(actor: Actor, case: Case, appeal: Appeal) -> dict[str, object]:
    """Return what comes after the decision: who announces it, or when it was."""
    announced = appeal.announced_at
    if announced is None and case.state == State.ANNOUNCED:
        announced = appeal.decided_at
    waits = case.state == State.RULED and announced is None
    return {
        "announced_at": announced,
        "director": name_of(case.director),
        "another_waits": bool(appeal.outcome) and case.state == State.APPEALED,
        "may_announce": waits and may(actor, Act.ANNOUNCE, case),
    }
