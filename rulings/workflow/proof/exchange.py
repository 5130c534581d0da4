"""A case that comes as a file: read as a value, shown, and never part of a log.

The value is what the file says; whether it proves itself is shown beside it. What is
written from a value is what `dossier` gave out, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulings.workflow.errors import Fault
from rulings.workflow.proof.reading import Finding
from rulings.workflow.proof.standalone import FORMAT, check_dossier

MAX_CASE_BYTES = 16 * 1024 * 1024
_BLANKS = b" \t\r\n"
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ForeignCase:
    """A case read from a file: its parts, and everything in it that proves nothing."""

    parts: Mapping[str, Any]
    findings: tuple[Finding, ...]

    @property
    def proves_itself(self) -> bool:
        """Say whether the chain and every value of the file agree."""
        return not self.findings

    @property
    def ruling(self) -> Mapping[str, Any] | None:
        """Return the last ruling, or None before there is one."""
        rulings: list[Mapping[str, Any]] = self.parts["rulings"]
        return rulings[-1] if rulings else None

    def text(self, commitment: object) -> str:
        """Return the words behind a commitment, empty where the file lacks them."""
        row = self.parts["texts"].get(str(commitment))
        return str(row["text"]) if row else ""


def looks_like_case(data: bytes) -> bool:
    """Say whether a file begins as JSON does; records of boards never do."""
    return data[:64].removeprefix(_MARK).lstrip(_BLANKS).startswith(b"{")


def read_case(data: bytes) -> ForeignCase:
    """Return the case of a file; raise Invalid, saying why, where it holds none."""
    if len(data) > MAX_CASE_BYTES:
        raise Fault("case_file_large")
    try:
        parts = json.loads(
            data.removeprefix(_MARK).decode(),
            object_pairs_hook=_object,
            parse_constant=_no_number,
            parse_float=_no_number,
        )
    except (ValueError, RecursionError) as error:
        raise Fault("case_file_unreadable") from error
    if not isinstance(parts, dict) or parts.get("format") != FORMAT:
        raise Fault("case_file_format", format=FORMAT)
    _need_shape(parts)
    return ForeignCase(parts, tuple(check_dossier(parts, [])))


def write_case(case: ForeignCase) -> bytes:
    """Return the file of a case, the same bytes that `read_case` was given."""
    return case_text(case.parts).encode()


def case_text(parts: Mapping[str, Any]) -> str:
    """Return the parts of a dossier as the text of its file."""
    return json.dumps(parts, ensure_ascii=False, indent=1)


_LISTS = (
    "statements facts answers objections agreements windows proposals rulings slips "
    "appeals entries digests"
).split()
_TABLES = "event board playing case regulation head texts".split()


def _need_shape(parts: Mapping[str, Any]) -> None:
    """Raise Invalid unless every part is there and of its kind."""
    for names, kind in ((_LISTS, list), (_TABLES, dict)):
        for name in names:
            if not isinstance(parts.get(name), kind):
                raise Fault("case_part_damaged", name=name)
    for name in ("claim", "position"):
        if not isinstance(parts.get(name), dict | None):
            raise Fault("case_part_damaged", name=name)
    for name in _LISTS[:-1]:
        if not all(isinstance(row, dict) for row in parts[name]):
            raise Fault(
                "case_rows_damaged",
                name=name,
            )


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name} stands twice")
        found[name] = value
    return found


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is no whole number")
