"""A case of an event taken into the casebook of the site, or out of it."""

from __future__ import annotations

from functools import cached_property

from rulings.forms.casebook import IN, CasebookForm
from rulings.models import CasebookCase
from rulings.permissions import Sight
from rulings.presenters.paper.casebook import published_texts
from rulings.queries.table.casebook import entered_of, may_enter
from rulings.states import Act
from rulings.views.screens import ChiefScreen
from rulings.workflow.ruling.casebook import CasebookTexts, take_in, take_out


class IntoCasebook(ChiefScreen[CasebookForm]):
    """The texts of a final ruling, to be read for names and published."""

    acts = (Act.INTO_CASEBOOK, Act.OUT_OF_CASEBOOK)
    right, sight = Act.INTO_CASEBOOK, Sight.DOSSIER
    template, form_class = "chief/casebook.html", CasebookForm

    @cached_property
    def entered(self) -> CasebookCase | None:
        """Return what was taken in before."""
        return entered_of(self.case)

    def make_form(self, data: object) -> CasebookForm:
        """Return the form with the published texts, else with those of the case."""
        texts = published_texts(self.sheet, self.entered)
        initial = {"version": self.case.version, **texts}
        return CasebookForm(data, initial=initial)  # type: ignore[arg-type]  # a request's POST

    def context(self) -> dict[str, object]:
        """Return whether the case is in the casebook, and whether it can be."""
        return {
            "entered": self.entered,
            "final": may_enter(self.case, self.request.actor.at),
        }

    def act(self, form: CasebookForm) -> object:
        """Take the case in with these texts, or out."""
        context, given = form.context(self.request.actor), form.cleaned_data
        if given["do"] != IN:
            return take_out(context, self.case.pk)
        texts = CasebookTexts(
            said=given["said"], objection=given["objection"], reasons=given["reasons"]
        )
        return take_in(context, self.case.pk, texts)


into_casebook = IntoCasebook.as_view()
