"""`manage.py bridgemate` says what it does, waits out trouble and ends in order."""

import importlib.util
import os
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError

from rulings.importers.bridgemate.messages import ConnectorAsk, ConnectorRefused
from rulings.management.bridgemate.link import ClientLink, ClientMissing
from rulings.management.commands import bridgemate
from rulings.models import Case, Event, Role
from rulings.workflow.event.api_keys import find_key, revoke_key
from tests.connector import GUID, FakeConnector, call
from tests.factories import make_event, shell
from tests.programs import give_key

client = pytest.mark.skipif(
    importlib.util.find_spec("bridgemate_dataconnector") is None,
    reason="the public client is not installed: requirements/bridgemate.txt",
)
PLACES = {
    "TD_BRIDGEMATE_CLUB": "CLUB001",
    "TD_BRIDGEMATE_LICENCE": "LICENCE",
}


@pytest.fixture
def connector(monkeypatch):
    made = FakeConnector()
    monkeypatch.setattr(bridgemate.Command, "link", lambda *_: made)
    return made


@pytest.fixture
def cast(db, monkeypatch):
    made = make_event()
    monkeypatch.setenv("TD_PROGRAM_KEY", give_key(made).token)
    return made


def run(cast, *options, session=f"1={GUID}"):
    out = StringIO()
    call_command(
        "bridgemate", str(cast.event.pk), "--session", session, *options, stdout=out
    )
    return out.getvalue().splitlines()


def after(turns, monkeypatch, between=lambda _turn: None):
    """Let Ctrl-C come after some turns; return how long was slept before."""
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        between(len(slept))
        if len(slept) == turns:
            raise KeyboardInterrupt

    monkeypatch.setattr(bridgemate.time, "sleep", sleep)
    return slept


def test_one_turn_files_what_is_there(cast, connector):
    connector.add("calls", call())

    said = run(cast, "--once", session=GUID)

    assert said == ["A call from table A1, round 1, is in the queue, on board 1."]
    assert Case.objects.count() == 1


def test_it_goes_on_until_it_is_stopped_and_ends_in_order(cast, connector, monkeypatch):
    slept = after(
        2, monkeypatch, lambda turn: connector.add("calls", call(round_=turn))
    )

    said = run(cast, "--every", "3")

    assert slept == [3, 3]
    assert said == [
        "A call from table A1, round 1, is in the queue, on board 1.",
        "Stopped. What was filed stays; what was not accepted comes again.",
    ]


def test_it_waits_while_the_connector_is_away_and_says_so_once(
    cast, connector, monkeypatch
):
    connector.add("calls", call())
    connector.error[36] = (10, "No connection")
    after(4, monkeypatch, lambda turn: turn == 2 and connector.error.clear())

    said = run(cast)

    assert said[0] == (
        "The Data Connector at http://localhost:5079 does not answer now: "
        "No connection. Trying again every 5 seconds."
    )
    assert said[1:] == [
        "A call from table A1, round 1, is in the queue, on board 1.",
        "It works again.",
        "Stopped. What was filed stays; what was not accepted comes again.",
    ]


def test_it_waits_while_the_database_is_away_and_accepts_nothing(
    cast, connector, monkeypatch
):
    connector.add("calls", call())

    def away(*_args, **_values):
        raise DatabaseError("the server closed the connection")

    with monkeypatch.context() as broken:
        broken.setattr("rulings.management.bridgemate.filing.open_case", away)
        broken.setattr(bridgemate, "connection", type("C", (), {"close": int}))
        after(1, broken)
        said = run(cast)

    assert said[0].startswith("The database is away: the server closed")
    assert connector.left["calls"] == 1


def test_once_it_fails_where_nothing_answers(cast, connector):
    connector.error[36] = (10, "No connection")

    with pytest.raises(CommandError, match="does not answer now"):
        run(cast, "--once")


def test_once_it_fails_where_it_is_refused(cast, connector):
    connector.error[22] = (8, "Not implemented")

    with pytest.raises(CommandError, match="refused: Not implemented"):
        run(cast, "--once")


