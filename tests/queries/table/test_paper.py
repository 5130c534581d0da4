"""A line stands beside a ruling only where it proves the number ruled."""

import pytest

from rulings.models import Ruling
from rulings.queries.table.paper import BY_HAND, BY_SQUEEZE, Paper
from rulings.queries.table.settlement import AS_GIVEN

LINE = [{"cards": []}]


@pytest.mark.parametrize(
    ("ruled", "by_squeeze", "shown", "why"),
    [
        pytest.param(2, None, LINE, "", id="the number proposed"),
        pytest.param(3, None, [], BY_HAND, id="a number of his own"),
        pytest.param(2, 3, [], BY_SQUEEZE, id="the line squeezes, unsaid"),
        pytest.param(3, 3, LINE, "", id="the squeeze counted"),
    ],
)
def test_a_line_that_wins_another_number_is_not_shown(ruled, by_squeeze, shown, why):
    result = {"award": 2, "low": 2, "high": 2, "line": LINE, "by_squeeze": by_squeeze}
    ruling = Ruling(tricks_claimer=ruled, walk={AS_GIVEN: True})

    paper = Paper(ruling, None, None, result)

    assert paper.line == shown
    assert paper.other_line == why
