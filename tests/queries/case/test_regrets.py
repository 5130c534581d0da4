"""A wish about a board without a case says that a claim was made and agreed (69B)."""

import uuid

import pytest

from rulings.bridge.contracts import Contract
from rulings.laws.engine import load_flow
from rulings.models import Case, Objection, Playing
from rulings.permissions import pass_actor
from rulings.queries.case.flow import walk_case
from rulings.queries.case.late import law_of_wish
from rulings.workflow import facts, objections
from rulings.workflow.acts import ActContext
from rulings.workflow.answers import answer
from rulings.workflow.cases import start_matter
from rulings.workflow.event import scores
from tests.factories import free_playing, make_event
from tests.people import give_slips

pytestmark = pytest.mark.django_db
WISH = Objection.Wish


@pytest.fixture
def cast():
    return make_event(values={"phones": "always"})


def now():
    return Case.objects.get()


def sent(cast, wish, *, over=True, **values):
    """Send a wish for a board that has no case; `over`: its round was ended before."""
    place = free_playing(cast)
    Playing.objects.filter(pk=place.pk).update(status="finished")
    place.refresh_from_db()
    if over:
        scores.end_round(cast.form(cast.dana), cast.event, place.round)
    cast.later(minutes=1)
    actor = pass_actor(give_slips(cast)[place.ew.number].table_pass, cast.at)
    wanted = objections.Wanted(wish=wish, side="EW", seat="E", **values)
    flow = load_flow("claims", cast.event.edition)
    form = ActContext(by=actor, at=cast.at, key=uuid.uuid4())
    start_matter(form, place, wanted, flow_hash=flow.hash)
    return Objection.objects.get()


def takes_up(cast, row):
    cast.later(minutes=1)
    resolution = Objection.Resolution.CONTESTED
    form = cast.form(cast.dana)
    objections.resolve_objection(form, now().pk, row.pk, resolution=resolution)


@pytest.mark.parametrize(
    ("wish", "over", "step"),
    [
        (WISH.WITHDRAW_AGREEMENT, True, "D11"),
        (WISH.WITHDRAW_AGREEMENT, False, "C01"),
        (WISH.CANCEL_CONCESSION, True, "E02"),
        (WISH.GIVE_BACK, True, "T01"),
        (WISH.ASK_RULING, True, "T01"),
    ],
)
def test_law_is_that_of_the_wish_before_and_after_it_is_taken_up(
    cast, wish, over, step
):
    row = sent(cast, wish, over=over)
    assert law_of_wish(now(), row, cast.at).step == step

    takes_up(cast, row)

    assert walk_case(now(), cast.at).stands == step


def test_claim_taken_down_later_leaves_the_agreement_withdrawn(cast):
    row = sent(cast, WISH.WITHDRAW_AGREEMENT)
    takes_up(cast, row)
    given = facts.ClaimGiven(
        claimer="S", contract=Contract.parse("4S S"), tricks_left=8
    )

    facts.record_claim(cast.form(cast.dana), now().pk, given)

    walked = walk_case(now(), cast.at)
    assert walked.stands == "D11"
    told = {"choice": "yes", "role": "declarer", "remaining": 8, "claimed": 8}
    assert walked.answers["T01"] == told


def test_director_who_finds_no_claim_changes_the_answer(cast):
    row = sent(cast, WISH.WITHDRAW_AGREEMENT)
    takes_up(cast, row)

    answer(cast.form(cast.dana), now().pk, step="T01", choice="no")

    assert walk_case(now(), cast.at).walk.outcome.id == "O-79B"


def test_words_of_the_wish_do_not_hide_its_law(cast):
    row = sent(cast, WISH.WITHDRAW_AGREEMENT, words="We had a trick he forgot.")

    assert law_of_wish(now(), row, cast.at).step == "D11"


@pytest.mark.parametrize(
    ("words", "first", "step"),
    [
        ("South revoked in diamonds", "B06", "B06"),
        ("The last diamond was high", "", "D11"),
    ],
)
def test_a_revoke_named_in_words_comes_before_a_firm_agreement_is_withdrawn(
    cast, words, first, step
):
    row = sent(cast, WISH.WITHDRAW_AGREEMENT, words=words)
    takes_up(cast, row)
    assert walk_case(now(), cast.at).stands == step

    if first:
        answer(cast.form(cast.dana), now().pk, step=first, choice="none")

    assert walk_case(now(), cast.at).stands == "D11"


def test_a_revoke_that_nobody_named_can_still_be_settled_before_it(cast):
    takes_up(cast, sent(cast, WISH.WITHDRAW_AGREEMENT))
    assert walk_case(now(), cast.at).stands == "D11"

    answer(cast.form(cast.dana), now().pk, step="B06", choice="revoke")

    assert walk_case(now(), cast.at).stands == "R01"
