"""The frozen copy of a regulation set gives the same set, hash and all, back."""

import json

import pytest

from rulings.laws.regulations import law_default, load_regulations
from rulings.queries.regulations import regulations_of, restored, stored
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
