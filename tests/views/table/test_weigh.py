"""The scale as far as it is known, and what stands where no line was searched out."""

from dataclasses import replace

import pytest

from rulings.queries.table.proposal import Proposed
from rulings.queries.table.sheet import sheet_of
from rulings.views.table.weigh import scale_view
from tests.factories import make_case
from tests.workflow.dossiers import unplayed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

UNASKED = Proposed(None, None, None, None, askable=False, stale=False)


def lines_drawn(scale):
    return [pip for row in scale.rows for pip in row.pips if "line" in pip.split()]


def test_contract_is_measured_once_the_tricks_won_are_known(cast):
    sheet = sheet_of(make_case(cast, state="frozen"))

    known = scale_view(sheet, UNASKED)
    unknown = scale_view(replace(sheet, cards=None), UNASKED)

    assert known.foot == "4 spades needs 5 of these 8."
    assert known.caption == "for North–South. 5 won before."
    assert lines_drawn(known)
    assert unknown.foot == ""
    assert unknown.caption == "for North–South."
    assert lines_drawn(unknown) == []


@pytest.mark.parametrize(
    ("tricks", "sentence"),
    [
        (8, "Certain, whatever the layout: the claim stands. The line was"),
        (7, "The number is proven. The line was not searched out"),
    ],
    ids=["certain", "cut"],
)
def test_exact_number_without_a_line_says_so(walk, cast, tricks, sentence):
    walk.case = make_case(cast, state="frozen")
    unplayed(cast, walk.case, tricks, certain={"low": tricks, "high": tricks})

    walk.see("proposal")

    assert walk.page.context["line"] is None
    assert sentence in walk.text
    assert 'aria-labelledby="told"' in walk.text


def test_range_without_a_line_is_explained_by_its_search_alone(walk, cast):
    walk.case = make_case(cast, state="frozen")
    unplayed(cast, walk.case, 6, 7)

    walk.see("proposal")

    assert walk.page.context["no_line"] == ""
