import pytest

from rulings.laws.engine import FlowError, editions
from rulings.laws.standards import applied, standards
from tests.laws.flowdata import change, copied_data, held


@pytest.mark.parametrize("edition", editions())
def test_every_edition_has_every_standard_of_the_table(edition):
    found = standards(edition)

    assert len(found) == 12
    assert all(one.refs and one.standard.endswith(".") for one in found)


@pytest.mark.parametrize("edition", editions())
def test_standards_name_steps_that_exist(edition):
    steps = {step for flow in held() for step in flow.steps}

    assert {name for one in standards(edition) for name in one.steps} <= steps


def test_editions_differ_in_the_test_for_a_trick_agreed_away():
    by_edition = {
        edition: applied(["D01", "D13"], edition)[0].standard for edition in editions()
    }

    assert by_edition["2007"] == by_edition["2017"]
    assert by_edition["1997"] == "Not to be lost by any normal play."


def test_path_without_a_judgement_applies_no_standard():
    assert applied(["A01", "A02"], "2017") == ()


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('ruling = "Contested claim"', "", "contested_claim.ruling"),
        ('doubt = "the opponents"', 'benefit = "x"', "contested_claim.benefit"),
        ('2017 = ["70A"]}', '2017 = ["A70"]}', "contested_claim.refs.2017"),
        (
            "[order_in_a_suit.by_edition.1997]\n",
            "[order_in_a_suit.by_edition.1997]\nrefs = []\n",
            "order_in_a_suit.by_edition.1997.refs",
        ),
    ],
    ids=["missing", "unknown", "reference", "by edition"],
)  # fmt: skip
def test_fault_in_a_standard_names_file_and_key(old, new, key, tmp_path):
    folder = copied_data(tmp_path)
    change(folder, "standards.toml", old, new)

    with pytest.raises(FlowError) as caught:
        [standards(edition, folder=folder) for edition in editions()]

    assert (caught.value.file, caught.value.key) == ("standards.toml", key)
