from functools import partial

import pytest

from rulings.laws.engine import NotHeld, editions, flows, load_flow
from tests.laws.flowdata import change, claims, copied_data, fault_after

FLOW, ADDED = "flows/claims.toml", "2017/claims.toml"
BOOL, EXPLICIT = 'kind = "bool"', "facts.explicit_claim"
GUIDE = 'guide = ["G18"]\nmay_stay_open'
FINAL = 'final = "=facts.claimed - facts.tricks_reclaimed + term.moved"'
SETS, STORED = "sets = {new_line = false}", "steps.C12.choices[0].sets"
OPEN = 'may_stay_open = true\nwhen_open = "C14"\n'
C12 = '[steps.C12]\nrefs = ["70D1"]'


def test_flows_and_editions_that_are_held():
    assert "claims" in flows()
    assert "2017" in editions()


@pytest.mark.parametrize(
    ("name", "edition", "message"),
    [
        ("law99", "2017", "no flow 'law99'; held: claims"),
        ("claims", "1963", "no data of the 1963 edition; held: .*2017"),
    ],
)
def test_flow_that_is_not_held_is_named(name, edition, message):
    with pytest.raises(NotHeld, match=message):
        load_flow(name, edition)


def test_edition_without_the_flow_is_named(tmp_path):
    folder = copied_data(tmp_path)
    (folder / ADDED).unlink()

    with pytest.raises(NotHeld, match="2017 edition has no data for the flow 'claims'"):
        load_flow("claims", "2017", folder=folder)


