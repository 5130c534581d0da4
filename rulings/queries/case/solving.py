"""The question to the solver: position, claim and settings of a case, and their hash.

A case, a golden case from a file and a position of no case put the same question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django_tasks_db.models import DBTaskResult

from rulings.bridge.cards import Card, Suit, parse_cards
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.hands import FULL_HAND, Deal
from rulings.bridge.positions import Position
from rulings.bridge.positions import Position as Cards
from rulings.bridge.records import Replay, replay
from rulings.bridge.seats import Seat
from rulings.laws.engine.points import Points
from rulings.models import (
    Case,
    Event,
    Fact,
    Playing,
    Preparation,
    Proposal,
    Result,
    SafeResult,
)
from rulings.queries.case.derived import (
    FORBIDDEN,
    MAJOR,
    MINOR,
    REQUIRED,
    SPOTS,
    is_aware,
)
from rulings.queries.case.repaired import claim_of, playing_of
from rulings.queries.case.rows import answers_of, rows_of, statement_of
from rulings.queries.case.rules import flow_of
from rulings.solver import Settings, SolverClaim, input_hash
from rulings.solver.inputs import (
    NODE_BUDGET,
    Idea,
    LeadBound,
    Pattern,
    PenaltyCard,
    Pending,
    PlayAt,
    PlayerClass,
    parse_play,
    pattern_of,
    settings_under,
)
from rulings.statements.statement import UNREAD, ReadStatement
from rulings.statements.steps import parse_step

BUDGETS = tuple(NODE_BUDGET * 4**step for step in range(4))
"""Positions a claim is searched with, one after the other, until it is exact; the last
take about a minute."""


@dataclass(frozen=True, slots=True)
class SolverInput:
    """One question to the solver."""

    position: Cards
    claim: SolverClaim
    settings: Settings

    @property
    def hash(self) -> str:
        """Return the hash under which its answer is stored."""
        return input_hash(self.position, self.claim, self.settings)

    @property
    def pattern(self) -> Pattern:
        """Return the pattern that it has in common with similar questions."""
        return pattern_of(self.position, self.claim, self.settings)

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
    claim, playing = claim_of(case), playing_of(case)
    if cards is None or claim is None or not playing.contract:
        return None
    given = answers_of(case)
    facts = {row.key: row.value for row in rows_of(case, Fact) if row.value}
    replayed = replay_of(playing, cards.left)
    asked = solver_claim(
        ClaimFacts(
            cards,
            playing.contract,
            claim.claimer,
            claim.tricks_claimed,
            _said(case),
            facts,
            {row.step: (row.choice, row.values) for row in given},
            flow_of(case).points,
            frozenset() if replayed is None else replayed.show_outs,
        )
    )
    settings = solver_settings(case.regulation, case.edition, facts)
    question = SolverInput(cards, asked, settings)
    return question if budget is None else question.with_budget(budget)


def _said(case: Case) -> ReadStatement | None:
    """Return what was said at the claim."""
    row = statement_of(case)
    return None if row is None else stored_statement(row.steps, row.words)


def result_of(proposal: Proposal) -> dict[str, object] | None:
    """Return the stored result of a proposal, or None while there is none."""
    if proposal.kept is None and proposal.result_hash:
        row = Result.objects.filter(result_hash=proposal.result_hash).first()
        proposal.kept = None if row is None else json.loads(bytes(row.data))
    return proposal.kept


def safe_found(case: Case) -> Mapping[str, Any] | None:
    """Return the stored safe words of a claim as it is ruled on; None without any."""
    asked = solver_input(case)
    if asked is None:
        return None
    row = SafeResult.objects.filter(input_hash=asked.hash).first()
    return None if row is None else row.data


TEN = 10

STRIKE, ALLOW = "strike.", "allow."
"""Prefixes of the facts that hold the director's strikes and allowances."""

Given = Mapping[str, tuple[str, Mapping[str, Any]]]
"""The answers in force: step, choice, and the values given with it."""

ShowOuts = frozenset[tuple[Seat, Suit]]


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """What is known of one claim; `claimed` is None where no number was named.

    `show_outs` are those of the record of play; the facts may name more.
    """

    position: Position
    contract: str
    claimer: str
    claimed: int | None
    statement: ReadStatement | None
    facts: Mapping[str, Any]
    answers: Given
    points: Points
    show_outs: ShowOuts


def solver_claim(given: ClaimFacts) -> SolverClaim:
    """Return the claim as the solver takes it."""
    left, facts = given.position.left, given.facts
    tricks = left if given.claimed is None else min(given.claimed, left)
    choices = {step: choice for step, (choice, _) in given.answers.items()}
    declarer = Contract.parse(given.contract).declarer
    return SolverClaim(
        claimer=Seat.parse(given.claimer),
        declarer=declarer,
        tricks=tricks,
        statement=given.statement,
        aware_of_trump=is_aware(given.points, choices),
        forgotten=_cards(facts, "forgotten"),
        show_outs=_show_outs(given),
        locations=_locations(given),
        losers=_cards(facts, "losers"),
        conceded=frozenset(map(Suit.parse, facts.get("conceded") or [])),
        reclaimed=_reclaimed(given, tricks),
        counted=_cards(facts, "counted"),
        miscounted=bool(facts.get("miscounted")),
        pending=pending_of(given.position, declarer, facts),
        spots=spots_of(given.position, facts),
    )


