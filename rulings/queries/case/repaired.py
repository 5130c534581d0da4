"""Facts that were wrong in an announced ruling, until a new ruling corrects them.

A ruling keeps what it corrects, each as it was and as it is; players go on reading
what was announced. Words, cards and answers are opened again instead: the entry of
that act keeps what the announced ruling rested on. Contract, claimer and board that are
corrected with them wait in a fact of the case: the law, the solver and the director's
screens read the three here, as they are ruled on. Nothing is written here.
"""

from __future__ import annotations

import copy
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.laws.engine import Walk, walk
from rulings.models import Case, Claim, Entry, Fact, Playing, Ruling
from rulings.queries.case.rows import rows_of, statement_of
from rulings.queries.case.rules import flow_of, regulations_of
from rulings.queries.words import text_of
from rulings.states import BEING_RULED, IN_FORCE, Act

CONTRACT, CLAIMER, PLAYING = "contract", "claimer", "playing"
Corrects = Mapping[str, Sequence[str]]
"""What is corrected, each as it was and as it is."""

PLACED = ("board__event", "table__section", "round__session", "ns", "ew")
"""What is read with the playing that is the right one."""

CORRECTS = "corrects"
"""The fact that holds what is corrected until a new ruling does."""


@dataclass(frozen=True, slots=True)
class Facts:
    """On what a ruling stands: contract, claimer, and the board at its table."""

    contract: Contract | None
    claimer: Seat | None
    playing: Playing

    @property
    def side(self) -> Side:
        """Return the claiming side."""
        return Side.NS if self.claimer is None else self.claimer.side


def stood_on(case: Case, corrects: Corrects) -> Facts:
    """Return the facts of a case with what a ruling corrects put right."""
    playing, claim = case.playing, getattr(case, "claim", None)
    contract, claimer = playing.contract, claim.claimer if claim else ""
    if CONTRACT in corrects:
        contract = corrects[CONTRACT][1]
    if CLAIMER in corrects:
        claimer = corrects[CLAIMER][1]
    if PLAYING in corrects:
        playing = Playing.objects.select_related(*PLACED).get(pk=corrects[PLAYING][1])
    return Facts(
        Contract.parse(contract) if contract else None,
        Seat.parse(claimer) if claimer else None,
        playing,
    )


def corrected_now(case: Case) -> Corrects:
    """Return what is corrected beside the facts that were opened again, {} if nothing.

    The fact goes into the ruling that is made, and ends with its announcement.
    """
    if case.state not in BEING_RULED:
        return {}
    rows = (row.value for row in rows_of(case, Fact) if row.key == CORRECTS)
    return next(rows, None) or {}


def wrong_in(
    case: Case,
    contract: Contract | None,
    claimer: str,
    playing_id: uuid.UUID | None = None,
) -> Corrects:
    """Return what of the three is recorded otherwise than it is right.

    Without a playing it is the one that is ruled on.
    """
    was = case.playing.contract, case.claim.claimer, str(case.playing_id)
    playing = str(playing_id or playing_of(case).pk)
    pairs = zip(was, (str(contract or ""), claimer, playing), strict=True)
    named = zip((CONTRACT, CLAIMER, PLAYING), pairs, strict=True)
    return {name: [old, new] for name, (old, new) in named if old != new}


def playing_of(case: Case) -> Playing:
    """Return the board at its table with its contract, as they are ruled on."""
    right = corrected_now(case)
    if not right.keys() & {CONTRACT, PLAYING}:
        return case.playing
    if case.kept is not None and case.kept.get(Playing):
        return case.kept[Playing][0]  # type: ignore[return-value]  # kept just below
    playing, contract = case.playing, case.playing.contract
    if PLAYING in right:
        playing = Playing.objects.select_related(*PLACED).get(pk=right[PLAYING][1])
    if CONTRACT in right:
        contract = right[CONTRACT][1]
    found = copy.copy(playing)
    found.contract = contract
    if case.kept is not None:
        case.kept[Playing] = [found]
    return found


def claim_of(case: Case) -> Claim | None:
    """Return the claim with who made it, as it is ruled on."""
    claim: Claim | None = getattr(case, "claim", None)
    right = corrected_now(case)
    if claim is None or CLAIMER not in right:
        return claim
    found = copy.copy(claim)
    found.claimer = right[CLAIMER][1]
    return found


def pending(ruling: Ruling | None) -> Corrects:
    """Return what a ruling will put right when announced, {} once that is done."""
    return {} if ruling is None or ruling.announced_at else ruling.corrects


