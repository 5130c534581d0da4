"""What the solver is asked about a claim, from what a record or its file tells.

Serves `solving`, which reads the tables, and the golden case of a file: both put the
same question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.laws.engine.points import Points
from rulings.queries.derived import is_aware
from rulings.solver import Claim, Settings
from rulings.solver.settings import PlayAt, PlayerClass, settings_under
from rulings.statements.statement import UNREAD, Statement
from rulings.statements.steps import parse_step

STRIKE, ALLOW = "strike.", "allow."
"""Prefixes of the facts that hold the director's strikes and allowances."""

Given = Mapping[str, tuple[str, Mapping[str, Any]]]
"""The answers in force: step, choice, and the values given with it."""

ShowOuts = frozenset[tuple[Seat, Suit]]


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of one claim; `claimed` is None where no number was named.

    `show_outs` are those of the record of play; the facts may tell of more.
    """

    position: Position
    contract: str
    claimer: str
    claimed: int | None
    statement: Statement | None
    facts: Mapping[str, Any]
    given: Given
    points: Points
    show_outs: ShowOuts


def claim_told(told: Told) -> Claim:
    """Return the claim as the solver takes it."""
    left, facts = told.position.left, told.facts
    tricks = left if told.claimed is None else min(told.claimed, left)
    choices = {step: choice for step, (choice, _) in told.given.items()}
    return Claim(
        claimer=Seat.parse(told.claimer),
        declarer=Contract.parse(told.contract).declarer,
        tricks=tricks,
        statement=told.statement,
        aware_of_trump=is_aware(told.points, choices),
        forgotten=_cards(facts, "forgotten"),
        show_outs=_show_outs(told),
        locations=_locations(told),
        losers=_cards(facts, "losers"),
        conceded=frozenset(map(Suit.parse, facts.get("conceded") or [])),
        reclaimed=_reclaimed(told, tricks),
        counted=_cards(facts, "counted"),
    )


def statement_told(steps: Iterable[str], words: str) -> Statement | None:
    """Return what was said at the claim; words that could not be read are no silence.

    The words themselves do not reach the solver: only that there were some.
    """
    read = tuple(parse_step(step) for step in steps)
    if not (read or words):
        return None
    return Statement(read, not_understood=() if read else (UNREAD,))


def settings_told(
    regulation: Mapping[str, Any], edition: str, facts: Mapping[str, Any]
) -> Settings:
    """Return how the regulations of a case and its director let it be solved."""
    settings = settings_under(regulation["values"], regulation["name"], edition)
    strikes = [key[len(STRIKE) :] for key in facts if key.startswith(STRIKE)]
    allowed = [key[len(ALLOW) :] for key in facts if key.startswith(ALLOW)]
    return replace(
        settings,
        player_class=PlayerClass(str(facts.get("player_class") or PlayerClass.CLUB)),
        strikes=frozenset(PlayAt.parse(text) for text in strikes),
        allowances=frozenset(PlayAt.parse(text) for text in allowed),
    )


def _cards(facts: Mapping[str, Any], key: str) -> frozenset[Card]:
    return frozenset(map(Card.parse, facts.get(key) or []))


def _reclaimed(told: Told, claimed: int) -> int:
    """Return the tricks not yet played that are asked back; one where none is said."""
    step = told.points.at("asked_back")
    if step not in told.given:
        return 0
    choice, values = told.given[step]
    if not told.points.is_given("not_yet_played", {step: choice}):
        return 0
    return min(claimed, int(values.get("tricks_reclaimed") or 1))


def _locations(told: Told) -> frozenset[tuple[Seat, Card]]:
    """Return the proven locations that fit the cards as they are written down now."""
    proven = {
        (Seat.parse(text[0]), Card.parse(text[2:]))
        for text in told.facts.get("locations") or []
    }
    hands = told.position.hands
    return frozenset((seat, card) for seat, card in proven if card in hands[seat])


def _show_outs(told: Told) -> ShowOuts:
    """Return every failure to follow of a hand that does have no more of the suit."""
    shown = {
        (Seat.parse(text[0]), Suit.parse(text[2:]))
        for text in told.facts.get("show_outs") or []
    }
    hands = told.position.hands
    return frozenset(
        (seat, suit)
        for seat, suit in shown | told.show_outs
        if not hands[seat].suit(suit)
    )
