"""The form of an assigned score: rows of results, or a share for each side.

As typed, or as it was assigned before (Laws 12C1, 12C2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulings.bridge.seats import Side
from rulings.forms.table.assigned import ROWS
from rulings.presenters.results import FAULT_WORDS
from rulings.presenters.words import side_name
from rulings.queries.case.rules import regulations_of
from rulings.queries.table.sheet import Sheet
from rulings.workflow.assign import SHARES, Blame


def score_fields(sheet: Sheet, typed: Mapping[str, Any]) -> dict[str, object]:
    """Return what the form shows: results, shares by fault, the reason."""
    return {
        "rows": score_rows(sheet, typed),
        "faults": fault_rows(sheet, typed),
        "fault_chosen": any(typed.get(f"fault_{side}") for side in Side),
        "reason": typed.get("reason", ""),
    }


def before(sheet: Sheet) -> dict[str, Any]:
    """Return the results of the newest ruling as the form has them, {} without."""
    rows = sheet.ruling.assigned if sheet.ruling is not None else []
    if any("side" in row for row in rows):
        return {f"fault_{row['side']}": row["fault"] for row in rows}
    return {
        f"{name}_{number}": row[name] or ("PASS" if name == "contract" else row[name])
        for number, row in enumerate(rows, start=1)
        for name in ("contract", "tricks", "weight")
    }


def fault_rows(
    sheet: Sheet, typed: Mapping[str, Any]
) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Return for each side its name and the shares by its fault, the chosen marked."""
    known = regulations_of(sheet.case)
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
                for fault in Blame
            ],
        )
        for side in Side
    ]


def score_rows(
    sheet: Sheet, typed: Mapping[str, Any] | None = None
) -> list[tuple[int, str, str, str]]:
    """Return the rows of the form: number, contract, tricks, weight as typed."""
    known = typed or {"contract_1": str(sheet.contract or ""), "weight_1": "100"}
    return [
        (
            row,
            str(known.get(f"contract_{row}", "")),
            str(known.get(f"tricks_{row}", "")),
            str(known.get(f"weight_{row}", "")),
        )
        for row in range(1, ROWS + 1)
    ]
