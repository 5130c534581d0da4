"""The same facts under another edition or set: where the paths part."""

import pytest

from rulings.laws.regulations import from_values
from rulings.models import AskedPosition, Case, Entry, Ruling, Window
from rulings.queries.case.flow import current_proposal
from rulings.queries.table.comparison import compare, editions_for, under
from rulings.solver import adjudicate
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.event import scores
from rulings.workflow.solving.positions import ask_position
from rulings.workflow.solving.propose import propose
from rulings.workflow.windows import anchors_of
from tests.factories import make_case, make_event
from tests.views.table.test_law_steps import small_case
from tests.views.table.walks import Walk, solve

pytestmark = pytest.mark.django_db


def fresh(case):
    return Case.objects.get(pk=case.pk)


def beside(cast, case, edition="2007", body="", regulations=None):
    case = fresh(case)
    other = regulations or under(case, edition, body)
    return compare(case, cast.at, edition, other, anchors_of(case))


def pair_of(found, step):
    return next((pair for pair in found.pairs if pair.step == step), None)


def decided(client, edition="2017"):
    """Return a case that was ruled on a card whose place was not known."""
    cast = make_event(edition=edition)
    client.force_login(cast.dana)
    walk = Walk(client, small_case(cast))
    values = {"solver.location_dependent": True}
    values["solver.shows_out_every_normal_line"] = False
    facts.record_facts(cast.form(cast.dana), walk.case.pk, values)
    given = {"C06": "mentioned", "C15": "no"}
    if edition != "2017":
        given["C17"] = "no_reject"
    for step, choice in given.items():
        answer(cast.form(cast.dana), walk.case.pk, step=step, choice=choice)
    propose(cast.form(cast.dana), walk.case.pk)
    solve(walk.case)
    walk.see("proposal")
    walk.send("rule", way="accept")
    return cast, walk.case


def test_the_same_edition_and_set_go_the_same_way(client):
    cast, case = decided(client)

    found = beside(cast, case, "2017")

    assert found.recorded.decided
    assert found.here.walk == found.there.walk
    assert found.here.walk.outcome.id == Ruling.objects.get().outcome
    assert found.pairs
    assert not any(pair.differs for pair in found.pairs)
    assert found.settings == ()
    assert found.searched.alike


def test_a_question_that_only_the_other_edition_asks_stays_open(client):
    cast, case = decided(client)

    found = beside(cast, case, "2007")

    assert found.there.walk.at.id == "C17"
    assert found.there.walk.outcome is None
    assert pair_of(found, "C17").here.by == "fixed"
    assert pair_of(found, "C17").there is None
    assert (pair_of(found, "C17").waits, pair_of(found, "C17").differs) == (True, False)
    assert pair_of(found, "C20").waits


def test_an_answer_that_the_other_edition_does_not_take_is_no_part_of_its_path(client):
    cast, case = decided(client, "2007")

    found = beside(cast, case, "2017")

    assert found.there.walk.outcome.id == found.here.walk.outcome.id
    visited = pair_of(found, "C17")
    assert (visited.here.by, visited.there.by) == ("answer", "fixed")


def agreed_and_raised_again(client, *, published):
    """Return a case agreed and then put to the director."""
    cast = make_event()
    client.force_login(cast.dana)
    walk = Walk(client, make_case(cast, state="agreed"))
    ended = Case.objects.get(pk=walk.case.pk).playing.round
    scores.end_round(cast.form(cast.dana), cast.event, ended)
    if published:
        scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=20)
    walk.see("announced")
    walk.send("contest")
    return cast, walk


def test_standards_are_those_of_each_edition(client):
    cast, walk = agreed_and_raised_again(client, published=False)
    walk.send("step", walk.case.pk, "D11", choice="trick_not_yet_played")
    walk.send("step", walk.case.pk, "D15", choice="yes")

    found = beside(cast, walk.case, "1997")

    assert found.here.walk.outcome.id == "O-AGREE-WITHDRAWN"
    assert found.there.walk.at.id == "D14"
    names = [one.standard for one in found.here.standards]
    assert names != [one.standard for one in found.there.standards]
    assert not found.recorded.decided


