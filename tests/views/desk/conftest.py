"""An event of its own for each test of the desks, and its chief director's tablet."""

import pytest

from tests.factories import make_event
from tests.people import stop_clock, tablet


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    return made


@pytest.fixture
def cleo(cast):
    return tablet(cast.cleo)
