"""The way to the Data Connector: the public client carries what is asked."""

from __future__ import annotations

from http.client import HTTPException
from typing import Protocol

from rulings.importers.bridgemate.messages import (
    ConnectorAnswer,
    ConnectorAsk,
    ConnectorRefused,
    DataKind,
    Queue,
    items_of,
    require_done,
)
from rulings.importers.bridgemate.reader import Item
from rulings.importers.bridgemate.writer import items_text

SECONDS = 10
"""So long an answer is waited for, each of the client's five times."""


class ClientMissing(Exception):
    """The package of the client is not installed, or it takes no such address."""


class Link(Protocol):
    """Asks the Data Connector one thing, and returns what it answers."""

    def ask(self, command: ConnectorAsk, guid: str, text: str = "") -> ConnectorAnswer:
        """Return the answer to a command for a session, with its text of JSON."""


class ClientLink:
    """The link by the client of Bridge Systems, an extra: it is imported here only."""

    def __init__(self, club: str, licence: str, url: str) -> None:
        """Make the client; raise ClientMissing where that cannot be."""
        try:
            import bridgemate_dataconnector as package  # noqa: PLC0415 - an extra
            from bridgemate_dataconnector import dto  # noqa: PLC0415
            from bridgemate_dataconnector.urllib_transport import (  # noqa: PLC0415
                UrllibTransport,
            )
        except ImportError as error:
            raise ClientMissing(
                "The client of Bridgemate is not installed. Run: python -m pip install "
                "--require-hashes --no-deps -r requirements/bridgemate.txt"
            ) from error
        self._dto = dto
        try:
            self._client = package.DataConnectorClient(
                club, licence, url, UrllibTransport(SECONDS)
            )
        except ValueError as error:
            raise ClientMissing(
                f"{url} is no address. Give one as http://192.168.1.50:5079"
            ) from error

    def ask(self, command: ConnectorAsk, guid: str, text: str = "") -> ConnectorAnswer:
        """Send a request by the client, which tries five times, and read its answer."""
        request = self._dto.ScoringProgramRequest()
        request.command = self._dto.ScoringProgramDataConnectorCommands(int(command))
        request.session_guid, request.serialized_data = guid, text
        try:
            got = self._client.send_request(request)
            return ConnectorAnswer(
                int(got.data_type),
                int(got.error_type),
                int(got.last_queue_item_id),
                got.serialized_data or "",
            )
        except (OSError, HTTPException, ValueError, TypeError) as error:
            # Of these the client catches some and lets others pass.
            raise ConnectorRefused(f"Its answer cannot be read: {error}") from error


def news_of(link: Link, queue: Queue, guid: str) -> tuple[list[dict[str, object]], int]:
    """Return what is new in a queue, and the number with which it is accepted."""
    answer = link.ask(queue.ask, guid)
    return items_of(answer, queue.kind), answer.last


def all_results(link: Link, guid: str) -> list[dict[str, object]]:
    """Return every result of a session, also those that were accepted before."""
    return items_of(link.ask(ConnectorAsk.ALL_RESULTS, guid), DataKind.RESULTS)


def all_calls(link: Link, guid: str) -> list[dict[str, object]]:
    """Return every call of a session, also those that were accepted before."""
    return items_of(link.ask(ConnectorAsk.ALL_CALLS, guid), DataKind.CALLS)


def accept(link: Link, queue: Queue, guid: str, last: int) -> None:
    """Say that a queue's items up to a number need not be sent again."""
    require_done(link.ask(queue.accept, guid, str(last)))


def put_results(link: Link, guid: str, items: list[Item]) -> None:
    """Put results into the Data Connector; raise unless it says that it has them."""
    require_done(link.ask(ConnectorAsk.PUT_RESULTS, guid, items_text(items)))


def put_calls(link: Link, guid: str, items: list[Item]) -> None:
    """Tell the units how far calls are; raise unless the Data Connector has it."""
    require_done(link.ask(ConnectorAsk.PUT_CALLS, guid, items_text(items)))
