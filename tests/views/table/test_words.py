"""Words of the screens: the palette parses back, the script stays short."""

from types import SimpleNamespace

import pytest

from rulings.bridge.contracts import Contract
from rulings.claims.steps import parse_step
from rulings.queries.table.sheet import sheet_of
from rulings.views.table.palette import OPENED, at_once, choices
from rulings.views.table.scores import over_words, points_words, result_words
from rulings.views.table.script import WHY, WORDS, count_words, script_of
from tests.factories import make_case, make_event

BLANK = SimpleNamespace(cards=None, replay=None, deal=None, claimer=None)


@pytest.mark.parametrize("word", OPENED)
def test_every_choice_of_the_palette_is_a_step(word):
    chips = choices(word, BLANK, cards_known=False)

    assert chips
    assert [str(parse_step(chip.value)) for chip in chips] == [
        chip.value for chip in chips
    ]


def test_palette_at_once_is_made_of_steps():
    assert all(str(parse_step(chip.value)) == chip.value for chip in at_once())


@pytest.mark.django_db
@pytest.mark.parametrize("law", WHY)
def test_script_is_short_whatever_the_law(law):
    cast = make_event()
    case = make_case(cast, state="ruled", claimed=7)
    sheet = sheet_of(case)
    sheet.ruling.laws = [law]

    parts = script_of(sheet, sheet.ruling, None)

    assert count_words(parts) <= WORDS
    assert law[:2] in parts[0]


@pytest.mark.parametrize(
    ("tricks", "over", "result"),
    [
        (10, "=", "makes"),
        (12, "+2", "makes, 2 over"),
        (9, "−1", "one off"),
        (7, "−3", "3 off"),
    ],
)
def test_result_is_told_against_the_contract(tricks, over, result):
    contract = Contract.parse("4S S")

    assert over_words(contract, tricks) == over
    assert result_words(contract, tricks) == result


@pytest.mark.parametrize(("points", "words"), [(650, "+650"), (-100, "−100"), (0, "0")])
def test_points_carry_their_sign(points, words):
    assert points_words(points) == words
