"""What is given out as files: the boards of an event, the cards at a claim.

Names are never in them. A playing member of staff gets no board he may still play.
"""

from __future__ import annotations

import json
import uuid
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from io import BytesIO

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q
from django.utils.text import slugify

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import parse_cards
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import FULL_HAND, Deal
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.importers.lin.writer import lin_text, lost_in_lin
from rulings.importers.pbn.writer import pbn_text
from rulings.models import Board, Case, Event, Playing
from rulings.permissions.embargo import boards_to_come, contestants_of
from rulings.queries.case.solving import solver_input

PBN, LIN, ZIP, JSON, TEXT = "pbn", "lin", "zip", "json", "txt"
EVENT_KINDS = {PBN: "text/plain", LIN: "text/plain", ZIP: "application/zip"}
POSITION_KINDS = {PBN: "text/plain", JSON: "application/json", TEXT: "text/plain"}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a ZIP: the same boards give the same bytes."""


def event_boards(event: Event, user: User | None, at: datetime) -> list[ImportedBoard]:
    """Return each playing of an event with its record; a board not yet played once."""
    mine = contestants_of(user, event.pk) if user is not None else frozenset()
    hidden = boards_to_come({"user": mine}, event.pk, at)["user"] if mine else set()
    rows = Board.objects.filter(event=event).exclude(pk__in=hidden)
    played: dict[uuid.UUID, list[tuple[Playing, bool]]] = defaultdict(list)
    recorded = Playing.objects.filter(~Q(contract="") | Q(tricks__isnull=False))
    places = ("table__section__letter", "table__number", "round__order")
    for one in (
        recorded.filter(board__event=event)
        .annotate(called=Exists(Case.objects.filter(playing=OuterRef("pk"))))
        .order_by(*places)
    ):
        played[one.board_id].append((one, one.called))
    return [
        made
        for row in rows.order_by("deal_set", "number")
        for made in _of_board(row, played[row.pk])
    ]


def _of_board(
    row: Board, played: list[tuple[Playing, bool]]
) -> Iterator[ImportedBoard]:
    if played:
        yield from (_of_playing(row, one, called=called) for one, called in played)
    elif row.deal:
        yield _bare(row)


def _bare(row: Board) -> ImportedBoard:
    return ImportedBoard(
        board=row.number,
        room=None,
        dealer=Seat.parse(row.dealer),
        vulnerability=Vulnerability(row.vulnerability),
        deal=Deal.parse(row.deal) if row.deal else None,
    )


def _of_playing(row: Board, playing: Playing, *, called: bool) -> ImportedBoard:
    """Return the record of a board at a table, as a reader would have found it."""
    bare = _bare(row)
    contract = Contract.parse(playing.contract) if playing.contract else None
    play = parse_cards(playing.play) if bare.deal and contract else ()
    passed_out = contract is None and playing.tricks is not None
    made = ImportedBoard(
        board=bare.board,
        room=None,
        dealer=bare.dealer,
        vulnerability=bare.vulnerability,
        deal=bare.deal,
        auction=Auction.parse(playing.auction) if playing.auction else None,
        contract=contract,
        passed_out=passed_out,
        play=tuple(play),
        tricks_declarer=None if passed_out else playing.tricks,
    )
    # Where a Director was called the total is his, and is marked as changed.
    return made if called else _with_claim(made)


def _with_claim(board: ImportedBoard) -> ImportedBoard:
    """Return the board marked as claimed where play stopped and the total allows it."""
    replay, total = board.replay(), board.tricks_declarer
    if replay is None or total is None or board.contract is None or not board.play:
        return board
    won = replay.position.won_by(board.contract.declarer.side)
    left = FULL_HAND - len(replay.tricks)
    claimed = left > 0 and won <= total <= won + left
    return replace(board, claimed=claimed)


def event_file(event: Event, boards: list[ImportedBoard], kind: str) -> bytes:
    """Return the boards of an event as one file of a kind."""
    if kind == PBN:
        return pbn_text(boards, event.name).encode()
    if kind == LIN:
        return lin_text(boards).encode()
    pbn, lin = pbn_text(boards, event.name).encode(), lin_text(boards).encode()
    lost = "".join(
        f"board {board.board}: {', '.join(names)}\n"
        for board in boards
        if (names := lost_in_lin(board))
    )
    name = file_name(event)
    files = {f"{name}.pbn": pbn, f"{name}.lin": lin}
    return _zip(files | ({"not-in-lin.txt": lost.encode()} if lost else {}))


def file_name(event: Event) -> str:
    """Return a name for files of an event that every computer takes."""
    return slugify(event.name)[:60] or "event"


def _zip(files: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), data)
    return out.getvalue()


def position_file(case: Case, kind: str) -> bytes | None:
    """Return the cards at the claim as one file of a kind, or None without cards.

    PBN holds the whole board up to the claim, so it needs deal and play; JSON holds the
    question as it goes to the solver.
    """
    if kind == PBN:
        board = _of_playing(case.playing.board, case.playing, called=True)
        return pbn_text([board]).encode() if board.play else None
    position = getattr(case, "position", None)
    if position is None:
        return None
    if kind == TEXT:
        return f"{position.text}\n".encode()
    asked = solver_input(case)
    question: dict[str, object] = {"format": "position/1", "position": position.text}
    if asked is not None:
        question |= {
            "claim": asked.claim.to_json(),
            "settings": asked.settings.to_json(),
            "input_hash": asked.hash,
        }
    return (json.dumps(question, indent=1, sort_keys=True) + "\n").encode()
