"""The bytes of an entry are exact, and its code can be recomputed by anybody."""

import hashlib
import json
import struct
import uuid
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulings.workflow.canonical import (
    FIRST,
    canonical_bytes,
    digest,
    entry_code,
    instant,
    plain,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_bytes_are_strict_json_that_stays_the_same_when_read_and_written(value):
    data = canonical_bytes(value)

    assert canonical_bytes(json.loads(data)) == data


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_bytes_do_not_depend_on_the_order_of_keys(value):
    turned = dict(reversed(value.items()))

    assert canonical_bytes(turned) == canonical_bytes(value)


def test_text_is_composed_so_that_equal_looking_names_are_equal():
    assert canonical_bytes("Zoe\u0301") == canonical_bytes("Zo\u00e9")


def test_instants_are_utc_with_six_digits():
    at = datetime(2026, 3, 14, 13, 0, 0, 7, timezone(timedelta(hours=1)))

    assert instant(at) == "2026-03-14T12:00:00.000007Z"


def test_plain_values_of_every_kind():
    key = uuid.UUID(int=7)

    assert plain(
        {"d": date(2026, 3, 14), "u": key, "s": {"b", "a"}, "t": (1, True, None)}
    ) == {"d": "2026-03-14", "u": str(key), "s": ["a", "b"], "t": [1, True, None]}


@pytest.mark.parametrize(
    "value", [1.5, b"x", object()], ids=["float", "bytes", "object"]
)
def test_values_without_one_byte_form_are_refused(value):
    with pytest.raises(TypeError, match="canonical form"):
        canonical_bytes(value)


def test_code_is_sha256_over_length_prefixed_parts():
    chain = uuid.UUID(int=5)
    data_digest = hashlib.sha256(b"{}").hexdigest()
    parts = [
        b"seventy-entry-1",
        chain.bytes,
        b"12",
        bytes(32),
        bytes.fromhex(data_digest),
    ]
    expected = hashlib.sha256(
        b"".join(struct.pack(">I", len(part)) + part for part in parts)
    ).hexdigest()

    assert entry_code(chain, 12, FIRST, digest(b"{}")) == expected


def test_noon_in_utc_is_noon():
    assert instant(datetime(2026, 3, 14, 12, tzinfo=UTC)).startswith(
        "2026-03-14T12:00:00"
    )