def in_force(case: Case) -> Ruling | None:
    """Return the announced ruling in force, until another is announced."""
    return next((row for row in rows_of(case, Ruling) if row.current), None)


def standing_under_repair(case: Case) -> Ruling | None:
    """Return the ruling in force while another is being made in its place."""
    return None if case.state in IN_FORCE else in_force(case)


@dataclass(frozen=True, slots=True)
class Reopened:
    """What an announced ruling rested on, and why its facts were opened again."""

    was: Mapping[str, Any]
    reason: str


def rested_on(case: Case, ruling: Ruling) -> dict[str, Any]:
    """Return what a ruling rests on, as the entry that opens its facts again keeps."""
    claim, said = getattr(case, "claim", None), statement_of(case)
    cards = getattr(case, "position", None)
    return {
        "ruling": ruling.number,
        "left": claim and claim.tricks_left,
        "claimed": claim and claim.tricks_claimed,
        "words": said.words if said else "",
        "steps": list(said.steps) if said else [],
        "position": cards.text if cards else "",
    }


def reopened(case: Case) -> Reopened | None:
    """Return why the facts of the ruling in force were opened again, if they were."""
    ruling = in_force(case)
    rows = Entry.objects.filter(case_id=case.pk, act=Act.CHANGE_FACTS.value)
    for row in rows.order_by("-seq") if ruling else ():
        given = json.loads(bytes(row.data))["inputs"]
        was = given.get("was")
        if ruling and was and was["ruling"] == ruling.number:
            return Reopened(was, text_of(given.get("reason", "")))
    return None


@dataclass(frozen=True, slots=True)
class Rewalked:
    """Where a ruling leads with other facts, and what is kept of the way."""

    walk: Walk
    kept: dict[str, Any]


def rewalked(row: Ruling, facts: Facts, award: int, reason: str) -> Rewalked | None:
    """Return where a ruling leads with other facts and another number of tricks.

    None where it asks what nobody has answered: another claimer has other questions.
    """
    kept = _with_facts(row, facts)
    if not kept:
        return None
    walked = _walked(row, kept, award, reason)
    final = walked.final_tricks  # a revoke's tricks are counted in an award
    moved = 0 if final is None else final - award
    if moved and facts.side is not stood_on(row.case, {}).side:
        return None  # who revoked was said of the other claimer
    if moved:
        walked = _walked(row, kept, award - moved, reason)
    if walked.outcome is None or walked.final_tricks != award:
        return None
    kept["notices"] = [notice.id for notice in walked.notices]
    return Rewalked(walked, kept)


def _walked(row: Ruling, kept: dict[str, Any], tricks: int, reason: str) -> Walk:
    """Walk a ruling with so many tricks before a transfer; keep them as its answer."""
    flow = flow_of(row.case)
    for step, choice in flow.points.reply("overridden").items():
        kept["answers"][step] = {"choice": choice, "tricks": tricks, "reason": reason}
    return walk(
        flow,
        facts=kept["facts"],
        answers=kept["answers"],
        regulation=regulations_of(row.case),
        solver=kept["solver"],
        entry=kept.get("entry", flow.entries[0]),
    )


def by_number(row: Ruling, award: int) -> str:
    """Return the outcome of a claim that gets so many tricks, as it was named or not.

    Another outcome than these stays as it was.
    """
    flow, claim = flow_of(row.case), row.case.claim
    claimed = (
        claim.tricks_left if claim.tricks_claimed is None else claim.tricks_claimed
    )
    if claimed is None:
        return row.outcome
    word = "more" if award > claimed else "fewer" if award < claimed else "as_claimed"
    for step in flow.steps.values():
        ends = {choice.value: choice.next for choice in step.choices}
        if word in ends and row.outcome in ends.values():
            return ends[word]
    return row.outcome


def _with_facts(row: Ruling, facts: Facts) -> dict[str, Any]:
    """Return what led to a ruling with the claim and the trumps as they are."""
    step = flow_of(row.case).points.at("claim")
    given = row.walk.get("answers", {}).get(step)
    if facts.contract is None or not isinstance(given, dict):
        return {}
    role = "declarer" if facts.claimer is facts.contract.declarer else "defender"
    strain = facts.contract.strain
    trump = strain.value if strain.suit is not None else "NT"
    return {
        **row.walk,
        "answers": {**row.walk["answers"], step: {**given, "choice": role}},
        "facts": {**row.walk["facts"], "trump": trump},
    }
