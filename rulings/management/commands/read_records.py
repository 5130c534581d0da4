"""Read PBN and LIN files and say what came of each board. Saves nothing."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.bridge.contracts import Vulnerability
from rulings.bridge.hands import FULL_HAND
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import Problem, UnreadableFile
from rulings.importers.formats import Reading, read_bytes
from rulings.importers.text import MAX_BYTES

_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "Both",
}


class Command(BaseCommand):
    """Print a line for each board of the files, and their number at the end."""

    help = "Read PBN and LIN files and list their boards and problems."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, and a file for JSON lines."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--out", metavar="O.jsonl", help="write JSON lines here")

    def handle(self, *, files: list[str], out: str | None, **_: object) -> None:
        """Read the files one after the other."""
        rows: list[dict[str, Any]] = []
        problems = 0
        for file in files:
            found = self._read(file)
            rows += found
            problems += sum("problem" in row for row in found)
        if out:
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            Path(out).write_text(lines, encoding="utf-8")
        self.stdout.write(f"{len(rows) - problems} boards, {problems} problems")

    def _read(self, file: str) -> list[dict[str, Any]]:
        try:
            with Path(file).open("rb") as opened:
                data = opened.read(MAX_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        try:
            reading = read_bytes(data, file)
        except UnreadableFile as unreadable:
            self.stdout.write(f"{file}: {unreadable}")
            return [_unreadable_row(file, unreadable)]
        return [self._report(file, found) for found in _in_order(reading)]

    def _report(self, file: str, found: ImportedBoard | Problem) -> dict[str, Any]:
        if isinstance(found, Problem):
            self.stdout.write(f"{file}: {found.sentence}")
            return _problem_row(file, found)
        self.stdout.write(f"{file}: {_line(found)}")
        for remark in found.remarks:
            self.stdout.write(f"  {remark.sentence}")
        return _board_row(file, found)


def _in_order(reading: Reading) -> list[ImportedBoard | Problem]:
    """Return boards and problems as they stand in the file."""
    return sorted(
        (*reading.boards, *reading.problems),
        key=lambda found: found.line if isinstance(found, Problem) else found.lines[0],
    )


def _line(board: ImportedBoard) -> str:
    """Return the one line of a board: number, contract, cards played, claim."""
    number = "without number" if board.board is None else str(board.board)
    room = f" ({board.room})" if board.room else ""
    contract = str(board.contract or ("passed out" if board.passed_out else "-"))
    words = [f"board {number}{room}", contract, f"{len(board.play)} cards played"]
    replay = board.replay()
    if board.claimed and board.declarer is not None and replay is not None:
        won = replay.position.won_by(board.declarer.side)
        words.append(f"declarer has {won}, claim for {board.tricks_declarer}")
    else:
        words.append("no claim")
    if replay is not None:
        words += [
            f"revoke by {seat} in trick {trick}: {card}"
            for trick, seat, card in replay.revokes
        ]
    return ", ".join(words)


def _board_row(file: str, board: ImportedBoard) -> dict[str, Any]:
    """Return a board as a JSON object. No names, whatever the record holds."""
    replay = board.replay()
    side = board.declarer.side if board.declarer is not None else None
    return {
        "deal": str(board.deal) if board.deal else None,
        "dealer": str(board.dealer) if board.dealer is not None else None,
        "vul": _VULNERABLE[board.vulnerability] if board.vulnerability else None,
        "contract": board.contract.call if board.contract else None,
        "declarer": str(board.declarer) if board.declarer is not None else None,
        "auction": " ".join(board.auction.calls) if board.auction else None,
        "play": " ".join(str(card) for card in board.play),
        "won": replay.position.won_by(side) if replay and side else 0,
        "table": [str(card) for card in replay.position.trick.cards] if replay else [],
        "turn": str(replay.position.turn) if replay else None,
        "left": FULL_HAND - len(replay.tricks) if replay else FULL_HAND,
        "claimed": None if board.play_has_gap else board.tricks_declarer,
        "file": file,
        "board": board.board,
        "room": str(board.room) if board.room else None,
    }


def _problem_row(file: str, problem: Problem) -> dict[str, Any]:
    return {
        "file": file,
        "board": problem.board,
        "line": problem.line,
        "problem": problem.sentence,
    }


def _unreadable_row(file: str, unreadable: UnreadableFile) -> dict[str, Any]:
    return {"file": file, "board": None, "line": None, "problem": str(unreadable)}
