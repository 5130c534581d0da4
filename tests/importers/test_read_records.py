import json
import os
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulings.importers.rows import closing, is_closing
from tests.importers.samples import FOLDER, sample
from tests.importers.test_archives import zipped


def run(capsys, *files, **options):
    call_command("read_records", *(str(FOLDER / file) for file in files), **options)
    return capsys.readouterr().out.splitlines()


def test_read_records_prints_a_line_a_board(capsys):
    lines = run(capsys, "lin/vugraph.lin", words=True)

    assert [line.partition("vugraph.lin: ")[2] for line in lines[:-1]] == [
        "board 17 (open), 4S S, 14 cards played, declarer has 1, claim for 10",
        "board 17 (closed), 3N W, 12 cards played, declarer has 3, claim for 6",
        "board 18 (open), 4S S, 14 cards played, declarer has 1, claim for 9",
        "board 18 (closed), -, 0 cards played, no claim",
    ]
    assert lines[-1] == "4 boards, 0 problems"


def test_read_records_prints_problems_and_remarks_in_file_order(capsys):
    lines = run(capsys, "pbn/broken.pbn", words=True)

    assert "board 1, 4S S, 14 cards played" in lines[0]
    assert "board 6, line 104: 8S is not a contract" in lines[6]
    assert any(line.startswith("  line 331: zero is not") for line in lines)
    assert lines[-1] == "3 boards, 18 problems"


def test_read_records_names_revokes(capsys):
    (board, count) = map_lines(run(capsys, "pbn/revoke.pbn"))

    assert any("could have: trick 2, S: S3." in remark for remark in board["remarks"])
    assert count == "1 boards, 0 problems"


def map_lines(lines):
    return [json.loads(line) if line.startswith("{") else line for line in lines]


def test_read_records_prints_json_lines_and_the_count(capsys):
    lines = map_lines(run(capsys, "lin/club.lin", "pbn/gap.pbn"))

    assert [line["claimed"] for line in lines[:-1]] == [10, None]
    assert lines[-1] == "2 boards, 0 problems"


def test_read_records_names_the_file_inside_an_archive(capsys, tmp_path):
    packed = tmp_path / "deals.zip"
    packed.write_bytes(zipped({"a.lin": sample("lin/club.lin"), "b.txt": b"hello"}))

    board, problem, _ = map_lines(run(capsys, str(packed)))

    assert board["file"] == f"{packed}/a.lin"
    assert (problem["file"], problem["kind"]) == (
        f"{packed}/b.txt",
        "member_unreadable",
    )


def test_read_records_counts_an_unreadable_file_as_a_problem(capsys, tmp_path):
    bad = tmp_path / "bad.pbn"
    bad.write_bytes(b"PK\x03\x04")

    lines = run(capsys, str(bad), "lin/club.lin")

    assert json.loads(lines[0]) == {
        "file": str(bad),
        "board": None,
        "line": None,
        "problem": "The archive cannot be unpacked. Send the files inside it.",
        "kind": "archive_damaged",
    }
    assert lines[-1] == "1 boards, 1 problems"


def test_read_records_without_the_file_fails(tmp_path):
    with pytest.raises(CommandError, match="no such file"):
        call_command("read_records", str(tmp_path / "none.pbn"))


def test_read_records_writes_json_lines(capsys, tmp_path):
    out = tmp_path / "o.jsonl"
    bad = tmp_path / "bad.pbn"
    bad.write_bytes(b"no record")
    run(
        capsys,
        "lin/club.lin",
        "pbn/broken.pbn",
        "pbn/hands_only.pbn",
        str(bad),
        out=str(out),
    )
    rows = [json.loads(line) for line in out.read_text().splitlines()]

    assert rows[0] == {
        "deal": "N:AQ7.J85.J96.AKQ4 K2.QT3.KQT7.J963 6543.A64.83.T852 JT98.K972.A542.7",
        "dealer": "N",
        "vul": "None",
        "contract": "4S",
        "declarer": "S",
        "auction": "1C P 1S P 2S P 4S P P P",
        "play": "S9 S7 SK S4 HQ H6 H2 H8 C3 C2 C7 CA CK CJ",
        "won": 1,
        "table": ["CK", "CJ"],
        "turn": "S",
        "left": 10,
        "claimed": 10,
        "file": str(FOLDER / "lin/club.lin"),
        "board": 1,
        "room": None,
        "remarks": [],
    }
    assert rows[2] == {
        "file": str(FOLDER / "pbn/broken.pbn"),
        "board": None,
        "line": 20,
        "problem": "line 20: there are no hands. Add the deal, or remove the record.",
        "kind": "no_deal",
    }
    assert rows[-1]["problem"].startswith("This is no record")
    assert len(rows) == 1 + 21 + 4 + 1
    assert "golf" not in out.read_text()


@pytest.mark.parametrize(
    ("file", "row", "claimed"),
    [("pbn/gap.pbn", 0, None), ("pbn/totals.pbn", 5, None), ("pbn/plain.pbn", 1, 6)],
)
def test_read_records_claimed_is_null_without_a_usable_total(
    capsys, tmp_path, file, row, claimed
):
    out = tmp_path / "o.jsonl"
    run(capsys, file, out=str(out))

    assert json.loads(out.read_text().splitlines()[row])["claimed"] == claimed


@pytest.mark.parametrize("words", [True, False], ids=["words", "JSON"])
def test_read_records_writes_the_name_of_a_file_that_is_no_text(tmp_path, words):
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.lin")
    Path(odd).write_bytes(sample("lin/club.lin"))
    out = tmp_path / "o.jsonl"

    call_command("read_records", odd, out=str(out), words=words)

    (line, *_) = out.read_text("utf-8").splitlines()
    assert "caf\\udce9.lin" in line
    assert words or json.loads(line)["file"] == odd


def test_read_records_closing_line_is_told_from_rows():
    assert is_closing(closing(7822, 128) + "\n")
    assert not is_closing('{"note": "3 boards, 0 problems"}')
