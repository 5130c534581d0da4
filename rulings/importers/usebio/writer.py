"""Results written as USEBIO 1.2: pairs, travellers with contracts, hands.

As scoring programs write it; `reader` reads it back. A weighted or split result has no
form of its own there: such a line has what it earned and no score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from rulings.bridge.comparisons import Scoring
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import Deal
from rulings.bridge.seats import Seat

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'
)
EVENT_TYPES = {
    Scoring.MATCHPOINTS: ("MP_PAIRS", "MATCH_POINTS"),
    Scoring.CROSS_IMPS: ("CROSS_IMP", "CROSS_IMP_POINTS"),
}
"""How the event is named, and what a line earns, by the way of comparing."""

Made = Iterator[str]


@dataclass(frozen=True, slots=True)
class ListedPair:
    """A pair with its names and what it earned in all."""

    number: int
    names: tuple[str, ...] = ()
    total: str = ""
    percent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellerLine:
    """A board at one table: pairs, result, and what each side earned.

    Without tricks there is no result: `shares` has the percents of both sides, or it is
    weighted and has only what it earned.
    """

    ns: int
    ew: int
    contract: Contract | None = None
    tricks: int | None = None
    points: int | None = None
    shares: tuple[int, int] | None = None
    earned: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultList:
    """What a file holds: an event, its pairs, its boards, and their hands."""

    title: str
    on: date
    scoring: Scoring
    pairs: Sequence[ListedPair]
    boards: Mapping[int, Sequence[TravellerLine]]
    deals: Mapping[int, Deal]


def usebio_text(given: ResultList) -> str:
    """Return the results as one file."""
    kind, earned = EVENT_TYPES[given.scoring]
    body = [
        '<USEBIO Version="1.2">',
        f'<EVENT EVENT_TYPE="{kind}">',
        *_about(given),
        f'<PARTICIPANTS EVENT_TYPE="{kind}">',
        *(line for pair in given.pairs for line in _pair(pair)),
        "</PARTICIPANTS>",
        *_boards(given, kind, earned),
        "</EVENT>",
        *_handset(given.deals),
        "</USEBIO>",
    ]
    return HEAD + "\n".join(body) + "\n"


def _tag(name: str, value: object) -> str:
    text = "".join(sign for sign in str(value) if sign.isprintable())
    return f"<{name}>{escape(text, quote=False)}</{name}>"


def _about(given: ResultList) -> Made:
    yield _tag("EVENT_DESCRIPTION", given.title)
    yield _tag("PROGRAM_NAME", "Seventy")
    yield _tag("WINNER_TYPE", 1)
    yield _tag("DATE", f"{given.on:%d/%m/%Y}")
    yield _tag("SESSION_COUNT", 1)
    yield _tag("SECTION_COUNT", 1)


def _pair(pair: ListedPair) -> Made:
    yield "<PAIR>"
    yield _tag("PAIR_NUMBER", pair.number)
    if pair.total:
        yield _tag("TOTAL_SCORE", pair.total)
    if pair.percent:
        yield _tag("PERCENTAGE", pair.percent)
    for name in pair.names:
        yield "<PLAYER>" + _tag("PLAYER_NAME", name) + "</PLAYER>"
    yield "</PAIR>"


def _boards(given: ResultList, kind: str, earned: str) -> Made:
    for number, lines in sorted(given.boards.items()):
        yield f'<BOARD EVENT_TYPE="{kind}">'
        yield _tag("BOARD_NUMBER", number)
        for line in lines:
            yield "<TRAVELLER_LINE>"
            yield from _line(line, earned)
            yield "</TRAVELLER_LINE>"
        yield "</BOARD>"


def _line(line: TravellerLine, earned: str) -> Made:
    yield _tag("NS_PAIR_NUMBER", line.ns)
    yield _tag("EW_PAIR_NUMBER", line.ew)
    if line.shares is not None:
        yield _tag("SCORE", "A{:02}{:02}".format(*line.shares))
    elif line.tricks is not None:
        yield from _result(line.contract, line.tricks)
        yield _tag("SCORE", line.points)
    for side, value in zip(("NS", "EW"), line.earned, strict=True):
        if value:
            yield _tag(f"{side}_{earned}", value)


def _result(contract: Contract | None, tricks: int) -> Made:
    if contract is None:
        yield _tag("CONTRACT", "PASS")
        return
    strain = str(contract.strain).replace("N", "NT")
    yield _tag("CONTRACT", f"{contract.level}{strain}{'X' * contract.doubled}")
    yield _tag("PLAYED_BY", contract.declarer)
    yield _tag("TRICKS", tricks)


def _handset(deals: Mapping[int, Deal]) -> Iterable[str]:
    if not deals:
        return
    yield "<HANDSET>"
    for number, deal in sorted(deals.items()):
        yield "<BOARD>"
        yield _tag("BOARD_NUMBER", number)
        for seat in Seat:
            spades, hearts, diamonds, clubs = str(deal[seat]).split(".")
            yield "<HAND>"
            yield _tag("DIRECTION", seat.word)
            yield _tag("CLUBS", clubs)
            yield _tag("DIAMONDS", diamonds)
            yield _tag("HEARTS", hearts)
            yield _tag("SPADES", spades)
            yield "</HAND>"
        yield "</BOARD>"
    yield "</HANDSET>"
