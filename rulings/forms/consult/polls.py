"""What is sent to make a poll, to ask a peer, and to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import MAX_REASON, ActForm
from rulings.forms.chief import offer
from rulings.forms.consult.opinions import hours_field
from rulings.forms.widgets import Tick, Tiles, Words
from rulings.models import Poll
from rulings.workflow.faults import FAULTS
from rulings.workflow.ruling.polls import FEWEST, MOST, PollQuestion

MOST_LETTERS = 80
"""So long is a choice of a poll, or another answer."""


class PollForm(ActForm):
    """A question to peers: of which seat, what they see, what they choose among."""

    version = None

    kind = forms.ChoiceField(
        label=_("What do you ask for?"),
        choices=[
            (Poll.Kind.CARD.value, _("a card, at the claim")),
            (Poll.Kind.CALL.value, _("a call")),
        ],
        initial=Poll.Kind.CARD.value,
        widget=Tiles,
    )
    seat = forms.ChoiceField(label=_("Whose hand?"), widget=Tiles)
    calls = forms.ChoiceField(label=_("Auction shown"), required=False)
    all_hands = forms.BooleanField(
        label=_("Show all four hands"), required=False, widget=Tick
    )
    words = forms.CharField(
        label=_("What they have to know, without the result"),
        max_length=MAX_REASON,
        required=False,
        widget=Words(3),
    )
    choices = forms.CharField(
        label=_("Choices, one on each line"), max_length=MAX_REASON, widget=Words(4)
    )

    def __init__(
        self, data: object, *, seats: Mapping[str, str], auction: Mapping[str, str]
    ) -> None:
        """Offer the seats, and as much of the auction as is known."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        offer(self.fields["seat"], seats)
        if auction:
            offer(self.fields["calls"], auction)
        else:
            del self.fields["calls"]

    def clean_choices(self) -> list[str]:
        """Return the choices, one from each line that is not empty."""
        lines = [one.strip() for one in self.cleaned_data["choices"].splitlines()]
        found = [one[:MOST_LETTERS] for one in lines if one]
        if not FEWEST <= len(found) <= MOST:
            fault = str(FAULTS["poll_choices"].sentence)
            raise forms.ValidationError(fault % {"least": FEWEST, "most": MOST})
        return found

    @property
    def question(self) -> PollQuestion:
        """Return what is asked."""
        given = self.cleaned_data
        calls = given.get("calls") or ""
        return PollQuestion(
            kind=Poll.Kind(given["kind"]),
            seat=given["seat"],
            all_hands=given["all_hands"],
            calls=int(calls) if calls else None,
            words=given["words"].strip(),
            choices=given["choices"],
        )


class PeerForm(ActForm):
    """Whom a link is for; the name is kept for the chief alone."""

    version = None

    name = forms.CharField(label=_("Name of the peer"), max_length=80, required=False)
    hours = hours_field()

    def __init__(self, data: object) -> None:
        """Stand on a page beside the form of an answer."""
        super().__init__(data, auto_id="peer-%s")  # type: ignore[arg-type]  # a request's POST


class PeerAnswerForm(ActForm):
    """One of the choices, or another answer."""

    version = None

    choice = forms.TypedChoiceField(
        label=_("Your answer"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=Tiles,
    )
    words = forms.CharField(
        label=_("Another answer, or why"),
        max_length=500,
        required=False,
        widget=Words(2),
    )

    def __init__(self, data: object, *, choices: Sequence[str]) -> None:
        """Offer the choices by their numbers."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        offer(self.fields["choice"], {str(n): one for n, one in enumerate(choices, 1)})

    def clean(self) -> dict[str, Any]:
        """Refuse what is no answer."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("choice") is None and not given.get("words", "").strip():
            self.add_error("choice", str(FAULTS["poll_unanswered"].sentence))
        return given


class TypedAnswerForm(PeerAnswerForm):
    """What a peer has said to the director."""

    name = forms.CharField(label=_("Name of the peer"), max_length=80, required=False)
