"""The flow under test, values for its walks, and copies of its data to break."""

import random
import shutil
import tomllib
from pathlib import Path

from rulings.laws.datafiles import DATA
from rulings.laws.engine import OPEN, load_flow, walk
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


def claims():
    return load_flow("claims", "2017")


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
    """Return the golden cases in the form of a case file, with their file names."""
    cases = []
    for path in sorted(GOLDEN.glob("*.toml")):
        case = tomllib.loads(path.read_text("utf-8"))
        case["expect"]["path"] = case["expect"]["path"].split()
        cases.append({**case, "id": path.stem})
    return cases


def random_regulation(rng):
    chosen = {}
    for name, parameter in parameters().items():
        if parameter.options and name != "edition":
            chosen[name] = rng.choice(parameter.options)
    return from_values(chosen)


def random_values(flow, part, rng):
    """Return a value for every fact or solver result that rules may read."""
    values = {}
    for spec in flow.values.values():
        if spec.key.startswith(f"{part}."):
            values[spec.key.removeprefix(f"{part}.")] = random_value(spec, rng)
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
        case _:
            return "noted"


def random_answers(flow, regulation, rng, *, share=1.0, leave_open=0.0):
    """Return an answer to a share of the questions, some of them left open."""
    asked = regulation["location_irrational_2017"] == "ask"
    answers = {}
    for step in flow.steps.values():
        if step.kind == "system" or rng.random() > share:
            continue
        offered = [v for v in step.offered if v != "clause_absent" or not asked]
        if step.may_stay_open and rng.random() < leave_open:
            answers[step.id] = OPEN
            continue
        extra = {spec.name: random_value(spec, rng) for spec in step.records}
        answers[step.id] = {"choice": rng.choice(offered), **extra}
    return answers


def random_walk_arguments(seed, **shape):
    """Return everything a walk takes, made from a seed."""
    rng = random.Random(seed)
    flow = claims()
    regulation = random_regulation(rng)
    return {
        "facts": random_values(flow, "facts", rng),
        "solver": random_values(flow, "solver", rng) | {"position_consistent": True},
        "answers": random_answers(flow, regulation, rng, **shape),
        "regulation": regulation,
        "entry": rng.choices(flow.entries, weights=[8, 1, 1])[0],
    }


def copied_data(folder):
    """Return a copy of the law data that a test may change."""
    return Path(shutil.copytree(DATA, folder / "data"))


def change(folder, file, old, new):
    """Replace a text that must be in a data file."""
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    path.write_text(text.replace(old, new, 1), "utf-8")
