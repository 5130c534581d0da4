"""The ways in docs/structure.md are those that a claim and a ruling take."""

import re
import sys

import pytest

from tests import tree
from tests.views.table.test_path import to_proposal
from tests.views.table.walks import solve

pytestmark = pytest.mark.django_db

NOT_RUN_HERE = {"rulings/urls.py", "rulings/solver/tools/child.py"}
"""Read as the site starts; left out by a test that solves in its own process."""


def named(heading):
    """Return the modules that a numbered list of docs/structure.md names."""
    text = (tree.ROOT / "docs" / "structure.md").read_text("utf-8")
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"`(rulings/[\w/]+\.py)`", section))


def modules_of(walk_on):
    """Return the modules of the project whose code runs meanwhile."""
    run = set()

    def note(frame, event, _):
        if event == "call":
            run.add(frame.f_globals.get("__name__", "").replace(".", "/") + ".py")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        walk_on()
    finally:
        sys.setprofile(before)
    return run


def test_a_claim_takes_its_way(walk, cast):
    def claim():
        to_proposal(walk, cast)
        solve(walk.case)

    stops = named("The way of a claim")
    assert len(stops) > len(NOT_RUN_HERE)
    assert stops - modules_of(claim) <= NOT_RUN_HERE


def test_a_ruling_takes_its_way(walk, cast):
    to_proposal(walk, cast)
    solve(walk.case)
    walk.see("proposal")
    walk.send("settle", aware_of_trump="not_aware")
    solve(walk.case)
    walk.see("case")

    def rule():
        walk.send("rule", way="accept")
        walk.send("announce")

    stops = named("The way of a ruling")
    assert stops
    assert stops - modules_of(rule) == set()
