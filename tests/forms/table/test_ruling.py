"""What a director promises and decides, as typed values."""

import uuid
from datetime import UTC, datetime

import pytest

from rulings.forms.table.ruling import NumberForm, ReserveForm

ACT = {"key": str(uuid.uuid4()), "version": "1"}
LATE = datetime(2026, 3, 28, 22, 30, tzinfo=UTC)
"""Half past eleven at night in Warsaw, before the clocks go forward."""


@pytest.mark.parametrize(
    ("data", "instant"),
    [
        ({"minutes": "15"}, datetime(2026, 3, 28, 22, 45, tzinfo=UTC)),
        ({"until": "23:45"}, datetime(2026, 3, 28, 22, 45, tzinfo=UTC)),
        ({"until": "00:10"}, datetime(2026, 3, 28, 23, 10, tzinfo=UTC)),
        ({"until": "08:00"}, datetime(2026, 3, 29, 6, 0, tzinfo=UTC)),
    ],
    ids=["minutes", "tonight", "past midnight", "past the change of clocks"],
)
def test_promise_is_an_instant_to_come(data, instant):
    form = ReserveForm({**ACT, **data})

    assert form.is_valid()
    assert form.instant(LATE, "Europe/Warsaw") == instant


def test_promise_without_a_time_is_refused():
    assert ReserveForm(ACT).errors.keys() == {"__all__"}


@pytest.mark.parametrize(
    ("data", "missing"),
    [
        ({"tricks": "5"}, ["reason"]),
        ({"reason": "so"}, ["tricks"]),
        ({"tricks": "5", "reason": "so"}, []),
        ({"tricks": "5", "why": "doubt"}, []),
        ({"tricks": "9", "why": "doubt"}, ["tricks"]),
    ],
)
def test_another_number_needs_number_and_reason(data, missing):
    sent = {"way": "override", **ACT, **data}
    form = NumberForm(sent, [(n, str(n)) for n in range(6)], 1)

    assert sorted(form.errors) == missing
