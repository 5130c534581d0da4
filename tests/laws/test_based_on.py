"""An edition that is based on another one and holds only what differs."""

from functools import partial

import pytest

from rulings.laws.editions import lineage
from rulings.laws.engine import FlowError, editions, load_edition, load_flow
from rulings.laws.handbook.catalogs import texts
from rulings.laws.handbook.charts import charts
from rulings.laws.handbook.sheets import sheet_of
from rulings.laws.regulations import law_default
from rulings.laws.standards import standards
from tests.laws.flowdata import change, claims, copied_data

PARAMETERS = "regulations/parameters.toml"
OPTIONS = 'options = ["1997", "2007", "2017"]'
HEAD = 'name = "2027"\ntitle = "Laws of Duplicate Bridge 2027"\n'
BASED = HEAD + 'based_on = "2017"\n'
IRRATIONAL = """
[provisions.irrational_exception]
value = true

[provisions.withdrawal_test]
value = "no_normal_line_loses"
"""


def made(tmp_path, edition=BASED, *, known=True, **files):
    """Return a copy of the data with a new edition of given files."""
    folder = copied_data(tmp_path)
    (folder / "2027").mkdir()
    (folder / "2027/edition.toml").write_text(edition, "utf-8")
    for name, text in files.items():
        (folder / f"2027/{name}.toml").write_text(text, "utf-8")
    if known:
        change(folder, PARAMETERS, OPTIONS, OPTIONS.replace("]", ', "2027"]'))
    return folder


def fault(load, *arguments, **named):
    with pytest.raises(FlowError) as caught:
        load(*arguments, **named)
    return caught.value


def test_edition_of_two_lines_is_the_one_it_is_based_on(tmp_path):
    folder = made(tmp_path)
    load = partial(load_flow, "claims", folder=folder)

    new, old = load("2027"), claims()

    assert editions(folder)[-1] == "2027"
    assert lineage("2027", folder) == ("2027", "2017")
    assert new.edition.title == "Laws of Duplicate Bridge 2027"
    assert sheet_of(new).steps == sheet_of(old).steps
    assert sheet_of(new).outcomes == sheet_of(old).outcomes
    assert new.edition.provisions == old.edition.provisions
    assert new.hash != old.hash
    assert standards("2027", folder=folder) == standards("2017")


def test_edition_changes_what_it_names_and_nothing_else(tmp_path):
    folder = made(
        tmp_path,
        BASED + IRRATIONAL,
        claims='[steps.C17]\nrefs = ["70E3"]\nquestion = "Would it be irrational?"\n'
        "[steps.D15]\nin_edition = false\n[steps.D14]\nin_edition = true\n"
        'refs = ["69B"]\n[notices]\nN-NOPC = "Take it back"\n',
    )

    flow = load_flow("claims", "2027", folder=folder)
    old = claims()

    assert flow.edition.provision("irrational_exception") is True
    refs = flow.edition.provisions["irrational_exception"].refs
    assert [str(ref) for ref in refs] == ["70E1"]
    assert str(flow.step("C17").refs[0]) == "70E3"
    assert flow.step("C17").question == "Would it be irrational?"
    assert not flow.step("D15").in_edition
    assert flow.step("D14").in_edition
    assert flow.notices["N-NOPC"].text == "Take it back"
    unchanged = [
        {step.id: step for step in sheet_of(f).steps}["C12"] for f in (flow, old)
    ]
    assert unchanged[0] == unchanged[1]
    assert [chart.name for chart in charts(flow, folder=folder)] == [
        chart.name for chart in charts(old)
    ]
    assert ("flows/claims.toml", "Take it back") in set(texts(folder))


