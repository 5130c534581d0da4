"""An event with a clock that stands, and a Data Connector beside it."""

import pytest

from tests.connector import FakeConnector
from tests.factories import make_event


@pytest.fixture
def stand(monkeypatch):
    """Return how to let the program act at the instant of a cast."""

    def still(cast):
        monkeypatch.setattr(
            "rulings.management.bridgemate.filing.receipt_at", lambda: cast.at
        )
        return cast

    return still


@pytest.fixture
def cast(stand):
    return stand(make_event())


@pytest.fixture
def connector():
    return FakeConnector()
