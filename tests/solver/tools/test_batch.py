"""Recorded claims become rows; the real ones, where they lie, are settled."""

import json

import pytest
from django.conf import settings as site

from rulings.solver import Settings
from rulings.solver.tools.batch import (
    AUTO,
    CLAIMERS,
    DEFENDERS,
    EITHER,
    FIELDS,
    BatchEntry,
    adjudicate_batch,
    adjudicate_many,
    adjudicate_record,
    claim_hash,
    question_hash,
)
from tests.solver.made_claims import made_record

RECORD = {
    "id": "one",
    "deal": ("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"),
    "contract": "7N",
    "declarer": "N",
    "play": "JUNK",
    "claimed": 13,
    "left": 2,
}
ORDER = "SHDC"


def played_out(tricks):
    """Return North's winners cashed for some tricks, East to lead first."""
    hands = {
        "E": "ST S9 S8 S7 HJ HT H9 DJ DT D9 CJ CT C9".split(),
        "S": "S6 S5 S4 S3 H8 H7 H6 D8 D7 D6 C8 C7 C6".split(),
        "W": "S2 H5 H4 H3 H2 D5 D4 D3 D2 C5 C4 C3 C2".split(),
        "N": "SA SK SQ SJ HA HK HQ DA DK DQ CA CK CQ".split(),
    }
    cards = []
    leader = "E"
    for _ in range(tricks):
        led = None
        for seat in "ESWN" if leader == "E" else "NESW":
            suit = [c for c in hands[seat] if led is None or c[0] == led]
            card = (suit or sorted(hands[seat], key=lambda c: ORDER.index(c[0])))[0]
            hands[seat].remove(card)
            led = led or card[0]
            cards.append(card)
        leader = "N"
    return " ".join(cards)


def test_a_record_becomes_a_row():
    row = adjudicate_record(RECORD | {"play": played_out(11)}, Settings())

    assert set(FIELDS) <= set(row)
    assert (row["left"], row["claimed_left"], row["award"]) == (2, 2, 2)
    assert row["doubt"] is False
    assert row["claimer"] == "N"


def test_a_defender_claims_what_declarer_is_left_without():
    record = RECORD | {"play": played_out(11), "claimed": 11}

    row = adjudicate_record(record, Settings(), AUTO)

    assert (row["claimed_left"], row["award"], row["doubt"]) == (2, 0, True)
    assert row["claimer"] in {"E", "W"}
    assert adjudicate_record(record, Settings(), DEFENDERS)["claimed_left"] == 2


@pytest.mark.parametrize(
    ("claimed", "who"),
    [(13, {"N"}), (12, {"N", "E", "W"}), (11, {"E", "W"})],
    ids=["declarer takes all", "shared", "declarer takes none"],
)
def test_both_sides_may_have_claimed_where_the_tricks_were_shared(claimed, who):
    record = RECORD | {"play": played_out(11), "claimed": claimed}

    row = adjudicate_record(record, Settings(), EITHER)

    assert row["claimer"] in who
    alone = [adjudicate_record(record, Settings(), side) for side in CLAIMERS[1:3]]
    if len(who) == 3:
        assert row["claimed_left"] - row["low"] == min(
            one["claimed_left"] - one["low"] for one in alone
        )


@pytest.mark.parametrize("lot", range(4))
def test_a_doubt_names_the_other_side_where_its_claim_would_stand(lot):
    """Of claims of what best play gives, doubted as one side's: asked by `either`."""
    doubted = set()
    for number in range(30 * lot, 30 * lot + 30):
        record = made_record(number, 4, makeable=True)
        row = adjudicate_record(record, Settings(), AUTO)
        other = adjudicate_record(record, Settings(), EITHER)
        doubted.add((row["doubt"], other["doubt"]))
        assert (row["other_claimer"] is not None) == (
            row["doubt"] is True and other["doubt"] is False
        )
        if row["other_claimer"] is not None:
            assert row["other_claimer"] == other["claimer"] != row["claimer"]
        assert other["other_claimer"] is None

    assert {(True, True), (True, False), (False, False)} <= doubted


def test_a_claim_above_double_dummy_is_nobodys():
    record = RECORD | {"play": played_out(11), "claimed": 12}

    row = adjudicate_record(record, Settings(), DEFENDERS)
    assert row["doubt"] is True

    assert row["other_claimer"] is None


def test_a_record_that_cannot_be_read_says_so():
    row = adjudicate_record(RECORD, Settings())

    assert "JUNK" in row["error"]
    assert row["award"] is None