def test_edition_may_have_its_own_guidance_standards_and_defaults(tmp_path):
    folder = made(tmp_path)
    of_2017 = '2017 = "Or all four agree to play on."'
    change(folder, "guidance.toml", of_2017, f'{of_2017}, 2027 = "Or none of it."')
    change(folder, "standards.toml", '2017 = ["70D1"]', '2017 = ["70D1"], 2027 = []')
    change(
        folder,
        "regulations/law.toml",
        "[by_edition.2007]",
        "[by_edition.2027]\nappeal_period_min = 45\n[by_edition.2007]",
    )

    flow = load_flow("claims", "2027", folder=folder)

    guides = {guide.id: guide for step in flow.steps.values() for guide in step.guides}
    assert guides["G07"].remark == "Or none of it."
    assert guides["G06"].remark == "The claimer also shows the hand."
    held = {one.id for one in standards("2027", folder=folder)}
    assert {one.id for one in standards("2017")} - held == {"added_line"}
    assert law_default("2027", folder=folder)["appeal_period_min"] == 45


def test_defaults_follow_the_edition_below(tmp_path):
    folder = made(tmp_path, BASED.replace('on = "2017"', 'on = "2007"'))

    assert law_default("2027", folder=folder)["late_score_error"] == "off"


def test_parameters_must_know_the_edition(tmp_path):
    found = fault(load_edition, "2027", folder=made(tmp_path, known=False))

    assert (found.file, found.key) == (PARAMETERS, "edition.options")
    assert 'right would be ["1997", "2007", "2017", "2027"]' in found.problem


def test_edition_on_its_own_must_be_named_in_the_guidance(tmp_path):
    folder = made(tmp_path, HEAD)

    found = fault(load_flow, "claims", "2027", folder=folder)

    assert (found.file, found.key) == ("guidance.toml", "G01.editions")
    assert 'does not say 2027 = "yes", "partly" or "no"' in found.problem


def test_edition_on_its_own_must_be_named_in_the_standards(tmp_path):
    folder = made(tmp_path, HEAD)
    guidance = folder / "guidance.toml"
    text = guidance.read_text("utf-8").replace("editions = {", 'editions = {2027="no",')
    guidance.write_text(text, "utf-8")

    found = fault(load_edition, "2027", folder=folder)

    assert (found.file, found.key) == ("standards.toml", "contested_claim.refs")
    assert "leaves 2027 out" in found.problem


@pytest.mark.parametrize("word", ["", '"maybe"'])
def test_guidance_that_says_neither_yes_nor_no_is_refused(tmp_path, word):
    folder = made(tmp_path)
    change(folder, "guidance.toml", "editions = {", f"editions = {{2027 = {word or 1},")

    found = fault(load_edition, "2027", folder=folder)

    assert (found.file, found.key) == ("guidance.toml", "G01.editions")


@pytest.mark.parametrize(
    ("edition", "key", "problem"),
    [
        (
            BASED.replace('on = "2017"', 'on = "2016"'),
            "based_on",
            "no data of the 2016",
        ),
        (BASED.replace('on = "2017"', "on = 2017"), "based_on", "must be a str"),
        (BASED.replace('on = "2017"', 'on = "2027"'), "based_on", "runs in a circle"),
        ('based_on = "2017"', "name", 'right would be name = "2027"'),
        (BASED + "[provisions.new]\nvalue = true\n", "provisions.new.refs", "missing"),
        (BASED + "[laws.XX]\n", "laws.XX.", "must be the number of a law"),
        (BASED + "year = 2027", "year", "not known here"),
    ],
)
def test_fault_in_what_differs_names_file_and_key(tmp_path, edition, key, problem):
    found = fault(load_edition, "2027", folder=made(tmp_path, edition))

    assert (found.file, found.key) == ("2027/edition.toml", key)
    assert problem in found.problem


def test_fault_in_the_flow_of_the_edition_names_its_file(tmp_path):
    folder = made(tmp_path, claims='[steps.C99]\nrefs = ["70"]\n')

    found = fault(load_flow, "claims", "2027", folder=folder)

    assert (found.file, found.key) == ("2027/claims.toml", "steps.C99")


def test_editions_based_on_each_other_are_refused(tmp_path):
    folder = made(tmp_path)
    change(
        folder, "2017/edition.toml", 'name = "2017"', 'name = "2017"\nbased_on="2027"'
    )

    found = fault(load_edition, "2027", folder=folder)

    assert (found.file, found.key) == ("2017/edition.toml", "based_on")
    assert found.problem == "runs in a circle: 2027, 2017, 2027"
