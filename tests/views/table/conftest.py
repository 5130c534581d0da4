"""An event and its director at a tablet, where a module does not set its own."""

import pytest

from tests.factories import make_event
from tests.views.table.walks import Walk


@pytest.fixture
def cast():
    return make_event()


@pytest.fixture
def walk(client, cast):
    client.force_login(cast.dana)
    return Walk(client)
