"""What a stored proposal says where no line was searched out."""

import pytest

from rulings.queries.case.explaining import (
    PROVEN_WITHOUT_LINE,
    STANDS_WITHOUT_LINE,
    no_line,
)


def stored(low, high, *, certain, best, line=()):
    """Return a stored result of a claim of eight, as far as its line is spoken of."""
    return {
        "line": list(line),
        "low": low,
        "high": high,
        "claimed": 8,
        "certain": {"low": certain, "high": high},
        "double_dummy": {"low": best, "high": 8},
    }


@pytest.mark.parametrize(
    ("result", "turned", "words"),
    [
        pytest.param(None, False, "", id="nothing found"),
        pytest.param(stored(8, 8, certain=8, best=8, line=["x"]), False, "", id="line"),
        pytest.param(stored(6, 7, certain=5, best=8), False, "", id="a range"),
        pytest.param(
            stored(8, 8, certain=8, best=8), False, STANDS_WITHOUT_LINE, id="certain"
        ),
        pytest.param(
            stored(7, 7, certain=7, best=8), False, PROVEN_WITHOUT_LINE, id="cut"
        ),
        pytest.param(
            stored(8, 8, certain=8, best=8), True, PROVEN_WITHOUT_LINE, id="turned"
        ),
        pytest.param(
            stored(6, 7, certain=6, best=8), True, PROVEN_WITHOUT_LINE, id="best play"
        ),
        pytest.param(stored(7, 7, certain=7, best=7), True, "", id="turned range"),
    ],
)
def test_number_without_a_line_says_why(result, turned, words):
    assert no_line(result, turned=turned) == words
