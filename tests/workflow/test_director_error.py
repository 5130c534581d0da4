"""A ruling that was wrong and cannot be put right: a score for each side (Law 82C)."""

import json
from datetime import timedelta

import jsonschema
import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.models import Case, Ruling, Window
from rulings.presenters.readouts import ruling_readout
from rulings.presenters.results import score_words
from rulings.queries.table.sheet import sheet_of
from rulings.views.table.law.later import director_error_url
from rulings.workflow.errors import Invalid
from rulings.workflow.proof.dossier import dossier
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from rulings.workflow.ruling.assign import Assigned, Blame, Possible, assign_score
from tests.factories import make_case, make_event
from tests.forms_on_pages import flat
from tests.tree import ROOT
from tests.views.table.walks import hidden

pytestmark = pytest.mark.django_db

SCHEMA = json.loads((ROOT / "docs" / "case.schema.json").read_text("utf-8"))
SPADES = Contract.parse("4S S")
OWN = (
    Possible(SPADES, 10, side=Side.NS),
    Possible(SPADES, 9, 75, Side.EW),
    Possible(SPADES, 10, 25, Side.EW),
)
ROWS = {
    "contract_1": "4S S",
    "tricks_1": "10",
    "weight_1": "100",
    "contract_4": "4S S",
    "tricks_4": "9",
    "weight_4": "75",
    "contract_5": "4S S",
    "tricks_5": "10",
    "weight_5": "25",
}


@pytest.fixture
def cast():
    return make_event()


def error(*results, **values):
    plain = {"outcome": "O-DIRECTOR-ERROR", "laws": ["82C"], "reasons": "Misheard."}
    return Assigned(**plain | {"results": results} | values)


def test_each_side_gets_a_score_of_its_own(cast):
    case = make_case(cast, state="announced")

    assign_score(cast.form(cast.dana), case.pk, error(*OWN))

    ruling = Ruling.objects.latest("number")
    assert ruling.assigned == [
        *(
            {
                "contract": "4S S",
                "points": 420,
                "tricks": 10,
                "weight": 100,
                "for_side": s,
            }
            for s in ["NS"]
        ),
        {
            "contract": "4S S",
            "points": -50,
            "tricks": 9,
            "weight": 75,
            "for_side": "EW",
        },
        {
            "contract": "4S S",
            "points": 420,
            "tricks": 10,
            "weight": 25,
            "for_side": "EW",
        },
    ]
    assert (ruling.new_score, ruling.contract, ruling.tricks_claimer) == (
        None,
        "",
        None,
    )
    assert score_words(ruling) == (
        "for North–South: 4 spades by South, made, North–South +420; "
        "for East–West: 75 % of 4 spades by South, 1 off, East–West +50; "
        "25 % of 4 spades by South, made, North–South +420"
    )
    assert verify().findings == []


def test_it_is_announced_with_new_time_to_appeal_and_proves_itself(cast):
    case = make_case(cast, state="announced")
    assign_score(cast.form(cast.dana), case.pk, error(*OWN))
    ruling = Ruling.objects.latest("number")

    said = ruling_readout(sheet_of(Case.objects.get(pk=case.pk)), ruling, None).why
    decide.announce(cast.form(cast.dana), case.pk)

    assert "The earlier ruling was the director's error" in said
    assert "The score is adjusted, and neither side has offended." in said
    case.refresh_from_db()
    assert (case.state, case.outcome) == ("announced", "O-DIRECTOR-ERROR")
    shown = json.loads(json.dumps(dossier(Case.objects.get(pk=case.pk))))
    jsonschema.validate(shown, SCHEMA, jsonschema.Draft202012Validator)
    assert check_dossier(shown, []) == []
    assert verify().findings == []


def test_where_no_result_can_be_had_both_sides_are_without_fault(cast):
    case = make_case(cast, state="announced")
    both = dict.fromkeys(Side, Blame.NONE)
    one = {Side.NS: Blame.NONE, Side.EW: Blame.PART}

    with pytest.raises(Invalid, match="neither side is at fault"):
        assign_score(cast.form(cast.dana), case.pk, error(faults=one))
    assign_score(cast.form(cast.dana), case.pk, error(faults=both))

    assert score_words(Ruling.objects.latest("number")) == (
        "60 % to North–South; 60 % to East–West"
    )


@pytest.mark.parametrize(
    ("results", "problem"),
    [
        (OWN[:1], "Give a score for each side"),
        (OWN[:2], "The weights make 75 percent"),
    ],
)
def test_score_of_one_side_alone_is_refused(cast, results, problem):
    case = make_case(cast, state="announced")

    with pytest.raises(Invalid, match=problem):
        assign_score(cast.form(cast.dana), case.pk, error(*results))


def test_there_must_be_a_ruling_that_was_announced(cast):
    case = make_case(cast, state="frozen")

    with pytest.raises(Invalid, match="No ruling has been announced"):
        assign_score(cast.form(cast.dana), case.pk, error(*OWN))


def test_it_is_too_late_when_the_time_for_corrections_is_over(cast):
    case = make_case(cast, state="announced")
    window = Window.objects.get(case=case, purpose="correction")
    Window.objects.filter(pk=window.pk).update(closes_at=cast.at - timedelta(minutes=1))

    with pytest.raises(Invalid, match="The time for corrections is over"):
        assign_score(cast.form(cast.dana), case.pk, error(*OWN))


def test_director_assigns_it_on_a_page_that_keeps_what_was_typed(cast, client):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)
    url = director_error_url(case)

    page = client.get(url)
    text = flat(page.content.decode())
    refused = client.post(
        url, {**hidden(page), **ROWS, "weight_5": "10", "reason": "x"}
    )
    ruled = client.post(
        url, {**hidden(page), **ROWS, "reason": "Play was stopped."}, follow=True
    )

    assert url == reverse("assigned_score", args=[case.pk, "U02"])
    assert "Which score does each side get?" in text
    assert "82C" in text
    assert "neither side counts as having offended" in text
    assert text.index("North–South") < text.index("East–West")
    assert "not at fault, 60 %" in text
    assert "partly at fault" not in text
    assert refused.status_code == 422
    assert "they must make 100" in refused.content.decode()
    assert 'name="weight_5"' in refused.content.decode()
    assert 'value="75"' in refused.content.decode()
    ruling = Ruling.objects.latest("number")
    assert (ruling.outcome, ruling.laws) == ("O-DIRECTOR-ERROR", ["82C", "12C1"])
    assert ruling.walk["answers"]["U02"] == "no"
    assert "for East–West: 75 % of 4 spades by South, 1 off" in flat(
        ruled.content.decode()
    )


def test_page_is_offered_only_while_a_ruling_is_in_force(cast, client):
    case = make_case(cast, state="frozen")
    client.force_login(cast.dana)

    assert director_error_url(case) == ""
    page = client.get(reverse("assigned_score", args=[case.pk, "U02"]))
    assert page.status_code == 303
