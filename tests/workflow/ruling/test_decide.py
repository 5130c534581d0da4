"""Reserve, rule, announce, review: one current ruling, the score, the slip."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rulings.bridge.seats import Side
from rulings.models import Case, Objection, Playing, Proposal, Ruling, Slip, Window
from rulings.permissions import Refused, user_actor
from rulings.queries.case.rules import is_flagged
from rulings.states import NotAllowed
from rulings.workflow.cases import take_over
from rulings.workflow.errors import Invalid
from rulings.workflow.event.events import give_role
from rulings.workflow.log import Rows, append
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case, make_event, make_user, shell

pytestmark = pytest.mark.django_db


def now(case):
    return Case.objects.get(pk=case.pk)


def test_a_ruling_is_counted_scored_and_not_yet_current():
    cast = make_event()
    case = make_case(cast, state="ruled")

    ruling = Ruling.objects.get(case=case)
    assert (ruling.tricks_ns, ruling.tricks_ew, ruling.new_tricks_declarer) == (
        12,
        1,
        12,
    )
    assert ruling.new_score == 480  # 4S+2, board 1: nobody vulnerable
    assert (ruling.current, ruling.announced_at, ruling.number) == (False, None, 1)
    assert ruling.old_score is None


@pytest.mark.parametrize(
    ("contract", "side", "tricks", "expected"),
    [
        ("4S S", Side.NS, 10, (10, 10, 420)),
        ("4S S", Side.EW, 4, (9, 9, -50)),
        ("4S W", Side.NS, 4, (4, 9, 50)),
        ("3NX E", Side.EW, 9, (4, 9, -550)),
    ],
    ids=["claimer declares", "defender claims", "east-west down", "east-west doubled"],
)
def test_tricks_of_either_side_become_tricks_and_points(
    contract, side, tricks, expected
):
    cast = make_event()
    case = make_case(cast, state="frozen", contract="4S S")
    case.playing.contract = contract

    result = decide.result_of(case, side, tricks)

    assert (result.tricks_ns, result.tricks_declarer, result.score_ns) == expected


@pytest.mark.parametrize("tricks", [-1, 14])
def test_a_board_has_thirteen_tricks(tricks):
    cast = make_event()
    case = make_case(cast, state="frozen")

    with pytest.raises(Invalid, match="0 to 13"):
        decide.result_of(case, Side.NS, tricks)


def test_a_score_needs_a_contract():
    cast = make_event()
    case = make_case(cast)

    with pytest.raises(Invalid, match="contract"):
        decide.result_of(case, Side.NS, 10)


def test_a_promised_time_lies_ahead():
    cast = make_event()
    case = make_case(cast, state="frozen")

    with pytest.raises(Invalid, match="is past"):
        decide.reserve(cast.form(cast.dana), case.pk, until=cast.at, reason="")

    later = cast.at + timedelta(minutes=20)
    decide.reserve(cast.form(cast.dana), case.pk, until=later, reason="asks the chief")
    assert now(case).reserved_until == later
    decide.rule(cast.form(cast.dana), case.pk, decision())
    assert now(case).reserved_until is None


def test_announcing_makes_it_current_scores_the_board_and_starts_the_clocks():
    cast = make_event()
    case = make_case(cast, state="ruled")
    cast.later(minutes=2)

    decide.announce(cast.form(cast.dana), case.pk)

    ruling = Ruling.objects.get(case=case)
    assert (ruling.current, ruling.announced_at) == (True, cast.at)
    assert Slip.objects.get(ruling=ruling).acknowledged_at is None
    playing = Playing.objects.get(pk=case.playing_id)
    assert (playing.tricks, playing.score, playing.status) == (12, 480, "finished")
    assert playing.score_entered_at == cast.at
    windows = {row.purpose: row for row in Window.objects.filter(case=case)}
    assert windows.keys() == {"appeal", "correction", "own_side"}
    assert windows["appeal"].opens_at == cast.at
    assert windows["appeal"].closes_at is None
    assert Objection.objects.get(case=case).resolution == "contested"


def test_a_ruling_answers_the_doubts_that_were_known_when_it_was_made():
    cast = make_event()
    case = make_case(cast, state="ruled")
    cast.later(minutes=1)
    for wish in ("doubt", "ask_ruling", "cancel_concession"):
        put = Wanted(wish=Objection.Wish(wish), side="NS")
        submit_objection(cast.form(cast.dana), case.pk, put)
    cast.later(minutes=1)

    decide.announce(cast.form(cast.dana), case.pk)

    rows = Objection.objects.filter(case=case).order_by("received_at", "wish")
    assert [(row.side, row.wish, row.resolution) for row in rows] == [
        ("EW", "doubt", "contested"),
        ("NS", "ask_ruling", ""),
        ("NS", "cancel_concession", ""),
        ("NS", "doubt", ""),
    ]


def test_a_promise_sent_twice_is_one_promise():
    cast = make_event()
    case = make_case(cast, state="frozen")
    form = cast.form(cast.dana)
    due = cast.at + timedelta(minutes=15)
    give = {"reason": "", "promise": "15 min"}
    first = decide.reserve(form, case.pk, until=due, **give)
    at = cast.later(minutes=1)

    again = replace(form, at=at, by=user_actor(cast.dana, at))
    second = decide.reserve(again, case.pk, until=due + timedelta(minutes=1), **give)

    assert second == first
    assert now(case).reserved_until == due


def test_the_chiefs_own_ruling_needs_nobody_above_him():
    cast = make_event(values={"chief_confirms": "always"})
    case = make_case(cast, state="frozen")
    decide.rule(cast.form(cast.cleo), case.pk, decision())

    decide.announce(cast.form(cast.cleo), case.pk)

    assert Ruling.objects.get(case=case).current


def test_only_the_director_of_the_case_rules_until_another_takes_it_over():
    cast = make_event()
    piotr = make_user("piotr")
    give_role(shell(), cast.event, piotr, "director", [])
    case = make_case(cast, state="frozen")

    with pytest.raises(Refused, match="Take it over"):
        decide.rule(cast.form(piotr), case.pk, decision())

    take_over(cast.form(piotr), case.pk)
    decide.rule(cast.form(piotr), case.pk, decision())
    assert Ruling.objects.get(case=case).by == piotr


def test_a_revised_ruling_leaves_the_told_one_in_force_until_it_is_told():
    cast = make_event()
    case = make_case(cast, state="announced")

    with pytest.raises(Invalid, match="reason"):
        decide.revise(cast.form(cast.dana), case.pk, decision(8))
    decide.revise(
        cast.form(cast.dana), case.pk, decision(8, reasons="West had shown out")
    )

    assert Ruling.objects.get(case=case, current=True).number == 1
    assert now(case).state == "ruled"

    decide.announce(cast.form(cast.dana), case.pk)

    assert Ruling.objects.get(case=case, current=True).number == 2
    assert Playing.objects.get(pk=case.playing_id).tricks == 13
    assert Ruling.objects.get(case=case, number=2).old_tricks_declarer == 12


def test_the_chief_overrules_with_a_reason_before_and_after_it_is_told():
    cast = make_event()
    case = make_case(cast, state="ruled")

    with pytest.raises(Invalid, match="reason"):
        decide.overrule(cast.form(cast.cleo), case.pk, decision(8))
    decide.overrule(cast.form(cast.cleo), case.pk, decision(8, reasons="70C2 not met"))
    decide.announce(cast.form(cast.cleo), case.pk)
    decide.overrule(cast.form(cast.cleo), case.pk, decision(6, reasons="second look"))

    numbers = Ruling.objects.filter(case=case).order_by("number")
    assert [(r.number, r.tricks_claimer, r.current) for r in numbers] == [
        (1, 7, False),
        (2, 8, True),
        (3, 6, False),
    ]


def test_a_ruling_sent_back_is_open_again_with_its_facts():
    cast = make_event()
    case = make_case(cast, state="ruled")

    with pytest.raises(Invalid, match="reason"):
        decide.send_back(cast.form(cast.cleo), case.pk, reason=" ")
    decide.send_back(cast.form(cast.cleo), case.pk, reason="ask about the club")

    assert now(case).state == "frozen"
    assert Ruling.objects.get(case=case).review == "sent_back"


def test_nobody_reviews_his_own_ruling():
    cast = make_event()
    case = make_case(cast, state="frozen")
    decide.rule(cast.form(cast.cleo), case.pk, decision())

    with pytest.raises(Refused):
        decide.confirm(cast.form(cast.cleo), case.pk)
    with pytest.raises(Refused):
        decide.send_back(cast.form(cast.cleo), case.pk, reason="x")


@pytest.mark.parametrize(
    ("setting", "tricks", "notices", "waits"),
    [
        ("never", 8, [], False),
        ("always", 7, [], True),
        ("flagged", 7, [], False),
        ("flagged", 8, [], True),
        ("flagged", 7, ["N-E1-2017"], True),
    ],
    ids=["never", "always", "unflagged", "above proposal", "70E1 of 2017"],
)
def test_where_the_event_says_so_the_chief_confirms_first(
    setting, tricks, notices, waits
):
    cast = make_event(values={"chief_confirms": setting})
    case = make_case(cast, state="frozen")
    proposal = make_proposal(case, cast.at)
    decide.rule(
        cast.form(cast.dana),
        case.pk,
        decision(tricks, proposal_id=proposal.pk, walk={"notices": notices}),
    )

    if waits:
        with pytest.raises(Invalid, match="confirms"):
            decide.announce(cast.form(cast.dana), case.pk)
        decide.confirm(cast.form(cast.cleo), case.pk)
    decide.announce(cast.form(cast.dana), case.pk)

    assert now(case).state == "announced"


def make_proposal(case, at):
    """Store a proposal of seven tricks, as the log would."""
    rows = Rows()
    row = rows.insert(
        Proposal,
        case=case,
        case_version=case.version,
        solver_version="1",
        input_hash="0" * 64,
        budget=1,
        status="exact",
        low=7,
        high=7,
        queued_at=at,
    )
    append(
        chain=case.event_id,
        act="propose",
        at=at,
        rows=rows,
        content={"actor": {"kind": "worker", "id": ""}, "inputs": {}, "key": None},
        case_id=case.pk,
    )
    return row


def test_a_flag_needs_a_proposal_to_be_above():
    cast = make_event()
    case = make_case(cast, state="ruled")

    assert not is_flagged(Ruling.objects.get(case=case))


def test_without_a_ruling_there_is_nothing_to_announce():
    cast = make_event()
    case = make_case(cast, state="frozen")

    with pytest.raises(NotAllowed):
        decide.announce(cast.form(cast.dana), case.pk)
    with pytest.raises(Invalid, match="no ruling"):
        decide.latest_ruling(case)


def test_the_same_decision_twice_is_one_ruling():
    cast = make_event()
    case = make_case(cast, state="frozen")
    form = cast.form(cast.dana)

    first = decide.rule(form, case.pk, decision())
    again = decide.rule(replace(form, at=cast.later(seconds=1)), case.pk, decision())

    assert again == first
    assert Ruling.objects.filter(case=case).count() == 1
