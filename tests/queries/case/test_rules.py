"""The frozen copy of a regulation set gives the same set, hash and all, back."""

import json

import pytest

from rulings.laws.engine import load_edition
from rulings.laws.regulations import law_default, load_regulations
from rulings.queries.case.rules import cited, regulations_of, restored, stored
from tests.factories import make_case, make_event


@pytest.mark.parametrize(
    "regulations",
    [
        load_regulations("WBF"),
        load_regulations("EBU").replaced({"phones": "never"}),
        law_default("2007"),
    ],
    ids=["WBF", "EBU changed", "the law alone, without a date"],
)
def test_a_copy_survives_json_and_keeps_its_hash(regulations):
    copy = json.loads(json.dumps(stored(regulations)))

    again = restored(copy)

    assert again.hash == regulations.hash
    assert (again.title, again.date) == (regulations.title, regulations.date)
    assert dict(again.values) == dict(regulations.values)


@pytest.mark.django_db
def test_a_case_has_the_set_it_was_opened_under():
    cast = make_event(values={"correction_period_min": 45})
    case = make_case(cast)

    assert regulations_of(case)["correction_period_min"] == 45
    assert regulations_of(case).hash == case.regulation_hash


PART = {
    "award": 3,
    "ladder": [{"key": "certain", "law": "70D1"}, {"key": "award", "law": "70A"}],
    "line": [{"cards": [{"reason": {"law": "70E2"}}, {"reason": None}]}],
    "questions": [{"id": "location", "law": "70E1", "about": ["W:SQ"]}],
}


@pytest.mark.parametrize(
    ("edition", "laws"),
    [
        ("1997", ["70D", "70A", "70A", "70E"]),
        ("2007", ["70D1", "70A", "70E2", "70E1"]),
        ("2017", ["70D1", "70A", "70E2", "70E1"]),
    ],
)
def test_every_law_of_a_result_is_the_editions(edition, laws):
    found = cited(PART, load_edition(edition))

    (first, second), (trick,), (asked,) = (
        found[key] for key in ("ladder", "line", "questions")
    )
    reason = trick["cards"][0]["reason"]
    assert [one["law"] for one in (first, second, reason, asked)] == laws


def test_the_rest_of_a_result_stays_and_so_does_the_stored_one():
    found = cited(PART, load_edition("1997"))

    assert PART["ladder"][0]["law"] == "70D1"
    assert found["questions"][0] | {"law": "70E1"} == PART["questions"][0]
    assert (found["award"], found["line"][0]["cards"][1]) == (3, {"reason": None})
    assert cited(None, load_edition("1997")) is None
