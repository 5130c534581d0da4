"""The atlas counts what the rows say, and its words are those of the search."""

from functools import partial

import pytest
from django.core.management import call_command

from rulings.management.report.atlas import (
    Atlas,
    Verdict,
    verdict_of,
    words_of,
    write_atlas,
)
from rulings.solver import Settings
from rulings.solver.tools.batch import BatchEntry, adjudicate_entry
from tests.solver.made_claims import made_record, write_made


@pytest.mark.parametrize(
    ("low", "award", "best", "verdict"),
    [
        (3, 3, 3, Verdict.STANDS),
        (4, 4, 4, Verdict.STANDS),
        (2, 3, 3, Verdict.ASKED),
        (2, 2, 3, Verdict.DOUBTED),
        (1, 2, None, Verdict.DOUBTED),
        (1, 2, 2, Verdict.FALSE),
        (2, None, 3, Verdict.OPEN),
        (2, None, 2, Verdict.FALSE),
    ],
)
def test_a_claim_comes_out_by_all_its_lines(low, award, best, verdict):
    row = {"low": low, "award": award, "claimed_left": 3, "double_dummy": best}

    assert verdict_of(row) is verdict


@pytest.fixture(scope="module")
def atlas():
    """Return the atlas of some made-up claims, words looked for where they may help."""
    found = Atlas(Settings())
    for n in range(40):
        entry = BatchEntry(
            "made.jsonl", n + 1, made_record(n, 2 + n % 3, makeable=True)
        )
        found.add(entry, adjudicate_entry(entry, Settings()))
    found.add(BatchEntry("made.jsonl", 99, fault="x"), {"error": "x"})
    found.words = words_of(tuple(found.sample(5, 4)), settings=Settings())
    return found


def test_every_claim_is_counted_once_in_every_table(atlas):
    assert atlas.failed == 1
    assert atlas.whole.total() == 40
    unsure = atlas.whole[Verdict.DOUBTED] + atlas.whole[Verdict.ASKED]
    for groups in (atlas.by_left, atlas.by_strain, atlas.by_tier):
        assert sum(counts.total() for counts in groups.values()) == 40
    assert atlas.causes.total() == unsure == len(atlas.unsure)


def test_a_sample_is_of_unsure_claims_and_the_same_in_any_order(atlas):
    chosen = [entry.line for entry in atlas.sample(5, 4)]
    turned = Atlas(Settings(), unsure=atlas.unsure[::-1])

    assert chosen
    assert [entry.line for entry in turned.sample(5, 4)] == chosen
    unsure = {entry.line: row for entry, row in atlas.unsure}
    assert all(unsure[line]["left"] <= 4 for line in chosen)


def test_the_page_holds_the_counts_and_its_plots_lie_beside_it(atlas, tmp_path):
    written = write_atlas(tmp_path / "atlas.md", atlas, 4)

    page = written[0].read_text("utf-8")
    doubted = atlas.whole[Verdict.DOUBTED]
    assert f"loses, whatever was counted | {doubted} |" in page
    saved = sum(bool(row["words"] and row["kept"]) for row in atlas.words)
    assert f"| words that make the number certain | {saved} |" in page
    for name in ("left", "strain", "causes"):
        assert f"(img/atlas-{name}.svg)" in page
        assert (tmp_path / "img" / f"atlas-{name}.svg") in written


def test_a_stopped_run_goes_on_and_ends_in_the_same_page(tmp_path):
    claims, rows, page = (tmp_path / name for name in ("c.jsonl", "r.jsonl", "a.md"))
    write_made(claims, 12)
    run = partial(call_command, "claims_atlas", claims, rows=rows, out=page, words=1)
    run()
    first, solved = page.read_bytes(), rows.read_bytes()
    rows.write_bytes(solved[: len(solved) // 2])

    run()

    assert rows.read_bytes() == solved
    assert page.read_bytes() == first
