import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.errors import ParseError
from rulings.laws.references import Minute, Reference, mentions, parse

CLAUSES = st.sampled_from(["", "A", "C2", "D2(b)", "E1", "H9(z)", ".2"])
REMARKS = st.sampled_from(["", "note", "(opening)"])


@given(st.builds(Reference, st.integers(1, 93), CLAUSES, st.just(""), REMARKS))
def test_reference_reads_back_what_it_prints(reference):
    assert parse(str(reference)) == reference


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("70", Reference(70)),
        ("70E1", Reference(70, "E1")),
        ("68D2(b)", Reference(68, "D2(b)")),
        ("71.2", Reference(71, ".2")),
        ("68 note", Reference(68, remark="note")),
        ("68 (opening)", Reference(68, remark="(opening)")),
        ("62A-C", Reference(62, "A", "C")),
        ("61-67", Reference(61, upto="67")),
        ("14B2-14B4", Reference(14, "B2", "14B4")),
        ("WBFLC 2000-01-12 item 3", Minute("WBFLC", "2000-01-12", "3")),
        ("WBFLC 2000-01-12", Minute("WBFLC", "2000-01-12")),
    ],
)
def test_reference_in_every_form_the_data_uses(text, reference):
    assert parse(text) == reference
    assert str(reference) == text


@pytest.mark.parametrize(
    "text",
    ["", "0", "94", "E1", "70 E1", "70e1", "70E1 maybe", "62C-A", "67-61", "Law"],
)
def test_text_that_is_no_reference_is_refused(text):
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "places", "laws"),
    [
        ("70E1", ("70E1",), (70,)),
        ("62A-C", ("62A", "62B", "62C"), (62,)),
        ("14B2-14B4", ("14B2", "14B3", "14B4"), (14,)),
        ("61-63", ("61", "62", "63"), (61, 62, 63)),
        ("WBFLC 2000-01-12 item 3", ("WBFLC 2000-01-12 item 3",), ()),
    ],
)
def test_range_is_spelled_out(text, places, laws):
    assert parse(text).spelled_out == places
    assert parse(text).laws == laws


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("62A-C", "62B", True),
        ("62A-C", "62D", False),
        ("68 (opening)", "68", True),
        ("61-67", "64", True),
        ("68D2(b)", "68D2", True),
        ("68D2", "68D2(b)", False),
    ],
)
def test_mention_looks_inside_ranges(text, wanted, found):
    assert mentions(parse(text), wanted) is found
