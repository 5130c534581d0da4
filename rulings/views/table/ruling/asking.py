"""The search for a number: asked for, asked for again, stopped."""

from __future__ import annotations

from rulings.forms.acts import ActForm
from rulings.forms.table.ruling import AskForm
from rulings.permissions import Sight
from rulings.states import Act
from rulings.views.screens import Tap
from rulings.workflow.solving import propose


class Search(Tap):
    """A tap on the search; it leads back to the proposal."""

    acts = (Act.PROPOSE,)
    sight, leads_to = Sight.DRAFT, "proposal"


class Ask(Search):
    """Search for the number, or again for one that failed; a range with more budget."""

    form_class = AskForm

    def act(self, form: ActForm) -> object:
        """Queue the question."""
        context, budget = form.context(self.request.actor), form.cleaned_data["budget"]
        return propose.propose(context, self.case.pk, budget)


class Stop(Search):
    """Stop the search; what it has proven so far stands."""

    def act(self, form: ActForm) -> object:
        """Stop it."""
        return propose.stop(form.context(self.request.actor), self.case.pk)


ask = Ask.as_view()
stop = Stop.as_view()
