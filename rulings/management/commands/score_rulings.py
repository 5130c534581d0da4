"""Compare awards with published rulings; the score does not change the exit status.

A case that cannot be read or solved is named and the others are scored; then the exit
status is 1.

Thin: the reading and the comparison are in `rulings.solver.tools.published`.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.management.beforehand import (
    check_counts,
    check_inputs,
    check_targets,
    warn_when_unready,
)
from rulings.solver import Adjudication, Status, adjudicate
from rulings.solver.tools.published import (
    CONSTRAINTS,
    WORDS,
    Published,
    agrees,
    read_published,
    scenario_of,
)

Row = dict[str, Any]
LONGEST = 384_000_000


class Command(BaseCommand):
    """Print award, ruling and agreement per case, then the totals."""

    help = "Score the solver against published rulings."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, which reading of the statements, where to write rows."""
        parser.add_argument("file", type=Path, metavar="FILE.json")
        given = parser.add_mutually_exclusive_group()
        given.add_argument("--words", dest="given", action="store_const", const=WORDS)
        given.add_argument(
            "--constraints", dest="given", action="store_const", const=CONSTRAINTS
        )
        parser.add_argument("--max-left", type=int, default=13, metavar="N")
        parser.add_argument(
            "--budget",
            type=int,
            default=LONGEST,
            metavar="POSITIONS",
            help="the most positions a range is searched on with (default %(default)s)",
        )
        parser.add_argument("--out", type=Path, metavar="OUT.jsonl")

    def handle(  # noqa: D102 - Django's name
        self,
        *,
        file: Path,
        given: str | None,
        max_left: int,
        budget: int,
        out: Path | None,
        **_options: Any,  # noqa: ANN401 - Django's call
    ) -> None:
        check_counts(max_left=max_left, budget=budget)
        check_inputs([file])
        check_targets([file], out)
        cases = _cases(file)
        warn_when_unready(self.stderr)
        rows: list[Row] = []
        odd = 0
        for number, case in enumerate(cases, 1):
            try:
                published = _published(number, case, given or WORDS)
                if published.position.left > max_left:
                    continue
                row = _scored(published, given or WORDS, budget)
            except OddCase as wrong:
                odd += 1
                self.stderr.write(f"{file}, {wrong}")
                continue
            rows.append(row)
            self.stdout.write(_line(row))
        for line in _totals(rows):
            self.stdout.write(line)
        if out is not None:
            text = "".join(json.dumps(row, sort_keys=True) + "\n" for row in rows)
            out.write_text(text, "utf-8")
        if odd:
            raise CommandError(f"{file}: {odd} of {len(cases)} cases were not scored")


class OddCase(Exception):
    """A case that is not scored: which one, and what is wrong with it."""

    def __init__(self, named: object, why: object) -> None:
        """Put both into one sentence."""
        super().__init__(f"case {named}: {why}")


def _cases(file: Path) -> list[Any]:
    """Return the cases of a file as they are written."""
    try:
        data = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{file}: this is not JSON: {error}") from error
    cases = data.get("cases") if isinstance(data, dict) else None
    if not isinstance(cases, list):
        raise CommandError(f"{file}: no published rulings: give a list named cases")
    return cases


def _published(number: int, case: Row, given: str) -> Published:
    """Return a case as facts; raise OddCase where it cannot be read."""
    try:
        return read_published(case, given)
    except KeyError as error:
        why = f"there is no field {error}"
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        why = str(error)
    named = case.get("id") if isinstance(case, dict) else None
    raise OddCase(named or number, why)


def _scored(case: Published, given: str, most: int) -> Row:
    """Return the row of a case; raise OddCase where its cards and claim disagree."""
    try:
        return _row(case, given, most)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise OddCase(case.id, f"{type(error).__name__}: {error}") from error


def _solved(case: Published, most: int) -> Adjudication:
    """Return the proposal; a range is searched on as the pages do, budget by budget."""
    settings = case.settings
    while True:
        result = adjudicate(case.position, case.claim, settings)
        settings = replace(settings, budget=4 * settings.budget)
        if result.status is Status.EXACT or settings.budget > most:
            return result


def _row(case: Published, given: str, most: int) -> Row:
    started = perf_counter()
    result = _solved(case, most)
    same = agrees(result, case)
    low, high = case.low, case.high
    return {
        "id": case.id,
        "left": result.left,
        "award": result.award,
        "low": result.low,
        "high": result.high,
        "ruling": low if low == high else None,
        "ruling_low": low,
        "ruling_high": high,
        "agrees": same,
        "rung": None if low is None or high is None else scenario_of(result, low, high),
        "input": given,
        "status": str(result.status),
        "positions": result.provenance.positions,
        "questions": [question.id for question in result.questions],
        "not_used": list(case.not_used),
        "authority": case.authority,
        "difficulty": case.difficulty,
        "ms": round((perf_counter() - started) * 1000, 2),
    }


def _line(row: Row) -> str:
    mark = "agrees " if row["agrees"] else "differs"
    ruling = f"{row['ruling_low']}-{row['ruling_high']}"
    award = f"{row['low']}-{row['high']}"
    unused = f"  not used: {', '.join(row['not_used'])}" if row["not_used"] else ""
    return (
        f"{row['id']:20} {mark}  award {award:5}  ruling {ruling:5}  "
        f"scenario {row['rung'] or '-'}{unused}"
    )


def _totals(rows: list[Row]) -> list[str]:
    lines = [f"all: {sum(r['agrees'] for r in rows)} of {len(rows)}"]
    fixed = [row for row in rows if row["ruling"] is not None]
    lines.append(f"fixed numbers: {sum(r['agrees'] for r in fixed)} of {len(fixed)}")
    for key in ("difficulty", "authority"):
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            groups[row[key]].append(row)
        for name, group in sorted(groups.items()):
            lines.append(
                f"{key} {name}: {sum(r['agrees'] for r in group)} of {len(group)}"
            )
    return lines
