import json
from pathlib import Path

import pytest
from django.conf import settings

from rulings.bridge.errors import ParseError
from rulings.laws.cases import AGREES, DIFFERS, NOT_HELD, read_cases, run_case
from rulings.laws.engine import editions, flows
from tests.laws.flowdata import DEFAULT, golden_cases

CASE = next(case for case in golden_cases() if case["id"] == "forgotten_trump")
SECOND = Path(__file__).parents[1] / "golden" / "second_reading.json"
SHARED = Path(settings.TD_DATA).parent / "laws" / "flow-cases.json"


def expecting(**expect):
    return {**CASE, "expect": {**CASE["expect"], **expect}}


def test_case_that_agrees_shows_its_walk():
    verdict = run_case(CASE, DEFAULT)

    assert (verdict.status, verdict.difference) == (AGREES, "")
    assert verdict.outcome == "O-CLAIM-CUT"
    assert verdict.path[:2] == ("A01", "A02")
    assert "70C3" in verdict.laws


PATH = CASE["expect"]["path"]


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ({"path": ["A01", "A03"]}, "step 2 is A02, expected A03"),
        ({"path": PATH[:-1]}, "the path goes on to C22"),
        ({"path": [*PATH, "R20"]}, "the path ends before R20"),
        ({"outcome": "O-AGREED"}, "outcome O-CLAIM-CUT, expected O-AGREED"),
        ({"laws": ["70C3", "44"]}, "law 44 is not cited"),
        ({"tricks_to_claimer": 6}, "tricks_to_claimer is 5, expected 6"),
        ({"final_tricks_to_claimer": 6}, "final_tricks_to_claimer is 5, expected 6"),
        ({"records": {"award_70C": 2}}, "award_70C is 1, expected 2"),
        ({"records": {"evidence_use": "x"}}, "evidence_use is None, expected 'x'"),
        ({"notices": ["N-UI"]}, "notice N-UI is not shown"),
    ],
)
def test_case_that_differs_names_the_first_difference(expect, difference):
    verdict = run_case(expecting(**expect), DEFAULT)

    assert (verdict.status, verdict.difference) == (DIFFERS, difference)


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({"answers": {}}, "waits at A01"),
        ({"solver": {"opp_trumps": 1}}, "needs solver.worst_normal"),
    ],
    ids=["question", "value"],
)
def test_case_that_reaches_no_outcome_differs_and_says_what_it_waits_for(
    change, outcome
):
    case = {**CASE, **change, "expect": {"outcome": "O-CLAIM-CUT"}}
    if "solver" in change:
        case["answers"] = {**CASE["answers"], "C06": "mentioned"}

    verdict = run_case(case, DEFAULT)

    assert verdict.difference == "outcome no outcome, expected O-CLAIM-CUT"
    assert verdict.outcome == outcome


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"edition": "1963"}, "no data of the 1963 edition"),
        ({"flow": "law99"}, "no flow 'law99'"),
    ],
)
def test_case_of_another_edition_or_flow_is_not_held(change, reason):
    verdict = run_case({**CASE, **change}, DEFAULT)

    assert verdict.status == NOT_HELD
    assert reason in verdict.difference
    assert (verdict.path, verdict.outcome, verdict.laws) == ((), "", ())


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"answers": {"A01": "shrugged"}}, "NotOffered: step A01"),
        ({"entry": "C01"}, "NotOffered: step entry"),
        ({"regulation": {"suit_order": "up"}}, "WrongValue: suit_order"),
        ({"facts": {"role": "dummy"}}, "WrongValue: facts.role"),
        ({"answers": {"A01": ["statement"]}}, "NotOffered: step A01"),
        ({"answers": ["statement"]}, "ParseError: answers is ['statement']"),
        ({"facts": 3}, "ParseError: facts is 3; it must be a table"),
        ({"facts": {"timing": "late"}}, "ParseError: facts.timing is 'late'; it must"),
        ({"facts": {"appeal": "pairs"}}, "ParseError: facts.appeal is 'pairs'"),
        ({"facts": {"windows": [1]}}, "ParseError: facts.windows is [1]; it must"),
        ({"expect": []}, "ParseError: expect is []; it must be a table"),
        ({"expect": {"records": ["x"]}}, "ParseError: expect.records is ['x']"),
        ({"expect": {"path": "A01"}}, "ParseError: expect.path is 'A01'; it must"),
        ({"expect": {"laws": [70]}}, "ParseError: expect.laws is [70]; it must"),
    ],
)
def test_case_that_cannot_be_walked_differs(change, problem):
    verdict = run_case({**CASE, **change}, DEFAULT)

    assert verdict.status == DIFFERS
    assert verdict.difference.startswith(problem)


@pytest.mark.parametrize("part", ["regulation", "expect"])
def test_part_that_is_null_is_left_out(part):
    assert run_case({**CASE, part: None}, DEFAULT).outcome == "O-CLAIM-CUT"


def test_list_that_is_null_is_not_compared():
    verdict = run_case(expecting(path=None, notices=None), DEFAULT)

    assert verdict.status == AGREES


