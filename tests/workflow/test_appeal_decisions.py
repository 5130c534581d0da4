"""An appeal is decided, then announced: two acts, and no new time to appeal (93)."""

from datetime import timedelta

import pytest

from rulings.models import Appeal, Case, Playing, Ruling, Slip, Window
from rulings.workflow import facts
from rulings.workflow.errors import Invalid
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals, decide
from rulings.workflow.undo import undo
from tests.factories import decision, make_event
from tests.workflow.ruling.test_appeals import appealed, end, file

pytestmark = pytest.mark.django_db


def test_a_decision_is_made_and_then_told_and_opens_no_time_to_appeal():
    cast = make_event()
    case, _ = appealed(cast)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    ends = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.later(minutes=10)

    appeals.decide_appeal(
        cast.form(cast.cleo),
        case.pk,
        point=Appeal.Point.LAW,
        outcome=Appeal.Outcome.CHANGED,
        reasons="Law 70C",
        decision=decision(8, reasons="Law 70C"),
    )

    row, old = Appeal.objects.get(), Ruling.objects.get(case=case, current=True)
    assert (old.number, Case.objects.get(pk=case.pk).state) == (1, "ruled")
    assert (row.decided_by, row.announced_at) == (cast.cleo, None)
    assert row.new_ruling.number == 2

    cast.later(minutes=5)
    decide.announce(cast.form(cast.dana), case.pk)

    row.refresh_from_db()
    new = Ruling.objects.get(case=case, current=True)
    assert (new.number, new.announced_at, new.by) == (2, cast.at, cast.cleo)
    assert row.announced_at == cast.at
    assert Window.objects.get(case=case, purpose="appeal").closes_at == ends
    assert Slip.objects.filter(ruling=new).exists()
    assert Playing.objects.get(pk=case.playing_id).tricks == 13
    assert Case.objects.get(pk=case.pk).state == "announced"
    assert verify().findings == []


def test_scores_published_after_a_decision_count_the_appeal_from_the_first_ruling():
    cast = make_event()
    case, _ = appealed(cast)
    end(cast, case, "EW", outcome=Appeal.Outcome.CHANGED, decision=decision(8))
    cast.later(minutes=40)
    decide.announce(cast.form(cast.dana), case.pk)
    published = cast.at - timedelta(minutes=5)
    cast.at = published
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    window = Window.objects.get(case=case, purpose="appeal")
    assert window.closes_at == published + timedelta(minutes=30)


def test_a_ruling_upheld_stays_and_only_the_decision_is_told():
    cast = make_event()
    case, row = appealed(cast)
    end(cast, case, "EW")

    decide.announce(cast.form(cast.dana), case.pk)

    row.refresh_from_db()
    assert (row.announced_at, row.new_ruling) == (cast.at, None)
    assert Ruling.objects.get(case=case).current
    assert Slip.objects.count() == 1
    assert Case.objects.get(pk=case.pk).state == "announced"
    assert verify().findings == []


@pytest.mark.parametrize(
    "act",
    [
        lambda cast, pk: decide.send_back(cast.form(cast.cleo), pk, reason="look"),
        lambda cast, pk: decide.overrule(
            cast.form(cast.cleo), pk, decision(6, reasons="no")
        ),
        lambda cast, pk: facts.change_facts(cast.form(cast.dana), pk),
    ],
    ids=["send back", "overrule", "change facts"],
)
def test_nobody_sets_a_decision_aside_before_it_is_told(act):
    cast = make_event()
    case, _ = appealed(cast)
    end(cast, case, "EW")

    with pytest.raises(Invalid, match="appeal has been decided"):
        act(cast, case.pk)

    assert Case.objects.get(pk=case.pk).state == "ruled"


def test_a_side_whose_appeal_was_heard_has_no_further_one_of_right():
    cast = make_event()
    case, _ = appealed(cast)
    end(cast, case, "EW")
    decide.announce(cast.form(cast.dana), case.pk)

    file(cast, case)

    assert Appeal.objects.get(outcome="").admissible is None


@pytest.mark.parametrize("outcome", [Appeal.Outcome.UPHELD, Appeal.Outcome.CHANGED])
def test_a_later_ruling_by_a_director_may_be_appealed_anew(outcome):
    cast = make_event()
    case, _ = appealed(cast)
    number = decision(8) if outcome == Appeal.Outcome.CHANGED else None
    end(cast, case, "EW", outcome=outcome, decision=number)
    decide.announce(cast.form(cast.dana), case.pk)
    cast.later(minutes=1)
    decide.revise(cast.form(cast.dana), case.pk, decision(7, reasons="Another board"))
    decide.announce(cast.form(cast.dana), case.pk)

    file(cast, case)

    assert Appeal.objects.get(outcome="").admissible is True


def test_a_decision_taken_back_leaves_the_appeal_waiting():
    cast = make_event()
    case, row = appealed(cast)
    end(cast, case, "EW", outcome=Appeal.Outcome.CHANGED, decision=decision(8))

    undo(cast.form(cast.cleo), case.pk)

    row.refresh_from_db()
    assert (row.outcome, row.new_ruling) == ("", None)
    assert Case.objects.get(pk=case.pk).state == "appealed"
    assert verify().findings == []