def spots_of(position: Cards, facts: Mapping[str, Any]) -> frozenset[tuple[Seat, Card]]:
    """Return the small cards that are not known exactly and still stand there."""
    placed = _placed(facts, SPOTS)
    return frozenset(one for one in placed if one[1] in position.hands[one[0]])


def pending_of(position: Cards, declarer: Seat, facts: Mapping[str, Any]) -> Pending:
    """Return the restrictions that fit the cards and bind a defender (50, 51, 26).

    An honour, or one of several penalty cards of a hand, is a major one (50B).
    """
    placed = [
        (seat, card, key == MAJOR)
        for key in (MAJOR, MINOR)
        for seat, card in _placed(facts, key)
        if seat.side is not declarer.side and card in position.hands[seat]
    ]
    held = [seat for seat, _, _ in placed]
    cards = frozenset(
        PenaltyCard(seat, card, major or card.rank >= TEN or held.count(seat) > 1)
        for seat, card, major in placed
    )
    bound = [
        LeadBound(Seat.parse(text[0]), Suit.parse(text[2:]), key == REQUIRED)
        for key in (REQUIRED, FORBIDDEN)
        for text in facts.get(key) or []
    ]
    leads = [lead for lead in bound if lead.seat.side is not declarer.side]
    return Pending(cards, leads[0] if leads else None)


def _placed(facts: Mapping[str, Any], key: str) -> list[tuple[Seat, Card]]:
    """Return the cards of a fact that names each with its seat."""
    return [
        (Seat.parse(text[0]), Card.parse(text[2:])) for text in facts.get(key) or []
    ]


def stored_statement(steps: Iterable[str], words: str) -> ReadStatement | None:
    """Return what was said at the claim; words that could not be read are no silence.

    The words themselves do not reach the solver: only that there were some.
    """
    read = tuple(parse_step(step) for step in steps)
    if not (read or words):
        return None
    return ReadStatement(read, not_understood=() if read else (UNREAD,))


def solver_settings(
    regulation: Mapping[str, Any], edition: str, facts: Mapping[str, Any]
) -> Settings:
    """Return how the regulations of a case and its director let it be solved."""
    settings = settings_under(regulation["values"], regulation["name"], edition)
    strikes, never = _switches(facts, STRIKE)
    allowances, let_in = _switches(facts, ALLOW)
    return replace(
        settings,
        player_class=PlayerClass(str(facts.get("player_class") or PlayerClass.CLUB)),
        strikes=strikes,
        allowances=allowances,
        never=never,
        let_in=let_in,
    )


def _switches(
    facts: Mapping[str, Any], prefix: str
) -> tuple[frozenset[PlayAt], frozenset[Idea]]:
    """Return the plays that are switched, and the kinds of play."""
    keys = (key[len(prefix) :] for key in facts if key.startswith(prefix))
    plays = [parse_play(text) for text in keys]
    return (
        frozenset(play for play in plays if isinstance(play, PlayAt)),
        frozenset(play for play in plays if isinstance(play, Idea)),
    )


def _cards(facts: Mapping[str, Any], key: str) -> frozenset[Card]:
    return frozenset(map(Card.parse, facts.get(key) or []))


def _reclaimed(given: ClaimFacts, claimed: int) -> int:
    """Return the tricks not yet played that are asked back; one where none is said."""
    step = given.points.at("asked_back")
    if step not in given.answers:
        return 0
    choice, values = given.answers[step]
    if not given.points.is_given("not_yet_played", {step: choice}):
        return 0
    return min(claimed, int(values.get("tricks_reclaimed") or 1))


def _locations(given: ClaimFacts) -> frozenset[tuple[Seat, Card]]:
    """Return the proven locations that fit the cards as they are written down now."""
    hands, proven = given.position.hands, _placed(given.facts, "locations")
    return frozenset((seat, card) for seat, card in proven if card in hands[seat])


def _show_outs(given: ClaimFacts) -> ShowOuts:
    """Return every failure to follow of a hand that does have no more of the suit."""
    shown = {
        (Seat.parse(text[0]), Suit.parse(text[2:]))
        for text in given.facts.get("show_outs") or []
    }
    hands = given.position.hands
    return frozenset(
        (seat, suit)
        for seat, suit in shown | given.show_outs
        if not hands[seat].suit(suit)
    )


def settings_of(event: Event, player_class: str) -> Settings:
    """Return the settings of an event's edition and regulation set."""
    name = event.regulation["name"]
    found = settings_under(event.regulation["values"], name, event.edition)
    return replace(found, player_class=PlayerClass(player_class))


SIGN_EVERY = timedelta(seconds=2)
GONE_AFTER = timedelta(seconds=10)
"""A worker without a sign of life for so long is not believed to prepare any more."""


def is_being_prepared(at: datetime) -> bool:
    """Say whether a worker compiles the solver."""
    return Preparation.objects.filter(seen_at__gte=at - GONE_AFTER).exists()


def waits_for_preparation(row: Proposal | None, at: datetime) -> bool:
    """Say whether a queued proposal waits while a worker compiles the solver.

    Not when another worker is at it already.
    """
    if row is None or row.status != Proposal.Status.QUEUED:
        return False
    if not is_being_prepared(at):
        return False
    jobs = DBTaskResult.objects.filter(
        status="RUNNING", args_kwargs__args__1=str(row.pk)
    )
    return not jobs.exists()
