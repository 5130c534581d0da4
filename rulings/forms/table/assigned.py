"""An assigned score: up to three weighted results, or a share for each side.

After a director's error (Law 82C) each side has results of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Side
from rulings.forms.acts import ActForm
from rulings.workflow.ruling.assign import WHOLE, Blame, Possible

ROWS = 3
PASSED = ("PASS", "P", "-")


RESULT: dict[str, Callable[[], forms.Field]] = {
    "contract": partial(
        forms.CharField,
        label=_("Contract, or PASS"),
        required=False,
        max_length=12,
        widget=forms.TextInput(
            {"size": 8, "autocapitalize": "characters", "autocomplete": "off"}
        ),
    ),
    "tricks": partial(
        forms.IntegerField,
        label=_("Declarer's tricks"),
        required=False,
        min_value=0,
        max_value=FULL_HAND,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    ),
    "weight": partial(
        forms.IntegerField,
        label=_("Weight in percent"),
        required=False,
        min_value=1,
        max_value=WHOLE,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    ),
}
"""The fields of a result."""


def groups_of(*, by_side: bool) -> list[tuple[Side | None, range]]:
    """Return the numbers of the rows, of both sides together or of each side."""
    if not by_side:
        return [(None, range(1, ROWS + 1))]
    starts = range(1, 2 * ROWS, ROWS)
    return [(side, range(n, n + ROWS)) for side, n in zip(Side, starts, strict=True)]


Rows = list[tuple[int, list[forms.BoundField]]]


class AssignedForm(ActForm):
    """Contract, declarer's tricks and weight of each result, and the reason.

    Or the fault of each side, whose share takes the place of every result.
    """

    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        error_messages={"required": _("Give the reason for the adjusted score.")},
    )

    def __init__(
        self,
        data: object,
        *,
        names: Mapping[Side, str],
        shares: Iterable[tuple[str, object]],
        by_side: bool,
        initial: Mapping[str, object],
    ) -> None:
        """Make the fields of each row, and offer each side a share by its fault."""
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        self.by_side, self.groups = by_side, groups_of(by_side=by_side)
        self._names = names
        for row in (row for _side, rows in self.groups for row in rows):
            for name, field in RESULT.items():
                self.fields[f"{name}_{row}"] = field()
        for side, name in names.items():
            self.fields[f"fault_{side}"] = forms.ChoiceField(
                label=name, required=False, choices=[("", "–"), *shares]
            )

    @property
    def results(self) -> list[tuple[str, Rows]]:
        """Return rows of fields, of both sides together or of each with its name."""
        return [
            (
                self._names[side] if side else "",
                [(row, [self[f"{name}_{row}"] for name in RESULT]) for row in rows],
            )
            for side, rows in self.groups
        ]

    @property
    def faults(self) -> list[forms.BoundField]:
        """Return the fields of the sides' faults."""
        return [self[f"fault_{side}"] for side in Side]

    @property
    def fault_chosen(self) -> bool:
        """Say whether the fault of a side is told."""
        return any(field.value() for field in self.faults)

    def clean(self) -> dict[str, Any]:
        """Refuse a result in part, a contract that is none, weights that miss 100.

        A fault of the sides takes the place of every result.
        """
        data = super().clean() or {}
        if self.errors:
            return data
        data["results"], data["faults"] = [], self._faults()
        if not data["faults"]:
            data["results"] = self._results()
        return data

    def _faults(self) -> dict[Side, Blame]:
        """Return the fault of both sides, {} where none is told."""
        given = {
            side: Blame(fault)
            for side in Side
            if (fault := self.cleaned_data.get(f"fault_{side}"))
        }
        if len(given) == 1:
            raise forms.ValidationError(
                _("Say of both sides whether they are at fault.")
            )
        return given

    def _results(self) -> list[Possible]:
        return [
            replace(one, side=side)
            for side, rows in self.groups
            for one in self._group(rows)
        ]

    def _group(self, rows: range) -> list[Possible]:
        """Return the results of both sides, or of one."""
        data = self.cleaned_data
        results = [one for row in rows if (one := self._result(row))]
        if not results:
            raise forms.ValidationError(
                _("Give a result for each side: contract and declarer's tricks.")
                if len(self.groups) > 1
                else _("Give at least one result: contract and declarer's tricks.")
            )
        if len(results) == 1 and not data.get(f"weight_{rows[0]}"):
            results = [Possible(results[0].contract, results[0].tricks)]
        total = sum(one.weight for one in results)
        if total != WHOLE:
            raise forms.ValidationError(
                _("The weights make %(total)d percent; they must make 100."),
                params={"total": total},
            )
        return results

    def _result(self, row: int) -> Possible | None:
        """Return one row's result, None where the row is empty."""
        data = self.cleaned_data
        text = str(data.get(f"contract_{row}") or "").strip().upper()
        tricks, weight = data.get(f"tricks_{row}"), data.get(f"weight_{row}")
        if not text and tricks is None and weight is None:
            return None
        if text in PASSED:
            return Possible(None, 0, weight or 0)
        if not text or tricks is None:
            raise forms.ValidationError(
                _("Row %(row)d: give contract and declarer's tricks, or PASS."),
                params={"row": row},
            )
        try:
            contract = Contract.parse(text)
        except ParseError as error:
            raise forms.ValidationError(
                _("Row %(row)d: write level, strain and declarer, as 4HX S."),
                params={"row": row},
            ) from error
        return Possible(contract, tricks, weight or 0)
