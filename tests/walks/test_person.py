"""The walker itself: what a person cannot do, it cannot do either."""

import pytest

from tests.walks.conftest import PHONE
from tests.walks.person import TypedAnAddress

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_nobody_types_an_address(walker, world):
    dana = walker("Dana, director")
    with pytest.raises(TypedAnAddress):
        dana._page.goto("/cases/")


def test_an_address_opens_only_if_somebody_read_it(walker, world):
    phone = walker(device=PHONE)

    for made_up in (
        f"/p/{world.secrets[4]}",
        "/code",
        phone._home,
        phone._home + "code",
    ):
        with pytest.raises(TypedAnAddress):
            phone.opens(made_up)


def test_what_is_not_visible_cannot_be_tapped(walker, world):
    dana = walker("Dana, director")
    dana._page.set_default_timeout(500)
    with pytest.raises(AssertionError, match="No visible control"):
        dana.tap("A control that is nowhere")


def test_call_is_taken_by_what_is_visible(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call")
    dana.tap("4", role="button").sees("Who claimed")
    assert dana.gestures == 2
