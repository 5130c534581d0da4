"""What is sent to ask for an opinion, and to give one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, SeenField, reason_field
from rulings.forms.chief import LawsField, TricksField, offer
from rulings.forms.widgets import Tiles
from rulings.workflow.ruling.opinions import HOURS

OUTSIDE = "outside"
HOURS_WORDS = {2: _("2 hours"), 24: _("1 day"), 72: _("3 days")}


def hours_field() -> forms.TypedChoiceField:
    """Return the field for how long an answer is waited for."""
    return forms.TypedChoiceField(
        label=_("How long do you wait?"),
        choices=[(hours, HOURS_WORDS[hours]) for hours in HOURS],
        coerce=int,
        initial=24,
        widget=Tiles,
    )


class AskOpinionForm(ActForm):
    """Whom to ask: a director of the event, or somebody outside by a link."""

    version = None

    who = forms.ChoiceField(label=_("Who is asked?"), widget=Tiles)
    name = forms.CharField(
        label=_("Name, if somebody outside"), max_length=80, required=False
    )
    hours = hours_field()

    def __init__(self, data: object, *, directors: Mapping[int, str]) -> None:
        """Offer these directors, and a link."""
        super().__init__(data, initial={} if directors else {"who": OUTSIDE})  # type: ignore[arg-type]  # a request's POST
        named = {str(pk): name for pk, name in directors.items()}
        offer(self.fields["who"], {**named, OUTSIDE: _("Somebody outside, by a link")})

    def clean(self) -> dict[str, Any]:
        """Ask for the name of somebody outside."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("who") == OUTSIDE and not given.get("name", "").strip():
            self.add_error("name", gettext("Say who is asked by the link."))
        return given


class OpinionForm(ActForm):
    """A ruling on the facts alone: tricks, Laws and the reason."""

    version = None

    seen = SeenField()
    tricks = TricksField(label=_("Tricks of the claiming side"))
    laws = LawsField(label=_("Laws"), max_length=120)
    reasons = reason_field(_("Your reason"))

    def __init__(self, data: object, *, left: int, seen: str) -> None:
        """Take a number of the tricks left."""
        super().__init__(data, initial={"seen": seen})  # type: ignore[arg-type]  # a request's POST
        offer(self.fields["tricks"], range(left + 1))
        words = gettext("of the last %(left)s") % {"left": left}
        self.fields["tricks"].help_text = words
        self.fields["laws"].help_text = gettext("with commas between them")
