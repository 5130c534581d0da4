"""An auction is entered a call at a time; a check takes what it needs and no more."""

import uuid

import pytest

from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.laws.engine import load_flow
from rulings.models import Case, Entry, Fact
from rulings.queries.case.situation import auction_of, begun, defends
from rulings.workflow import answers, auctions
from rulings.workflow.cases import close_case, open_case
from rulings.workflow.errors import Invalid
from rulings.workflow.proof.verify import verify
from tests.factories import free_playing, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event()


@pytest.fixture
def case(cast):
    flow = load_flow("law27", "2017")
    receipt = open_case(
        cast.form(cast.dana), free_playing(cast), flow_hash=flow.hash, kind="law27"
    )
    return Case.objects.get(pk=receipt.case_id)


def tap(cast, case, *calls):
    for call in calls:
        auctions.add_call(cast.form(cast.dana), case.pk, call)


def test_each_tap_is_one_entry_and_a_repeated_one_none(cast, case):
    before = Entry.objects.count()
    form = cast.form(cast.dana, key=uuid.uuid4())

    first = auctions.add_call(form, case.pk, "1D")

    assert auctions.add_call(form, case.pk, "1D") == first
    assert Entry.objects.count() == before + 1
    assert begun(case).auction.calls == ("1D",)


def test_a_bid_too_low_settles_what_is_in_question(cast, case):
    tap(cast, case, "1S", "P", "1H")

    entered = auction_of(case)
    assert (entered.settled, entered.in_question, entered.last_bid) == (
        True,
        "1H",
        "1S",
    )
    dealer = Seat.parse(case.playing.board.dealer)
    assert entered.offender is dealer.partner
    with pytest.raises(Invalid, match="Take it back"):
        tap(cast, case, "P")
    assert defends(case) is None  # no contract is known
    assert verify().findings == []


@pytest.mark.parametrize("calls", [("P", "P", "P", "P"), ("1C", "P", "P", "P")])
def test_nothing_follows_the_end_of_an_auction(cast, case, calls):
    tap(cast, case, *calls)

    with pytest.raises(Invalid, match="auction is over"):
        tap(cast, case, "1H")


@pytest.mark.parametrize("calls", [(), ("1H",), ("1H", "P"), ("1H", "X")])
def test_only_a_bid_after_a_bid_is_in_question(cast, case, calls):
    tap(cast, case, *calls)

    with pytest.raises(Invalid, match="follows another bid"):
        auctions.settle_auction(cast.form(cast.dana), case.pk)


def test_a_call_taken_back_leaves_nothing_in_question(cast, case):
    tap(cast, case, "1S", "1H")

    auctions.take_back_call(cast.form(cast.dana), case.pk)

    assert not auction_of(case).settled
    assert Fact.objects.get(key="facts.bid").value is None
    auctions.take_back_call(cast.form(cast.dana), case.pk)
    with pytest.raises(Invalid, match="No call"):
        auctions.take_back_call(cast.form(cast.dana), case.pk)


def test_what_is_no_call_is_refused(cast, case):
    with pytest.raises(ParseError):
        tap(cast, case, "8H")


def test_a_check_that_is_not_due_takes_nothing(cast, case):
    close_case(
        cast.form(cast.dana), case.pk, outcome="O-27B2", follow_ups=["I31", "I40"]
    )
    values = {"facts.offender_defends": True}
    answers.record_for_follow_up(
        cast.form(cast.dana), case.pk, entry="I31", values=values, ends=True
    )

    fresh = Case.objects.get(pk=case.pk)
    assert fresh.follow_ups == ["I40"]
    assert Fact.objects.get(key="facts.offender_defends").value is True
    with pytest.raises(Invalid, match="not due"):
        answers.record_for_follow_up(
            cast.form(cast.dana), case.pk, entry="I31", values={}, ends=True
        )
    with pytest.raises(Invalid, match="not due"):
        answers.settle_follow_up(
            cast.form(cast.dana), case.pk, step="I34", choice="no", entry="I31"
        )
    assert verify().findings == []
