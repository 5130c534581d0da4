"""Each flow is drawn whole: every step, every way out, nothing over anything else."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from rulings.laws.datafiles import DATA
from rulings.laws.engine.reach import choices_left
from rulings.laws.errors import FlowError
from rulings.laws.handbook.charts import FILE, charts, titles
from rulings.laws.handbook.drawing import svg
from rulings.laws.handbook.layout import (
    BOX,
    END,
    LABEL,
    LEFT,
    LINE,
    RIGHT,
    WIDTH,
    layout,
    lines_of,
)
from rulings.laws.handbook.sheets import led_to
from tests.laws.flowdata import claims, held, ident

FLOWS = [pytest.param(flow, id=ident(flow)) for flow in held()]
CHARTS = [
    pytest.param(chart, id=f"{ident(flow)}-{chart.name}")
    for flow in held()
    for chart in charts(flow)
]


@pytest.mark.parametrize("flow", FLOWS)
def test_every_step_of_the_edition_is_drawn_once(flow):
    drawn = [node.id for chart in charts(flow) for node in chart.nodes]

    wanted = [step.id for step in flow.steps.values() if step.in_edition]
    assert sorted(drawn) == sorted(wanted)


@pytest.mark.parametrize("flow", FLOWS)
def test_every_way_out_is_drawn_with_its_answers(flow):
    ways = {
        (node.id, way.target)
        for chart in charts(flow)
        for node in chart.nodes
        for way in node.ways
    }

    assert ways == {
        (step.id, led_to(flow, choice.next))
        for step in flow.steps.values()
        if step.in_edition
        for choice in choices_left(flow, step)
    }


@pytest.mark.parametrize("chart", CHARTS)
def test_ways_within_a_drawing_lead_down(chart):
    places = {node.id: place for place, node in enumerate(chart.nodes)}

    for node in chart.nodes:
        for way in node.ways:
            if way.kind == "step":
                assert places[node.id] < places[way.target]


@pytest.mark.parametrize("chart", CHARTS)
def test_nothing_lies_over_anything_else(chart):
    places = layout(chart)

    edges = [(box.y, box.y + box.height) for box in places.boxes]
    assert all(low[0] >= high[1] + LINE for high, low in pairwise(edges))
    ends = [one for box in places.boxes for one in box.exits if one.half]
    for upper, lower in pairwise(ends):
        assert upper.y + upper.half < lower.y - lower.half
    for box in places.boxes:
        assert all(box.y < one.y <= box.y + box.height for one in box.exits)
    rails = sorted(places.rails.values(), key=lambda rail: (rail.x, rail.top))
    for one, two in pairwise(rails):
        assert one.x < two.x or one.bottom < two.top


@pytest.mark.parametrize("chart", CHARTS)
def test_everything_lies_within_the_drawing(chart):
    places = layout(chart)

    assert all(0 < box.y < box.y + box.height < places.height for box in places.boxes)
    assert all(
        one.y + one.half < places.height for b in places.boxes for one in b.exits
    )
    rails = [rail.x for rail in places.rails.values()]
    assert all(RIGHT + LABEL < x < WIDTH - END - 24 for x in rails)
    assert LEFT + BOX == RIGHT


@pytest.mark.parametrize("chart", CHARTS)
def test_the_picture_is_well_formed_and_links_to_what_it_shows(chart):
    text = svg(chart, describes="Boxes & lines.", alone=True)

    root = ET.fromstring(text)  # noqa: S314 - our own text
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}desc").text == "Boxes & lines."
    links = [link.get("href").removeprefix("#") for link in root.iter(f"{space}a")]
    ends = [way.target for n in chart.nodes for way in n.ways if way.kind != "step"]
    assert sorted(links) == sorted([*(node.id for node in chart.nodes), *ends])
    assert all(link.get("aria-label") for link in root.iter(f"{space}a"))


def test_a_picture_in_a_page_brings_no_style_of_its_own():
    chart = charts(claims())[0]

    text = svg(chart, describes="")

    assert not re.search(r"<style|style=|xmlns|fill=|#[0-9a-f]{3,6}\b", text)


def test_words_are_escaped_where_they_could_be_read_as_marks():
    chart = charts(claims(), lambda text: f'<"{text}&')[0]

    text = svg(chart, describes="<>")

    ET.fromstring(text)  # noqa: S314 - our own text
    assert "<desc" in text
    assert "&lt;&gt;" in text


def test_drawings_are_in_the_readers_words():
    chart = charts(claims(), lambda text: f"{text} (!)")[0]

    assert chart.title == "At the table (!)"
    assert chart.nodes[0].question == "What happened at the table? (!)"
    assert chart.nodes[0].ways[0].labels[0].endswith(" (!)")


def test_a_step_only_passed_is_left_out_and_led_past():
    ways = {
        (node.id, way.target)
        for chart in charts(claims())
        for node in chart.nodes
        for way in node.ways
    }

    assert ("E02", "E05") in ways
    assert not any("E03" in way for way in ways)


def test_a_flow_that_is_not_parted_is_one_drawing(tmp_path):
    (tmp_path / FILE).write_text("")

    made = charts(claims(), folder=tmp_path)

    assert [(chart.name, chart.title) for chart in made] == [
        ("all", "Claims and concessions")
    ]


@pytest.mark.parametrize(
    ("letters", "problem"),
    [('["A"]', "B01 stands in 0 drawings"), ('["A", "B"]', "A01 stands in 2 drawings")],
    ids=["none", "two"],
)
def test_a_step_without_one_drawing_is_refused(tmp_path, letters, problem):
    rows = (DATA / FILE).read_text("utf-8")
    changed = rows.replace('letters = ["A", "B"]', f"letters = {letters}")
    if letters != '["A"]':
        changed = changed.replace('letters = ["C"]', 'letters = ["A", "C"]')
    (tmp_path / FILE).write_text(changed, "utf-8")

    with pytest.raises(FlowError, match=problem):
        charts(claims(), folder=tmp_path)


def test_titles_are_there_for_the_translators():
    assert list(titles())[:2] == ["At the table", "The contested claim"]


def test_long_words_end_in_an_ellipsis():
    assert lines_of("one two three four five", 60, 2) == ("one two", "three …")
