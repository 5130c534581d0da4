"""The question where hidden cards lie names the two hands that could hold them."""

from types import SimpleNamespace

import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.presenters.moment.located import elsewhere, located


def claimed(by):
    """Return a sheet on which `by` claimed against South's 3NT."""
    return SimpleNamespace(claimer=by, contract=Contract.parse("3N S"))


@pytest.mark.parametrize(
    ("claimer", "card", "shown_out", "else_"),
    [
        (Seat.SOUTH, "E:HK", "West", "either opponent could have it"),
        (Seat.WEST, "E:HK", "South", "partner or declarer could have it"),
        (Seat.WEST, "S:HK", "East", "partner or declarer could have it"),
    ],
)
def test_a_defender_may_place_cards_with_partner_or_declarer(
    claimer, card, shown_out, else_
):
    sheet = claimed(claimer)

    assert located(sheet, [card]) == (
        f"Had {shown_out} shown out of hearts before the claim?"
    )
    assert elsewhere(sheet, 1) == else_
