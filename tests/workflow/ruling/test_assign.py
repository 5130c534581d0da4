"""An assigned score is weighted, told and proven; a claim is never ruled that way."""

import json
import uuid

import jsonschema
import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.models import Case, Entry, Ruling, Slip, Window
from rulings.presenters.results import score_words
from rulings.states import Act
from rulings.workflow import cases, undo
from rulings.workflow.errors import Invalid, KeyReused
from rulings.workflow.proof.dossier import dossier
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from rulings.workflow.ruling.assign import Assigned, Blame, Possible, assign_score
from tests.factories import make_case, make_event
from tests.tree import ROOT

pytestmark = pytest.mark.django_db

SCHEMA = json.loads((ROOT / "docs" / "case.schema.json").read_text("utf-8"))
MADE = Possible(Contract.parse("4S S"), 10, 60)
DOWN = Possible(Contract.parse("4SX S"), 9, 40)


@pytest.fixture
def cast():
    return make_event()


def closed(cast):
    """Return a case closed with a check of the play still due."""
    case = make_case(cast)
    cases.close_case(
        cast.form(cast.dana), case.pk, outcome="O-NOCONCESSION", follow_ups=["U01"]
    )
    return case


def given(*results, **values):
    plain = {"outcome": "O-UI-ADJUST", "laws": ["16B"], "reasons": "The switch."}
    plain |= {"results": results or (MADE, DOWN), "follow_up": "U01"}
    return Assigned(**plain | values)


def test_a_closed_case_is_led_to_its_ruling_each_act_with_an_entry(cast):
    case = closed(cast)

    assign_score(cast.form(cast.dana), case.pk, given())

    entries = Entry.objects.filter(case_id=case.pk).order_by("seq")
    acts = list(entries.values_list("act", flat=True))
    assert acts[-4:] == ["reopen", "contest", "freeze", "rule"]
    case.refresh_from_db()
    assert (case.state, case.outcome, case.follow_ups) == ("ruled", "O-UI-ADJUST", [])
    ruling = Ruling.objects.get()
    assert ruling.assigned == [
        {"contract": "4S S", "points": 420, "tricks": 10, "weight": 60},
        {"contract": "4SX S", "points": -100, "tricks": 9, "weight": 40},
    ]
    assert (ruling.new_score, ruling.tricks_claimer) == (None, None)
    assert verify().findings == []


def test_a_weighted_score_is_told_and_its_dossier_proves_itself(cast):
    case = closed(cast)
    assign_score(cast.form(cast.dana), case.pk, given())

    decide.announce(cast.form(cast.dana), case.pk)

    case.playing.refresh_from_db()
    assert (case.playing.score, case.playing.status) == (None, "finished")
    assert Slip.objects.filter(ruling__case=case).exists()
    told = set(Window.objects.filter(case=case).values_list("purpose", flat=True))
    assert told >= {"appeal", "correction", "own_side"}
    shown = json.loads(json.dumps(dossier(Case.objects.get(pk=case.pk))))
    jsonschema.validate(shown, SCHEMA, jsonschema.Draft202012Validator)
    assert check_dossier(shown, []) == []
    assert verify().findings == []


@pytest.mark.parametrize(
    ("one", "score"),
    [(Possible(Contract.parse("3N E"), 9), -400), (Possible(None, 0), 0)],
    ids=["one result", "passed out"],
)
def test_one_result_takes_the_place_of_the_score(cast, one, score):
    case = closed(cast)
    assign_score(cast.form(cast.dana), case.pk, given(one))

    decide.announce(cast.form(cast.dana), case.pk)

    case.playing.refresh_from_db()
    assert case.playing.score == score
    assert Ruling.objects.get().new_score == score
    assert verify().findings == []


def test_where_no_result_can_be_had_each_side_gets_its_share(cast):
    case = closed(cast)
    faults = {Side.EW: Blame.FULL, Side.NS: Blame.NONE}
    assign_score(cast.form(cast.dana), case.pk, given(results=(), faults=faults))

    decide.announce(cast.form(cast.dana), case.pk)

    ruling = Ruling.objects.get()
    assert ruling.assigned == [
        {"side": "NS", "fault": "none", "percent": 60},
        {"side": "EW", "fault": "full", "percent": 40},
    ]
    assert (ruling.new_score, ruling.tricks_claimer, ruling.contract) == (
        None,
        None,
        "",
    )
    assert score_words(ruling) == "60 % to North–South; 40 % to East–West"
    case.playing.refresh_from_db()
    assert (case.playing.score, case.playing.status) == (None, "finished")
    shown = json.loads(json.dumps(dossier(Case.objects.get(pk=case.pk))))
    jsonschema.validate(shown, SCHEMA, jsonschema.Draft202012Validator)
    assert check_dossier(shown, []) == []
    assert verify().findings == []


def test_shares_are_those_of_the_regulations_of_the_case(cast):
    case = closed(cast)
    own = {**case.regulation["values"], "artificial_part_fault": 45}
    del own["artificial_no_fault"]  # a copy kept before the number was known
    Case.objects.filter(pk=case.pk).update(
        regulation={**case.regulation, "values": own}
    )
    faults = {Side.NS: Blame.PART, Side.EW: Blame.NONE}

    assign_score(cast.form(cast.dana), case.pk, given(results=(), faults=faults))

    assert [row["percent"] for row in Ruling.objects.get().assigned] == [45, 60]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"results": (MADE,)}, "60 percent"),
        ({"results": ()}, "0 percent"),
        ({"results": (Possible(MADE.contract, 14),)}, "0 to 13"),
        ({"reasons": " "}, "Give the reason"),
        ({"follow_up": "I30"}, "not due"),
        ({"faults": {Side.NS: Blame.NONE}, "results": ()}, "for both sides"),
        ({"faults": dict.fromkeys(Side, Blame.PART)}, "not both"),
    ],
)
def test_what_cannot_be_assigned_changes_nothing(cast, values, sentence):
    case = closed(cast)
    before = Entry.objects.count()

    with pytest.raises(Invalid, match=sentence):
        assign_score(cast.form(cast.dana), case.pk, given(**values))

    assert Entry.objects.count() == before
    assert Case.objects.get(pk=case.pk).state == "closed"


def test_the_same_form_gives_its_receipt_again_and_another_is_refused(cast):
    case = closed(cast)
    form = cast.form(cast.dana, key=uuid.uuid4())
    first = assign_score(form, case.pk, given())

    assert assign_score(form, case.pk, given()) == first
    with pytest.raises(KeyReused):
        assign_score(form, case.pk, given(Possible(MADE.contract, 9)))

    assert Ruling.objects.count() == 1


def test_undo_takes_the_whole_request_back(cast):
    case = closed(cast)
    assign_score(cast.form(cast.dana), case.pk, given())

    undo.undo(cast.form(cast.dana), case.pk)

    case.refresh_from_db()
    assert (case.state, case.follow_ups) == ("closed", ["U01"])
    assert case.outcome == "O-NOCONCESSION"
    assert not Ruling.objects.exists()
    assert Entry.objects.filter(act=Act.UNDO).exists()
    assert verify().findings == []
