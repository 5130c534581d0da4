"""S1 to S14: each is callable for any step that names it; what is missing is None."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from rulings.bridge.cards import parse_cards
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.laws.engine import editions, flows, load_flow
from rulings.laws.engine.computations import NUMBERED
from rulings.laws.errors import NotHeld
from rulings.models import Case, Objection, Playing, Position, Result, Statement
from rulings.presenters.table.computed import WORDS, computed_lines
from rulings.queries.case.flow import current_proposal, solver_values, walk_case
from rulings.queries.case.solving import solver_input
from rulings.queries.table import computed
from rulings.queries.table.sheet import sheet_of
from rulings.solver.explain.law import SuitLeads
from rulings.workflow import auctions, facts
from rulings.workflow.answers import answer
from rulings.workflow.cases import open_case
from rulings.workflow.event.play_records import PlayRecord, add_play_records
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.solving.propose import propose
from tests.factories import DEAL, free_playing, make_case, make_event, shell
from tests.views.table.test_law_steps import small_case
from tests.views.table.walks import solve

PAGE = Path(settings.TD_DATA).parent / "laws" / "flows.md"
pytestmark = pytest.mark.django_db

IDS = {f"S{number}" for number in range(1, 15)}


def steps():
    for edition in editions():
        for name in flows():
            try:
                yield from load_flow(name, edition).steps.values()
            except NotHeld:
                continue


def fresh(case):
    return sheet_of(Case.objects.get(pk=case.pk))


def test_every_computation_is_there_and_has_words():
    assert set(computed.COMPUTATIONS) == IDS
    assert set(WORDS) == IDS


def test_every_computation_is_named_by_a_step_and_none_besides():
    named = {name for step in steps() for name in computed.bears_on(step)}

    assert named == IDS == set(NUMBERED)


@pytest.mark.parametrize("step_id", ["I03", "I05", "I07", "I08", "I13", "I16"])
def test_the_order_of_bids_bears_on_every_step_that_has_one(step_id):
    step = load_flow("law27", "2017").steps[step_id]

    assert computed.bears_on(step) == ("S13",)


@pytest.mark.skipif(not PAGE.exists(), reason="no written tables beside TD_DATA")
def test_each_step_rests_on_the_computations_that_the_written_table_names():
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text("utf-8").splitlines()
        if line.startswith("| ")
    ]
    named = {
        row[0]: set(re.findall(r"S\d+", row[6]))
        for row in cells
        if len(row) == 8 and re.fullmatch(r"[A-Z]\d\d", row[0])
    }

    assert any(named.values())
    named["U02"] = set()  # a step of the page's amendments
    assert {step.id: set(step.solver) for step in steps()} == named


def test_the_letter_of_the_words_is_shown_at_the_proposal():
    cast = make_event()
    case = small_case(cast)
    assert computed.as_stated(fresh(case)) is None
    Statement.objects.filter(case=case).update(steps=["play SJ"])
    propose(cast.form(cast.dana), case.pk)
    solve(case)
    sheet = fresh(case)

    tricks = computed.as_stated(sheet)

    assert tricks is not None
    assert tricks[0] == tricks[1] <= 4
    lines = dict(computed_lines(sheet, load_flow("claims", "2017").steps["C19"]))
    assert str(tricks[0]) in lines["S4"]


def test_the_share_of_lines_is_shown_where_a_trick_is_asked_back():
    cast = make_event()
    case = small_case(cast)
    assert computed.share_of_lines(fresh(case)) is None
    before = solver_input(case).hash

    answer(cast.form(cast.dana), case.pk, step="D11", choice="trick_not_yet_played")
    assert solver_input(Case.objects.get(pk=case.pk)).hash != before
    propose(cast.form(cast.dana), case.pk)
    solve(case)

    sheet = fresh(case)
    won, lines = computed.share_of_lines(sheet)
    assert 0 <= won <= lines
    shown = dict(computed_lines(sheet, load_flow("claims", "2017").steps["D15"]))
    assert shown["S6"] == f"The trick comes back on {won} of {lines} normal lines."
    # Whether the other side can lose it is not what can be said of tricks given up.
    assert won < lines
    assert computed.conceded_can_be_lost(sheet) is None


def test_a_result_stored_without_them_still_opens():
    case = small_case(make_event())
    row = Result.objects.get()
    data = json.loads(bytes(row.data))
    del data["as_stated"], data["lines_won"]
    Result.objects.update(data=json.dumps(data).encode())

    sheet = fresh(case)

    assert computed.as_stated(sheet) is None
    assert computed.share_of_lines(sheet) is None
    assert computed.extremes(sheet) is not None


def test_without_facts_nothing_is_made_up():
    case = make_case(make_event())

    found = {name: make(fresh(case)) for name, make in computed.COMPUTATIONS.items()}

    known = {name for name, value in found.items() if value is not None}
    assert known == set()


def test_a_solved_claim_has_its_numbers():
    cast = make_event()
    case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), case.pk)
    solve(case)

    sheet = fresh(case)

    assert computed.position_faults(sheet) == ()
    low, high = computed.worst_normal(sheet)
    assert 0 <= low <= high <= 8
    assert computed.extremes(sheet) is not None
    assert computed.trumps_out(sheet)[0] == 1
    assert computed.points_as_claimed(sheet) is not None
    lines = dict(computed_lines(sheet, load_flow("claims", "2017").steps["C20"]))
    assert str(low) in lines["S3"]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (None, "suits are played from the top."),
        ("top_down", "played from the top."),
        ("top_down_spots", "perhaps from the bottom."),
        ("none", "set no order"),
    ],
)
def test_the_order_of_the_regulations_is_worded(order, words):
    assert words in WORDS["S10"](computed.Ordered(order, ()))


@pytest.mark.parametrize(
    ("claimed", "leads"),
    [(3, "Here it leaves every lead open."), (4, "North would lead HK.")],
    ids=["a trick given up by number", "every trick"],
)
def test_the_leads_that_the_order_leaves_are_named(claimed, leads):
    case = small_case(make_event(), claimed)
    step = load_flow("claims", "2017").steps["C18"]

    lines = dict(computed_lines(fresh(case), step))

    assert lines["S10"] == (
        "The regulations set no order inside a suit; here suits are played from the "
        f"top. {leads}"
    )


def doubted(cast, text, contract="3N S", **given):
    """Return a doubted claim with its cards, proposed and solved."""
    case = make_case(cast)
    cards, contract = Cards.parse(text), Contract.parse(contract)
    claim = facts.ClaimGiven(contract=contract, tricks_left=cards.left, **given)
    facts.record_claim(cast.form(cast.dana), case.pk, claim)
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    side = Seat.parse(claim.claimer).side.other.value
    submit_objection(
        cast.form(cast.dana), case.pk, Wanted(wish=Objection.Wish.DOUBT, side=side)
    )
    facts.record_position(cast.form(cast.dana), case.pk, cards, Position.Source.MARKED)
    assert computed.partners_choice(fresh(case)) is None
    propose(cast.form(cast.dana), case.pk)
    solve(case)
    return case


def test_the_words_of_an_order_that_leaves_every_lead():
    south = Seat.SOUTH
    free = SuitLeads(south, parse_cards("H5 H2"), free=True)
    spots = SuitLeads(south, parse_cards("ST S5"), free=False)

    assert WORDS["S10"](computed.Ordered("top_down", (free,))).endswith(
        "Here it leaves every lead open."
    )
    assert WORDS["S10"](computed.Ordered("top_down_spots", (free, spots))).endswith(
        "South would lead ST or S5."
    )


PARTNER = "N N:- 9-1 N:...KJ6 ...AT9 .Q..42 6...Q8"


def test_a_partners_cards_are_named_where_a_defender_claims():
    case = doubted(make_event(), PARTNER, claimer="W", tricks_claimed=3)

    sheet = fresh(case)
    found = computed.partners_choice(sheet)
    assert (str(found.needed.card), found.needed.trick) == ("CA", 1)
    step = load_flow("claims", "2017").steps["C11"]
    (words,) = dict(computed_lines(sheet, step)).values()
    assert "The claim needs CA from East, and" in words
    assert (
        f"On that line the partner chooses {found.needed.instead} in trick 1" in words
    )


GUESS = "N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.."


@pytest.mark.parametrize(
    ("claimed", "dependent", "words"),
    [
        (4, True, "A normal line falls short: on some line nobody shows out"),
        (3, False, "The number does not depend on where one card lies."),
    ],
)
def test_a_claim_that_hangs_on_a_card_says_whether_it_comes_out(
    claimed, dependent, words
):
    case = doubted(make_event(), GUESS, claimer="S", tricks_claimed=claimed)

    sheet = fresh(case)
    assert computed.depends_on_location(sheet).dependent is dependent
    step = load_flow("claims", "2017").steps["C16"]
    assert words in dict(computed_lines(sheet, step))["S8"]
    assert (
        "shows_out_every_normal_line"
        in solver_values(sheet.case, current_proposal(sheet.case))
    ) is dependent


def test_windows_of_an_agreed_claim_are_named():
    case = make_case(make_event(), state="agreed")

    ends = computed.window_ends(fresh(case))

    assert set(ends) == {"agreement", "correction", "ruling_request", "own_side"}


def test_lowest_bids_come_from_the_auction():
    cast = make_event()
    flow = load_flow("law27", "2017")
    receipt = open_case(
        cast.form(cast.dana), free_playing(cast), flow_hash=flow.hash, kind="law27"
    )
    for call in ("1S", "1H"):
        auctions.add_call(cast.form(cast.dana), receipt.case_id, call)

    sheet = sheet_of(Case.objects.get(pk=receipt.case_id))

    assert computed.lowest_bids(sheet) == {
        "S": "2S",
        "H": "2H",
        "D": "2D",
        "C": "2C",
        "N": "1N",
    }


def test_a_revoke_in_the_record_is_found_with_its_transfer():
    cast = make_event(deals={1: DEAL})
    case = make_case(cast, playing=Playing.objects.filter(board__number=1).first())
    # West leads the heart ace; North drops a spade though he holds hearts.
    cards = parse_cards("HA S7 H5 H4")
    record = PlayRecord(auction=None, contract=Contract.parse("4S S"), cards=cards)
    add_play_records(shell(cast.at), cast.event, {case.playing_id: record})

    (revoke,) = computed.revokes(fresh(case))

    assert (revoke.trick, revoke.seat.letter, revoke.card) == (1, "N", "S7")
    # North ruffed and won the trick; nothing is known of later ones.
    assert revoke.transfer == 1


@pytest.mark.parametrize(
    ("more", "moves"), [("SJ S4 S2 S5", 2), ("", None)], ids=["won later", "unknown"]
)
def test_nobody_is_asked_for_the_revoke_of_a_record(more, moves):
    cast = make_event(deals={1: DEAL})
    playing = Playing.objects.filter(board__number=1).first()
    case = make_case(cast, state="contested", playing=playing)
    cards = parse_cards(f"HA S7 H5 H4 {more}")
    record = PlayRecord(auction=None, contract=Contract.parse("4S S"), cards=cards)
    add_play_records(shell(cast.at), cast.event, {case.playing_id: record})
    wanted = Wanted(wish=Objection.Wish.DOUBT, side="EW", reason_code="revoke")
    submit_objection(cast.form(cast.dana), case.pk, wanted)

    walked = walk_case(Case.objects.get(pk=case.pk), cast.at)

    assert walked.stands == "R10"
    assert walked.walk.records["revoker"] == "N"
    assert walked.facts["revoke_trick"] == 1
    assert walked.facts.get("revoke_transfer") == moves


@pytest.mark.parametrize(
    ("state", "status", "words"),
    [
        ("contested", None, "Without the cards nothing can be counted"),
        ("frozen", "queued", "It is still being counted."),
        ("frozen", "failed", "The computation failed"),
        ("frozen", "timed_out", "The computation gave no number"),
        ("frozen", "exact", "Nothing is computed here: the answer is yours."),
    ],
)
def test_a_question_says_why_no_number_stands_beside_it(state, status, words):
    cast = make_event()
    case = make_case(cast, state=state)
    if status is not None:
        propose(cast.form(cast.dana), case.pk)
    if status == "exact":
        solve(case)
    elif status is not None:
        case.proposals.update(status=status)
    step = load_flow("claims", "2017").steps["D15"]

    found = dict(computed_lines(fresh(case), step))

    assert list(found) == ["S6"]
    assert found["S6"].startswith(words)


FALLS = "N N:- 10-0 N:432... Q9.2.. AKJ... T87..."


@pytest.mark.parametrize(
    ("cards", "claimed", "comes_out"),
    [(GUESS, 4, "no"), (FALLS, 3, "yes_accept")],
    ids=["a guess", "falls or is caught"],
)
def test_nobody_is_asked_what_the_worker_has_proven_of_a_location(
    cards, claimed, comes_out
):
    cast = make_event()
    case = doubted(cast, cards, claimer="S", tricks_claimed=claimed)
    answer(cast.form(cast.dana), case.pk, step="C15", choice="no")

    walked = walk_case(Case.objects.get(pk=case.pk), cast.at, leave_open=True)

    assert walked.walk.visited("C16").value == comes_out
    assert walked.walk.visited("C16").by == "rule"
    assert walked.stands == "C20"
    assert (walked.walk.visited("C17") is None) is (comes_out == "yes_accept")
