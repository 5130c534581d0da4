"""An answer to a question of the flow, with its records; or a value a rule needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.auctions import BIDS, OTHERS
from rulings.forms.acts import ActForm
from rulings.forms.widgets import Buttons, CardKeys, TickBox, Tiles, Words
from rulings.laws.engine.answers import Need
from rulings.laws.engine.flow import OPEN, Step

Choices = Iterable[tuple[object, object]]

BIDDING = frozenset({"call", "bid"})
"""Kinds of records that are chosen from a bidding box."""

MAX_NOTE = 500

ASSIGNED = {
    "equity_tricks": gettext_lazy(
        "Give declarer's tricks on the board by the score you assign (Law 64C), "
        "then choose the answer again."
    )
}
"""Records that an answer cannot do without, with what to say when one is missing."""


class StepForm(ActForm):
    """An answer to a question, with what is noted beside it.

    A template draws the buttons of the answers; whether one is offered is the flow's to
    say. `shown` are the records that a person fills in here, with what can be tapped.
    """

    choice = forms.CharField(required=False, widget=Buttons())

    def __init__(
        self,
        data: object,
        asked: Step,
        *,
        shown: Iterable[Any],
        box: Mapping[str, object],
        version: int,
    ) -> None:
        """Make a field for each record, with what was noted before."""
        drawn = {one.field: one for one in shown}
        first = {name: one.value for name, one in drawn.items()}
        super().__init__(data, initial={**first, "version": version})  # type: ignore[arg-type]  # a request's POST
        self.asked, self._shown = asked, drawn
        for spec in asked.records:
            name = f"record_{spec.name}"
            one = drawn.get(name)
            self.fields[name] = _text("") if one is None else _record(one, box)

    @property
    def calls(self) -> list[forms.BoundField]:
        """Return the records that are chosen from the bidding box."""
        return self._drawn(bidding=True)

    @property
    def records(self) -> list[forms.BoundField]:
        """Return the other records."""
        return self._drawn(bidding=False)

    def _drawn(self, *, bidding: bool) -> list[forms.BoundField]:
        return [
            self[name]
            for name, one in self._shown.items()
            if (one.kind in BIDDING) is bidding
        ]

    def clean(self) -> dict[str, Any]:
        """Take the records that go with the answer: `values`, by their names."""
        data: dict[str, Any] = super().clean() or {}
        choice = data.get("choice", "")
        values: dict[str, object] = {}
        data["values"] = values
        if choice == OPEN:
            return data
        for spec in self.asked.records:
            if spec.choices and choice not in spec.choices:
                continue
            value = data.get(f"record_{spec.name}")
            if value in {"", None} and spec.name in ASSIGNED:
                self.add_error(f"record_{spec.name}", str(ASSIGNED[spec.name]))
            elif value not in {"", None}:
                values[spec.name] = _value(spec.kind, value)
        return data


def _record(one: Any, box: Mapping[str, object]) -> forms.Field:  # noqa: ANN401 - of a presenter
    """Return the field for a record: a call, tiles, cards or words."""
    if one.kind in BIDDING:
        return _call(one.label, box, required=False)
    if one.tiles:
        tiles = [(tile.value, tile.label) for tile in one.tiles]
        return forms.ChoiceField(
            label=one.label, choices=tiles, required=False, widget=Tiles
        )
    if one.runs:
        cards = [(str(key.card), key.name) for run in one.runs for key in run.keys]
        return forms.ChoiceField(
            label=one.label,
            choices=cards,
            required=False,
            widget=CardKeys(runs=one.runs),
        )
    return _text(one.label, Words(3) if one.kind == "list" else None)


def _text(label: str, widget: forms.Widget | None = None) -> forms.Field:
    return forms.CharField(
        label=label, required=False, max_length=MAX_NOTE, widget=widget
    )


def _call(label: str, box: Mapping[str, object], *, required: bool) -> forms.Field:
    calls = [(call, call) for call in (*BIDS, *OTHERS)]
    return forms.ChoiceField(
        label=label, choices=calls, required=required, widget=TickBox(**box)
    )


def _value(kind: str, value: Any) -> object:  # noqa: ANN401 - a cleaned value
    """Return what was given for a record or a rule in its kind."""
    match kind:
        case "bool":
            return value == "true"
        case "int":
            return int(value)
        case "list":
            return [line.strip() for line in value.splitlines() if line.strip()]
        case _:
            return value


class ValueForm(ActForm):
    """Values that rules need, one of those offered for each."""

    def __init__(
        self,
        data: object,
        needs: Iterable[tuple[Need, str, Choices]],
        *,
        box: Mapping[str, object],
        initial: Mapping[str, object],
    ) -> None:
        """Ask for each with its question; where nothing is offered, for a call."""
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        self._kinds: dict[str, str] = {}
        for need, question, offered in needs:
            choices = [(str(value), words) for value, words in offered]
            field = (
                forms.ChoiceField(label=question, choices=choices, widget=Tiles)
                if choices
                else _call(question, box, required=True)
            )
            field.error_messages["required"] = _("Give an answer to: %s") % question
            self.fields[need.key] = field
            self._kinds[need.key] = need.kind

    @property
    def values(self) -> dict[str, object]:
        """Return the values of a valid form, by key."""
        given = self.cleaned_data
        return {key: _value(kind, given[key]) for key, kind in self._kinds.items()}
