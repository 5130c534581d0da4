import pytest

from rulings.laws.engine.answers import number, plain
from rulings.laws.errors import WrongValue
from tests.laws.flowdata import CONTESTED, go


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"C20": "override"}, "C20.tricks is missing: override needs it"),
        (
            {"C20": {"choice": "override", "tricks": 3}},
            "C20.reason is missing: override needs it",
        ),
        (
            {"C20": {"choice": "override", "tricks": 14, "reason": "r"}},
            "C20.tricks is 14; it must be a whole number from 0 to 13",
        ),
        (
            {"C20": {"choice": "override", "tricks": True, "reason": "r"}},
            "C20.tricks is True; it must be a whole number",
        ),
        (
            {"B03": {"choice": "no", "concur_N": "perhaps"}},
            "B03.concur_N is 'perhaps'; it must be true or false",
        ),
        (
            {"T01": {"choice": "yes", "role": "dummy"}},
            "T01.role is 'dummy'; it must be one of declarer, defender",
        ),
    ],
    ids=["tricks", "reason", "too many", "bool", "yes or no", "options"],
)
def test_recorded_value_that_cannot_be_is_refused(answers, message):
    with pytest.raises(WrongValue, match=message):
        go(answers)


def test_value_asked_for_one_choice_only_is_not_wanted_for_another():
    walked = go(
        {**CONTESTED, "C12": "no", "C20": "accept_proposal"}, solver={"worst_normal": 4}
    )

    assert walked.outcome.id == "O-CLAIM-STANDS"


def test_value_without_a_table_of_its_own_is_kept_with_the_answer():
    walked = go({"A01": {"choice": "statement", "remark": "said twice"}})

    assert walked.records == {"remark": "said twice", "action_kind": "statement"}
    assert walked.visited("A01").values == walked.records


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"role": "dummy"}, "facts.role is 'dummy'; it must be one of declarer"),
        ({"remaining": 14}, "facts.remaining is 14; it must be a whole number"),
        ({"claimed": "all"}, "facts.claimed is 'all'; it must be a whole number"),
        ({"assented": 1}, "facts.assented is 1; it must be true or false"),
        ({"appeal": {"event_type": "solo"}}, "facts.appeal.event_type is 'solo'"),
    ],
    ids=["role", "too many", "a word", "a number", "inside a table"],
)
def test_fact_that_cannot_be_is_refused(facts, message):
    with pytest.raises(WrongValue, match=message):
        go({}, facts)


def test_solver_result_that_cannot_be_is_refused():
    with pytest.raises(WrongValue, match=r"solver\.worst_normal is -1"):
        go({}, solver={"worst_normal": -1})


def test_lists_and_tables_are_no_values_of_rules():
    assert plain(["a"]) is None
    assert plain("a") == "a"
    assert number("3") is None
    assert number(3) == 3
    assert number(None) is None
