"""Files become a stream of claims and faults, each with its file and line."""

import gzip
import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from rulings.importers.text import MAX_LINE
from rulings.management.batch.sources import ClaimFiles, batches_of
from tests import tree
from tests.solver.made_claims import made_record

SAMPLES = tree.ROOT / "tests" / "samples"
CLAIM = made_record(1, 3)


def read(*files, **given):
    source = ClaimFiles(files, **given)
    return list(source.entries()), source


def written(folder, text, name="claims.jsonl"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_json_lines_become_claims_with_their_lines(tmp_path):
    text = "\ufeff" + json.dumps(CLAIM) + "\n\n" + json.dumps(CLAIM | {"id": "b"})

    entries, _ = read(written(tmp_path, text))

    assert [(entry.line, entry.id) for entry in entries] == [(1, "made-1"), (3, "b")]
    assert entries[0].record == CLAIM


@pytest.mark.parametrize("name", ["claims.jsonl.gz", "claims.gz"])
def test_packed_json_lines_are_read_as_they_come(tmp_path, name):
    packed = gzip.compress(json.dumps(CLAIM).encode() + b"\n")

    entries, _ = read(written(tmp_path, packed, name))

    assert [entry.record for entry in entries] == [CLAIM]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        pytest.param(b"{", "not JSON", id="cut short"),
        pytest.param(b"[1]", "not a JSON object", id="list"),
        pytest.param(b'{"id": "\xff"}', "not JSON", id="bytes"),
        pytest.param(b"[" * 100_000, "not JSON", id="deep"),
        pytest.param(b"{" + b" " * 3 * MAX_LINE, "more than", id="long"),
        pytest.param(b'{"problem": "line 3: no hands"}', "line 3: no hands", id="told"),
    ],
)
def test_a_wrong_line_says_so_and_the_next_is_read(tmp_path, line, fault):
    path = written(tmp_path, line + b"\n" + json.dumps(CLAIM).encode())

    (wrong, right), _ = read(path)

    assert (wrong.file, wrong.line, wrong.record) == (str(path), 1, None)
    assert fault in wrong.fault
    assert (right.line, right.record) == (2, CLAIM)


def test_a_packed_file_that_is_cut_short_gives_what_it_holds(tmp_path):
    rows = "".join(json.dumps(made_record(n, 3)) + "\n" for n in range(60))
    packed = gzip.compress(rows.encode())

    entries, _ = read(written(tmp_path, packed[: len(packed) // 2], "x.jsonl.gz"))

    assert entries[0].record == made_record(0, 3)
    assert "damaged" in entries[-1].fault
    assert [entry.line for entry in entries] == list(range(1, len(entries) + 1))


def test_boards_of_a_pbn_file_are_claims_or_counted_or_faults():
    entries, source = read(SAMPLES / "pbn" / "broken.pbn")

    faults = [entry for entry in entries if entry.record is None]
    assert faults
    assert all(entry.line and entry.fault.endswith(".") for entry in faults)
    assert len(entries) + source.unclaimed >= len(faults)


def test_a_pbn_file_that_begins_with_a_commentary_is_no_json(tmp_path):
    whole = (SAMPLES / "pbn" / "plain.pbn").read_bytes()
    plain, counted = read(written(tmp_path, whole, "plain.pbn"))

    entries, source = read(written(tmp_path, b"{ Round 1 }\n" + whole, "round.pbn"))

    assert [one.id for one in entries] == [one.id for one in plain]
    assert source.unclaimed == counted.unclaimed
    assert len(plain) + counted.unclaimed > 0


def test_every_board_of_the_samples_is_a_claim_a_fault_or_counted():
    files = [*SAMPLES.glob("pbn/*.pbn"), *SAMPLES.glob("lin/*.*")]

    entries, source = read(*sorted(files))

    claims = [entry for entry in entries if entry.record]
    assert len(claims) >= 10
    assert source.unclaimed >= 10
    assert len({entry.id for entry in claims}) > 5


def test_a_file_that_is_no_record_is_one_fault(tmp_path):
    entries, _ = read(written(tmp_path, "Dear director,", "letter.txt"))

    assert [(entry.line, entry.record) for entry in entries] == [(None, None)]
    assert "no record" in entries[0].fault


def test_a_file_that_cannot_be_opened_is_one_fault(tmp_path):
    (entry,), _ = read(tmp_path)

    assert entry.fault.startswith("cannot be read")


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"claimed": None}, id="no total"),
        pytest.param({"play": "", "id": None}, id="no play"),
        pytest.param({"play": " ".join(["C2"] * 52)}, id="played out"),
    ],
)
def test_what_holds_no_claim_is_counted(tmp_path, changed):
    entries, source = read(written(tmp_path, json.dumps(CLAIM | changed)))

    assert (entries, source.unclaimed) == ([], 1)


