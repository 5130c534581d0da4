"""The form of an assigned score: rows of results, or a share for each side.

As typed, or as it was assigned before (Laws 12C1, 12C2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulings.bridge.seats import Side
from rulings.forms.table.assigned import groups_of
from rulings.presenters.results import FAULT_WORDS
from rulings.presenters.words import side_name
from rulings.queries.case.rules import regulations_of
from rulings.queries.table.sheet import Sheet
from rulings.workflow.ruling.assign import SHARES, Blame


def score_fields(
    sheet: Sheet, typed: Mapping[str, Any], *, by_side: bool = False
) -> dict[str, object]:
    """Return what the form shows: results, shares by fault, the reason.

    With `by_side` each side has its own results and none is at fault (Law 82C).
    """
    return {
        "by_side": by_side,
        "groups": score_groups(sheet, typed, by_side=by_side),
        "faults": fault_rows(sheet, typed, by_side=by_side),
        "fault_chosen": any(typed.get(f"fault_{side}") for side in Side),
        "reason": typed.get("reason", ""),
    }


def before(sheet: Sheet) -> dict[str, Any]:
    """Return the results of the newest ruling as the form has them, {} without."""
    rows = sheet.ruling.assigned if sheet.ruling is not None else []
    if any("side" in row for row in rows):
        return {f"fault_{row['side']}": row["fault"] for row in rows}
    own = any("for_side" in row for row in rows)
    return {
        f"{name}_{number}": row[name] or ("PASS" if name == "contract" else row[name])
        for side, numbers in groups_of(by_side=own)
        for number, row in zip(
            numbers,
            [one for one in rows if one.get("for_side", side) == side],
            strict=False,
        )
        for name in ("contract", "tricks", "weight")
    }


def fault_rows(
    sheet: Sheet, typed: Mapping[str, Any], *, by_side: bool
) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Return for each side its name and the shares by its fault, the chosen marked."""
    known = regulations_of(sheet.case)
    faults = [Blame.NONE] if by_side else list(Blame)
    return [
        (
            side.value,
            side_name(side),
            [
                (
                    fault.value,
                    f"{FAULT_WORDS[fault]}, {known[SHARES[fault]]} %",
                    typed.get(f"fault_{side}") == fault,
                )
                for fault in faults
            ],
        )
        for side in Side
    ]


def score_groups(
    sheet: Sheet, typed: Mapping[str, Any], *, by_side: bool
) -> list[tuple[str, list[tuple[int, str, str, str]]]]:
    """Return the rows of the form (number, contract, tricks, weight) by side."""
    found = []
    for side, rows in groups_of(by_side=by_side):
        contract = str(sheet.contract or "")
        first = {f"contract_{rows[0]}": contract, f"weight_{rows[0]}": "100"}
        known = typed or first
        fields = [
            (
                row,
                str(known.get(f"contract_{row}", "")),
                str(known.get(f"tricks_{row}", "")),
                str(known.get(f"weight_{row}", "")),
            )
            for row in rows
        ]
        found.append((side_name(side) if side else "", fields))
    return found
