"""A flow as a sheet: everything a reader needs, in his words, of this edition only."""

import pytest

from rulings.laws.engine import load_flow
from rulings.laws.handbook.settings import setting_lines, shown
from rulings.laws.handbook.sheets import sheet_of
from rulings.laws.regulations import bodies, load_regulations, parameters
from rulings.laws.standards import standards
from tests.laws.flowdata import claims, held, ident

FLOWS = [pytest.param(flow, id=ident(flow)) for flow in held()]


def step_of(sheet, name):
    return next(step for step in sheet.steps if step.id == name)


@pytest.mark.parametrize("flow", FLOWS)
def test_a_sheet_holds_the_edition_and_names_the_rest(flow):
    sheet = sheet_of(flow)

    shown_parts = [one.id for one in (*sheet.steps, *sheet.outcomes)]
    assert sorted([*shown_parts, *sheet.absent]) == sorted(
        [*flow.steps, *flow.outcomes]
    )
    assert {notice for notice, _text in sheet.notices} <= set(flow.notices)


@pytest.mark.parametrize("flow", FLOWS)
def test_whatever_has_to_be_said_is_among_the_notices(flow):
    sheet = sheet_of(flow)

    said = {name for one in sheet.outcomes for name in one.notices}
    said |= {n for step in sheet.steps for one in step.answers for n in one.notices}
    assert said == {name for name, _text in sheet.notices}


@pytest.mark.parametrize("flow", FLOWS)
def test_every_answer_leads_to_what_is_on_the_sheet(flow):
    sheet = sheet_of(flow)

    there = {one.id for one in (*sheet.steps, *sheet.outcomes)}
    ways = {answer.next for step in sheet.steps for answer in step.answers}
    assert ways <= there
    assert all(set(one.steps) <= there for one in sheet.standards)


def test_a_step_of_the_program_says_by_what_it_settles():
    step = step_of(sheet_of(claims()), "C10")

    assert step.system
    assert step.answers[0].condition == "facts.role == 'defender'"
    assert step_of(sheet_of(claims()), "C19").answers[0].condition == ""


def test_placeholders_stand_in_words():
    step = step_of(sheet_of(claims()), "C01")

    assert step.question == "Ask the claimer to repeat the statement as it was made."


def test_texts_are_in_the_readers_words():
    sheet = sheet_of(claims(), lambda text: f"{text} (!)")

    step = step_of(sheet, "C06")
    texts = [sheet.title, step.question, step.gist, step.why, sheet.standards[0].ruling]
    texts += [sheet.notices[0][1], sheet.provisions[0].gist, step.answers[0].label]
    assert all(text.endswith(" (!)") for text in texts)


def test_standards_are_those_that_steps_of_the_flow_apply():
    law27 = sheet_of(load_flow("law27", "2017"))

    every = {one.ruling for one in standards("2017")}
    both = {s.ruling for sheet in (law27, sheet_of(claims())) for s in sheet.standards}
    assert both == every


def test_settings_show_the_value_of_each_body_with_its_source():
    lines = {line.name: line for line in setting_lines("2017")}

    assert set(lines) == set(parameters()) - {"edition"}
    for body in bodies():
        one = load_regulations(body)
        for name, origin in one.origins.items():
            if name != "edition":
                (row,) = [r for r in lines[name].held if r.body == one.name]
                assert row.source == origin.source
                assert row.value == shown(parameters()[name], one[name])
                assert row.since == origin.since.isoformat()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("suit_order", None, "–"),
        ("deposit_currency", "", "–"),
        ("suit_order", "top_down", "from the top"),
        ("appeal_period_min", 30, "30"),
        ("deposit_currency", "PLN", "PLN"),
    ],
)
def test_a_value_is_shown_in_words(name, value, words):
    assert shown(parameters()[name], value) == words
