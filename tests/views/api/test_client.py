"""The client in `clients/python`: made from the description, and at work on a site."""

import sys
import uuid
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from rulings.management.client import client_text
from rulings.management.commands.api_client import CLIENT
from rulings.models import Playing, Role, Slip
from rulings.views.api.site import description
from rulings.workflow.event.scores import end_round
from tests.factories import make_case, make_event
from tests.programs import give_key

FOLDER = Path(settings.BASE_DIR) / "clients/python"


@pytest.fixture
def client_modules(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)
    yield
    for name in [one for one in sys.modules if one.startswith("seventy_client")]:
        del sys.modules[name]
    sys.modules.pop("example", None)


def test_the_client_is_that_of_the_served_description(tmp_path):
    call_command("api_client", check=True)
    stale = tmp_path / "api.py"
    stale.write_text("old", "utf-8")

    with pytest.raises(CommandError, match="out of date"):
        call_command("api_client", check=True, file=stale)
    call_command("api_client", file=stale)

    assert stale.read_text("utf-8") == (Path(settings.BASE_DIR) / CLIENT).read_text()
    assert stale.read_text("utf-8") == client_text(description())


def test_every_operation_of_the_description_has_a_method(client_modules):
    from seventy_client import Client  # noqa: PLC0415 - found by the fixture

    operations = [one for ways in description()["paths"].values() for one in ways]
    methods = [name for name in vars(Client) if not name.startswith("_")]
    assert len(methods) == len(operations)


def test_values_go_out_and_come_back_as_they_are_typed(client_modules):
    from seventy_client import api, calling  # noqa: PLC0415 - found by the fixture

    sent = api.ResultListIn(
        results=[
            api.ResultIn(session=1, section="A", table=2, board=3, tricks=9),
        ]
    )
    asked = uuid.uuid4()
    back = {"number": 4, "at": "2026-03-14T12:00:00+00:00", "act": "open"}

    row = {"session": 1, "section": "A", "table": 2, "board": 3, "tricks": 9}
    assert calling.encoded(sent) == {"results": [row], "replace": False}
    acts = [{**back, "case": None, "new": 1}, {**back, "case": str(asked)}]
    found = calling.decoded(api.FeedOut, {"last": 4, "more": False, "acts": acts})
    assert [one.case for one in found.acts] == [None, asked]
    assert found.acts[0].at == datetime.fromisoformat(back["at"])


@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_the_example_works_on_a_site(live_server, client_modules, capsys):
    import example  # noqa: PLC0415 - found by the fixture

    cast = make_event()
    make_case(cast, state="announced")
    end_round(cast.form(cast.dana), cast.event, cast.session.rounds.get(order=1))
    token = give_key(cast, Role.Name.SCORER).token

    assert example.main(live_server.url, token) == 0

    said = capsys.readouterr().out
    assert "6 contestants, 1 sessions" in said
    assert "took the slip of board 1" in said
    assert Playing.objects.get(contract="3N S", tricks=9).score_entered_at
    assert not Slip.objects.filter(acknowledged_at__isnull=True).exists()
    assert example.main(live_server.url, "wrong") == 1
    assert "refused: " in capsys.readouterr().out
