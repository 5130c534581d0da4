"""Recorded claims in, one row each out, in the order in which they came.

Serves the commands that run the solver over records. Nothing here reads a clock:
whoever calls hands one in. What runs the batches is handed in too: `map`, processes
of this machine or a cluster.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from rulings.bridge.cards import parse_cards
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND, Deal
from rulings.bridge.positions import Position
from rulings.bridge.records import replay
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import CARDS_IN_A_TRICK
from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.kernel.rules.normal import rules_signature
from rulings.solver.types import Adjudication
from rulings.solver.version import VERSION

AUTO, DECLARER, DEFENDERS, EITHER = "auto", "declarer", "defenders", "either"
CLAIMERS = (AUTO, DECLARER, DEFENDERS, EITHER)
FIELDS = (
    "left",
    "claimed_left",
    "award",
    "low",
    "high",
    "certain",
    "double_dummy",
    "any_play",
    "status",
    "doubt",
    "cause",
    "settles",
    "questions",
    "claimer",
    "other_claimer",
    "declarer",
    "rungs",  # the scenarios; files of rows written before name them so
    "positions",
)

Record = Mapping[str, object]
Row = dict[str, object]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class BatchEntry:
    """One place of the input: a recorded claim, or what is wrong there.

    `line` counts from 1 in `file`, None where the whole file is meant.
    """

    file: str
    line: int | None
    record: Record | None = None
    fault: str = ""

    @property
    def id(self) -> str | None:
        """Return the record's own id, else a hash of the claim; None for a fault."""
        given = None if self.record is None else self.record.get("id")
        return self.claim if given is None else str(given)

    @property
    def claim(self) -> str | None:
        """Return a hash of the claim, whatever its id; None for a fault."""
        return None if self.record is None else claim_hash(self.record)


Batch = tuple[BatchEntry, ...]
Work = Callable[[Batch], list[Row]]
Run = Callable[[Work, Iterable[Batch]], Iterator[list[Row]]]
"""What runs batches: like `map`, in their order, however many are on their way."""


