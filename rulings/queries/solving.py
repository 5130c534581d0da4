"""What the solver is asked about a case: position, claim, settings, and their hash."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from rulings.bridge.cards import parse_cards
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.hands import FULL_HAND, Deal
from rulings.bridge.positions import Position as Cards
from rulings.bridge.records import Replay, replay
from rulings.bridge.seats import Seat
from rulings.models import Answer, Case, Fact, Playing, Proposal, Result, Statement
from rulings.queries.flows import flow_of
from rulings.queries.told import Told, claim_told, settings_told, statement_told
from rulings.solver import Claim, Settings, input_hash
from rulings.solver.settings import NODE_BUDGET
from rulings.statements.statement import Statement as Said

BUDGETS = tuple(NODE_BUDGET * 4**step for step in range(6))
"""Positions a claim is searched with, one after the other, until it is exact."""


@dataclass(frozen=True, slots=True)
class SolverInput:
    """One question to the solver."""

    position: Cards
    claim: Claim
    settings: Settings

    @property
    def hash(self) -> str:
        """Return the hash under which its answer is stored."""
        return input_hash(self.position, self.claim, self.settings)

    def with_budget(self, budget: int) -> SolverInput:
        """Return the same question with another budget."""
        return replace(self, settings=replace(self.settings, budget=budget))


def larger_budget(budget: int) -> int | None:
    """Return the next budget of a range; None after the largest."""
    return next((more for more in BUDGETS if more > budget), None)


def cards_of(case: Case) -> Cards | None:
    """Return the cards at the claim; None without, or where the claim says otherwise.

    A claim changed to another number of tricks left makes cards taken down before
    no longer those of the claim: they are asked for again.
    """
    row = getattr(case, "position", None)
    if row is None:
        return None
    cards = Cards.parse(row.text)
    claim = getattr(case, "claim", None)
    left = None if claim is None else claim.tricks_left
    return cards if left in {None, cards.left} else None


def replay_of(playing: Playing, left: int | None = None) -> Replay | None:
    """Return the replayed record of play, or None where there is none to replay.

    With `left` a record that goes on after the claim ends where so many tricks were
    left; what was played later is no part of the position.
    """
    if not (playing.board.deal and playing.contract and playing.play):
        return None
    contract = Contract.parse(playing.contract)
    cards = parse_cards(playing.play)
    if left is not None and len(cards) >= len(Seat) * (FULL_HAND - left + 1):
        cards = cards[: len(Seat) * (FULL_HAND - left)]
    try:
        return replay(
            Deal.parse(playing.board.deal),
            contract.strain,
            contract.opening_leader,
            cards,
        )
    except IllegalPlay:
        return None


def solver_input(case: Case, budget: int | None = None) -> SolverInput | None:
    """Return what to ask about a case, or None while position or claim is missing."""
    cards = cards_of(case)
    claim = getattr(case, "claim", None)
    if cards is None or claim is None or not case.playing.contract:
        return None
    given = Answer.objects.filter(case=case, set_aside=False)
    facts = {row.key: row.value for row in Fact.objects.filter(case=case) if row.value}
    replayed = replay_of(case.playing, cards.left)
    asked = claim_told(
        Told(
            cards,
            case.playing.contract,
            claim.claimer,
            claim.tricks_claimed,
            _said(case),
            facts,
            {row.step: (row.choice, row.values) for row in given},
            flow_of(case).points,
            frozenset() if replayed is None else replayed.show_outs,
        )
    )
    settings = settings_told(case.regulation, case.edition, facts)
    question = SolverInput(cards, asked, settings)
    return question if budget is None else question.with_budget(budget)


def _said(case: Case) -> Said | None:
    """Return what was said at the claim."""
    row = Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM).first()
    return None if row is None else statement_told(row.steps, row.words)


def result_of(proposal: Proposal) -> dict[str, object] | None:
    """Return the stored result of a proposal, or None while there is none."""
    row = Result.objects.filter(result_hash=proposal.result_hash).first()
    return None if row is None else json.loads(bytes(row.data))
