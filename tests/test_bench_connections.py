"""The table of samples in the docs is what the samples give."""

import pytest
from django.conf import settings

from tests import bench_connections, tree


@pytest.mark.skipif(
    not (settings.TD_DATA / "formats").is_dir(),
    reason=f"no samples: TD_DATA names {settings.TD_DATA}",
)
def test_the_docs_say_what_each_systems_samples_give():
    """All but the many published records, which the bench alone reads."""
    page = (tree.ROOT / "docs/import.md").read_text("utf-8")
    _before, written, _after = page.split(bench_connections.MARK)

    wanted = bench_connections.table(bench_connections.connected())
    assert written.split("\n")[2 : len(wanted) + 2] == wanted


def test_the_bench_says_where_samples_are_missing(settings, tmp_path):
    settings.TD_DATA = tmp_path / "nowhere"

    lines, figure = bench_connections.measured()

    assert lines == [f"no samples: TD_DATA names {settings.TD_DATA}"]
    assert figure is None
