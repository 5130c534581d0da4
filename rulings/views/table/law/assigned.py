"""The form of an assigned score: rows of results, or a share for each side.

As typed, or as it was assigned before (Laws 12C1, 12C2).
"""

from __future__ import annotations

from typing import Any

from rulings.bridge.seats import Side
from rulings.forms.table.assigned import AssignedForm, groups_of
from rulings.presenters.results import FAULT_WORDS
from rulings.presenters.words import side_name
from rulings.queries.case.rules import regulations_of
from rulings.queries.table.sheet import Sheet
from rulings.workflow.ruling.assign import SHARES, Blame


def assigned_form(
    sheet: Sheet, data: object = None, *, by_side: bool = False
) -> AssignedForm:
    """Return the form of a case, as typed or as it was assigned before.

    With `by_side` each side has its own results and none is at fault (Law 82C).
    """
    known = regulations_of(sheet.case)
    faults = [Blame.NONE] if by_side else list(Blame)
    told = [
        (one.value, f"{FAULT_WORDS[one]}, {known[SHARES[one]]} %") for one in faults
    ]
    first = before(sheet) or _first(sheet, by_side=by_side)
    return AssignedForm(
        data,
        names={side: side_name(side) for side in Side},
        shares=told,
        by_side=by_side,
        initial={**first, "version": sheet.case.version},
    )


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


def _first(sheet: Sheet, *, by_side: bool) -> dict[str, object]:
    """Return the contract that was played as the whole of each side's score."""
    contract, starts = str(sheet.contract or ""), groups_of(by_side=by_side)
    return {
        name: value
        for _side, rows in starts
        for name, value in (
            (f"contract_{rows[0]}", contract),
            (f"weight_{rows[0]}", "100"),
        )
    }
