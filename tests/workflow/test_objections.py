"""What players want is kept, late or not; a doubt in time contests the claim (68D)."""

import json
from datetime import timedelta

import pytest

from rulings.models import Agreement, Case, Entry, Objection, Playing, Private, Window
from rulings.permissions import Refused
from rulings.queries.case.final import needs_admitting
from rulings.states import NotAllowed
from rulings.workflow import facts, objections
from rulings.workflow.cases import close_case, take_over
from rulings.workflow.errors import Invalid
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.windows import waive_window
from tests.factories import POSITION, make_case, make_event, take_facts
from tests.workflow.players import pass_of, player_form

pytestmark = pytest.mark.django_db
Wish = Objection.Wish


def now(case):
    return Case.objects.get(pk=case.pk)


def wanted(wish=Wish.DOUBT, side="EW", **values):
    return objections.Wanted(wish=wish, side=side, **values)


def late_case(cast):
    """Return an agreed case after the end of all its windows."""
    case = make_case(cast, state="agreed")
    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(hours=2)
    return case


def test_a_doubt_contests_a_claim_in_the_same_request():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast)
    esme = pass_of(cast, case, "EW")

    receipt = objections.submit_objection(
        player_form(cast, esme),
        case.pk,
        wanted(seat="W", reason_code="trump_out", words="What about the jack?"),
    )

    row = Objection.objects.get(case=case)
    assert (row.seat, row.reason_code, row.late_ms) == ("W", "trump_out", 0)
    assert Private.objects.get(pk=row.words).text == "What about the jack?"
    assert now(case).state == "contested"
    acts = Entry.objects.filter(chain=receipt.chain, seq__gte=receipt.seq)
    assert [entry.act for entry in acts.order_by("seq")] == ["object", "contest"]
    actor = json.loads(bytes(acts.order_by("seq")[0].data))["actor"]
    assert actor == {"kind": "pass", "id": str(esme.pk), "role": "player"}


def test_a_player_needs_no_version_and_overtakes_nobody_by_surprise():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="frozen")
    esme = pass_of(cast, case, "EW")
    take_over(cast.form(cast.cleo), case.pk)

    objections.submit_objection(
        player_form(cast, esme), case.pk, wanted(Wish.ASK_RULING)
    )

    assert now(case).state == "frozen"
    assert now(case).version == case.version + 2


def test_a_pass_speaks_for_its_own_side_only():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast)
    esme = pass_of(cast, case, "EW")

    with pytest.raises(Refused, match="own side"):
        objections.submit_objection(player_form(cast, esme), case.pk, wanted(side="NS"))


@pytest.mark.parametrize(
    ("wish", "state"),
    [(Wish.DOUBT, "contested"), (Wish.WITHDRAW_AGREEMENT, "contested"),
     (Wish.CANCEL_CONCESSION, "agreed"), (Wish.ASK_RULING, "agreed")],
)  # fmt: skip
def test_only_a_doubt_or_a_withdrawal_takes_an_agreement_back(wish, state):
    cast = make_event()
    case = make_case(cast, state="agreed")

    objections.submit_objection(cast.form(cast.dana), case.pk, wanted(wish))

    assert now(case).state == state
    withdrawn = Agreement.objects.get(case=case).withdrawn_at
    assert (withdrawn is not None) == (state == "contested")
    assert (now(case).outcome == "") == (state == "contested")


def test_a_contested_agreement_with_all_its_facts_freezes_at_once():
    cast = make_event()
    case = make_case(cast)
    facts.record_position(cast.form(cast.dana), case.pk, POSITION, "marked")
    facts.record_claim(
        cast.form(cast.dana), case.pk, facts.ClaimGiven(claimer="S", tricks_left=8)
    )
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    objections.agree(cast.form(cast.dana), case.pk, side="EW", how=Agreement.How.SPOKEN)

    objections.contest(cast.form(cast.dana), case.pk)

    assert now(case).state == "frozen"


def test_a_late_wish_is_kept_and_contests_nothing_until_it_is_admitted():
    cast = make_event()
    case = late_case(cast)
    limit = Window.objects.get(case=case, purpose="correction").closes_at

    objections.submit_objection(cast.form(cast.dana), case.pk, wanted())

    row = Objection.objects.get(case=case)
    assert row.late_ms == (cast.at - limit) / timedelta(milliseconds=1)
    assert now(case).state == "agreed"
    with pytest.raises(Invalid, match="reason"):
        objections.admit_late(
            cast.form(cast.dana), case.pk, row.pk, admitted=True, reason=""
        )

    objections.admit_late(
        cast.form(cast.dana), case.pk, row.pk, admitted=True, reason="was in hospital"
    )

    row.refresh_from_db()
    assert (row.admitted, row.said_at) == (True, None)
    assert row.late_ms > 0
    assert now(case).state == "contested"
    assert verify().findings == []


