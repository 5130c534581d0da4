"""Recorded claims in, one row each out, and the summary of many rows.

Serves the commands that run the solver over records. Nothing here reads a clock:
whoever calls says how long a row took.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rulings.bridge.cards import Strain, parse_cards
from rulings.bridge.hands import Deal
from rulings.bridge.positions import Position
from rulings.bridge.records import replay
from rulings.bridge.seats import Seat
from rulings.solver.adjudication import Adjudication
from rulings.solver.claim import Claim
from rulings.solver.proposal import adjudicate
from rulings.solver.settings import Settings

AUTO, DECLARER, DEFENDERS = "auto", "declarer", "defenders"
CLAIMERS = (AUTO, DECLARER, DEFENDERS)
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
    "settles",
    "questions",
    "claimer",
    "positions",
)

Row = dict[str, object]


def position_of(record: Mapping[str, object]) -> tuple[Position, Claim]:
    """Return where a recorded claim was made, read as declarer's claim.

    The record holds deal, contract, declarer, the cards played and declarer's total.
    """
    deal = Deal.parse(str(record["deal"]))
    declarer = Seat.parse(str(record["declarer"]))
    cards = parse_cards(str(record["play"]))
    leader = deal.holder(cards[0]) if cards else declarer.lho
    strain = Strain.parse(str(record["contract"])[1])
    played = replay(deal, strain, leader, cards)
    tricks = int(str(record["claimed"])) - played.position.won_by(declarer.side)
    claim = Claim(declarer, declarer, tricks, show_outs=played.show_outs)
    return played.position, claim


def readings(position: Position, claim: Claim, claimer: str) -> tuple[Claim, ...]:
    """Return the claims a record may stand for, the likeliest first.

    Records do not say who claimed. A defender may be either of two: he claims the
    tricks declarer is left without.
    """
    defenders = claimer == DEFENDERS or (claimer == AUTO and claim.tricks == 0)
    if not defenders:
        return (claim,)
    tricks = position.left - claim.tricks
    seats = (claim.declarer.lho, claim.declarer.rho)
    return tuple(replace(claim, claimer=seat, tricks=tricks) for seat in seats)


def adjudicate_record(
    record: Mapping[str, object], settings: Settings, claimer: str = AUTO
) -> Row:
    """Return the row of one record; of two defenders the one with the better claim.

    A record that cannot be computed gives a row with `error` and the rest null.
    """
    try:
        position, claim = position_of(record)
        found: tuple[Claim, Adjudication] | None = None
        for reading in readings(position, claim, claimer):
            result = adjudicate(position, reading, settings)
            if found is None or result.low > found[1].low:
                found = (reading, result)
            if result.low >= reading.tricks:
                break
    except (ValueError, KeyError) as error:
        empty: Row = dict.fromkeys(FIELDS)
        return {"id": record.get("id"), **empty, "error": str(error)}
    if found is None:
        raise AssertionError("a record has at least one reading")
    return {"id": record.get("id"), **_row(*found)}


def _row(claim: Claim, result: Adjudication) -> Row:
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
        "settles": [[f"{s}:{c}" for s, c in found.held] for found in result.settles],
        "questions": [question.id for question in result.questions],
        "claimer": str(claim.claimer),
        "positions": result.provenance.positions,
    }


def summary(rows: Iterable[Mapping[str, object]]) -> list[str]:
    """Return the lines of a summary: shares by tricks left, times, ranges."""
    done = [row for row in rows if not row.get("error")]
    failed = [row for row in rows if row.get("error")]
    lines = ["left      n  equal  below  above  ranges  asked"]
    lefts = sorted({int(str(row["left"])) for row in done})
    lines += [
        _shares(str(left), [row for row in done if row["left"] == left])
        for left in lefts
    ]
    lines.append(_shares("all", done))
    times = sorted(float(str(row["ms"])) for row in done if row.get("ms") is not None)
    if times:
        shares = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
        parts = [f"{name} {_quantile(times, q):.1f}" for name, q in shares.items()]
        lines.append("milliseconds: " + ", ".join(parts))
    lines.append(f"could not be computed: {len(failed)}")
    return lines


def _shares(name: str, rows: list[Mapping[str, object]]) -> str:
    known = [row for row in rows if row["award"] is not None]
    awards = [(int(str(r["award"])), int(str(r["claimed_left"]))) for r in known]
    counts = (
        sum(award == claimed for award, claimed in awards),
        sum(award < claimed for award, claimed in awards),
        sum(award > claimed for award, claimed in awards),
    )
    total = max(1, len(rows))
    shares = "  ".join(f"{100 * count / total:4.1f}%" for count in counts)
    ranges = sum(row["status"] == "range" for row in rows)
    asked = sum(bool(row["questions"]) for row in rows)
    return f"{name:>4} {len(rows):6}  {shares}  {ranges:6}  {asked:5}"


def _quantile(ordered: list[float], share: float) -> float:
    at = max(0, -(-int(len(ordered) * share * 1000) // 1000) - 1)
    return ordered[min(len(ordered) - 1, at)]
