"""A new call, on the spot or noted without network; calls handed over."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.forms.acts import ActForm, PageForm, Unseen
from rulings.forms.chief import AssignForm
from rulings.forms.player import MAX_WORDS, PhoneTime
from rulings.forms.table.cards import CardMarks, position_of, seat_words
from rulings.forms.widgets import Buttons, Ticks, Tiles, Words
from rulings.workflow.errors import sentence_of

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def _number(label: _StrPromise) -> forms.IntegerField:
    """Return the field for the number of a table or a board, which a form needs."""
    keys = {"inputmode": "numeric", "required": True}
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=1,
        max_value=999,
        widget=forms.NumberInput(keys),
    )


class PlaceForm(PageForm):
    """Which board at which table; the section where there is more than one.

    Buttons bring `playing`, `session` and `sure`: a template draws them.
    """

    playing = forms.UUIDField(required=False, widget=Buttons())
    section = forms.CharField(
        label=_("Section"),
        required=False,
        max_length=3,
        initial="A",
        widget=forms.TextInput({"size": 3, "autocapitalize": "characters"}),
    )
    table = _number(_("Table"))
    board = _number(_("Board"))
    session = forms.UUIDField(required=False, widget=Buttons())
    sure = forms.CharField(required=False, max_length=60, widget=Buttons())

    def clean(self) -> dict[str, Any]:
        """Refuse a form that names neither a playing nor table and board."""
        data = super().clean() or {}
        if self.errors or data.get("playing"):
            return data
        if not (data.get("table") and data.get("board")):
            raise forms.ValidationError(_("Give the table and the board."))
        data["section"] = str(data.get("section") or "A").strip().upper()
        data["numbers"] = "{section}-{table}-{board}".format(**data)
        return data

    @property
    def sure_in(self) -> str:
        """Return the session for which just these numbers were said to be right."""
        numbers, _sep, session = str(self.cleaned_data["sure"]).partition(" ")
        return session if numbers == self.cleaned_data["numbers"] else ""


class NewCallForm(PlaceForm, ActForm):
    """A new call: where, and what it is about."""

    version = None
    kind = forms.ChoiceField(label=_("What is it about?"), required=False, widget=Tiles)

    def __init__(
        self, data: object, kinds: Mapping[str, object], *, auto_id: str = "id_%s"
    ) -> None:
        """Offer the kinds of case that the edition knows; the first is plain."""
        self.plain = next(iter(kinds))
        super().__init__(data, auto_id=auto_id, initial={"kind": self.plain})  # type: ignore[arg-type]  # a request's POST
        self.fields["kind"].choices = list(kinds.items())  # type: ignore[attr-defined]  # a choice
        if len(kinds) == 1:
            del self.fields["kind"]

    @property
    def about(self) -> str:
        """Return the kind of the call, the first where none was chosen."""
        return str(self.cleaned_data.get("kind") or self.plain)


class WhyForm(ActForm):
    """Why a call goes to another place; the place itself gives a reason."""

    reason = forms.CharField(
        label=_("Why"),
        required=False,
        max_length=1000,
        widget=forms.TextInput({"required": True}),
    )


class MoveForm(PlaceForm, WhyForm):
    """A call to another place by its numbers."""

    def hide_place(self) -> None:
        """Carry the place along unseen: what is left to be given is the reason."""
        for name in PlaceForm.base_fields:
            self.fields[name].widget = Unseen()


class SaidWhyForm(ActForm):
    """An act with a reason: one that was tapped, own words, or both."""

    why = forms.CharField(required=False, max_length=1000, widget=Buttons())
    reason = forms.CharField(
        label=_("In your own words"), required=False, max_length=1000
    )
    missing: _StrPromise | str = _("Say why: tap a reason, or write one.")

    def clean(self) -> dict[str, Any]:
        """Join what was tapped and what was written."""
        data = super().clean() or {}
        parts = (str(data.get(name, "")) for name in ("why", "reason"))
        data["reason"] = "; ".join(part for part in parts if part)
        if not data["reason"]:
            self.add_error("reason", self.missing)
        return data


class CancelForm(SaidWhyForm):
    """A call that was made by mistake."""

    reason = forms.CharField(
        label=_("Or in your own words"),
        required=False,
        max_length=1000,
        widget=forms.TextInput({"required": True}),
    )
    missing = _("Give the reason.")


class HandCallsForm(AssignForm):
    """The director who takes all calls of another."""

    version = None


class _CallsField(forms.TypedMultipleChoiceField):
    """Which calls are meant; the act knows of one that went meanwhile."""

    def valid_value(self, value: str) -> bool:  # noqa: ARG002 - Django's name
        return True


class GiveCallsForm(HandCallsForm):
    """Which calls go to which director; all of them, unless some are taken out."""

    calls = _CallsField(
        label=_("Which calls?"),
        coerce=uuid.UUID,
        widget=Ticks,
        error_messages={"required": _("Choose at least one call.")},
    )

    def __init__(
        self, data: object, *, users: Mapping[int, str], calls: Mapping[str, object]
    ) -> None:
        """Offer these directors, and these calls by their words."""
        super().__init__(data, users=users, initial={"calls": list(calls)})
        self.fields["calls"].choices = list(calls.items())  # type: ignore[attr-defined]  # a choice


def _seats(label: object, *, required: bool) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,  # type: ignore[arg-type]  # a lazy translation
        required=required,
        widget=Tiles,
        choices=lambda: [(seat.letter, words) for seat, words in seat_words().items()],
    )


def _tricks(label: object, low: int, *, required: bool = False) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,  # type: ignore[arg-type]  # a lazy translation
        required=required,
        min_value=low,
        max_value=13,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


def _hand(label: object) -> forms.CharField:
    return forms.CharField(
        label=label,  # type: ignore[arg-type]  # a lazy translation
        required=False,
        max_length=30,
        widget=forms.TextInput({"autocapitalize": "characters", "autocomplete": "off"}),
    )


class FactSheetForm(PlaceForm, ActForm):
    """Place, claim, words, who objects, cards that remained, a ruling as a draft."""

    version = None
    use_required_attribute = False

    phone_time = PhoneTime()
    contract = forms.CharField(
        label=_("Contract and declarer, for example 4HX S"),
        max_length=12,
        widget=forms.TextInput({"autocapitalize": "characters", "autocomplete": "off"}),
    )
    claimer = _seats(_("Who claimed or conceded"), required=True)
    left = _tricks(_("Tricks left, the one in progress counted"), 1, required=True)
    claimed = _tricks(_("Of these claimed; empty: all"), 0)
    words = forms.CharField(
        label=_("What was said with the claim"),
        required=False,
        max_length=MAX_WORDS,
        widget=Words(2),
    )
    objects = _seats(_("Who objects, if anybody does"), required=False)
    hand_N = _hand(_("North’s cards, as KQ.J.-.T9"))  # noqa: N815 - as the cards' page
    hand_E = _hand(_("East’s cards"))  # noqa: N815 - as above
    hand_S = _hand(_("South’s cards"))  # noqa: N815 - as above
    hand_W = _hand(_("West’s cards"))  # noqa: N815 - as above
    leader = _seats(_("Who leads now"), required=False)
    won = _tricks(_("Tricks declarer has won"), 0)
    own_tricks = _tricks(_("Tricks for the claimer’s side, your draft"), 0)
    own_reason = forms.CharField(
        label=_("Your reason"), required=False, max_length=1000, widget=Words(2)
    )

    def clean_contract(self) -> Contract:
        """Return the contract; it needs its declarer."""
        text = str(self.cleaned_data["contract"]).strip().upper()
        try:
            return Contract.parse(text)
        except ParseError as error:
            raise forms.ValidationError(sentence_of(error)) from error

    def clean(self) -> dict[str, Any]:
        """Read the cards, if any were typed."""
        given = super().clean() or {}
        given["position"] = None
        if not self.errors and any(given[f"hand_{seat.letter}"] for seat in Seat):
            try:
                given["position"] = self._position(given)
            except ParseError as error:
                self.add_error("hand_N", sentence_of(error))
        return given

    def for_others(self) -> list[tuple[str, str]]:
        """Return what whoever plays the board may not file, as given, each named."""
        named = seat_words()
        hands = {f"hand_{seat.letter}": words for seat, words in named.items()}
        seats = ("objects", "leader")
        rows = []
        for name in ("objects", *hands, "leader", "won", "own_tricks", "own_reason"):
            value = self.cleaned_data.get(name)
            if value not in {None, ""}:
                words = named[Seat.parse(value)] if name in seats else str(value)
                if name in hands:
                    words = " ".join(map(str, Hand.parse(words.strip().upper())))
                label = str(self.fields[name].label).partition(",")[0]
                rows.append((hands.get(name, label), words))
        return rows

    @staticmethod
    def _position(given: dict[str, Any]) -> Position:
        contract: Contract = given["contract"]
        hands = {
            seat: Hand.parse(text) if text else Hand()
            for seat in Seat
            for text in [str(given[f"hand_{seat.letter}"]).strip().upper()]
        }
        leader = Seat.parse(given["leader"]) if given["leader"] else None
        nothing = dict.fromkeys(Seat, frozenset[Any]())
        marks = CardMarks(hands, nothing, {}, leader, given["won"])
        side = contract.declarer.side
        return position_of(marks, contract.strain, side, given["left"])
