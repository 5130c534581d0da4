"""Give a case to a director who does not play the board."""

from __future__ import annotations

from django.contrib.auth.models import User

from rulings.forms.chief import AssignForm
from rulings.queries.staff import guards_of
from rulings.states import Act
from rulings.views.screens import ChiefScreen
from rulings.workflow.cases import assign as give_to


class Assign(ChiefScreen[AssignForm]):
    """The directors to whom the case can be given."""

    acts = (Act.TAKE_OVER,)
    right = Act.EXTEND  # the chief's alone, as assigning is
    template, form_class = "chief/assign.html", AssignForm

    def make_form(self, data: object) -> AssignForm:
        """Return the form with those who do not play the board."""
        guards = guards_of(self.case.event_id, self.request.actor.at)
        users = guards.free_to_rule(self.case.playing)
        return AssignForm(data, users=users, initial={"version": self.case.version})

    def act(self, form: AssignForm) -> object:
        """Give the case to who was chosen."""
        director = User.objects.get(pk=form.cleaned_data["user"])
        return give_to(form.context(self.request.actor), self.case.pk, director)


assign = Assign.as_view()
