"""A ruling with a revoke's tricks: its words on each screen, the panel's number."""

import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.models import Appeal, Case, Role, Ruling
from rulings.queries.table.paper import numbers_for, settled_of
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals, decide
from rulings.workflow.ruling.corrections import Right, choices_ns, correct_facts
from tests.factories import decision, make_case, make_event, make_staff
from tests.laws.flowdata import CONTESTED
from tests.people import phone, sent, slips_of, stop_clock, tablet, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WALK = {
    "facts": {
        "windows": {"agreement_established": False, "appeal_open": True},
        "revoke_trick": 4,
        "revoke_transfer": 1,
    },
    "answers": {
        "A01": "statement",
        "A02": "later_tricks",
        "A06": {"choice": "declarer", "remaining": 8, "claimed": 8},
        "B01": "none",
        "B02": "only_an_irregularity",
        "B06": "revoke",
        "R01": "opponents",
        "R02": "played",
        "R05": "yes",
        "R10": "applies",
        "R14": "enough",
    },
    "solver": {},
}
RULED = "8 of the last 8 tricks; the revoke moves 1 trick to North–South"


@pytest.fixture
def cast(monkeypatch):
    made = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, made)
    return made


@pytest.fixture
def case(cast):
    """Return an announced ruling of all eight tricks and one more by Law 64A."""
    found = make_case(cast, state="frozen", claimed=8, contract="2S S")
    given = decision(
        9,
        won_before=4,
        outcome="O-IRREGULARITY-SCORED",
        laws=["64A", "70A", "71"],
        walk=WALK,
    )
    decide.rule(cast.form(cast.dana), found.pk, given)
    decide.announce(cast.form(cast.dana), found.pk)
    return Case.objects.get(pk=found.pk)


@pytest.fixture
def rae(cast, case):
    """Return the panel of an appeal against that ruling."""
    rae = make_staff(cast, "rae", Role.Name.REVIEWER)
    both = {"E": "phone", "W": "phone"}
    appeals.file_appeal(
        cast.form(cast.dana), case.pk, side="EW", concurrence=both, words="No revoke."
    )
    appeals.set_panel(
        cast.form(cast.cleo), case.pk, panel=[rae.pk], advisers=[], deposit=""
    )
    return rae


def sends(who, name, case, **fields):
    fresh = Case.objects.get(pk=case.pk)
    return tablet(who).post(reverse(name, args=[case.pk]), sent(fresh, **fields))


def ends(rae, case, **fields):
    given = {"side": "EW", "point": "judgement", "outcome": "changed"}
    given |= {"reasons": "No revoke was established.", **fields}
    return sends(rae, "appeal_decide", case, **given)


def test_every_screen_tells_the_transfer_apart(cast, case, rae):
    noor, _esme = slips_of(cast, case)
    pages = {
        "phone": phone(noor.table_pass).get(reverse("player_case", args=[case.pk])),
        "hearing": tablet(rae).get(reverse("appeal_decide", args=[case.pk])),
        "overrule": tablet(cast.cleo).get(reverse("overrule", args=[case.pk])),
    }
    short = {
        "dossier": tablet(rae).get(reverse("dossier", args=[case.pk])),
        "live": tablet(cast.cleo).get(reverse("live", args=[cast.event.pk])),
    }

    words = {name: text_of(page) for name, page in (pages | short).items()}
    assert {name for name, page in words.items() if "9 of" in page} == set()
    assert {name for name in short if "8 of 8 + 1" in words[name]} == set(short)
    missing = {name for name in pages if RULED not in words[name]}
    assert missing <= {"overrule"}  # which an appeal may have closed


@pytest.mark.parametrize("tricks", [8, 9])
def test_number_of_the_panel_is_read_out_as_it_stands(cast, case, rae, tricks):
    answer = ends(rae, case, tricks=tricks, laws="70A")

    assert answer.status_code == 303
    new = Ruling.objects.latest("number")
    assert (new.tricks_claimer, new.laws) == (tricks, ["70A"])
    page = tablet(cast.dana).get(reverse("ruling", args=[case.pk]))
    script = " ".join(page.context["readout"].parts)
    assert "Law 64A" not in script
    told = {8: "8 of the last 8 tricks: ", 9: "9 tricks, with the revoke’s tricks: "}
    assert f"North–South get {told[tricks]}" in script
    decide.announce(cast.form(cast.dana), case.pk)
    assert verify().findings == []


