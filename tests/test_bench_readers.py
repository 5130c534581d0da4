"""The comparison with endplay runs and finds what the reader is for."""

import pytest
from django.conf import settings

from tests import bench_readers


@pytest.mark.skipif(
    not (settings.TD_DATA / "real-claims" / "manifest.csv").exists(),
    reason=f"no real records: TD_DATA names {settings.TD_DATA}",
)
def test_our_reader_reads_a_few_files_as_the_list_has_them():
    files = bench_readers.shared_files()[:12]
    wanted = bench_readers.listed_claims({path for path, _, _ in files})

    score = bench_readers.ours(files)

    assert (score.files, sum(score.crashes.values())) == (12, 0)
    assert wanted - score.claims == {}


def test_comparison_says_where_the_files_are_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(bench_readers, "FOLDER", tmp_path)

    assert [line.partition(":")[0] for line in bench_readers.lines()] == [
        "no real records"
    ]