def claim_hash(record: Record) -> str:
    """Return a name for what is read of a record: equal claims have equal names."""
    named = ("deal", "contract", "declarer", "play", "claimed")
    text = json.dumps([str(record.get(name)) for name in named])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def question_hash(settings: Settings, claimer: str) -> str:
    """Return a name for what is asked of every claim: solver, rules, settings."""
    asked = [VERSION, rules_signature(), settings.to_json(), claimer]
    text = json.dumps(asked, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def tricks_left(record: Record) -> int:
    """Return the tricks not completed, the one in progress among them."""
    cards = str(record.get("play") or "").split()
    return FULL_HAND - len(cards) // CARDS_IN_A_TRICK


def adjudicate_many(
    batches: Iterable[Batch],
    run: Run = map,
    *,
    settings: Settings,
    claimer: str = AUTO,
    clock: Clock | None = None,
) -> Iterator[tuple[BatchEntry, Row]]:
    """Yield every entry of the batches with its row, in their order.

    Only the batches that `run` has taken and not yet answered are held here.
    """
    work = partial(adjudicate_batch, settings=settings, claimer=claimer, clock=clock)
    taken: deque[Batch] = deque()

    def noted() -> Iterator[Batch]:
        for batch in batches:
            taken.append(batch)
            yield batch

    for rows in run(work, noted()):
        yield from zip(taken.popleft(), rows, strict=True)


def adjudicate_batch(
    batch: Batch, *, settings: Settings, claimer: str = AUTO, clock: Clock | None = None
) -> list[Row]:
    """Return a row for each entry; with a clock, each tells its milliseconds.

    A row without a proposal took no time that would say anything.
    """
    rows = []
    asked = question_hash(settings, claimer)
    for entry in batch:
        started = clock() if clock else 0.0
        row = adjudicate_entry(entry, settings, claimer)
        row["asked"] = asked
        if clock:
            spent = round(1000 * (clock() - started), 2)
            row["ms"] = None if row.get("error") else spent
        rows.append(row)
    return rows


def adjudicate_entry(entry: BatchEntry, settings: Settings, claimer: str = AUTO) -> Row:
    """Return the row of one place of the input, with where that place is."""
    if entry.record is None:
        row: Row = {**dict.fromkeys(("id", "claim", *FIELDS)), "error": entry.fault}
        return row | {"file": entry.file, "line": entry.line}
    row = adjudicate_record(entry.record, settings, claimer)
    place = {"file": entry.file, "line": entry.line, **where_in(entry.record)}
    return row | {"id": entry.id, "claim": entry.claim, **place}


def where_in(record: Record) -> Row:
    """Return what a row tells of the place of its claim besides file and line."""
    return {name: record.get(name) for name in ("board", "room")}


def position_of(record: Record) -> tuple[Position, SolverClaim]:
    """Return where a recorded claim was made, read as declarer's claim.

    The record holds deal, contract, declarer, the cards played and declarer's total.
    """
    deal = Deal.parse(_text(record, "deal"))
    contract = contract_of(record)
    declarer = contract.declarer
    cards = parse_cards(_text(record, "play"))
    leader = deal.holder(cards[0]) if cards else contract.opening_leader
    played = replay(deal, contract.strain, leader, cards)
    position = played.position
    tricks = _claimed(record, position.won_by(declarer.side), position.left)
    claim = SolverClaim(declarer, declarer, tricks, show_outs=played.show_outs)
    return position, claim


def contract_of(record: Record) -> Contract:
    """Return the contract that a record names; raise ParseError for any other text."""
    declarer = Seat.parse(_text(record, "declarer"))
    call = _text(record, "contract")
    try:
        return Contract.parse(f"{call.upper()} {declarer}")
    except ParseError:
        raise ParseError(
            f"{call!r} is not a contract: give level, strain and doubling, "
            "for example 4HX"
        ) from None


def _claimed(record: Record, won: int, left: int) -> int:
    """Return declarer's tricks among those left."""
    text = _text(record, "claimed")
    if not text.isdecimal() or int(text[:3]) > FULL_HAND:
        raise ParseError(
            f"{text!r} is not a number of tricks: give declarer's total, 0 to 13"
        )
    if not won <= int(text) <= won + left:
        raise ParseError(
            f"{text} is no total of this play: declarer has won {won}, {left} are "
            f"left, so give {won} to {won + left}"
        )
    return int(text) - won


def _text(record: Record, name: str) -> str:
    """Return a field as text; raise KeyError where the record has none."""
    value = record.get(name)
    if value is None:
        raise KeyError(name)
    return str(value)


def readings(
    position: Position, claim: SolverClaim, claimer: str
) -> tuple[SolverClaim, ...]:
    """Return the claims a record may stand for, the likeliest first.

    Records do not say who claimed. A defender may be either of two: he claims the
    tricks declarer is left without. `either` asks both sides where the tricks were
    shared: the side that gets none of the rest has claimed nothing.
    """
    tricks = position.left - claim.tricks
    seats = (claim.declarer.lho, claim.declarer.rho)
    defence = tuple(replace(claim, claimer=seat, tricks=tricks) for seat in seats)
    if claimer == DEFENDERS or (claimer != DECLARER and claim.tricks == 0):
        return defence
    return (claim, *defence) if claimer == EITHER and tricks else (claim,)


def adjudicate_record(record: Record, settings: Settings, claimer: str = AUTO) -> Row:
    """Return the row of one record; of several readings the one nearest to its claim.

    A record that cannot be computed gives a row with `error` and the rest null.
    """
    try:
        row = _proposed(record, settings, claimer)
    except Exception as error:  # noqa: BLE001 - one claim never costs the others
        row = dict.fromkeys(FIELDS) | {"error": _sentence(error)}
    return {"id": record.get("id"), **row}


def _proposed(record: Record, settings: Settings, claimer: str) -> Row:
    position, claim = position_of(record)
    found: list[tuple[SolverClaim, Adjudication]] = []
    for reading in readings(position, claim, claimer):
        result = adjudicate(position, reading, settings)
        found.append((reading, result))
        if result.low >= reading.tricks:
            break
    reading, result = min(found, key=lambda one: _short(*one))
    row = row_of(reading, result)
    if claimer == AUTO and result.doubt and reading.tricks <= result.double_dummy.low:
        others = readings(position, claim, EITHER)
        row["other_claimer"] = _other_claimer(position, reading, others, settings)
    return row


def _other_claimer(
    position: Position,
    doubted: SolverClaim,
    others: tuple[SolverClaim, ...],
    settings: Settings,
) -> str | None:
    """Return who of the other side would get all he claims, were the claim his."""
    for reading in others:
        if reading.claimer.side is doubted.claimer.side:
            continue
        if adjudicate(position, reading, settings).low >= reading.tricks:
            return str(reading.claimer)
    return None


def _short(claim: SolverClaim, result: Adjudication) -> int:
    """Return by how many tricks a proposal may be below the claim."""
    return claim.tricks - result.low


def row_of(claim: SolverClaim, result: Adjudication) -> Row:
    """Return the fields of a row that hold a proposal."""
    return {
        "left": result.left,
        "claimed_left": result.claimed,
        "award": result.award,
        "low": result.low,
        "high": result.high,
        "certain": result.certain.value,
        "double_dummy": result.double_dummy.value,
        "any_play": result.any_play.value,
        "status": str(result.status),
        "doubt": result.doubt,
        "cause": result.turning and str(result.turning.cause),
        "settles": result.named(),
        "questions": [question.id for question in result.questions],
        "claimer": str(claim.claimer),
        "other_claimer": None,
        "declarer": str(claim.declarer),
        "rungs": _scenarios(result),
        "positions": result.provenance.positions,
    }


def _scenarios(result: Adjudication) -> dict[str, int]:
    """Return the least tricks that each kind of lapse would leave, where searched."""
    scenarios: dict[str, int] = {}
    for scenario in result.ladder:
        if scenario.key not in {"claimed", "certain", "award"}:
            tricks = scenario.award.high
            scenarios[scenario.key] = min(scenarios.get(scenario.key, tricks), tricks)
    return scenarios


def _sentence(error: Exception) -> str:
    """Return what is wrong with a record, whatever it was that broke."""
    if isinstance(error, KeyError):
        return f"the record has no field {error}"
    if isinstance(error, ValueError):
        return str(error)
    return f"the record breaks the solver: {type(error).__name__}: {error}"