def test_with_an_earlier_spoken_time_the_delay_is_counted_from_it():
    cast = make_event()
    case = late_case(cast)
    limit = Window.objects.get(case=case, purpose="correction").closes_at
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted())
    row = Objection.objects.get(case=case)

    objections.admit_late(
        cast.form(cast.dana, said_at=limit),
        case.pk,
        row.pk,
        admitted=True,
        reason="said to me at the table",
    )

    row.refresh_from_db()
    assert (row.said_at, row.late_ms, row.admitted) == (limit, 0, True)
    assert row.received_at == cast.at


def test_a_refused_late_wish_keeps_its_delay_and_changes_nothing():
    cast = make_event()
    case = late_case(cast)
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted())
    row = Objection.objects.get(case=case)

    objections.admit_late(
        cast.form(cast.dana, said_at=cast.at - timedelta(hours=2)),
        case.pk,
        row.pk,
        admitted=False,
        reason="nobody heard it",
    )

    after = Objection.objects.get(pk=row.pk)
    assert (after.admitted, after.late_ms, after.said_at) == (False, row.late_ms, None)
    assert now(case).state == "agreed"


def test_a_late_wish_is_counted_from_the_window_that_closed_last():
    cast = make_event()
    case = late_case(cast)
    Window.objects.filter(case=case, purpose="agreement").update(
        closes_at=cast.at - timedelta(seconds=7)
    )

    found = objections.lateness(case, Wish.DOUBT, "EW", cast.at)

    assert found == ("agreement", 7000)


def test_a_time_that_lies_ahead_was_not_said():
    cast = make_event()
    case = make_case(cast)
    ahead = cast.at + timedelta(seconds=1)

    with pytest.raises(Invalid, match="in the future"):
        objections.submit_objection(
            cast.form(cast.dana, said_at=ahead), case.pk, wanted()
        )


def test_agreeing_scores_the_board_and_opens_the_windows():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)

    objections.agree(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        how=Agreement.How.SPOKEN,
        tricks_declarer=12,
        score_ns=480,
    )

    playing = Playing.objects.get(pk=case.playing_id)
    assert (playing.tricks, playing.score, playing.status) == (12, 480, "finished")
    assert playing.score_entered_at == playing.play_ended_at == cast.at
    assert now(case).state == "agreed"
    assert now(case).outcome == "O-AGREED"
    purposes = Window.objects.filter(case=case).values_list("purpose", flat=True)
    assert set(purposes) == {"agreement", "correction", "ruling_request", "own_side"}


def test_only_the_side_that_did_not_claim_agrees_by_its_pass():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast)
    facts.record_claim(
        cast.form(cast.dana), case.pk, facts.ClaimGiven(claimer="S", tricks_left=8)
    )
    noor, esme = (pass_of(cast, case, side) for side in ("NS", "EW"))

    with pytest.raises(Refused):
        objections.agree(
            player_form(cast, noor), case.pk, side="NS", how=Agreement.How.PHONE
        )
    objections.agree(
        player_form(cast, esme), case.pk, side="EW", how=Agreement.How.PHONE
    )

    assert now(case).state == "agreed"


def test_there_is_no_agreement_without_a_claim():
    cast = make_event()
    case = make_case(cast)

    with pytest.raises(Invalid, match="claim first"):
        objections.agree(
            cast.form(cast.dana), case.pk, side="EW", how=Agreement.How.SPOKEN
        )
    assert now(case).state == "called"


@pytest.mark.parametrize("side", ["NS", "", "E"], ids=["claimer", "none", "seat"])
def test_only_the_other_side_agrees_also_by_the_director(side):
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)

    with pytest.raises(Invalid, match="did not claim"):
        objections.agree(
            cast.form(cast.dana), case.pk, side=side, how=Agreement.How.SPOKEN
        )
    assert now(case).state == "called"


