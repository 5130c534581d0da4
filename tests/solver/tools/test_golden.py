"""Every golden case has its outcome, and the signature over all is the stored one."""

from dataclasses import replace
from functools import cache

import pytest

from rulings.bridge.cards import Suit
from rulings.solver import adjudicate, normal_settings
from rulings.solver.inputs import PlayAt
from rulings.solver.tools.golden import (
    line_text,
    read_case,
    read_cases,
    signature,
    written,
)
from rulings.statements.statement import UNREAD, ReadStatement
from tests import tree
from tests.solver.endings import (
    random_claim,
    random_forgotten,
    random_position,
    seeded,
)

SAID = [
    None,
    ReadStatement(not_understood=(UNREAD,)),
    ReadStatement.parse("run hearts"),
]
GOLDEN = tree.ROOT / "tests" / "golden"
CASES = read_cases(GOLDEN)


@cache
def solved(name):
    return next(case for case in CASES if case.name == name).solve()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden_case(case):
    found = solved(case.name)

    seen = outcome(found)
    assert {key: seen[key] for key in case.expected} == dict(case.expected)


def outcome(found):
    return {
        "award": found.award,
        "low": found.low,
        "high": found.high,
        "certain": found.certain.value,
        "double_dummy": found.double_dummy.value,
        "any_play": found.any_play.value,
        "questions": [question.id for question in found.questions],
        "cancel_concession": found.cancel_concession,
        "excluded": [f"{one.card} {one.reason.rule}" for one in found.excluded],
        "line": line_text(found.line),
    }


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.ruling], ids=lambda case: case.name
)
def test_golden_case_agrees_with_the_published_ruling(case):
    found = solved(case.name)

    assert case.ruling[0] <= found.low
    assert found.high <= case.ruling[1]


def test_signature_is_the_stored_one():
    results = [(case.name, solved(case.name)) for case in CASES]

    assert signature(results) == (GOLDEN / "SIGNATURE").read_text("utf-8").strip()


@pytest.mark.parametrize("profile", ["WBF", "EBU", "ACBL"])
@pytest.mark.parametrize("seed", range(12))
def test_case_that_was_written_is_the_same_question_and_outcome(
    profile, seed, tmp_path
):
    rng = seeded(seed)
    position = random_position(rng, 3)
    claim = random_claim(rng, position)
    forgotten = random_forgotten(rng, position, claim)
    unseen = {card for seat in claim.hidden for card in position.hands[seat]}
    claim = replace(
        claim,
        statement=rng.choice(SAID),
        aware_of_trump=rng.choice([None, True, False]),
        forgotten=forgotten,
        counted=frozenset(rng.sample(sorted(unseen - forgotten), 1)),
        losers=frozenset(rng.sample(sorted(position.hands[claim.claimer]), 1)),
        conceded=frozenset(rng.sample(list(Suit), 1)),
        reclaimed=rng.randint(0, claim.tricks),
    )
    struck = frozenset({PlayAt((), rng.choice(position.legal()))})
    settings = replace(normal_settings(profile), strikes=struck, budget=500_000)
    found = adjudicate(position, claim, settings)
    path = tmp_path / "a_case.toml"

    path.write_text("\n".join(written(position, claim, settings, found)), "utf-8")

    again = read_case(path)
    assert (again.position, again.claim, again.settings) == (position, claim, settings)
    seen = outcome(found)
    assert {key: seen[key] for key in again.expected} == dict(again.expected)