def test_a_record_without_a_field_names_it():
    assert adjudicate_record({"id": "x"}, Settings())["error"] == (
        "the record has no field 'deal'"
    )


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"contract": ""}, "'' is not a contract: give level, strain and doubling, "),
        ({"contract": "3CXXQ"}, "'3CXXQ' is not a contract: give level, strain "),
        ({"contract": 4}, "'4' is not a contract: give level, strain and doubling, "),
        ({"contract": "Pass"}, "'Pass' is not a contract: give level, strain and "),
        ({"contract": None}, "the record has no field 'contract'"),
        ({"declarer": None}, "the record has no field 'declarer'"),
        ({"declarer": "Q"}, "“Q” is not a seat: give N, E, S or W"),
        ({"play": None}, "the record has no field 'play'"),
        ({"claimed": "ten"}, "'ten' is not a number of tricks: give declarer's total"),
        ({"claimed": 10.5}, "'10.5' is not a number of tricks: give declarer's total"),
        ({"claimed": "9" * 5000}, "is not a number of tricks: give declarer's total"),
        ({"claimed": 10}, "10 is no total of this play: declarer has won 11, 2 are "),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_field_that_cannot_be_meant_is_said_in_a_sentence(changed, sentence):
    row = adjudicate_record(RECORD | {"play": played_out(11)} | changed, Settings())

    assert sentence in row["error"]
    assert row["award"] is None


@pytest.mark.parametrize("contract", ["7N", "7NT", "7n", "7NXX"])
def test_a_contract_is_read_in_the_spellings_of_records(contract):
    record = RECORD | {"play": played_out(11), "contract": contract}

    assert adjudicate_record(record, Settings())["award"] == 2


def test_a_record_that_breaks_the_solver_costs_no_other(monkeypatch):
    def breaks(*_):
        raise RuntimeError("out of hands")

    monkeypatch.setattr("rulings.solver.tools.batch.position_of", breaks)

    assert adjudicate_record(RECORD, Settings())["error"] == (
        "the record breaks the solver: RuntimeError: out of hands"
    )


def test_a_batch_tells_where_each_row_is_from_and_what_was_asked():
    times = iter([1.0, 1.5, 2.0, 2.5, 3.0, 3.5])
    board = {**RECORD, "id": None, "play": played_out(11), "board": 7, "room": "open"}
    batch = (
        BatchEntry("a.pbn", 12, board),
        BatchEntry("a.pbn", 30, fault="no hands"),
        BatchEntry("a.pbn", 41, {**RECORD, "contract": "9S"}),
    )

    rows = adjudicate_batch(batch, settings=Settings(), clock=lambda: next(times))
    row, wrong, broken = rows

    assert (row["file"], row["line"], row["board"], row["room"]) == (
        "a.pbn",
        12,
        7,
        "open",
    )
    assert (row["id"], row["ms"]) == (claim_hash(board), 500.0)
    assert (row["claim"], wrong["claim"]) == (claim_hash(board), None)
    assert row["asked"] == wrong["asked"] == question_hash(Settings(), AUTO)
    assert (wrong["line"], wrong["error"], wrong["award"]) == (30, "no hands", None)
    assert "9S" in broken["error"]
    assert [one[name] for one in (wrong, broken) for name in (*FIELDS, "ms")] == (
        [None] * 2 * (len(FIELDS) + 1)
    )


def test_the_name_of_a_question_tells_settings_and_claimers_apart():
    names = {
        question_hash(Settings(budget=budget), claimer)
        for budget in (1, 2)
        for claimer in (AUTO, DEFENDERS)
    }

    assert len(names) == 4


def test_the_hash_of_a_claim_does_not_hang_on_its_name():
    one, other = BatchEntry("f", 1, RECORD), BatchEntry("f", 1, RECORD | {"id": "two"})

    assert one.claim == other.claim == claim_hash(RECORD)
    assert (one.id, other.id) == ("one", "two")
    assert BatchEntry("f", 1, RECORD | {"claimed": 12}).claim != one.claim


def test_many_batches_keep_their_order_whatever_runs_them():
    batches = [(BatchEntry("f", n, fault=f"fault {n}"),) for n in range(5)]

    def takes_all_first(work, given):
        return iter([work(batch) for batch in list(given)])

    for run in (map, takes_all_first):
        found = list(adjudicate_many(batches, run, settings=Settings()))
        assert [(entry.line, row["error"]) for entry, row in found] == [
            (n, f"fault {n}") for n in range(5)
        ]


def test_real_claims_are_settled():
    """Sixty accepted online claims: exact, and hardly ever doubted."""
    path = site.TD_DATA / "real-claims" / "claims-online.jsonl"
    if not path.exists():
        pytest.skip(f"real claims are not at {path}; set TD_DATA")
    with path.open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    short = [record for record in records if record["left"] <= 5][:60]

    rows = [adjudicate_record(record, Settings()) for record in short]

    assert [row for row in rows if row["status"] != "exact"] == []
    assert sum(bool(row["doubt"]) for row in rows) <= 3
