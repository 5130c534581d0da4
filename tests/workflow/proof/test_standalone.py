"""Any single change to a dossier is found; names and missing texts are not proven."""

import copy
import json
import uuid

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulings.workflow.log import canonical_bytes, digest, entry_code
from rulings.workflow.proof.dossier import dossier, export_case
from rulings.workflow.proof.standalone import PARTS, check_dossier
from rulings.workflow.proof.verify import Anchor
from tests.factories import make_event
from tests.workflow.dossiers import full_case

UNPROVEN = ("names",)


@pytest.fixture(scope="module")
def whole(django_db_setup, django_db_blocker):
    """The dossier of a case that has seen everything, with names."""
    with django_db_blocker.unblock(), transaction.atomic():
        cast = make_event()
        case = full_case(cast)
        export_case(cast.form(cast.cleo), case.pk)
        made = json.loads(json.dumps(dossier(case, names=True)))
        transaction.set_rollback(True)
    return made


@pytest.fixture
def changed(whole):
    """A copy that a test may change."""
    return copy.deepcopy(whole)


def places(value, path=()):
    """Yield the path of every value in a dossier, leaves and branches."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        yield from places(item, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


OTHERS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 14),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
    st.just({"id": "x"}),
)


def other(before, new, place, letter, way):
    """Return another value in place of one: drawn, or the old one slightly changed."""
    tweaks = [new]
    if isinstance(before, str) and before:
        place %= len(before)
        tweaks += [before[:place] + letter + before[place + 1 :], before.upper()]
    if type(before) is int:
        tweaks += [before + 1, float(before), bool(before)]
    return tweaks[way % len(tweaks)]


@pytest.mark.django_db  # marks the module's database as wanted; nothing is read
@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    chosen=st.integers(0, 10_000),
    new=OTHERS,
    how=st.tuples(
        st.integers(0, 1_000), st.sampled_from("aA0z\u0301 "), st.integers(0, 11)
    ),
)
def test_any_single_changed_value_is_found(whole, chosen, new, how):
    paths = [path for path in places(whole) if path[0] not in UNPROVEN]
    path = paths[chosen % len(paths)]
    made = copy.deepcopy(whole)
    parent, key = at(made, path[:-1]), path[-1]
    before = parent[key]
    after = copy.deepcopy(other(before, new, *how))
    if json.dumps(after) == json.dumps(before):
        return
    parent[key] = after

    assert check_dossier(made, [])


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
@pytest.mark.django_db
def test_any_value_left_out_doubled_or_added_is_found(whole, data):
    paths = [p for p in places(whole) if p[0] not in (*UNPROVEN, "texts")]
    path = data.draw(st.sampled_from(paths))
    made = copy.deepcopy(whole)
    parent, key = at(made, path[:-1]), path[-1]
    how = data.draw(st.sampled_from(["leave out", "double"]))
    if how == "leave out":
        del parent[key]
    elif isinstance(parent, list):
        parent.insert(key, copy.deepcopy(parent[key]))
    else:
        parent[f"{key}_too"] = copy.deepcopy(parent[key])

    assert check_dossier(made, [])


@pytest.mark.django_db
def test_the_whole_dossier_has_every_part_and_no_findings(whole):
    assert set(whole) == PARTS
    assert check_dossier(whole, []) == []


@pytest.mark.django_db
def test_an_unproven_name_must_at_least_be_somebodys(changed):
    changed["names"]["N"] = "Anybody"
    assert check_dossier(changed, []) == []

    changed["names"] = {"Q": "Anybody"}
    assert [f.where for f in check_dossier(changed, [])] == ["names Q"]


@pytest.mark.django_db
def test_a_text_left_out_is_no_fault_and_one_added_is(changed):
    commitment, text = changed["texts"].popitem()
    assert check_dossier(changed, []) == []

    salt = bytes(16)
    stranger = digest(salt + b"He said nothing.")
    changed["texts"] = {
        commitment: text,
        stranger: {"salt": salt.hex(), "text": "He said nothing."},
    }
    (finding,) = check_dossier(changed, [])
    assert finding.what == "belongs to nothing in the case"


@pytest.mark.django_db
@pytest.mark.parametrize("act", ["object", "solved", "answer", "retime"])
def test_an_entry_of_the_case_hidden_among_the_digests_is_missed(changed, act):
    contents = [json.loads(entry["data"])["act"] for entry in changed["entries"]]
    hidden = changed["entries"].pop(contents.index(act))
    changed["digests"].append([hidden["seq"], digest(hidden["data"].encode())])
    changed["digests"].sort()

    findings = [str(finding) for finding in check_dossier(changed, [])]

    assert any(
        f"follows entry {hidden['seq']}, which is left out" in f for f in findings
    )


@pytest.mark.django_db
def test_an_entry_beyond_the_head_is_refused(changed):
    last = copy.deepcopy(changed["entries"][-1])
    last["seq"] = changed["head"]["seq"] + 1
    changed["entries"].append(last)

    assert "entries" in [finding.where for finding in check_dossier(changed, [])]


@pytest.mark.django_db
def test_a_dossier_made_anew_is_found_by_an_anchor_only(changed):
    kept = changed["entries"][5]
    anchor = Anchor(kept["seq"], kept["code"][:12])
    assert check_dossier(changed, [anchor]) == []
    first = changed["entries"][0]
    content = json.loads(first["data"]) | {"via": "directors_tablet"}
    first["data"] = canonical_bytes(content).decode()
    own = {entry["seq"]: entry for entry in changed["entries"]}
    digests = dict(changed["digests"])
    code, chain = "00" * 32, uuid.UUID(changed["head"]["chain"])
    for seq in range(1, changed["head"]["seq"] + 1):
        held = digests.get(seq) or digest(own[seq]["data"].encode())
        code = entry_code(chain, seq, code, held)
        if seq in own:
            own[seq]["code"] = code
    changed["head"]["code"] = code

    assert check_dossier(changed, []) == []
    (finding,) = check_dossier(changed, [anchor])
    assert finding.where == f"anchor {anchor.seq}:{anchor.code}"


@pytest.mark.django_db
def test_an_anchor_beyond_the_chain_is_not_in_it(whole):
    (finding,) = check_dossier(whole, [Anchor(9999, "0" * 12)])

    assert finding.what == "is not in this chain"


@pytest.mark.django_db
def test_a_case_from_another_case_is_found(changed):
    content = json.loads(changed["entries"][0]["data"])
    changed["case"]["id"] = content["rows"][0][1][::-1]

    assert "belongs to another case" in {f.what for f in check_dossier(changed, [])}


@pytest.mark.parametrize("given", [None, [], "case/1", 7, {}, {"format": "case/2"}])
def test_what_is_no_dossier_is_refused(given):
    (finding,) = check_dossier(given, [])

    assert finding.where == "format"


def test_half_a_dossier_is_not_readable():
    (finding,) = check_dossier({"format": "case/1", "entries": []}, [])

    assert "not complete" in finding.what