@pytest.mark.parametrize(
    ("wish", "purposes", "contested"),
    [
        (Wish.WITHDRAW_AGREEMENT, ("agreement",), True),
        (Wish.WITHDRAW_AGREEMENT, ("agreement", "correction"), False),
        (Wish.DOUBT, ("agreement", "correction"), False),
    ],
    ids=["another window is open", "all given up", "doubt"],
)
def test_a_side_that_gave_up_its_time_is_kept_for_a_person(wish, purposes, contested):
    cast = make_event()
    case = make_case(cast, state="agreed")
    for purpose in purposes:
        form = cast.form(cast.dana)
        waive_window(form, case.pk, Window.Purpose(purpose), "EW")
    cast.later(minutes=1)

    objections.submit_objection(cast.form(cast.dana), case.pk, wanted(wish))

    row = Objection.objects.get(case=case)
    assert (row.late_ms, row.admitted) == (0, None)
    assert needs_admitting(row) is not contested
    assert now(case).state == ("contested" if contested else "agreed")
    if not contested:
        said = {"admitted": True, "reason": "They misread the sheet."}
        objections.admit_late(cast.form(cast.dana), case.pk, row.pk, **said)
        assert now(case).state == "contested"


def test_a_wish_on_a_closed_case_is_timed_and_kept():
    cast = make_event()
    case = make_case(cast, state="closed")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    rows = {row.purpose: row for row in Window.objects.filter(case=case)}
    assert rows.keys() == {"correction", "ruling_request"}
    limit = rows["ruling_request"].closes_at
    assert limit == cast.at + timedelta(minutes=30)

    cast.at = limit
    ask = wanted(Wish.ASK_RULING)
    objections.submit_objection(cast.form(cast.dana), case.pk, ask)
    cast.later(milliseconds=1)
    objections.submit_objection(cast.form(cast.dana), case.pk, ask)

    late = Objection.objects.filter(case=case).order_by("received_at")
    assert [row.late_ms for row in late] == [0, 1]
    assert verify().findings == []


def test_a_doubt_is_answered_when_its_case_is_closed():
    cast = make_event()
    case = make_case(cast, state="contested")

    close_case(cast.form(cast.dana), case.pk, outcome="O-NOCLAIM-TRICK")

    assert Objection.objects.get(case=case).resolution == "contested"


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        (objections.resolve_objection, {"resolution": "withdrawn"}),
        (objections.admit_late, {"admitted": True, "reason": "so"}),
    ],
    ids=["resolve", "admit"],
)
def test_an_objection_of_another_case_is_named_as_such(verb, given):
    cast = make_event()
    make_case(cast, state="contested")
    other = make_case(cast)
    row = Objection.objects.get()
    form = cast.form(cast.dana)

    with pytest.raises(Invalid, match="no such objection"):
        verb(form, other.pk, row.pk, **given)
    row.refresh_from_db()
    assert row.resolution == ""


def test_a_score_that_stands_keeps_its_first_instants():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)
    scores.enter_score(
        cast.form(cast.dana), cast.event, case.playing,
        contract="4S S", tricks=10, score=420,
    )  # fmt: skip
    entered = cast.at
    Playing.objects.filter(pk=case.playing_id).update(play_ended_at=entered)
    cast.later(minutes=3)

    objections.agree(
        cast.form(cast.dana), case.pk, side="EW", how=Agreement.How.SCORE_ENTERED,
        tricks_declarer=12, score_ns=480,
    )  # fmt: skip

    playing = Playing.objects.get(pk=case.playing_id)
    assert playing.score_entered_at == playing.play_ended_at == entered
    assert playing.tricks == 12


def test_a_refusal_needs_a_reason_that_the_players_see():
    cast = make_event()
    case = make_case(cast, state="contested")
    row = Objection.objects.get(case=case)
    give = objections.resolve_objection, cast.form(cast.dana), case.pk, row.pk

    with pytest.raises(Invalid, match="reason"):
        give[0](*give[1:], resolution=Objection.Resolution.REFUSED)
    give[0](*give[1:], resolution=Objection.Resolution.REFUSED, reason="no doubt left")

    row.refresh_from_db()
    assert (row.resolution, row.resolved_at) == ("refused", cast.at)
    assert Private.objects.get(pk=row.resolve_reason).text == "no doubt left"


def test_a_frozen_case_cannot_be_agreed_any_more():
    cast = make_event()
    case = make_case(cast, state="frozen")

    with pytest.raises(NotAllowed):
        objections.agree(
            cast.form(cast.dana), case.pk, side="EW", how=Agreement.How.SPOKEN
        )