def test_a_shorter_period_can_make_it_too_late(client):
    cast, walk = agreed_and_raised_again(client, published=True)
    row = Window.objects.get(case=walk.case, purpose="correction")
    values = dict(cast.event.regulation["values"])

    strict = from_values({**values, "correction_period_min": 1})
    found = beside(cast, walk.case, "2017", regulations=strict)

    assert found.settings == ("correction_period_min",)
    assert found.here.walk.at.id == "D11"
    assert found.there.walk.outcome.id == "O-TOOLATE"
    assert Window.objects.get(pk=row.pk).closes_at == row.closes_at


def test_a_body_is_named_with_what_it_sets_differently(client):
    cast, case = decided(client)

    found = beside(cast, case, "2017", body="acbl")

    assert found.there.regulations.name == "ACBL"
    own, other = found.here.regulations, found.there.regulations
    assert found.settings
    assert all(own[name] != other[name] for name in found.settings)


def test_looking_writes_nothing(client):
    cast, case = decided(client)
    before = Entry.objects.count()

    for edition in editions_for(case):
        beside(cast, case, edition)

    assert Entry.objects.count() == before


def test_a_law_offers_the_editions_that_have_it():
    case = make_case(make_event())

    assert editions_for(case) == ("1997", "2007", "2017")
    case.kind = "law27"
    assert editions_for(case) == ("2007", "2017")


def test_what_is_missing_in_a_case_just_called_is_open():
    cast = make_event()
    case = make_case(cast)

    found = beside(cast, case, "1997")

    assert found.there.walk.at.id == "A01"
    assert found.pairs == ()


def test_an_instruction_that_leaves_one_way_is_taken_as_done(client):
    cast, case = decided(client)

    found = beside(cast, case, "1997")

    assert found.recorded.answers["C03"] == "not_needed"
    assert found.there.aside == ("C03",)
    assert found.there.assumed == ("C03",)
    assert pair_of(found, "C03").differs
    assert pair_of(found, "C03").there.value == "faced"


def set_apart(case, **values):
    """Return the case's own set with some values that the search reads changed."""
    return under(fresh(case), case.edition, "").replaced(values)


def test_what_the_search_does_not_read_leaves_the_proposal_alone():
    cast = make_event()
    case = small_case(cast)

    found = beside(cast, case, "1997").searched

    assert found.applies
    assert found.alike
    assert found.row is None
    assert found.own == (2, 3)


def test_another_way_to_search_is_asked_for_and_then_counts(client):
    cast, case = decided(client)
    other = set_apart(
        case, ruff_height="lowest", low_lead_in_conceded_suit="not_normal"
    )
    before = beside(cast, case, "2017", regulations=other)
    assert not before.searched.alike
    assert before.searched.values == {}

    asked = before.searched.asked
    form = cast.form(cast.dana)
    _receipt, row = ask_position(
        form, case.event, asked.position, asked.claim, asked.settings
    )
    assert beside(cast, case, "2017", regulations=other).searched.pending
    result = adjudicate(asked.position, asked.claim, asked.settings).to_json()
    changed = {**result, "award": 2, "low": 2, "high": 2}
    AskedPosition.objects.filter(pk=row.pk).update(status="exact", result=changed)

    found = beside(cast, case, "2017", regulations=other)
    assert found.searched.bounds == (2, 2)
    assert found.here.walk.final_tricks == Ruling.objects.get().tricks_claimer
    assert found.there.walk.final_tricks == 2
    assert current_proposal(fresh(case)).input_hash != row.input_hash


def test_a_law_without_cards_has_nothing_to_search():
    cast = make_event()
    case = make_case(cast)
    Case.objects.filter(pk=case.pk).update(kind="law27")

    assert not beside(cast, case).searched.applies
