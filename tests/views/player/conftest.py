"""An event whose players may use their phones, its clock at the hand of the test."""

import pytest

from tests.factories import make_event
from tests.people import stop_clock


@pytest.fixture
def cast(monkeypatch):
    made = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, made)
    return made
