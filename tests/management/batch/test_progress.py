"""Progress is told now and then: renewed on a terminal, line by line elsewhere."""

from io import StringIO

import pytest
from django.core.management.base import OutputWrapper

from rulings.management.batch.progress import ProgressLine


class Terminal(StringIO):
    def isatty(self):
        return True


FIRST = "1 claims in 1.0 s, 1.0 claims per second"
LATER = "7 done before, then 2 claims in 20.0 s, 0.1 claims per second"


@pytest.mark.parametrize(
    ("stream", "earlier", "beside_rows", "told"),
    [
        pytest.param(StringIO(), 7, False, f"{LATER}\n{LATER}\n", id="file"),
        pytest.param(
            Terminal(),
            0,
            False,
            f"\r{FIRST}\x1b[K\r{LATER[20:]}\x1b[K\r{LATER[20:]}\x1b[K\n",
            id="terminal",
        ),
        pytest.param(Terminal(), 7, True, f"{LATER}\n{LATER}\n", id="beside rows"),
    ],
)
def test_progress_is_told(stream, earlier, beside_rows, told):
    now = [0.0]
    progress = ProgressLine(OutputWrapper(stream), lambda: now[0], earlier, beside_rows)

    for now[0] in (1.0, 20.0):
        progress.step()
    progress.end()

    assert stream.getvalue() == told
