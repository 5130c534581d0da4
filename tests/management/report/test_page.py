"""The report is one file that needs nothing else, and says what the rows say."""

import re
from html.parser import HTMLParser

import pytest

from rulings.management.report.cases import shown_claims
from rulings.management.report.charts import (
    agreement_rows,
    kind_rows,
    lapse_rows,
    left_name,
    milliseconds,
    percent,
    place,
    scale_end,
    time_rows,
)
from rulings.management.report.findings import KEPT, SHOWN, Findings
from rulings.management.report.page import write_report
from rulings.solver import Settings
from rulings.solver.tools.batch import BatchEntry, adjudicate_entry
from rulings.solver.tools.tally import Kind, Tally
from tests.solver.made_claims import made_record
from tests.solver.tools.test_tally import ROW

BAD = '<script>alert("x")</script>'


class Reader(HTMLParser):
    """Collects elements, what they load, and the texts in headings."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.loads = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in {"meta", "rect", "line"}:
            self.open.append(tag)
        self.loads += [value for name, value in attrs if name in {"src", "href"}]

    def handle_startendtag(self, tag, _attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def counted(*changes):
    tally = Tally()
    for changed in changes:
        tally.add(ROW | changed)
    return tally


@pytest.fixture(scope="module")
def found():
    """Return what a run over some made-up claims has found."""
    findings = Findings(Settings())
    for n in range(24):
        record = made_record(n, 2 + n % 4) | {"room": BAD}
        entry = BatchEntry("made.jsonl", n + 1, record)
        findings.add(entry, adjudicate_entry(entry, Settings()) | {"ms": 1.5 + n})
    findings.add(BatchEntry("made.jsonl", 99, fault="x"), {"error": "x"})
    return findings


@pytest.fixture(scope="module")
def report(found, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(path, found)
    return path.read_text("utf-8")


def test_the_file_stands_by_itself_and_is_whole(report):
    reader = Reader()
    reader.feed(report)

    assert (reader.open, reader.loads) == ([], [])
    assert "script" not in reader.tags
    assert re.search(r"url\(|@import", report) is None
    assert report.count("<style>") == 1
    assert "prefers-color-scheme: dark" in report
    assert "@media print" in report


def test_texts_of_a_record_are_escaped(report, found):
    assert found.chosen()
    assert BAD not in report
    assert "&lt;script&gt;" in report


def test_every_shown_claim_is_drawn_with_its_numbers(report, found):
    chosen = found.chosen()

    assert report.count('<article class="claim">') == len(chosen) <= SHOWN
    assert report.count('<div class="diagram"') == len(chosen)
    for _, entry, _ in chosen:
        assert f"made.jsonl, board {entry.record['board']}" in report


def test_nothing_is_said_twice_of_a_claim(found):
    doubted = [one for one in shown_claims(found) if one.result.settles]

    assert doubted
    for one in doubted:
        said = [words for _, words in one.reasons] + list(one.settles)
        assert len(said) == len(set(said))


def test_the_numbers_are_those_of_the_tally(report, found):
    whole = found.tally.whole
    figures = re.findall(r"<dd>([^<]*)</dd>", report)

    assert figures[:4] == [
        "24",
        f"{percent(whole.kinds[Kind.EQUAL], 24)} %",
        str(whole.below),
        str(whole.kinds[Kind.MORE]),
    ]
    assert "Not computed</dt><dd>1<" in report


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Double dummy"), ("pl", "Zgodność"), ("fr", "levées")],
)
def test_the_report_speaks_the_languages(found, tmp_path, language, words):
    write_report(tmp_path / "r.html", found, language)
    report = (tmp_path / "r.html").read_text("utf-8")

    assert f'<html lang="{language}">' in report
    assert words in report
    assert not re.search(r'(?:x|width)="\d+,', report)


def test_a_run_without_rows_gives_a_report(tmp_path):
    write_report(tmp_path / "r.html", Findings(Settings()))

    assert "<dd>0</dd>" in (tmp_path / "r.html").read_text("utf-8")


# --- what is chosen ------------------------------------------------------------------


def test_of_each_kind_the_shortest_and_widest_are_kept_and_kinds_take_turns():
    findings = Findings(Settings())
    for n in range(300):
        left = 3 + n % 7
        changed = {"left": left, "claimed_left": left, "award": left - 1 - n % 2}
        kind = {"settles": [["W:SQ"]]} if n % 3 else {"claimer": "E"}
        row = ROW | changed | kind | {"double_dummy": left}
        findings.add(BatchEntry("f", n, {"id": str(n)}), row)
    findings.add(BatchEntry("f", 999, {"id": "equal"}), ROW)

    chosen = findings.chosen()

    assert len(chosen) == 2 * KEPT
    kinds = [kind for kind, _, _ in chosen]
    assert kinds == [Kind.LOCATION] * KEPT + [Kind.PARTNER] * KEPT
    assert {row["left"] for _, _, row in chosen} == {3}
    assert {row["award"] for _, _, row in chosen} == {1}
    assert [entry.line for _, entry, _ in chosen[KEPT:]] == [21, 63, 105, 147, 189, 231]


# --- charts --------------------------------------------------------------------------


def test_a_row_of_agreement_has_what_differs_as_a_bar():
    tally = counted({}, {}, {"award": 2}, {"claimed_left": 2})

    (row,) = agreement_rows(tally)

    assert scale_end(tally) == 50
    assert (row.name, row.claims, row.equal) == ("3 tricks", 4, "50.0")
    assert [(part.kind, part.x, part.width) for part in row.parts] == [
        ("below", "0.00%", "50.00%"),
        ("more", "50.00%", "50.00%"),
    ]


def test_a_scale_ends_at_the_next_round_share():
    assert scale_end(counted(*[{}] * 96, *[{"award": 2}] * 4)) == 5
    assert scale_end(counted({})) == 1


def test_times_stand_on_a_scale_of_powers_of_ten():
    assert [round(place(time)) for time in (0, 0.1, 1, 100, 1e5, 1e9)] == [
        0,
        0,
        17,
        50,
        100,
        100,
    ]
    (row,) = time_rows(counted({"ms": 1.0}, {"ms": 10.0}, {"ms": 1000.0}))
    assert (row.median, row.p95, row.longest) == ("10 ms", "1.0 s", "1.0 s")
    assert (row.median_at, row.reach, row.longest_at) == ("33.33%", "33.33%", "66.67%")
    assert list(time_rows(counted({"ms": None}))) == []


def test_lapses_and_kinds_are_counted_with_their_laws():
    tally = counted({}, {"award": 2}, {"claimed_left": 2})

    assert [(row.law, row.claims, row.of) for row in lapse_rows(tally)] == [
        ("70E2", 2, 3)
    ]
    assert [(row.law, row.claims, row.of) for row in kind_rows(tally)] == [
        ("70D1", 1, 2),
        ("71", 1, 2),
    ]


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(0, 0, "0.0"), (1, 3, "33.3"), (9999, 10_000, "99.9"), (5, 5, "100.0")],
)
def test_a_share_is_whole_only_where_nothing_is_missing(part, whole, text):
    assert percent(part, whole) == text


def test_times_and_tricks_are_written_for_people():
    assert [milliseconds(time) for time in (0.42, 9.9, 12.1, 1500)] == [
        "0.4 ms",
        "9.9 ms",
        "13 ms",
        "1.5 s",
    ]
    assert [left_name(1), left_name(2)] == ["1 trick", "2 tricks"]
