"""An assigned score: up to three weighted results, or a share for each side.

After a director's error (Law 82C) each side has results of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Side
from rulings.workflow.ruling.assign import WHOLE, Blame, Possible

ROWS = 3
PASSED = ("PASS", "P", "-")


def groups_of(*, by_side: bool) -> list[tuple[Side | None, range]]:
    """Return the numbers of the rows, of both sides together or of each side."""
    if not by_side:
        return [(None, range(1, ROWS + 1))]
    starts = range(1, 2 * ROWS, ROWS)
    return [(side, range(n, n + ROWS)) for side, n in zip(Side, starts, strict=True)]


class AssignedForm(forms.Form):
    """Contract, declarer's tricks and weight of each result, and the reason."""

    reason = forms.CharField(
        max_length=1000,
        error_messages={"required": _("Give the reason for the adjusted score.")},
    )

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - a form's own arguments
        by_side: bool = False,
        **kwargs: Any,  # noqa: ANN401 - the same
    ) -> None:
        """Make the fields of each row; the first stands for the whole by itself."""
        super().__init__(*args, **kwargs)
        self.groups = groups_of(by_side=by_side)
        for row in (row for _side, rows in self.groups for row in rows):
            self.fields[f"contract_{row}"] = forms.CharField(
                required=False, max_length=12
            )
            self.fields[f"tricks_{row}"] = forms.IntegerField(
                required=False, min_value=0, max_value=FULL_HAND
            )
            self.fields[f"weight_{row}"] = forms.IntegerField(
                required=False, min_value=1, max_value=WHOLE
            )
        for side in Side:
            self.fields[f"fault_{side}"] = forms.ChoiceField(
                required=False, choices=[(one, one) for one in Blame]
            )

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