def test_more_cards_than_a_deck_has_are_a_row_and_not_counted_as_played_out(tmp_path):
    crowded = CLAIM | {"play": " ".join(["C2"] * 56)}

    entries, source = read(written(tmp_path, json.dumps(crowded)), max_left=4)

    assert [entry.record for entry in entries] == [crowded]
    assert (source.unclaimed, source.outside) == (0, 0)


def test_claims_with_other_numbers_of_tricks_left_are_counted(tmp_path):
    lines = "\n".join(json.dumps(made_record(n, n)) for n in range(1, 7))

    entries, source = read(written(tmp_path, lines), min_left=2, max_left=4)

    assert [entry.record["left"] for entry in entries] == [2, 3, 4]
    assert source.outside == 3


def test_claims_with_another_value_of_a_field_are_counted(tmp_path):
    rows = [CLAIM | {"tier": tier} for tier in ("online", "vugraph", "online")]
    path = written(tmp_path, "\n".join(json.dumps(row) for row in [*rows, CLAIM]))

    entries, source = read(path, only=("tier", "online"))

    assert ([entry.line for entry in entries], source.outside) == ([1, 3], 2)


@pytest.mark.parametrize(
    ("field", "value", "number"),
    [("board", "1", 1), ("room", "null", 2), ("doubled", "true", 1), ("tier", "a", 0)],
)
def test_a_field_is_asked_for_as_json_has_it(tmp_path, field, value, number):
    rows = [CLAIM | {"board": 1, "doubled": True, "room": None}, CLAIM | {"board": 2}]
    path = written(tmp_path, "\n".join(json.dumps(row) for row in rows))

    entries, source = read(path, only=(field, value))

    assert (len(entries), source.outside) == (number, 2 - number)
    assert source.named is (field != "tier")


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_json_lines_come_through_a_pipe_too(tmp_path, pack):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = pack(json.dumps(CLAIM).encode() + b"\n")
    with ThreadPoolExecutor(1) as other:
        other.submit(pipe.write_bytes, data)
        entries, _ = read(pipe)

    assert [entry.record for entry in entries] == [CLAIM]


def test_batches_hold_the_entries_in_order():
    entries, _ = read(SAMPLES / "pbn" / "plain.pbn", SAMPLES / "lin" / "club.lin")

    assert sum(batches_of(entries * 9, 4), ()) == tuple(entries * 9)
    assert {len(batch) for batch in batches_of([*entries, *entries], 1)} == {1}


def test_a_total_that_is_no_number_of_tricks_is_not_passed_over(tmp_path):
    """Its board would be counted among those on which nobody claimed."""
    whole = (SAMPLES / "lin" / "club.lin").read_text("utf-8")
    wrong = whole.replace("mc|10|", "mc|ten|")
    assert wrong != whole

    (entry,), source = read(written(tmp_path, wrong, "club.lin"))

    assert entry.fault.startswith("board 1, line ")
    assert ": ten is not a number of tricks." in entry.fault
    assert source.unclaimed == 0