def test_case_without_entry_begins_at_the_first_step_and_keeps_its_id():
    case = {key: value for key, value in CASE.items() if key not in {"entry", "id"}}

    verdict = run_case(case, DEFAULT)

    assert (verdict.id, verdict.status) == ("?", AGREES)
    assert run_case(CASE, DEFAULT).id == "forgotten_trump"


def test_case_that_needs_values_names_each():
    case = {"flow": "law27", "edition": "2017", "entry": "I01"}
    case["answers"] = {"I01": "intended", "I02": "yes"}

    assert run_case(case, DEFAULT).outcome == "needs facts.last_bid, facts.bid"


def test_one_fact_given_leaves_the_others_of_its_table_to_what_silence_means():
    case = {**CASE, "entry": "P02", "answers": {"P02": "yes"}, "expect": {}}
    appeal = {"event_type": "teams", "both_partners_concur": True}

    verdict = run_case({**case, "facts": {"appeal": appeal}}, DEFAULT)

    assert verdict.outcome == "O-APPEAL-INADMISSIBLE"


def test_case_without_its_flow_differs():
    verdict = run_case({"id": "X"}, DEFAULT)

    assert verdict.difference.startswith("ParseError: flow is None; it must name one")
    assert "claims, law27" in verdict.difference


@pytest.mark.parametrize("edition", [None, "", ["2017"], True])
def test_case_whose_edition_is_no_name_differs(edition):
    verdict = run_case({**CASE, "edition": edition}, DEFAULT)

    assert verdict.status == DIFFERS
    assert verdict.difference.startswith(f"ParseError: edition is {edition!r}")


@pytest.mark.parametrize("expect", [None, {}, {"records": {}}, {"outcom": "O-AGREED"}])
def test_case_that_expects_nothing_cannot_agree(expect):
    verdict = run_case({**CASE, "expect": expect}, DEFAULT)

    assert verdict.status == DIFFERS
    assert verdict.difference.startswith("nothing is expected")


def test_expectation_of_an_unknown_name_is_told():
    verdict = run_case(expecting(outcom="O-AGREED", effect="ruled"), DEFAULT)

    assert verdict.status == AGREES
    assert verdict.beside == ("effect", "outcom")


def test_facts_left_out_mean_what_the_flow_says():
    """A captain who is not mentioned does not concur; nothing is asked for."""
    case = {**CASE, "entry": "P02", "answers": {"P02": "yes"}, "expect": {}}

    teams = run_case({**case, "facts": {"appeal": {"event_type": "teams"}}}, DEFAULT)
    captain = {"appeal": {"event_type": "teams", "captain_concurs": True}}

    assert teams.outcome == "O-APPEAL-INADMISSIBLE"
    assert run_case({**case, "facts": captain}, DEFAULT).outcome == "waits at P04"


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"schema": "other"}', '{"schema": "flow-case/1", "cases": 3}',
     '{"schema": "flow-case/1", "cases": [3]}',
     '{"schema": "flow-case/1", "cases": [], "default_regulation": []}'],
)  # fmt: skip
def test_file_that_holds_no_cases_is_refused(text):
    with pytest.raises(ParseError, match=r"no JSON|no file of flow|must be a table"):
        read_cases(text)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("[]", "it holds no table that could name a schema"),
        ('{"cases": []}', "it names no schema"),
        ('{"schema": "claim/2"}', 'its schema is given as "claim/2"'),
        ('{"schema": 3}', "its schema is given as 3"),
        (json.dumps({"schema": 90 * "x"}), f'its schema is given as "{79 * "x"}'),
    ],
    ids=["list", "none", "other", "number", "long"],
)
def test_a_file_of_another_schema_is_told_which_and_which_is_right(text, given):
    with pytest.raises(ParseError) as raised:
        read_cases(text)

    assert str(raised.value) == (
        f"no file of flow cases: {given}; its schema must be flow-case/1"
    )


def test_file_of_cases_is_read():
    text = json.dumps({"schema": "flow-case/1", "cases": [CASE]})

    assert read_cases(text) == ({}, [CASE])


def test_cases_of_a_second_reading_agree():
    default, cases = read_cases(SECOND.read_text("utf-8"))

    verdicts = [run_case(case, default) for case in cases]

    assert len(cases) >= 77
    assert [(v.id, v.difference) for v in verdicts if v.status != AGREES] == []
    assert [v.beside for v in verdicts if v.beside] == []


@pytest.mark.skipif(not SHARED.exists(), reason="no shared flow cases beside TD_DATA")
def test_shared_cases_of_held_editions_agree():
    default, cases = read_cases(SHARED.read_text("utf-8"))
    verdicts = [run_case(case, default) for case in cases]
    held = [c for c in cases if c["flow"] in flows() and c["edition"] in editions()]

    assert [(v.id, v.difference) for v in verdicts if v.status == DIFFERS] == []
    assert sum(v.status == AGREES for v in verdicts) == len(held) >= 31