def test_a_session_that_is_refused_holds_up_no_other(cast, connector, monkeypatch):
    done = []

    def turn(self):
        if self.desk.guid == GUID:
            raise ConnectorRefused("No such session")
        done.append(self.desk.guid)
        return iter(())

    monkeypatch.setattr(bridgemate.SessionTurns, "turn", turn)
    other = GUID[::-1]

    with pytest.raises(CommandError, match="refused: No such session"):
        run(cast, "--once", "--session", f"1={other}")

    assert done == [other]


def test_a_key_that_is_revoked_meanwhile_ends_it(cast, connector, monkeypatch):
    def revoke(_turn):
        revoke_key(shell(cast.at), cast.event, find_key(os.environ["TD_PROGRAM_KEY"]))
        connector.add("calls", call())

    after(2, monkeypatch, revoke)

    with pytest.raises(CommandError, match="so nothing was accepted"):
        run(cast)

    assert connector.left["calls"] == 1


def test_a_closed_event_takes_nothing_and_nothing_is_accepted(cast, connector):
    connector.add("calls", call())
    Event.objects.update(phase="closed")

    with pytest.raises(CommandError, match="the event is closed"):
        run(cast, "--once")

    assert connector.left["calls"] == 1


def test_it_needs_a_chiefs_key_of_this_event(cast, connector, monkeypatch):
    monkeypatch.setenv("TD_PROGRAM_KEY", give_key(cast, Role.Name.SCORER).token)
    with pytest.raises(CommandError, match="role of a chief"):
        run(cast, "--once")
    monkeypatch.setenv("TD_PROGRAM_KEY", "td_other")
    with pytest.raises(CommandError, match="no key of this event"):
        run(cast, "--once")
    monkeypatch.delenv("TD_PROGRAM_KEY")
    with pytest.raises(CommandError, match="set TD_PROGRAM_KEY"):
        run(cast, "--once")


def test_a_key_that_was_revoked_before_is_named(cast, connector):
    revoke_key(shell(cast.at), cast.event, find_key(os.environ["TD_PROGRAM_KEY"]))

    with pytest.raises(CommandError, match="has been revoked"):
        run(cast, "--once")


@pytest.mark.parametrize(
    ("session", "said"),
    [(f"2={GUID}", "no session 2"), ("1=abc", "not a session"), ("", "not a session")],
)
def test_a_session_that_is_none_is_named(cast, connector, session, said):
    with pytest.raises(CommandError, match=said):
        run(cast, "--once", session=session)


def test_without_the_client_it_names_the_package_to_install(cast, monkeypatch):
    for name, value in PLACES.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setitem(sys.modules, "bridgemate_dataconnector", None)

    with pytest.raises(CommandError, match=r"requirements/bridgemate\.txt"):
        run(cast, "--once")


@contextmanager
def listening(answer):
    """Serve what a function answers at the client's endpoint; yield the address."""

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self):
            assert self.path == "/dc-scoringprogram"
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            sent = answer(body).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_):
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@client
def test_the_public_client_carries_all_of_it(cast, monkeypatch):
    for name, value in PLACES.items():
        monkeypatch.setenv(name, value)
    connector = FakeConnector()
    connector.add("calls", call())

    with listening(connector.post) as url:
        said = run(cast, "--once", "--url", url)

    assert said == ["A call from table A1, round 1, is in the queue, on board 1."]
    assert connector.asked == [36, 38, 22, 23, 19]
    assert connector.left["calls"] == 0


@client
def test_an_answer_that_is_none_is_a_refusal():
    with (
        listening(lambda _: '{"LastQueueItemId": "x", "ErrorType": 0}') as url,
        pytest.raises(ConnectorRefused),
    ):
        ClientLink("CLUB001", "LICENCE", url).ask(ConnectorAsk.NEW_CALLS, GUID)


@client
def test_an_address_that_is_none_is_named():
    with pytest.raises(ClientMissing, match=r"192\.168"):
        ClientLink("CLUB001", "LICENCE", "localhost:5079")
