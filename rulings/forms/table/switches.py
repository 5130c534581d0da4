"""A switch of the director's: a play struck or let in, with the reason."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, Unseen
from rulings.forms.widgets import Buttons

ALLOW_REASONS = {
    "class": _("normal for this class of player"),
    "words": _("the words allow it"),
    "table": _("what happened at the table shows it"),
}
STRIKE_REASONS = {
    "class": _("irrational for this class of player"),
    "words": _("the words rule it out"),
    "table": _("what happened at the table rules it out"),
}


class SwitchForm(ActForm):
    """A play with one of the reasons for this switch, or with the director's words."""

    play = forms.CharField(max_length=200, widget=Unseen)
    reason = forms.ChoiceField(required=False, widget=Buttons())
    words = forms.CharField(label=_("Another reason"), required=False, max_length=200)

    def __init__(
        self,
        data: object,
        reasons: Mapping[str, object],
        version: int,
        auto_id: str = "id_%s",
    ) -> None:
        """Take what was sent, and the reasons that stand on the buttons."""
        super().__init__(data, initial={"version": version}, auto_id=auto_id)  # type: ignore[arg-type]  # a request's POST
        self.reasons = reasons
        field = self.fields["reason"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [(name, str(words)) for name, words in reasons.items()]

    def clean(self) -> dict[str, object]:
        """Refuse a switch without a reason."""
        data = super().clean() or {}
        if not data.get("reason") and not str(data.get("words") or "").strip():
            raise forms.ValidationError(_("Choose the reason first."))
        return data

    @property
    def why(self) -> str:
        """Return the reason in words, the director's own first."""
        own = str(self.cleaned_data["words"]).strip()
        return own or str(self.reasons[self.cleaned_data["reason"]])
