from rulings.laws.engine import load_flow
from rulings.laws.engine.reach import choices_left, ways_out
from tests.laws.flowdata import claims, held


def left(flow, step):
    return [choice.value for choice in choices_left(flow, flow.step(step))]


def test_choices_of_another_edition_are_left_out():
    assert left(claims("1997"), "C03") == ["faced"]
    assert left(claims("2017"), "C03") == ["faced", "not_needed"]
    assert left(claims("1997"), "D13") == ["no_normal_line_loses"]
    assert left(claims("2017"), "D13") == ["likely"]
    assert left(claims("2007"), "B04") == ["adjudicate"]


def test_choices_a_regulation_may_open_stay():
    assert left(claims("2007"), "C17") == ["yes_accept", "no_reject"]
    assert left(claims("2017"), "C17") == ["clause_absent", "yes_accept", "no_reject"]
    assert left(claims("2007"), "A13") == ["nothing_happened", "claim_survives"]


def test_choices_an_edition_fixes_are_the_only_ones():
    assert left(load_flow("law27", "2017"), "I17") == ["not_asked"]
    assert left(load_flow("law27", "2007"), "I17") == ["yes", "no"]


def test_ways_out_come_once_and_hold_the_way_of_an_open_question():
    flow = claims()

    assert list(ways_out(flow, flow.step("B01"))) == ["B02"]
    assert list(ways_out(flow, flow.step("C06"))) == ["C10", "C07"]


def test_reach_is_that_of_the_edition():
    assert "O-VOIDCLAIM" in claims("2017").reach["A01"]
    assert "O-VOIDCLAIM" not in claims("2007").reach["A01"]
    assert "D14" in claims("1997").reach["A01"]
    assert "D14" not in claims("2007").reach["A01"]


def test_everything_in_an_edition_can_be_reached_in_it():
    for flow in held():
        met = set().union(*(flow.reach[entry] for entry in flow.entries))
        there = {name for name, step in flow.steps.items() if step.in_edition}
        there |= {name for name, end in flow.outcomes.items() if end.in_edition}

        assert there <= met
        passed_over = {n for n in met - there if flow.steps[n].kind == "system"}
        assert met - there == passed_over
