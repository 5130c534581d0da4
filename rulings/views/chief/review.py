"""What the chief does to a ruling: confirm it, send it back, replace it."""

from __future__ import annotations

from functools import cached_property

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.forms.chief import OverruleForm, ReviewForm
from rulings.models import Ruling
from rulings.permissions import Sight
from rulings.presenters.awards import award_of, award_words
from rulings.queries.table.paper import numbers_for, revoker_of, tricks_left
from rulings.states import Act
from rulings.views.screens import ChiefScreen, Filled
from rulings.workflow.ruling import decide


class ReviewScreen(ChiefScreen[Filled]):
    """A page of the chief about the newest ruling of a case."""

    @cached_property
    def ruling(self) -> Ruling:
        """Return the ruling."""
        return decide.latest_ruling(self.case)

    def context(self) -> dict[str, object]:
        """Return the ruling, and what it gives in words."""
        award = award_of(self.ruling, tricks_left(self.case))
        return {"ruling": self.ruling, "award": award_words(award)}


class Review(ReviewScreen[ReviewForm]):
    """Confirm a ruling with one tap, or send it back with a reason."""

    acts = (Act.CONFIRM, Act.SEND_BACK)
    right, sight = Act.SEND_BACK, Sight.RULING
    template, form_class = "chief/review.html", ReviewForm

    def context(self) -> dict[str, object]:
        """Return the ruling, and whether a refused tap wanted to confirm it."""
        assert self.form is not None  # noqa: S101 - the page has one
        wanted = self.form["do"].value()
        return super().context() | {"confirms": wanted == "confirm"}

    def act(self, form: ReviewForm) -> object:
        """Confirm the ruling, or send it back."""
        context, given = form.context(self.request.actor), form.cleaned_data
        if given["do"] == "confirm":
            return decide.confirm(context, self.case.pk)
        return decide.send_back(context, self.case.pk, reason=given["reason"])

    def after(self, done: object) -> HttpResponse:
        """Say what was confirmed, or sent back, and return to the live page."""
        assert self.form is not None  # noqa: S101 - it was valid
        words = _("The ruling has been sent back.")
        if self.form.cleaned_data["do"] == "confirm":
            words = _("Confirmed: %(award)s. The director may announce it.") % {
                "award": award_words(award_of(self.ruling, tricks_left(self.case)))
            }
        messages.success(self.request, words)
        return super().after(done)


class Overrule(ReviewScreen[OverruleForm]):
    """Put another number of tricks in the place of a ruling, with the reason."""

    acts = (Act.OVERRULE,)
    right, sight = Act.OVERRULE, Sight.RULING
    template, form_class = "chief/overrule.html", OverruleForm

    def make_form(self, data: object) -> OverruleForm:
        """Return the form with the numbers that can be."""
        revoke, left = bool(revoker_of(self.ruling)), tricks_left(self.case)
        laws = "" if revoke else ", ".join(self.ruling.laws)
        return OverruleForm(
            data,
            numbers=numbers_for(self.ruling, left),
            revoke=revoke,
            left=left,
            initial={"version": self.case.version, "laws": laws},
        )

    def act(self, form: OverruleForm) -> object:
        """Put the new ruling in the place of the other."""
        given = form.cleaned_data
        decision = decide.with_tricks(
            self.case, self.ruling, given["tricks"], given["laws"], given["reason"]
        )
        return decide.overrule(form.context(self.request.actor), self.case.pk, decision)


review, overrule = Review.as_view(), Overrule.as_view()
