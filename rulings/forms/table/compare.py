"""Under which edition and regulations a case is looked at beside its own."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, PageForm, Unseen


class CompareForm(PageForm):
    """The choice of an edition and of a regulating body."""

    edition = forms.ChoiceField(label=_("Edition of the laws"))
    body = forms.ChoiceField(label=_("Regulations"), required=False)

    def __init__(
        self,
        editions: Iterable[str],
        bodies: Iterable[tuple[str, str]],
        chosen: dict[str, str],
    ) -> None:
        """Offer editions and bodies; the chosen ones are marked."""
        super().__init__(initial=chosen)
        self.fields["edition"].choices = [(name, name) for name in editions]  # type: ignore[attr-defined]  # a choice
        self.fields["body"].choices = [("", _("as in the event")), *bodies]  # type: ignore[attr-defined]  # a choice


class SearchForm(ActForm):
    """The same, as a search is asked for; what is not held is as in the case."""

    version = None
    edition = forms.CharField(required=False, widget=Unseen)
    body = forms.CharField(required=False, widget=Unseen)
