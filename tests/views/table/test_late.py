"""A request that came too late: by how much, and which Law set the time."""

import pytest

from rulings.models import Objection
from rulings.workflow.event import scores
from rulings.workflow.objections import Wanted, submit_objection
from tests.factories import make_case

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
WISH = Objection.Wish


@pytest.mark.parametrize(
    ("wish", "side", "words"),
    [
        (
            WISH.WITHDRAW_AGREEMENT,
            "EW",
            "The time to withdraw an agreement had ended (Laws 69B and 79C).",
        ),
        (
            WISH.CANCEL_CONCESSION,
            "NS",
            "The time to cancel a concession had ended (Laws 71 and 79C).",
        ),
        (
            WISH.ASK_RULING,
            "EW",
            "The time to ask for a ruling had ended (Law 92B).",
        ),
    ],
)
def test_late_request_names_the_law_that_set_its_time(walk, cast, wish, side, words):
    walk.case = make_case(cast, state="agreed", claimed=7)
    scores.end_round(cast.form(cast.dana), cast.event, walk.case.playing.round)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=42)
    wanted = Wanted(wish=wish, side=side, seat=side[0])
    submit_objection(cast.form(cast.dana), walk.case.pk, wanted)

    walk.see("wish", walk.case.pk, Objection.objects.get().pk)

    assert f"Late by 12 min. {words} It is kept; you decide" in " ".join(
        walk.text.split()
    )