def test_panel_chooses_as_far_as_a_revoke_can_move(case, rae):
    page = tablet(rae).get(reverse("appeal_decide", args=[case.pk]))

    form = page.context["form"]
    assert form.fields["tricks"].choices == [(n, n) for n in range(10)]
    assert "with the revoke’s tricks" in text_of(page)
    assert form["laws"].value() == ""
    assert numbers_for(make_ruling_without(case), 8) == range(9)


def make_ruling_without(case):
    """Return the ruling as it would be had nobody named a revoke."""
    ruling = Ruling.objects.get(case=case)
    ruling.walk = {**WALK, "answers": {**WALK["answers"], "B06": "none"}}
    return ruling


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"tricks": 10, "laws": "70A"},
            "10 tricks cannot be: give a number from 0",
        ),
        ({"tricks": 8, "laws": ""}, "A changed ruling needs its Laws."),
    ],
    ids=["too many", "no Laws"],
)
def test_refused_decision_says_why_and_keeps_the_reasons(case, rae, fields, sentence):
    page = ends(rae, case, **fields)

    assert page.status_code == 422
    assert sentence in text_of(page)
    assert "No revoke was established." in text_of(page)
    assert Appeal.objects.get().outcome == ""


def test_chief_overrules_with_the_final_number(cast, case):
    page = tablet(cast.cleo).get(reverse("overrule", args=[case.pk]))
    assert RULED in text_of(page)

    fields = {"tricks": 7, "laws": "70A", "reason": "No revoke."}
    assert sends(cast.cleo, "overrule", case, **fields).status_code == 303

    page = tablet(cast.dana).get(reverse("ruling", args=[case.pk]))
    script = " ".join(page.context["readout"].parts)
    assert "No revoke. North–South get 7 of the last 8 tricks: " in script
    assert "64A" not in script


@pytest.mark.parametrize("tricks", [None, 5])
def test_a_corrected_contract_keeps_what_the_revoke_moved(cast, tricks):
    found = make_case(cast, state="frozen", claimed=8, contract="2S S")
    contested = {"B02": "doubted_td_called", "C20": "accept_proposal", "C12": "no"}
    way = {
        "facts": {**WALK["facts"], "trump": "S", "remaining": 8, "claimed": 8},
        "answers": {**CONTESTED, **WALK["answers"], **contested},
        "solver": {"opp_trumps": 0, "worst_normal": 6, "location_dependent": False},
    }
    decide.rule(cast.form(cast.dana), found.pk, decision(7, won_before=4, walk=way))
    decide.announce(cast.form(cast.dana), found.pk)
    right = Right(Contract.parse("3S S"), tricks_ns=tricks)

    correct_facts(cast.form(cast.dana), found.pk, right, reason="the bidding pad")

    old, new = Ruling.objects.order_by("number")
    total = tricks or 7
    assert (new.tricks_claimer, new.tricks_ns) == (total, total + 4)
    assert settled_of(old).moved == settled_of(new).moved == 1
    assert settled_of(new).adjudicated == total - 1
    assert verify().findings == []


def test_a_correction_offers_as_many_tricks_as_the_revoke_can_move(cast, case):
    page = tablet(cast.dana).get(reverse("correct", args=[case.pk]))
    tiles = page.context["tricks"]
    assert [tile.value for tile in tiles] == [str(n) for n in range(10)]
    assert [tile.value for tile in tiles if tile.chosen] == ["9"]


def test_of_tricks_that_the_claimer_loses_by_a_revoke_the_others_get_more(case):
    own = {**WALK["answers"], "R01": "claiming_side"}
    del own["R05"]
    row = Ruling.objects.get(case=case)
    row.walk = {**WALK, "answers": own}
    row.case, row.tricks_claimer = case, 7
    case.claim.claimer = "W"
    row.tricks_ns, row.tricks_ew = 5, 8

    assert choices_ns(case, row)[-1] == 9  # West revoked: an earlier trick moves too
