"""References to laws: "70E1", "68D2(b)", "71.2", "62A-C", "68 note", a WBFLC minute.

Text forms only; the titles of the laws stand in each edition's data. No law text here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulings.bridge.errors import ParseError

_REFERENCE = re.compile(
    r"(?P<law>[1-9]\d?)"
    r"(?P<clause>(?:[A-H]\d*(?:\([a-z]\))?)?(?:\.\d)?)"
    r"(?:-(?P<upto>[1-9]\d[A-H]?\d?|[1-9]\d?|[A-H]\d?))?"
    r"(?: (?P<remark>note|\(opening\)|\(note\)))?"
)
_MINUTE = re.compile(
    r"(?P<body>WBFLC) (?P<date>\d{4}-\d\d-\d\d)(?: item (?P<item>\d+))?"
)
_LAST_LAW = 93


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in the law book: law 70 clause "E1", or a range up to another place."""

    law: int
    clause: str = ""
    upto: str = ""
    remark: str = ""

    def __str__(self) -> str:
        """Return the one spelling used in data: "70E1", "62A-C", "68 note"."""
        upto = f"-{self.upto}" if self.upto else ""
        remark = f" {self.remark}" if self.remark else ""
        return f"{self.law}{self.clause}{upto}{remark}"

    @property
    def laws(self) -> tuple[int, ...]:
        """The numbers of the laws it touches: one, or all of a range such as 61-67."""
        if self.upto.isdecimal() and not self.clause:
            return tuple(range(self.law, int(self.upto) + 1))
        return (self.law,)

    @property
    def spelled_out(self) -> tuple[str, ...]:
        """Every place of a range one by one: "62A-C" is 62A, 62B and 62C."""
        if not self.upto:
            return (f"{self.law}{self.clause}",)
        if self.upto.isdecimal() and not self.clause:
            return tuple(str(law) for law in self.laws)
        last = self.upto.removeprefix(str(self.law))
        stem, low, high = self.clause[:-1], self.clause[-1], last[-1]
        return tuple(
            f"{self.law}{stem}{chr(mark)}" for mark in range(ord(low), ord(high) + 1)
        )


@dataclass(frozen=True, slots=True)
class Minute:
    """A published minute of a laws committee."""

    body: str
    date: str
    item: str = ""

    def __str__(self) -> str:
        """Return "WBFLC 2000-01-12 item 3"."""
        return f"{self.body} {self.date}" + (f" item {self.item}" if self.item else "")

    @property
    def laws(self) -> tuple[int, ...]:
        """A minute is no law: empty."""
        return ()

    @property
    def spelled_out(self) -> tuple[str, ...]:
        """The minute itself."""
        return (str(self),)


Source = Reference | Minute


def parse(text: str) -> Source:
    """Read one reference; ParseError names the text and shows what would be right."""
    if minute := _MINUTE.fullmatch(text):
        return Minute(minute["body"], minute["date"], minute["item"] or "")
    found = _REFERENCE.fullmatch(text)
    if found is None or int(found["law"]) > _LAST_LAW:
        raise ParseError(
            f"{text!r} is no law reference; right would be 70E1, 68D2(b), 62A-C, "
            "68 note or WBFLC 2000-01-12 item 3"
        )
    reference = Reference(
        int(found["law"]),
        found["clause"],
        found["upto"] or "",
        found["remark"] or "",
    )
    if not reference.spelled_out:
        raise ParseError(f"{text!r} is a range that runs backwards")
    return reference


def mentions(source: Source, wanted: str) -> bool:
    """Return whether a reference contains the wanted text, also inside a range."""
    return any(wanted in place for place in (str(source), *source.spelled_out))
