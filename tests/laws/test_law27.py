"""What Law 27 asks of the engine: computed values, calls, values left out."""

import pytest

from rulings.laws.engine import WrongValue, load_flow, walk
from rulings.laws.engine.computations import KNOWN
from rulings.laws.engine.flow import INPUTS
from rulings.laws.regulations import law_default
from tests.laws.flowdata import held

START = {"I01": "intended", "I02": "yes", "I04": "declines", "I05": "no"}
LOW = {"last_bid": "1S", "bid": "1H"}


def law27(edition="2017"):
    return load_flow("law27", edition)


def go(answers, facts=None, edition="2017", entry="I01"):
    return walk(
        law27(edition),
        answers=answers,
        facts=LOW if facts is None else facts,
        regulation=law_default(edition),
        entry=entry,
    )


def test_flow_says_where_a_call_may_begin_and_what_it_wants_entered():
    flow = law27()

    assert flow.starts == {"I01": "An insufficient bid"}
    assert flow.entries == ("I01", "I30", "I31", "I40")
    assert flow.inputs == ("auction",)
    assert set(flow.inputs) <= INPUTS
    assert flow.starts["I01"] in set(flow.texts())
    assert len(flow.steps) == 18
    assert len(flow.outcomes) == 15


def test_every_follow_up_is_an_entry_and_every_start_is_too():
    for flow in held():
        assert set(flow.starts) <= set(flow.entries)
        follow = {step for end in flow.outcomes.values() for step in end.follow_ups}
        assert follow <= set(flow.entries) - set(flow.starts)


def test_walk_asks_for_both_bids_before_it_compares_them():
    walked = go({"I01": "intended", "I02": "yes"}, {})

    needs = [(need.key, need.kind) for need in walked.missing]
    assert needs == [("facts.last_bid", "bid"), ("facts.bid", "bid")]


def test_walk_asks_for_the_replacement_where_nobody_named_it():
    walked = go({**START, "I07": "chosen"})

    assert [(n.key, n.kind) for n in walked.missing] == [("facts.replacement", "call")]


def test_replacement_entered_with_the_answer_goes_before_the_fact():
    answers = {**START, "I07": {"choice": "chosen", "replacement": "P"}}

    walked = go(answers, {**LOW, "replacement": "2H"})

    assert walked.at.id == "I18"


def test_value_of_another_choice_is_not_stored():
    answers = {**START, "I05": {"choice": "no", "replacement": "P"}}

    walked = go({**answers, "I07": "chosen"}, {**LOW, "replacement": "2H"})

    assert walked.records["replacement"] == "2H"
    assert walked.outcome.id == "O-27B1a"


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"bid": "8H"}, "facts.bid is '8H'; it must be a bid from 1C to 7N"),
        ({"bid": "P"}, "facts.bid is 'P'; it must be a bid"),
        ({"last_bid": "1h"}, "facts.last_bid is '1h'; it must be a bid"),
        ({"replacement": "XXX"}, "it must be a call such as 2H, 3N, P, X or XX"),
        ({"final_replacement": 2}, "it must be a call"),
    ],
)
def test_call_that_is_none_is_refused(facts, message):
    with pytest.raises(WrongValue, match=message):
        go({}, {**LOW, **facts})


def test_recorded_call_that_is_none_is_refused():
    with pytest.raises(WrongValue, match=r"I07.replacement is '2'; it must be a call"):
        go({**START, "I07": {"choice": "chosen", "replacement": "2"}})


@pytest.mark.parametrize("final", ["X", "XX", "1D", "1S"])
def test_call_in_the_end_must_be_a_sufficient_bid_or_a_pass(final):
    answers = {**START, "I07": "chosen", "I12": "no", "I13": "chosen"}
    facts = {**LOW, "replacement": "X", "final_replacement": final}

    with pytest.raises(WrongValue, match="must be a sufficient bid or a pass"):
        go(answers, facts)


def test_call_in_the_end_may_be_named_later():
    answers = {**START, "I07": "chosen", "I12": "no", "I13": "chosen"}

    walked = go(answers, {**LOW, "replacement": "X"})

    assert walked.outcome.id == "O-27B3"


@pytest.mark.parametrize(
    ("replacement", "same", "edition", "step"),
    [
        ("2H", None, "2007", "I17"),
        ("2H", False, "2007", "I17"),
        ("2S", True, "2007", "I18"),
        ("2S", None, "2017", "I18"),
        ("2S", True, "2017", None),
        ("2H", False, "2017", "I18"),
        ("3H", True, "2017", "I18"),
        ("1N", None, "2017", "I18"),
    ],
)
def test_denomination_is_named_or_specified_as_the_edition_says(
    replacement, same, edition, step
):
    facts = {**LOW, "replacement": replacement, "specifies_same": same}

    walked = go({**START, "I07": "chosen"}, facts, edition)

    assert (walked.at and walked.at.id) == step
    assert (walked.outcome and walked.outcome.id) == (None if step else "O-27B1a")


def test_records_and_choices_are_those_of_the_edition():
    older, newer = law27("2007"), law27("2017")

    assert [r.name for r in older.step("I18").records] == ["meaning_reason"]
    assert [r.name for r in newer.step("I18").records] == [
        "meaning_reason",
        "comparable_ground",
    ]
    assert older.step("I18").question != newer.step("I18").question


def test_ground_that_is_none_is_refused():
    answers = {**START, "I07": "chosen"}
    answers["I18"] = {"choice": "meets", "comparable_ground": "23B"}

    with pytest.raises(WrongValue, match="one of 23A1, 23A2, 23A3"):
        go(answers, {**LOW, "replacement": "P"})


def test_provisions_of_the_flow_stand_beside_those_of_the_edition():
    edition = law27("2007").edition

    assert edition.provision("lead_restriction") == "suit_shown_or_any"
    assert edition.provision("withdrawal_test") == "likely"
    assert edition.laws[27].title == "A bid that is too low"
    assert edition.laws[27].verified


def test_notices_of_the_flow_stand_beside_the_common_ones():
    notices = law27().notices

    assert {"N-27D", "N-SILENCED", "N-LEAD", "N-APPEAL"} <= set(notices)


def test_computations_name_what_they_can_return():
    for function, options in KNOWN.values():
        results = {function("2D", call) for call in ("1C", "2D", "2S", "4N")}
        assert results <= set(options) | {True, False}


def test_steps_name_the_values_that_a_computation_reads():
    needs = [spec.key for spec in law27().step("I03").needs]

    assert needs == ["facts.last_bid", "facts.bid"]
