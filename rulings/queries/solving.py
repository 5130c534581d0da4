"""What the solver is asked about a case: position, claim, settings, and their hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulings.bridge.cards import Card, Suit, parse_cards
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.hands import FULL_HAND, Deal
from rulings.bridge.positions import Position as Cards
from rulings.bridge.records import Replay, replay
from rulings.bridge.seats import Seat
from rulings.claims.statement import UNREAD
from rulings.claims.statement import Statement as Said
from rulings.claims.steps import parse_step
from rulings.laws.points import Points
from rulings.models import Answer, Case, Fact, Playing, Proposal, Result, Statement
from rulings.queries.derived import is_aware
from rulings.queries.flows import flow_of
from rulings.solver import Claim, Settings, input_hash
from rulings.solver.settings import (
    NODE_BUDGET,
    PlayAt,
    PlayerClass,
    settings_under,
)

STRIKE, ALLOW = "strike.", "allow."
"""Prefixes of the facts that hold the director's strikes and allowances."""

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
    given = {row.step: row for row in Answer.objects.filter(case=case, set_aside=False)}
    answers = {step: row.choice for step, row in given.items()}
    points = flow_of(case).points
    facts = {row.key: row.value for row in Fact.objects.filter(case=case) if row.value}
    claimed = claim.tricks_claimed if claim.tricks_claimed is not None else cards.left
    asked = Claim(
        claimer=Seat.parse(claim.claimer),
        declarer=Contract.parse(case.playing.contract).declarer,
        tricks=min(claimed, cards.left),
        statement=_said(case),
        aware_of_trump=is_aware(points, answers),
        forgotten=frozenset(
            Card.parse(str(text)) for text in _list(facts.get("forgotten"))
        ),
        show_outs=_show_outs(case, cards, facts),
        locations=frozenset(
            (Seat.parse(str(text)[0]), Card.parse(str(text)[2:]))
            for text in _list(facts.get("locations"))
        ),
        losers=frozenset(Card.parse(str(text)) for text in _list(facts.get("losers"))),
        conceded=frozenset(
            Suit.parse(str(text)) for text in _list(facts.get("conceded"))
        ),
        reclaimed=_reclaimed(points, given, min(claimed, cards.left)),
        counted=frozenset(
            Card.parse(str(text)) for text in _list(facts.get("counted"))
        ),
    )
    question = SolverInput(cards, asked, _settings(case, facts))
    return question if budget is None else question.with_budget(budget)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _said(case: Case) -> Said | None:
    """Return what was said at the claim; words that could not be read are no silence.

    The words themselves do not reach the solver: only that there were some.
    """
    row = Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM).first()
    if row is None or not (row.steps or row.words):
        return None
    steps = tuple(parse_step(step) for step in row.steps)
    return Said(steps, not_understood=() if steps else (UNREAD,))


def _reclaimed(points: Points, given: Mapping[str, Answer], claimed: int) -> int:
    """Return the tricks not yet played that are asked back; one where none is said."""
    row = given.get(points.at("asked_back"))
    if row is None or not points.is_given("not_yet_played", {row.step: row.choice}):
        return 0
    return min(claimed, int(row.values.get("tricks_reclaimed") or 1))


def _show_outs(
    case: Case, cards: Cards, facts: dict[str, object]
) -> frozenset[tuple[Seat, Suit]]:
    shown = {
        (Seat.parse(str(text)[0]), Suit.parse(str(text)[2:]))
        for text in _list(facts.get("show_outs"))
    }
    if replayed := replay_of(case.playing, cards.left):
        shown |= replayed.show_outs
    return frozenset(
        (seat, suit) for seat, suit in shown if not cards.hands[seat].suit(suit)
    )


def _settings(case: Case, facts: dict[str, object]) -> Settings:
    """Return how the case's regulations and its director let it be solved."""
    name = case.regulation["name"]
    settings = settings_under(case.regulation["values"], name, case.edition)
    strikes = [key[len(STRIKE) :] for key in facts if key.startswith(STRIKE)]
    allowed = [key[len(ALLOW) :] for key in facts if key.startswith(ALLOW)]
    return replace(
        settings,
        player_class=PlayerClass(str(facts.get("player_class") or PlayerClass.CLUB)),
        strikes=frozenset(PlayAt.parse(text) for text in strikes),
        allowances=frozenset(PlayAt.parse(text) for text in allowed),
    )


def result_of(proposal: Proposal) -> dict[str, object] | None:
    """Return the stored result of a proposal, or None while there is none."""
    row = Result.objects.filter(result_hash=proposal.result_hash).first()
    return None if row is None else json.loads(bytes(row.data))
