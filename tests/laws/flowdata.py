"""The flows under test, values for their walks, and copies of the data to break."""

import random
import shutil
import tomllib
from functools import cache
from pathlib import Path

import pytest

from rulings.laws.datafiles import DATA
from rulings.laws.editions import has_flow
from rulings.laws.engine import OPEN, FlowError, editions, flows, load_flow, walk
from rulings.laws.engine.reach import choices_left
from rulings.laws.regulations import from_values, parameters

GOLDEN = Path(__file__).parents[1] / "golden" / "flows"
DEFAULT = {"suit_order": "top_down"}
CONTESTED = {
    "A01": "statement",
    "A02": "later_tricks",
    "A06": "declarer",
    "B01": "none",
    "B02": "doubted_td_called",
    "B06": "none",
    "C01": "repeated",
    "C02": "recorded",
    "C03": "faced",
}
COUNTS = {"remaining": 4, "claimed": 4}
FORGOTTEN = {"opp_trumps": 1, "trump_tricks_lost": 1, "worst_normal": 3}
UNIMPORTANT = {"location_dependent": False, "alt_less_successful": False}
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]


def claims(edition="2017"):
    return load_flow("claims", edition)


def held():
    """Return each flow in each edition that has data for it."""
    return [
        load_flow(name, edition)
        for name in flows()
        for edition in editions()
        if has_flow(edition, name)
    ]


def ident(flow):
    return f"{flow.name}-{flow.edition.name}"


def go(answers=None, facts=None, solver=None, regulation=None, **more):
    """Walk the claims flow of 2017, by default a contested claim without trumps."""
    return walk(
        claims(),
        answers=CONTESTED if answers is None else answers,
        facts={**COUNTS, "trump": "NT", **(facts or {})},
        solver={**UNIMPORTANT, **(solver or {})},
        regulation=from_values({**DEFAULT, **(regulation or {})}),
        **more,
    )


def golden_cases():
    """Return the golden cases in the form of a case file, with their file names.

    A table `also.<edition>` asks the same of another edition, as far as it does not
    say otherwise: the walk, answers and expectations of the file hold there too. An
    answer "" takes one away.
    """
    cases = []
    for path in sorted(GOLDEN.glob("*.toml")):
        case = tomllib.loads(path.read_text("utf-8"))
        also = case.pop("also", {})
        expect = case["expect"]
        cases.append({**case, "id": path.stem})
        for edition, other in also.items():
            new = {**case, "id": f"{path.stem}-{edition}", "edition": edition}
            answers = {**case.get("answers", {}), **other.pop("answers", {})}
            answers = {step: given for step, given in answers.items() if given}
            cases.append({**new, "answers": answers, "expect": {**expect, **other}})
    for case in cases:
        case["expect"] = {**case["expect"], "path": case["expect"]["path"].split()}
    return cases


@cache
def regulation_of(seed):
    """Return a set of chosen options, one of a few so that making them is quick."""
    rng = random.Random(seed)
    chosen = {}
    for name, parameter in parameters().items():
        if parameter.options and name != "edition":
            chosen[name] = rng.choice(parameter.options)
    return from_values(chosen)


def random_regulation(rng):
    return regulation_of(rng.randrange(100))


def random_numbers(rng):
    """Return numbers and calls that do not contradict one another."""
    remaining = rng.randint(1, 13)
    claimed = rng.randint(1, remaining)
    last = rng.randrange(35)
    return {
        "remaining": remaining,
        "claimed": claimed,
        "tricks": rng.randint(0, remaining),
        "tricks_reclaimed": rng.randint(1, claimed),
        "last_bid": BIDS[last],
        "final_replacement": rng.choice(["P", *BIDS[last + 1 :]]),
    }


def random_values(flow, part, rng, numbers):
    """Return a value for every fact or solver result that rules may read."""
    values = {}
    for spec in flow.values.values():
        if spec.key.startswith(f"{part}."):
            name = spec.key.removeprefix(f"{part}.")
            values[name] = numbers.get(name, random_value(spec, rng))
    if part == "facts":
        names = ("agreement_established", "correction_open", "appeal_open")
        values["windows"] = {name: rng.random() < 0.5 for name in names}
    return values


def random_value(spec, rng):
    match spec.kind:
        case "bool":
            return rng.random() < 0.5
        case "int":
            return rng.randint(spec.low, spec.high)
        case "choice":
            return rng.choice(spec.options)
        case "bid":
            return rng.choice(BIDS)
        case "call":
            return rng.choice([*BIDS, *["P", "X", "XX"] * 6])
        case _:
            return "noted"


def random_answers(flow, regulation, rng, numbers, *, share=1.0, leave_open=0.0):
    """Return an answer to a share of the questions, some of them left open."""
    asked = regulation["location_irrational_2017"] == "ask"
    answers = {}
    for step in flow.steps.values():
        if step.kind == "system" or rng.random() > share:
            continue
        offered = [choice.value for choice in choices_left(flow, step)]
        if step.id == "C17" and len(offered) > 2:
            offered = ["yes_accept", "no_reject"] if asked else ["clause_absent"]
        if step.may_stay_open and rng.random() < leave_open:
            answers[step.id] = OPEN
            continue
        extra = {
            spec.name: numbers.get(spec.name, random_value(spec, rng))
            for spec in step.records
        }
        answers[step.id] = {"choice": rng.choice(offered), **extra}
    return answers


def random_walk_arguments(seed, flow=None, **shape):
    """Return everything a walk takes, made from a seed."""
    rng = random.Random(seed)
    flow = flow or claims()
    regulation = random_regulation(rng)
    numbers = random_numbers(rng)
    weights = [8] + [1] * (len(flow.entries) - 1)
    return {
        "facts": random_values(flow, "facts", rng, numbers),
        "solver": random_values(flow, "solver", rng, numbers)
        | ({"position_consistent": True} if flow.name == "claims" else {}),
        "answers": random_answers(flow, regulation, rng, numbers, **shape),
        "regulation": regulation,
        "entry": rng.choices(flow.entries, weights=weights)[0],
    }


def copied_data(folder):
    """Return a copy of the law data that a test may change."""
    return Path(shutil.copytree(DATA, folder / "data"))


def fault_after(folder, load, file, old, new):
    """Return the fault found when data is loaded in which one text was changed."""
    data = copied_data(folder)
    change(data, file, old, new)
    with pytest.raises(FlowError) as caught:
        load(folder=data)
    return caught.value


def change(folder, file, old, new):
    """Replace a text that must be in a data file."""
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    path.write_text(text.replace(old, new, 1), "utf-8")
