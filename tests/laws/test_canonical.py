import datetime as dt

import pytest

from rulings.laws.datafiles import canonical_bytes, fingerprint


def test_canonical_bytes_do_not_depend_on_order_or_composition():
    composed, decomposed = "caf\u00e9", "cafe\u0301"

    assert canonical_bytes({"b": (1, None), "a": composed}) == canonical_bytes(
        {"a": decomposed, "b": [1, None]}
    )


def test_canonical_bytes_are_strict_json():
    data = {"b": True, "a": [dt.date(2026, 3, 7), "\u2660"], 3: "x"}

    expected = '{"3":"x","a":["2026-03-07","\u2660"],"b":true}'
    assert canonical_bytes(data) == expected.encode()


def test_fingerprint_changes_with_the_data():
    assert fingerprint([1]) != fingerprint([2])
    assert len(fingerprint([])) == 64


def test_data_without_a_canonical_form_is_refused():
    with pytest.raises(TypeError, match=r"no canonical form for float: 0\.5"):
        canonical_bytes({"a": 0.5})