FAULTS = {
    "no TOML": (FLOW, "[flow]", "[[flow]", "the file", "is not TOML"),
    "unknown table": (
        FLOW,
        "\n[placeholders]",
        "\n[placeholder]",
        "placeholder",
        "not known here",
    ),
    "no title": (FLOW, 'title = "Claims and concessions"', "", "flow.title", "missing"),
    "unknown key of a fact": (
        FLOW,
        "min = 0\nmax",
        "low = 0\nmax",
        "facts.remaining.low",
        "not known",
    ),
    "unknown kind": (FLOW, BOOL, 'kind = "maybe"', f"{EXPLICIT}.kind", "there are"),
    "choice without options": (
        FLOW,
        BOOL,
        'kind = "choice"',
        f"{EXPLICIT}.options",
        "go with",
    ),
    "no such note": (
        FLOW,
        GUIDE,
        'guide = ["G99"]\nmay_stay_open',
        "steps.C12.guide",
        "no note G99",
    ),
    "note that is no text": (
        FLOW,
        GUIDE,
        "guide = [18]\nmay_stay_open",
        "steps.C12.guide",
        "must hold texts",
    ),
    "actor that is no text": (
        FLOW,
        'actor = "claimer"',
        "actor = 1",
        "steps.C01.actor",
        "must be a str",
    ),
    "open to nowhere": (
        FLOW,
        OPEN,
        "may_stay_open = true\n",
        "steps.C12.when_open",
        "goes with",
    ),
    "not open but led on": (
        FLOW,
        OPEN,
        'when_open = "C14"\n',
        "steps.C12.when_open",
        "goes with",
    ),
    "slip in a choice": (
        FLOW,
        'label = "Yes, a new line"',
        'lable = "Yes, a new line"',
        "steps.C12.choices[1].lable",
        "not known",
    ),
    "choice that is no table": (
        FLOW,
        'choices = [{value = "repeated"',
        'choices = ["repeated", {value = "repeated"',
        "steps.C01.choices",
        "must hold tables",
    ),
    "value that cannot be stored": (
        FLOW,
        SETS,
        "sets = {new_line = 0.5}",
        f"{STORED}.new_line",
        "cannot be stored",
    ),
    "value that cannot be computed": (
        FLOW,
        SETS,
        'sets = {new_line = "=f("}',
        f"{STORED}.new_line",
        "is no expression",
    ),
    "final figure that is not computed": (
        FLOW,
        FINAL,
        'final = "3"',
        "outcomes.O-AGREE-WITHDRAWN.final",
        "must begin with",
    ),
    "term that is no text": (
        FLOW,
        'W2 = "windows.correction_open"',
        "W2 = true",
        "terms.W2",
        "must be a str",
    ),
    "slip in a notice": (
        FLOW,
        '{id = "N-79C2", when',
        '{id = "N-79C2", if',
        "outcomes.O-TOOLATE.notices[0].if",
        "not known",
    ),
    "step without references": (ADDED, C12, "[steps.C12]", "steps.C12.refs", "missing"),
    "references of a step that is not in the edition": (
        ADDED,
        C12,
        f"{C12}\nin_edition = false",
        "steps.C12.refs",
        "not in the edition",
    ),
    "no reference": (
        ADDED,
        C12,
        '[steps.C12]\nrefs = ["D1"]',
        "steps.C12.refs",
        "no law reference",
    ),
    "law without a title": (
        ADDED,
        C12,
        '[steps.C12]\nrefs = ["77"]',
        "steps.C12.refs",
        "law 77 has no title",
    ),
    "choice moved that is none": (
        ADDED,
        C12,
        f'{C12}\n[steps.C12.next]\nperhaps = "C14"',
        "steps.C12.next.perhaps",
        "no choice",
    ),
    "no such step": (
        ADDED,
        C12,
        f'{C12}\n[steps.C99]\nrefs = ["70"]',
        "steps.C99",
        "no step of the flow",
    ),
    "no such outcome": (
        ADDED,
        C12,
        f'{C12}\n[outcomes.O-NONE]\nrefs = ["70"]',
        "outcomes.O-NONE",
        "no outcome of the flow",
    ),
    "outcome without references": (
        ADDED,
        '[outcomes.O-FINAL]\nrefs = ["92B"]',
        "[outcomes.O-FINAL]",
        "outcomes.O-FINAL.refs",
        "missing",
    ),
    "notice that is no text": (
        "notices.toml",
        'N-UI = "',
        'N-UI = 3 # "',
        "N-UI",
        "must be a str",
    ),
    "slip in the guidance": (
        "guidance.toml",
        "[G01]",
        "[G01]\nwords = 1",
        "G01.words",
        "not known",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_fault_in_a_data_file_names_file_and_key(fault, tmp_path):
    file, old, new, key, problem = fault

    found = fault_after(tmp_path, partial(load_flow, "claims", "2017"), file, old, new)

    assert (found.file, found.key) == (file, key)
    assert problem in found.problem


def test_edition_can_change_order_and_wording(tmp_path):
    folder = copied_data(tmp_path)
    moves = (("C01", "repeated", "C03"), ("C03", "faced", "C02"))
    for step, choice, following in (*moves, ("C02", "recorded", "C04")):
        old = f"[steps.{step}]\n"
        new = f'[steps.{step}.next]\n{choice} = "{following}"\n{old}'
        change(folder, ADDED, old, new)
    change(folder, ADDED, '["70B1"]', '["70B1"]\nquestion = "Once more."')

    flow = load_flow("claims", "2017", folder=folder)

    assert flow.step("C01").question == "Once more."
    assert flow.step("C01").exits == ("C03",)
    assert flow.hash != claims().hash


def test_notes_that_do_not_hold_in_the_edition_are_left_out():
    assert claims().step("D14").guides == ()
    assert [note.id for note in claims().step("B05").guides] == ["G04"]
    assert claims().step("B05").guides[0].holds == "partly"


def test_every_note_of_the_guidance_is_used_or_does_not_hold():
    used = {n.id for step in claims().steps.values() for n in step.guides}

    numbers = {f"G{number:02}" for number in range(1, 27)}
    assert numbers - used == {"G10", "G13", "G22"}


def test_hash_depends_on_content_not_on_comments(tmp_path):
    folder = copied_data(tmp_path)
    change(folder, FLOW, "[flow]", "# a remark\n[flow]")

    assert load_flow("claims", "2017", folder=folder).hash == claims().hash


def test_hash_changes_with_a_notice(tmp_path):
    folder = copied_data(tmp_path)
    change(folder, "notices.toml", "pick it up", "take it back")

    assert load_flow("claims", "2017", folder=folder).hash != claims().hash
