"""The handbook of an edition: everything in it, and the same bytes each time."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rulings.laws.engine import load_flow
from rulings.laws.handbook.press import pages
from rulings.presenters.law.book import contents, flows_of, template


def run(*arguments):
    out = StringIO()
    call_command("handbook", *arguments, stdout=out)
    return out.getvalue()


def test_the_same_data_gives_the_same_bytes(tmp_path):
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"

    said = run("2017", "--flow", "law27", "--out", str(one))
    run("2017", "--flow", "law27", "--out", str(two))

    assert one.read_bytes().startswith(b"%PDF-")
    assert one.read_bytes() == two.read_bytes()
    assert said == f"{one}: {one.stat().st_size} bytes\n"


def test_another_language_gives_another_book():
    polish = contents("2017", ["law27"], "pl")

    assert polish["words"]["law"] == "Przepis"
    step = polish["flows"][0]["charts"][0]["steps"][0]
    assert step["question"] != load_flow("law27", "2017").steps[step["id"]].question


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_every_part_of_the_data_is_in_the_book(edition):
    names = flows_of(edition)
    book = contents(edition, names, "en")

    assert [flow["name"] for flow in book["flows"]] == list(names)
    for printed_flow in book["flows"]:
        flow = load_flow(printed_flow["name"], edition)
        steps = {
            one["id"] for chart in printed_flow["charts"] for one in chart["steps"]
        }
        assert steps == {one.id for one in flow.steps.values() if one.in_edition}
        outcomes = {one["id"] for one in printed_flow["outcomes"]}
        assert outcomes == {one.id for one in flow.outcomes.values() if one.in_edition}
        cited = {n for one in printed_flow["outcomes"] for n in one["notices"]}
        assert cited <= {name for name, _text in printed_flow["notices"]}


def test_the_pages_are_as_many_as_the_book_needs():
    book = contents("2007", ["law27"], "en")
    few = {**book, "flows": []}

    assert len(pages(template(), few, "png")) < len(pages(template(), book, "png"))


def test_a_file_that_cannot_be_written_is_said_first(tmp_path):
    with pytest.raises(CommandError, match="there is no folder"):
        run("2017", "--out", str(tmp_path / "none" / "x.pdf"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["1987"], "no edition 1987; held: 1997, 2007, 2017"),
        (["1997", "--flow", "law27"], "no flow law27; there are claims"),
        (["2017", "--language", "xx"], "no language xx; there are en, pl, fr"),
    ],
    ids=["edition", "flow", "language"],
)
def test_what_there_is_not_is_refused_with_what_there_is(tmp_path, arguments, says):
    with pytest.raises(CommandError, match=says):
        run(*arguments, "--out", str(tmp_path / "x.pdf"))
