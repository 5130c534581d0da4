"""The pages of the laws: everything of the data, and nothing of a case."""

import re
import xml.etree.ElementTree as ET

import pytest
from django.urls import reverse

from rulings.laws.engine import load_flow
from rulings.laws.handbook.tables import held
from rulings.laws.regulations import parameters

FLOWS = [
    pytest.param(f.name, f.edition.name, id=f"{f.name}-{f.edition.name}")
    for f in held()
]

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def page(client, flow="claims", edition="2017", **more):
    return client.get(reverse("law_flow", args=[edition, flow]), **more)


@pytest.mark.parametrize(("flow", "edition"), FLOWS)
def test_every_step_and_outcome_has_its_place(client, flow, edition):
    response = page(client, flow, edition)

    places = re.findall(r' id="([A-Z][-A-Za-z0-9]+)"', response.content.decode())
    data = load_flow(flow, edition)
    assert {*data.steps, *data.outcomes} <= set(places)
    assert len(places) == len(set(places))


@pytest.mark.parametrize(("flow", "edition"), FLOWS)
def test_every_link_on_the_page_leads_somewhere(client, flow, edition):
    markup = page(client, flow, edition).content.decode()

    places = set(re.findall(r' id="([^"]+)"', markup))
    links = re.findall(r'href="#([^"]+)"', markup)
    assert set(links) <= places


def test_a_step_is_told_whole(client):
    markup = page(client, edition="2007").content.decode()

    step = load_flow("claims", "2007").steps["C17"]
    told = markup[markup.index('id="C17"') :].split("</article>")[0]
    assert step.question in told
    assert step.gist in told
    assert step.why in told
    assert "70E1" in told
    assert '<a class="cite" href="#C18">' in told
    assert "may be left open" not in told
    for guide in step.guides:
        assert guide.id in told


def test_what_was_not_compared_says_so(client):
    markup = page(client, edition="1997").content.decode()

    told = markup[markup.index('id="A01"') :].split("</article>")[0]
    assert "not compared with the law book" in told
    held_2017 = page(client).content.decode()
    assert (
        "not compared"
        not in held_2017[held_2017.index('id="A01"') :].split("</article>")[0]
    )


def test_standards_notices_and_settings_stand_below(client):
    response = page(client)
    markup = response.content.decode()

    flow = response.context["flow"]
    assert flow.sheet.standards[0].ruling == "Contested claim"
    assert 'id="N-UI"' in markup
    assert [line.name for line in flow.settings] == [
        name for name in parameters() if name != "edition"
    ]
    assert "source not read" in markup


def test_an_edition_names_what_only_others_have(client):
    sheet = page(client).context["flow"].sheet

    assert sheet.absent == ("D14", "E03", "E06")


def test_the_drawings_stand_in_the_page(client):
    charts = page(client, "law27", "2007").context["flow"].charts

    assert [chart.title for chart in charts] == ["Insufficient bid"]
    ET.fromstring(charts[0].picture)  # noqa: S314 - our own text


def test_a_page_is_in_the_readers_language_each_time(client):
    client.cookies["django_language"] = "pl"
    polish = page(client).context["flow"].sheet.steps[0].question
    client.cookies["django_language"] = "en"

    english = page(client).context["flow"].sheet.steps[0].question

    assert english == "What happened at the table?"
    assert polish != english


@pytest.mark.parametrize(
    ("flow", "edition"),
    [("law27", "1997"), ("claims", "2018"), ("law28", "2017"), ("..", "2017")],
)
def test_what_is_not_held_is_not_found(client, flow, edition):
    assert client.get(f"/laws/{edition}/{flow}/").status_code == 404


def test_the_index_leads_to_every_flow_and_handbook(client):
    markup = client.get(reverse("law_index")).content.decode()

    for flow in held():
        assert reverse("law_flow", args=[flow.edition.name, flow.name]) in markup
        assert reverse("law_handbook", args=[flow.edition.name]) in markup


def test_the_page_reads_no_row(client, django_assert_max_num_queries):
    with django_assert_max_num_queries(1) as asked:  # PostgreSQL: is the line alive?
        page(client)

    assert not [query for query in asked if " FROM " in query["sql"]]


def test_a_page_writes_no_style_into_the_markup(client):
    markup = page(client).content.decode()

    assert not re.search(r'\sstyle="|<style|onclick=', markup)
