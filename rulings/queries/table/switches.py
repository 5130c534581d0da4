"""The director's switches on a proposal: plays struck or let in, with the reason."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rulings.models import Case, Entry, Fact
from rulings.queries.told import ALLOW, STRIKE
from rulings.queries.words import texts_of
from rulings.states import Act

PREFIXES = {STRIKE: Act.STRIKE, ALLOW: Act.ALLOW}


@dataclass(frozen=True, slots=True)
class Switch:
    """One play that a director struck or let in; `play` is the text of a `PlayAt`."""

    act: Act
    play: str
    reason: str

    @property
    def struck(self) -> bool:
        """Say whether the play was struck, and not let in."""
        return self.act is Act.STRIKE


def switches_of(case: Case) -> list[Switch]:
    """Return the switches in force, strikes first, each with its latest reason."""
    on = [
        (act, row.key[len(prefix) :])
        for prefix, act in PREFIXES.items()
        for row in Fact.objects.filter(case=case, key__startswith=prefix).order_by(
            "key"
        )
        if row.value
    ]
    if not on:
        return []
    reasons = _reasons(case)
    texts = texts_of(reasons.values())
    return [
        Switch(act, play, texts.get(reasons.get((act, play), ""), ""))
        for act, play in on
    ]


def _reasons(case: Case) -> dict[tuple[Act, str], str]:
    """Return the commitment of the last reason given for each play."""
    found: dict[tuple[Act, str], str] = {}
    entries = Entry.objects.filter(case_id=case.pk, act__in=set(PREFIXES.values()))
    for entry in entries.order_by("seq"):
        inputs: dict[str, Any] = json.loads(bytes(entry.data))["inputs"]
        if "play" in inputs:
            found[Act(entry.act), inputs["play"]] = inputs["reason"]
    return found
