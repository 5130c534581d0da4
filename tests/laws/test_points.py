"""Named points and replies: what code asks a flow for instead of an id."""

import pytest

from rulings.laws.datafiles import DataTable
from rulings.laws.engine import FlowError
from rulings.laws.engine.points import (
    POINTS,
    REPLIES,
    Points,
    missing_points,
    read_points,
)
from tests.laws.flowdata import claims, held, ident

NAMED = Points(
    {"award": ("C20",), "contest": ("C01", "C20")},
    {"heard": {"C01": "repeated", "C02": "recorded"}, "faced": {"C03": "faced"}},
)


def test_point_is_its_first_id_and_nothing_where_it_is_not_named():
    assert (NAMED.at("award"), NAMED.at("contest"), NAMED.at("cards")) == (
        *("C20", "C01"),
        "",
    )


def test_points_together_are_every_id_once():
    assert NAMED.among("award", "contest", "cards") == {"C01", "C20"}
    assert NAMED.among() == frozenset()


def test_replies_together_are_answers_by_step():
    assert NAMED.reply("heard", "faced", "accepted") == {
        "C01": "repeated",
        "C02": "recorded",
        "C03": "faced",
    }


@pytest.mark.parametrize(
    ("choices", "given"),
    [
        ({"C01": "repeated", "C02": "recorded", "C03": "x"}, True),
        ({"C01": "repeated"}, False),
        ({"C01": "repeated", "C02": "other"}, False),
        ({}, False),
    ],
)
def test_reply_is_given_when_each_of_its_answers_is(choices, given):
    assert NAMED.is_given("heard", choices) is given


def test_reply_that_is_not_named_is_never_given():
    assert NAMED.is_given("accepted", {"C20": "accept_proposal"}) is False
    assert NAMED.is_given("accepted", {}) is False


def test_flow_of_claims_names_all_and_another_what_it_has():
    for flow in held():
        missing = list(missing_points(flow.points))
        assert (missing == []) is ("claim" in flow.inputs), ident(flow)
    assert {key for key, _ in missing_points(Points())} == {
        *(f"points.{name}" for name in POINTS),
        *(f"replies.{name}" for name in REPLIES),
    }
    assert "missing" in dict(missing_points(Points()))["points.award"]


def test_points_are_read_from_the_head_of_a_flow():
    assert claims().points.at("award") == "C20"
    assert claims().points.reply("trump_not_covered", "trump_forgotten") == {
        "C06": "not_mentioned",
        "C07": "possible",
    }


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ({"points": {"prize": ["C20"]}}, "points.prize"),
        ({"points": {"award": "C20"}}, "points.award"),
        ({"replies": {"prize": {"C20": "x"}}}, "replies.prize"),
        ({"replies": {"accepted": {"C20": 3}}}, "replies.accepted.C20"),
    ],
)
def test_what_cannot_be_a_point_names_its_key(content, key):
    with pytest.raises(FlowError) as caught:
        read_points(DataTable("flows/x.toml", "", content))

    assert (caught.value.file, caught.value.key) == ("flows/x.toml", key)
