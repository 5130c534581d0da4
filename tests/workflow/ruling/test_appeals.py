"""Appeals: who joins, who hears them, and how they end (Laws 92 and 93)."""

from datetime import timedelta

import pytest

from rulings.models import Appeal, Case, Event, Role, Ruling, Window
from rulings.permissions import Refused
from rulings.workflow.errors import Invalid
from rulings.workflow.event import events, scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals, decide
from rulings.workflow.windows import waive_window
from tests.factories import decision, make_case, make_event, make_user, shell
from tests.workflow.players import pass_of, player_form

pytestmark = pytest.mark.django_db
BOTH = {"E": "spoken", "W": "spoken"}


def file(cast, case, concurrence=BOTH, form=None):
    return appeals.file_appeal(
        form or cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence=concurrence,
        words="He never said it.",
    )


def appealed(cast, concurrence=BOTH):
    case = make_case(cast, state="announced")
    file(cast, case, concurrence)
    return case, Appeal.objects.get(ruling__case=case)


def reviewer(cast, case):
    """Return somebody on the panel of an appeal."""
    rae = make_user("rae")
    events.give_role(shell(), cast.event, rae, Role.Name.REVIEWER, [])
    appeals.set_panel(
        cast.form(cast.cleo), case.pk, panel=[rae.pk], advisers=[], deposit="25 EUR"
    )
    return rae


@pytest.mark.parametrize(
    ("kind", "concurrence", "heard"),
    [
        (Event.Kind.PAIRS, {"E": "spoken"}, None),
        (Event.Kind.PAIRS, BOTH, True),
        (Event.Kind.TEAMS, BOTH, None),
        (Event.Kind.TEAMS, {"captain": "spoken"}, True),
        (Event.Kind.INDIVIDUAL, {"E": "phone"}, True),
        (Event.Kind.INDIVIDUAL, {}, None),
    ],
)
def test_who_must_join_depends_on_who_competes(kind, concurrence, heard):
    cast = make_event(kind=kind)

    _, row = appealed(cast, concurrence)

    assert row.admissible is heard


def test_a_partner_joins_later():
    cast = make_event(values={"phones": "always"})
    case, row = appealed(cast, {"E": "spoken"})
    noor, esme = (pass_of(cast, case, side) for side in ("NS", "EW"))

    with pytest.raises(Refused):
        appeals.join_appeal(player_form(cast, noor), case.pk, seat="W", how="phone")
    appeals.join_appeal(player_form(cast, esme), case.pk, seat="E", how="phone")
    row.refresh_from_db()
    assert row.admissible is None
    appeals.join_appeal(player_form(cast, esme), case.pk, seat="W", how="phone")

    row.refresh_from_db()
    assert row.concurrence == {"E": "phone", "W": "phone"}
    assert row.admissible is True


def test_a_partner_who_joins_does_not_admit_a_late_appeal():
    cast = make_event()
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=31)
    file(cast, case, {"E": "spoken"})

    appeals.join_appeal(cast.form(cast.dana), case.pk, seat="W", how="spoken")

    assert Appeal.objects.get().admissible is None
    assert Appeal.objects.get().late_ms == 60_000


def test_a_late_appeal_is_admitted_by_a_person_with_a_reason():
    cast = make_event()
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    limit = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.later(minutes=31)
    file(cast, case)
    admit = appeals.admit_appeal

    with pytest.raises(Invalid, match="reason"):
        admit(cast.form(cast.dana), case.pk, admitted=True, reason="")
    admit(cast.form(cast.dana), case.pk, admitted=False, reason="too late")
    assert (Appeal.objects.get().admissible, Appeal.objects.get().late_ms) == (
        False,
        60_000,
    )
    admit(cast.form(cast.dana), case.pk, admitted=True, reason="desk was closed")
    assert Appeal.objects.get().late_ms == 60_000
    said = cast.form(cast.dana, said_at=limit + timedelta(milliseconds=3))
    admit(said, case.pk, admitted=True, reason="told me on the stairs")

    row = Appeal.objects.get()
    assert (row.admissible, row.late_ms, row.received_at) == (True, 3, cast.at)
    assert verify().findings == []


def test_nobody_hears_an_appeal_from_his_own_ruling_or_advice():
    cast = make_event()
    case, row = appealed(cast)

    for panel, advisers in (([cast.dana.pk], []), ([7], [7])):
        with pytest.raises(Invalid, match="cannot hear"):
            appeals.set_panel(
                cast.form(cast.cleo),
                case.pk,
                panel=panel,
                advisers=advisers,
                deposit="",
            )
    rae = reviewer(cast, case)

    row.refresh_from_db()
    assert (row.panel, row.deposit) == ([rae.pk], "25 EUR")


