"""What a case tells a flow of its moment: agreement, trump, times, windows."""

from datetime import timedelta

import pytest

from rulings.models import Objection, Statement
from rulings.queries.case import flow, situation
from rulings.workflow import facts
from rulings.workflow.event import scores
from tests.factories import make_case, make_event
from tests.queries.matters import derived, now, put

pytestmark = pytest.mark.django_db
Wish = Objection.Wish


def test_an_agreement_and_what_came_of_it_are_answered():
    cast = make_event()
    case = make_case(cast, state="agreed")
    assert derived(case)["B02"] == "all_agreed"
    assert flow.facts_of(case, cast.at)["later_objection"] is False

    put(cast, case)

    assert derived(now(case))["B02"] == "all_agreed"
    known = flow.facts_of(now(case), cast.at)
    assert known["assented"] is known["later_objection"] is True
    assert known["later_by"] == "opponents"


@pytest.mark.parametrize(
    ("admitted", "resolution", "later_by"),
    [
        (None, "", "claiming_side"),
        (True, "", "claiming_side"),
        (False, "", "opponents"),
        (None, "refused", "opponents"),
    ],
)
def test_a_concession_is_cancelled_unless_that_was_refused(
    admitted, resolution, later_by
):
    cast = make_event()
    case = make_case(cast, state="agreed")
    put(cast, case, Wish.CANCEL_CONCESSION)
    Objection.objects.update(admitted=admitted, resolution=resolution)

    assert flow.facts_of(case, cast.at)["later_by"] == later_by


@pytest.mark.parametrize(("contract", "trump"), [("4S S", "S"), ("3N S", "NT")])
def test_trump_and_kind_of_event_are_known(contract, trump):
    cast = make_event()
    case = make_case(cast, state="contested", contract=contract)

    known = flow.facts_of(case, cast.at)

    assert known["trump"] == trump
    assert known["appeal"] == {"event_type": "pairs"}
    assert known["order_stated"] is False
    assert "assented" not in known


def test_without_contract_and_words_less_is_known():
    cast = make_event()

    known = flow.facts_of(make_case(cast), cast.at)

    assert known.keys() == {"windows", "explicit_claim", "appeal"}


def test_a_stated_order_is_known():
    cast = make_event()
    case = make_case(cast)
    facts.record_statement(
        cast.form(cast.dana), case.pk, layer=Statement.Layer.CLAIM, seat="S",
        words="spades from the top", steps=["cash spades from the top"],
    )  # fmt: skip

    assert flow.facts_of(case, cast.at)["order_stated"] is True


def test_the_matter_was_put_when_the_player_put_it():
    cast = make_event()
    case = make_case(cast)
    later = cast.at + timedelta(hours=1)
    assert situation.put_at(case, later) == later

    row = put(cast, case)

    assert situation.put_at(case, later) == row.received_at


@pytest.mark.parametrize("admitted", [True, None, False])
def test_a_spoken_time_counts_when_a_director_has_admitted_it(admitted):
    cast = make_event()
    case = make_case(cast)
    said = cast.at
    cast.later(minutes=10)
    row = put(cast, case, said_at=said)
    later = cast.later(minutes=10)
    Objection.objects.update(admitted=admitted)

    expected = {True: said, None: row.received_at, False: later}[admitted]
    assert situation.put_at(case, later) == expected


def test_a_wish_that_waits_is_the_matter_and_a_refused_one_is_none():
    cast = make_event()
    case = make_case(cast)
    first = put(cast, case)
    cast.later(minutes=10)
    second = put(cast, case, Wish.ASK_RULING)
    later = cast.later(minutes=10)
    assert situation.put_at(case, later) == first.received_at

    Objection.objects.filter(pk=first.pk).update(resolution="contested")
    assert situation.put_at(case, later) == second.received_at
    Objection.objects.filter(pk=second.pk).update(resolution="withdrawn")
    assert situation.put_at(case, later) == first.received_at
    Objection.objects.filter(pk=first.pk).update(resolution="refused")
    assert situation.put_at(case, later) == later


def test_windows_are_those_of_the_moment():
    cast = make_event()
    case = make_case(cast, state="agreed")
    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    half_past = cast.at + timedelta(minutes=30)

    assert situation.windows_at(case, half_past)["correction_open"] is True
    assert situation.windows_at(case, half_past)["agreement_established"] is True
    after = half_past + timedelta(milliseconds=1)
    assert situation.windows_at(case, after)["correction_open"] is False


@pytest.mark.parametrize(("minutes", "open_"), [(29, True), (31, False)])
def test_the_correction_period_of_scores_that_were_out_before_the_call(minutes, open_):
    cast = make_event()
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    called = cast.later(minutes=minutes)

    case = make_case(cast, state="contested")

    assert situation.windows_at(case, called)["correction_open"] is open_
