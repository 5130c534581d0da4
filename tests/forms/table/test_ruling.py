"""What a director promises and decides, as typed values."""

from datetime import UTC, datetime

import pytest

from rulings.forms.table.ruling import ReserveForm, RuleForm

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
    form = ReserveForm(data)

    assert form.is_valid()
    assert form.instant(LATE, "Europe/Warsaw") == instant


def test_promise_without_a_time_is_refused():
    assert not ReserveForm({}).is_valid()


@pytest.mark.parametrize(
    ("data", "missing"),
    [
        ({"way": "override", "tricks": "5"}, ["reason"]),
        ({"way": "override", "reason": "so"}, ["tricks"]),
        ({"way": "override", "tricks": "5", "reason": "so"}, []),
        ({"way": "accept"}, []),
    ],
    ids=["no reason", "no number", "both", "as proposed"],
)
def test_another_number_needs_number_and_reason(data, missing):
    form = RuleForm(data)

    form.is_valid()

    assert sorted(form.errors) == missing
