"""What happened since a revoke is worked out from the trick that was named."""

import pytest

from rulings.bridge.positions import Position as Cards
from rulings.models import Position
from rulings.queries.case.flow import walk_case
from rulings.workflow import facts
from rulings.workflow.answers import answer
from tests.factories import POSITION, make_case, make_event
from tests.queries.matters import now

pytestmark = pytest.mark.django_db


def since(trick, choice, cards=POSITION, revoker="W"):
    """Return what R02 and R05 are without anybody having been asked."""
    cast = make_event()
    case = make_case(cast, state="contested", claimed=7)  # eight tricks are left
    source = Position.Source.MARKED
    facts.record_position(cast.form(cast.dana), case.pk, cards, source)
    answer(cast.form(cast.dana), case.pk, step="B06", choice="revoke")
    values = {"revoker": revoker} | ({} if trick is None else {"revoke_trick": trick})
    answer(cast.form(cast.dana), case.pk, step="R01", choice=choice, values=values)
    walked = walk_case(now(case), cast.at)
    return {step: walked.answers.get(step) for step in ("R02", "R05")}


@pytest.mark.parametrize(
    ("trick", "choice", "found"),
    [
        (3, "claiming_side", {"R02": "played", "R05": None}),
        (5, "claiming_side", {"R02": "played", "R05": None}),
        (7, "claiming_side", {"R02": None, "R05": None}),
        (3, "opponents", {"R02": None, "R05": "yes"}),
        (5, "opponents", {"R02": None, "R05": None}),
        (6, "opponents", {"R02": None, "R05": "no"}),
        (None, "opponents", {"R02": None, "R05": None}),
        (3, "both_sides", {"R02": None, "R05": None}),
    ],
)
def test_the_trick_named_says_what_was_played_since(trick, choice, found):
    assert since(trick, choice) == found


def test_a_card_on_the_table_shows_that_play_went_on():
    west_led = str(POSITION).replace("S E:- ", "S W:S6 ").replace(" 6.97", " .97")

    assert since(5, "opponents", Cards.parse(west_led))["R05"] == "yes"
