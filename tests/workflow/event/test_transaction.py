"""Acts on an event wait for one another, and tell each case what they set on it."""

import json
import threading
import uuid
from dataclasses import replace

import pytest
from django.db import connections

from rulings.models import Agreement, Case, Entry, Event, Window
from rulings.permissions import EventAct, Refused, user_actor
from rulings.workflow import cases, facts, objections
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Invalid, KeyReused
from rulings.workflow.event import scores
from rulings.workflow.event.transaction import perform_in_event
from rulings.workflow.proof.verify import verify
from tests.factories import free_playing, make_case, make_event, shell, take_facts
from tests.workflow.event.test_events import create


@pytest.mark.django_db
def test_an_act_works_on_the_event_as_it_is_now():
    cast = make_event()
    stale = Event.objects.get()
    stale.name = "Never saved"
    seen = []

    perform_in_event(
        EventAct.PUBLISH,
        cast.form(cast.cleo),
        stale,
        lambda run: seen.append(run.event.name),
        {},
    )

    assert seen == ["Spring Pairs"]


@pytest.mark.django_db
def test_a_case_of_another_event_is_not_touched():
    cast = make_event()
    case = make_case(cast, state="agreed")
    seen = []

    perform_in_event(
        EventAct.PUBLISH,
        cast.form(cast.cleo),
        cast.event,
        lambda run: seen.extend(run.cases),
        {},
        cases=Case.objects.exclude(event=cast.event) | Case.objects.none(),
    )

    assert seen == []
    assert Case.objects.get().pk == case.pk


@pytest.mark.django_db
def test_a_case_whose_rows_do_not_change_gets_no_entry():
    cast = make_event()
    make_case(cast, state="called")

    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    assert not Entry.objects.filter(act="retime").exists()


@pytest.mark.django_db
def test_a_case_is_told_why_its_windows_moved():
    cast = make_event()
    case = make_case(cast, state="agreed")

    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    content = json.loads(bytes(Entry.objects.get(act="retime").data))
    assert content["inputs"]["because"] == "publish"
    assert content["inputs"]["place"]["playing"]["published_at"] is not None
    assert content["version"] == [case.version, case.version]
    assert {row[0] for row in content["rows"]} == {"window"}


@pytest.mark.django_db
def test_one_form_does_one_thing():
    cast = make_event()
    form = cast.form(cast.cleo)
    scores.publish_scores(form, cast.event, cast.session)

    with pytest.raises(KeyReused):
        scores.start_round(form, cast.event, cast.session.rounds.get(order=1))


@pytest.mark.django_db
def test_a_time_that_lies_ahead_is_refused():
    cast = make_event()
    ahead = cast.form(cast.dana)
    ahead = replace(ahead, said_at=cast.later(seconds=1))

    with pytest.raises(Invalid, match="in the future"):
        scores.end_round(ahead, cast.event, cast.session.rounds.get(order=1))


@pytest.mark.django_db
def test_who_has_no_right_is_refused():
    cast = make_event()

    with pytest.raises(Refused):
        scores.end_round(
            cast.form(cast.olly), cast.event, cast.session.rounds.get(order=1)
        )


def together(*acts):
    """Run acts at once, each on a connection of its own; return what they raised."""
    start, raised = threading.Barrier(len(acts)), []

    def run(act):
        try:
            start.wait()
            act()
        except Exception as error:  # noqa: BLE001 - told to the test
            raised.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    return raised


@pytest.mark.django_db(transaction=True)
def test_agreements_opened_during_a_publication_are_all_timed():
    cast = make_event(tables=5)
    places = list(
        type(free_playing(cast)).objects.filter(round__order=1).order_by("pk")[:6]
    )

    def call_and_agree(place):
        receipt = cases.open_case(cast.form(cast.dana), place, flow_hash="x")
        claim = facts.ClaimGiven(claimer="S", tricks_left=8)
        facts.record_claim(cast.form(cast.dana), receipt.case_id, claim)
        objections.agree(
            cast.form(cast.dana),
            receipt.case_id,
            side="EW",
            how=Agreement.How.SPOKEN,
        )

    raised = together(
        *(lambda place=place: call_and_agree(place) for place in places),
        lambda: scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session),
    )

    assert raised == []
    closes = Window.objects.filter(purpose="correction").values_list(
        "closes_at", flat=True
    )
    assert len(closes) == 6
    assert None not in closes
    assert verify().findings == []


@pytest.mark.django_db(transaction=True)
def test_two_cases_of_one_board_and_an_act_on_the_event_at_once():
    cast = make_event()
    place = free_playing(cast)
    first, second = (make_case(cast, playing=place) for _ in range(2))
    take_facts(cast, second)
    actor = user_actor(cast.dana, cast.at)

    def form():
        return ActContext(by=actor, at=cast.at, key=uuid.uuid4())

    def take(case):
        for _ in range(5):
            cases.take_over(form(), case.pk)

    def agree():
        objections.agree(
            form(), second.pk, side="EW", how=Agreement.How.SPOKEN,
            tricks_declarer=12, score_ns=480,
        )  # fmt: skip

    raised = together(
        lambda: take(first),
        lambda: take(first),
        agree,
        lambda: scores.enter_score(
            form(), cast.event, place, contract="4S S", tricks=10, score=420
        ),
        lambda: scores.end_round(form(), cast.event, place.round),
    )

    assert raised == []
    assert Case.objects.get(pk=first.pk).version == first.version + 10
    place.refresh_from_db()
    assert place.status == "finished"
    assert place.score_entered_at == cast.at
    assert verify().findings == []


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_many_times_at_once_acts_once():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana, version=1)
    taken = []

    raised = together(
        *[lambda: taken.append(cases.take_over(form, case.pk))] * 8,
    )

    assert raised == []
    assert len(set(taken)) == 1
    assert Case.objects.get(pk=case.pk).version == 2


@pytest.mark.django_db(transaction=True)
def test_an_event_created_many_times_at_once_is_one():
    cast = make_event()
    form = shell(cast.at)
    made = []
    raised = together(*[lambda: made.append(create(form).pk)] * 4)

    assert raised == []
    assert len(set(made)) == 1
    assert Event.objects.count() == 2
    assert verify().findings == []