def test_a_withdrawn_appeal_leaves_the_ruling():
    cast = make_event()
    case, row = appealed(cast)

    appeals.withdraw_appeal(cast.form(cast.dana), case.pk)

    row.refresh_from_db()
    assert (row.outcome, row.decided_at) == ("withdrawn", cast.at)
    assert Case.objects.get(pk=case.pk).state == "announced"
    with pytest.raises(Invalid, match="No appeal"):
        appeals.pending_appeal(case)


def both_appeal(cast):
    """Return a case with an appeal of either side."""
    case, ours = appealed(cast)
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="NS",
        concurrence={"N": "spoken", "S": "spoken"},
        words="We want them all.",
    )
    return case, ours


def test_the_other_side_appeals_too_while_one_waits():
    cast = make_event()
    case, _ = both_appeal(cast)

    rows = Appeal.objects.filter(ruling__case=case)
    assert {(row.side, row.late_ms, row.admissible) for row in rows} == {
        ("EW", 0, True),
        ("NS", 0, True),
    }
    with pytest.raises(Invalid, match="already appealed"):
        file(cast, case)
    assert verify().findings == []


def end(cast, case, side, **values):
    return appeals.decide_appeal(
        cast.form(cast.cleo),
        case.pk,
        point=Appeal.Point.LAW,
        reasons="70C holds",
        side=side,
        **{"outcome": Appeal.Outcome.UPHELD} | values,
    )


def test_a_case_stays_appealed_until_both_appeals_have_ended():
    cast = make_event()
    case, _ = both_appeal(cast)
    states = []

    with pytest.raises(Invalid, match="Say whose"):
        appeals.withdraw_appeal(cast.form(cast.dana), case.pk)
    appeals.withdraw_appeal(cast.form(cast.dana), case.pk, side="NS")
    states.append(Case.objects.get(pk=case.pk).state)
    end(cast, case, "EW")
    states.append(Case.objects.get(pk=case.pk).state)
    decide.announce(cast.form(cast.dana), case.pk)
    states.append(Case.objects.get(pk=case.pk).state)

    assert states == ["appealed", "ruled", "announced"]
    ended = {row.side: row.outcome for row in Appeal.objects.all()}
    assert ended == {"NS": "withdrawn", "EW": "upheld"}


def test_a_changed_ruling_leaves_the_other_sides_appeal_waiting():
    cast = make_event()
    case, _ = both_appeal(cast)

    changed = {"outcome": Appeal.Outcome.CHANGED, "decision": decision(8, reasons="so")}
    end(cast, case, "EW", **changed)

    assert Case.objects.get(pk=case.pk).state == "appealed"
    assert appeals.pending_appeal(case).side == "NS"
    end(cast, case, "NS")
    assert Case.objects.get(pk=case.pk).state == "ruled"
    assert Ruling.objects.get(case=case, current=True).number == 1
    decide.announce(cast.form(cast.dana), case.pk)
    assert Ruling.objects.get(case=case, current=True).number == 2
    assert {row.announced_at for row in Appeal.objects.all()} == {cast.at}
    assert verify().findings == []


def test_an_appeal_taken_back_leaves_the_others_decision_to_be_told():
    cast = make_event()
    case, _ = both_appeal(cast)
    changed = {"outcome": Appeal.Outcome.CHANGED, "decision": decision(8, reasons="so")}
    end(cast, case, "EW", **changed)

    appeals.withdraw_appeal(cast.form(cast.dana), case.pk, side="NS")

    assert Case.objects.get(pk=case.pk).state == "ruled"
    decide.announce(cast.form(cast.dana), case.pk)
    assert Ruling.objects.get(case=case, current=True).number == 2


def test_a_pass_means_its_own_sides_appeal():
    cast = make_event(values={"phones": "always"})
    case, _ = both_appeal(cast)
    noor = pass_of(cast, case, "NS")

    appeals.withdraw_appeal(player_form(cast, noor), case.pk)

    ended = {row.side: row.outcome for row in Appeal.objects.all()}
    assert ended == {"NS": "withdrawn", "EW": ""}


@pytest.mark.parametrize("joins", [False, True], ids=["both at once", "one joins"])
def test_a_side_that_gave_up_its_time_is_heard_only_if_a_person_says_so(joins):
    cast = make_event()
    case = make_case(cast, state="announced")
    waive_window(cast.form(cast.dana), case.pk, Window.Purpose.APPEAL, "EW")
    cast.later(minutes=1)

    file(cast, case, {"E": "spoken"} if joins else BOTH)
    if joins:
        appeals.join_appeal(cast.form(cast.dana), case.pk, seat="W", how="spoken")

    assert (Appeal.objects.get().late_ms, Appeal.objects.get().admissible) == (0, None)
    yes = {"admitted": True, "reason": "They misread the sheet."}
    appeals.admit_appeal(cast.form(cast.cleo), case.pk, **yes)
    assert Appeal.objects.get().admissible is True


