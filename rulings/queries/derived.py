"""What the facts taken down answer by themselves, without a question to anybody.

Only what somebody has said or done counts as an answer: words make a line of play only
where they name suits, cards or an order (Law 68C), and cards are faced (70B3) only
where the director said so.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.laws import periods
from rulings.laws.engine.points import Points
from rulings.models import Agreement, Answer, Case, Claim, Fact, Playing, Statement
from rulings.queries.naming import is_named
from rulings.queries.regrets import regret_taken_up, said_by
from rulings.queries.regulations import regulations_of
from rulings.queries.rounds import round_end_at
from rulings.queries.unsaid import needs_number
from rulings.statements.steps import parse_step
from rulings.states import State

Answers = dict[str, Any]
CONTESTED = frozenset(State) - {State.CALLED, State.AGREED}
FACED = "cards_faced"
"""The fact that all remaining cards were put face up (Law 70B3)."""


def harmless_trump(points: Points, solver: Mapping[str, Any]) -> Answers:
    """Return the answers on an outstanding trump that no normal line loses to (70C3).

    The first two tests are then taken against the claimer and not asked: the third
    one settles it either way. Nobody judged them, and screens say so.
    """
    if solver.get("trump_tricks_lost") != 0:
        return {}
    return points.reply("trump_not_covered", "trump_forgotten")


def derived_answers(case: Case, points: Points) -> Answers:
    """Return the answers that the facts taken down give by themselves."""
    claim = getattr(case, "claim", None)
    told = Fact.objects.filter(case=case).exclude(value=None)
    facts = dict(told.values_list("key", "value"))
    unnamed = {} if is_named(case, facts) else points.reply("no_irregularity")
    regretted = _regretted(case, points)
    if claim is None:
        return {**unnamed, **regretted}
    answers: Answers = {**unnamed, points.at("happened"): claim.manner}
    answers |= points.reply("later_tricks")
    if claim.manner == Claim.Manner.SHOWED_CARDS:
        answers |= points.reply("cards_shown")
    layers = {row.layer: row for row in Statement.objects.filter(case=case)}
    said = layers.get(Statement.Layer.CLAIM)
    settled = not needs_number(claim, said.steps if said is not None else ())
    if claim.tricks_left and case.playing.contract and settled:
        answers[points.at("claim")] = claim_values(case, claim)
    if said is not None:
        answers[points.at("statement")] = _quality(said)
    if case.state == State.AGREED:
        answers |= points.reply("all_agreed")
    elif case.state in CONTESTED:
        answers |= _contested(case, points, layers, faced=facts.get(FACED) is True)
    return {**answers, **regretted}


def claim_values(case: Case, claim: Claim) -> dict[str, Any]:
    """Return role and numbers of a claim as the step of the claim records them."""
    declarer = Contract.parse(case.playing.contract).declarer
    left = claim.tricks_left or 0
    claimed = left if claim.tricks_claimed is None else claim.tricks_claimed
    role = "declarer" if Seat.parse(claim.claimer) is declarer else "defender"
    return {"choice": role, "remaining": left, "claimed": claimed}


def late_claim(case: Case, points: Points, given: Answers) -> Answers:
    """Return the answer on a claim made earlier, with what was taken down of it."""
    claim, step = getattr(case, "claim", None), points.at("late_claim")
    said = given.get(step, {})
    said = {"choice": said} if isinstance(said, str) else said
    there = points.is_given("claim_on_board", {step: said.get("choice")})
    if claim is None or not claim.tricks_left or not there:
        return {}
    if not case.playing.contract:
        return {}
    values = claim_values(case, claim)
    return {step: {"role": values.pop("choice"), **values, **said}}


def _quality(said: Statement) -> str:
    """Return how much of a line of play was stated with the claim (68C)."""
    if any(parse_step(step).names_a_play for step in said.steps):
        return "clear"
    return "partial" if said.steps or said.words else "none"


def _contested(
    case: Case, points: Points, layers: Mapping[str, Statement], *, faced: bool
) -> Answers:
    agreed = Agreement.objects.filter(case=case).exists()
    answers = points.reply(
        "all_agreed" if agreed else "doubted",
        "heard",
        "faced" if faced else "not_faced",
    )
    if Statement.Layer.ADDED not in layers:
        answers |= points.reply("nothing_added")
    return answers


def _regretted(case: Case, points: Points) -> Answers:
    """Return what a wish says that was taken up when its board was over (79B)."""
    wish = regret_taken_up(case)
    if wish is None or not is_late(case, points):
        return {}
    return said_by(wish, points)


def is_late(case: Case, points: Points) -> bool:
    """Say whether the case came up when its board was over (79B)."""
    rows = Answer.objects.filter(case=case, set_aside=False)
    given = dict(rows.values_list("step", "choice"))
    return points.is_given("board_over", given)


def is_aware(points: Points, choices: Mapping[str, object]) -> bool | None:
    """Return whether the claimer knew of the trump, None while it is open (70C)."""
    if any(points.is_given(name, choices) for name in ("trump_covered", "trump_known")):
        return True
    silent = points.is_given("trump_not_covered", choices)
    return False if silent and points.is_given("trump_forgotten", choices) else None


def late_closings(case: Case) -> dict[str, periods.Closing]:
    """Return the periods of a board that was scored and only now questioned.

    Boards put away or a score entered count as assent (69A), so they open the windows
    that nobody opened when the claim was made.
    """
    playing = case.playing
    ended = round_end_at(playing)  # a board is over with its round at the latest
    over = playing.score_entered_at or playing.play_ended_at
    over = over or min(ended or case.called_at, case.called_at)
    anchors = periods.Anchors(
        assent_at=over,
        later_call_at=_later_call(case, playing.play_ended_at or over),
        round_end_at=ended,
        play_end_at=playing.play_ended_at or over,
        score_entered_at=over,
        published_at=playing.round.session.published_at,
    )
    regulations = regulations_of(case)
    return {
        purpose: periods.close_of(purpose, anchors, regulations)
        for purpose in ("agreement", "correction")
    }


def published_closings(case: Case) -> dict[str, periods.Closing]:
    """Return the correction period of a board whose scores were out before the call.

    However the matter is put, that period runs from the publication (Law 79C).
    """
    published_at = case.playing.round.session.published_at
    if published_at is None or published_at >= case.called_at:
        return {}
    return {"correction": late_closings(case)["correction"]}


def _later_call(case: Case, after: datetime) -> datetime | None:
    """Return when the side that agreed first called on a later board at its table."""
    claim = getattr(case, "claim", None)
    if claim is None:
        return None
    side = Seat.parse(claim.claimer).side.other.value.lower()
    column = f"called_{side}_at"
    later = Playing.objects.filter(
        table=case.playing.table, **{f"{column}__gt": after}
    ).exclude(pk=case.playing.pk)
    return later.order_by(column).values_list(column, flat=True).first()
