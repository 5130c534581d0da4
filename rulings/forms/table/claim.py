"""The claim as taken down: contract where it was not known, claimer, numbers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Seat
from rulings.forms.acts import ActForm, Unseen
from rulings.models import Claim
from rulings.workflow.facts import ClaimGiven

SEATS = [(seat.letter, seat.letter) for seat in Seat]
NUMBERS = [(str(number), str(number)) for number in range(FULL_HAND + 1)]
REST = "rest"
UNSAID = "unsaid"
"""The claimer gave no number of tricks."""
CLAIMS = [(REST, REST), (UNSAID, UNSAID), *NUMBERS]
DECLARER = "declarer"
"""The claimer while the contract is being entered: it says who that is."""


CONTRACT = {
    "level": _("Give the level."),
    "strain": _("Give the suit, or no trump."),
    "declarer": _("Say who is declarer."),
}
"""What makes a contract, and what is said where it is missing."""


class ClaimQuestions(forms.Form):
    """Who claimed how many of the tricks left, in which contract (Law 68A and B)."""

    level = forms.ChoiceField(
        choices=NUMBERS[1:8],
        required=False,
        error_messages={"invalid_choice": _("Give a level from 1 to 7.")},
    )
    strain = forms.ChoiceField(
        choices=[(strain.value, strain.value) for strain in Strain], required=False
    )
    doubled = forms.ChoiceField(choices=NUMBERS[:3], required=False)
    declarer = forms.ChoiceField(choices=SEATS, required=False)
    claimer = forms.ChoiceField(
        choices=[(DECLARER, DECLARER), *SEATS],
        error_messages={"required": _("Say who claimed.")},
    )
    left = forms.ChoiceField(
        choices=[("", ""), *NUMBERS[1:]],
        required=False,
        error_messages={"required": _("Say how many tricks were left.")},
    )
    claimed = forms.ChoiceField(choices=CLAIMS, required=False)
    settled = forms.BooleanField(required=False)
    manner = forms.ChoiceField(choices=Claim.Manner.choices, required=False)

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - a form's own arguments
        known: Contract | None = None,
        whole: bool = False,
        **kwargs: Any,  # noqa: ANN401 - the same
    ) -> None:
        """Take the contract where it is known; `whole` wants the tricks left too."""
        super().__init__(*args, **kwargs)
        self.known = known
        self.fields["left"].required = whole

    def clean(self) -> dict[str, Any]:
        """Refuse a contract in part, dummy's claim, and more tricks than are left."""
        data = super().clean() or {}
        missing = [name for name in CONTRACT if not data.get(name)]
        if missing and (self.known is None or len(missing) < len(CONTRACT)):
            for name in missing:
                if name not in self.errors:
                    self.add_error(name, CONTRACT[name])
            return data
        contract = self.contract()
        if contract and data.get("claimer") == DECLARER:
            data["claimer"] = contract.declarer.letter
        if contract and data.get("claimer") == contract.dummy.letter:
            raise forms.ValidationError(
                _(
                    "Dummy cannot claim (Law 43A1): give declarer or a defender, or "
                    "choose “Not a plain claim”."
                )
            )
        self._check_numbers(data)
        return data

    def _check_numbers(self, data: dict[str, Any]) -> None:
        left, claimed = data.get("left"), data.get("claimed") or ""
        if left and claimed.isdecimal() and int(claimed) > int(left):
            raise forms.ValidationError(
                _("%(claimed)s of %(left)s tricks claimed: give at most %(left)s."),
                params={"claimed": claimed, "left": left},
            )

    def contract(self) -> Contract | None:
        """Return the contract given here, else the known one."""
        data = self.cleaned_data
        if not data.get("level"):
            return self.known
        return Contract(
            int(data["level"]),
            Strain(data["strain"]),
            int(data.get("doubled") or 0),
            Seat.parse(data["declarer"]),
        )

    def given(self) -> ClaimGiven:
        """Return the claim for the record; a settled number was not said."""
        data = self.cleaned_data
        contract = self.contract()
        claimed = data["claimed"]
        return ClaimGiven(
            claimer=data["claimer"],
            manner=Claim.Manner(data["manner"] or Claim.Manner.STATEMENT),
            contract=None if contract == self.known else contract,
            tricks_left=int(data["left"]) if data["left"] else None,
            tricks_claimed=int(claimed) if claimed.isdecimal() else None,
            number_said=claimed != UNSAID and not data["settled"],
        )


class ClaimForm(ClaimQuestions, ActForm):
    """The claim to be taken down."""

    confirmed = forms.CharField(required=False, widget=Unseen)
    """Given once what falls with this claim has been shown."""