def test_a_waiver_of_the_other_side_changes_nothing():
    cast = make_event()
    case = make_case(cast, state="announced")
    waive_window(cast.form(cast.dana), case.pk, Window.Purpose.APPEAL, "NS")

    file(cast, case)

    assert Appeal.objects.get().admissible is True


@pytest.mark.parametrize("admitted", [None, False], ids=["undecided", "refused"])
@pytest.mark.parametrize("outcome", Appeal.Outcome.values)
def test_only_an_admitted_appeal_is_heard(outcome, admitted):
    cast = make_event()
    case, row = appealed(cast, {"E": "spoken"})
    if admitted is False:
        no = {"admitted": False, "reason": "too late"}
        appeals.admit_appeal(cast.form(cast.cleo), case.pk, **no)
    changed = outcome == Appeal.Outcome.CHANGED
    how = {"outcome": outcome, "decision": decision(8) if changed else None}

    if outcome == Appeal.Outcome.INADMISSIBLE:
        end(cast, case, "EW", **how)
    else:
        with pytest.raises(Invalid, match="Admit it first"):
            end(cast, case, "EW", **how)

    row.refresh_from_db()
    assert row.outcome == ("inadmissible" if outcome == "inadmissible" else "")


@pytest.mark.parametrize(
    ("point", "chief_decides"),
    [(Appeal.Point.LAW, True), (Appeal.Point.JUDGEMENT, False)],
)
def test_the_chief_decides_law_and_the_panel_judgement(point, chief_decides):
    cast = make_event()
    case, row = appealed(cast)
    rae = reviewer(cast, case)
    right, wrong = (cast.cleo, rae) if chief_decides else (rae, cast.cleo)
    end = {"point": point, "outcome": Appeal.Outcome.UPHELD, "reasons": "70C holds"}

    with pytest.raises(Refused, match="law"):
        appeals.decide_appeal(cast.form(wrong), case.pk, **end)
    appeals.decide_appeal(cast.form(right), case.pk, **end)

    row.refresh_from_db()
    assert (row.outcome, row.point) == ("upheld", point)
    assert Ruling.objects.get(case=case).current


@pytest.mark.parametrize(
    ("outcome", "reasons", "made"),
    [
        (Appeal.Outcome.UPHELD, " ", None),
        (Appeal.Outcome.UPHELD, "so", decision()),
        (Appeal.Outcome.CHANGED, "so", None),
    ],
    ids=["no reasons", "upheld with tricks", "changed without"],
)
def test_an_end_must_fit_itself(outcome, reasons, made):
    cast = make_event()
    case, _ = appealed(cast)

    with pytest.raises(Invalid):
        appeals.decide_appeal(
            cast.form(cast.cleo),
            case.pk,
            point=Appeal.Point.LAW,
            outcome=outcome,
            reasons=reasons,
            decision=made,
        )


@pytest.mark.parametrize(("edition", "heard"), [("1997", True), ("2017", None)])
def test_an_absent_partner_counts_as_agreeing_where_the_edition_says_so(edition, heard):
    cast = make_event(edition=edition)
    _, row = appealed(cast, {"E": "spoken", "W": "absent"})

    assert row.admissible is heard


def test_the_director_hears_judgement_where_there_is_no_other_review():
    cast = make_event(values={"review_body": "director"})
    case, row = appealed(cast)

    appeals.decide_appeal(
        cast.form(cast.cleo),
        case.pk,
        point=Appeal.Point.JUDGEMENT,
        outcome=Appeal.Outcome.WITHOUT_MERIT,
        reasons="Nothing new was said.",
    )

    row.refresh_from_db()
    assert (row.outcome, row.point) == ("without_merit", "judgement")


def test_merit_is_no_point_of_law():
    cast = make_event()
    case, _ = appealed(cast)

    with pytest.raises(Invalid, match="matter of judgement"):
        end(cast, case, "EW", outcome=Appeal.Outcome.WITHOUT_MERIT)


def test_an_interest_keeps_somebody_off_the_panel():
    cast = make_event()
    case, row = appealed(cast)
    rae = make_user("rae2")
    given = {"advisers": [], "deposit": "", "room": "Green room", "barred": [rae.pk]}
    form = cast.form(cast.cleo)

    with pytest.raises(Invalid, match="interest"):
        appeals.set_panel(form, case.pk, panel=[rae.pk], **given)
    appeals.set_panel(form, case.pk, panel=[], **given)

    row.refresh_from_db()
    assert (row.panel, row.barred, row.room) == ([], [rae.pk], "Green room")
    given = {"outcome": Appeal.Outcome.UPHELD}
    votes = appeals.PanelFindings(votes={str(rae.pk): "uphold"})
    with pytest.raises(Invalid, match="Only members of the panel"):
        end(cast, case, "EW", found=votes, **given)
    with pytest.raises(Invalid, match="No deposit"):
        end(cast, case, "EW", found=appeals.PanelFindings(deposit_end="kept"), **given)
