"""A fault in the flow of Law 27, its computed values and conditions, is named too."""

from functools import partial

import pytest

from rulings.laws.engine import load_flow
from tests.laws.flowdata import fault_after

LAW27 = "flows/law27.toml"
COMPUTED = {
    "no such function": (
        LAW27,
        'by = "is_sufficient"',
        'by = "is_high"',
        "computed.is_sufficient.by",
        "no computation 'is_high'; there are is_sufficient",
    ),
    "slip in a computed value": (
        LAW27,
        'by = "is_sufficient"',
        'by = "is_sufficient"\nfrom = "x"',
        "computed.is_sufficient.from",
        "not known here; known are by, of",
    ),
    "no such source": (
        LAW27,
        'of = ["facts.last_bid", "facts.bid"]',
        'of = ["facts.first_bid", "facts.bid"]',
        "computed.is_sufficient.of",
        "nothing gives facts.first_bid",
    ),
    "no such value": (
        LAW27,
        '{when = "computed.is_sufficient"',
        '{when = "computed.is_high"',
        "steps.I03.rules",
        "nothing gives computed.is_high",
    ),
    "text a function never returns": (
        LAW27,
        "computed.replacement_kind == 'pass'",
        "computed.replacement_kind == 'passes'",
        "steps.I08.rules",
        "computed.replacement_kind is never 'passes'",
    ),
    "record that hangs on a fact": (
        LAW27,
        'when = "provision.denomination_by_meaning"}',
        'when = "facts.offender_defends"}',
        "steps.I05.records[1].when",
        "must hang on provisions alone",
    ),
    "provision of the flow without its value": (
        "2017/law27.toml",
        "[provisions.denomination_by_meaning]\nvalue = true",
        "[provisions.denomination_by_meaning]",
        "provisions.denomination_by_meaning.value",
        "must be true, false or an option",
    ),
    "outcome of another edition that is reached": (
        "2017/law27.toml",
        '[outcomes.O-LEAD-2017]\nrefs = ["26B"]',
        "[outcomes.O-LEAD-2017]\nin_edition = false",
        "outcomes.O-LEAD-2017",
        "is reached although it is not in the edition",
    ),
    "outcome of this edition that is not reached": (
        "2017/law27.toml",
        "[outcomes.O-LEAD-2007-B]\nin_edition = false",
        '[outcomes.O-LEAD-2007-B]\nrefs = ["26B"]',
        "outcomes.O-LEAD-2007-B",
        "is reached by nothing",
    ),
    "step of this edition that is not reached": (
        "2017/law27.toml",
        "[steps.I34]\nin_edition = false",
        '[steps.I34]\nrefs = ["26B"]',
        "steps.I34",
        "is reached by nothing",
    ),
    "outcome that is there and is not": (
        "2017/law27.toml",
        '[outcomes.O-27A]\nrefs = ["27A1"]',
        '[outcomes.O-27A]\nin_edition = false\nrefs = ["27A1"]',
        "outcomes.O-27A.refs",
        "not in the edition",
    ),
    "note that is no text": (
        "2017/law27.toml",
        'notes = [\n  "A loss',
        'notes = [\n  7, "A loss',
        "steps.I01.notes",
        "must hold texts or tables",
    ),
    "outcome without an effect": (
        LAW27,
        'effect = "outside"\n',
        "",
        "outcomes.O-L31.effect",
        "missing",
    ),
}


@pytest.mark.parametrize("fault", COMPUTED.values(), ids=COMPUTED)
def test_fault_in_a_flow_of_another_law_names_file_and_key(fault, tmp_path):
    file, old, new, key, problem = fault

    found = fault_after(tmp_path, partial(load_flow, "law27", "2017"), file, old, new)

    assert found.key == key
    assert problem in found.problem
    assert found.file in (file, LAW27)
