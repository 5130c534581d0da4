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
from rulings.claims.steps import parse_step
from rulings.laws import periods
from rulings.models import Agreement, Answer, Case, Claim, Fact, Playing, Statement
from rulings.queries.regulations import regulations_of
from rulings.states import State

Answers = dict[str, Any]
CONTESTED = frozenset(State) - {State.CALLED, State.AGREED}
FACED = "cards_faced"
"""The fact that all remaining cards were put face up (Law 70B3)."""

LATE = "late_dispute"
"""The answer to A01 for a board that is over, its tricks questioned now."""


def harmless_trump(solver: Mapping[str, Any]) -> Answers:
    """Return the answers on an outstanding trump that no normal line loses to (70C3).

    The first two tests are then taken against the claimer and not asked: the third
    one settles it either way.
    """
    if solver.get("trump_tricks_lost") != 0:
        return {}
    return {"C06": "not_mentioned", "C07": "possible"}


def derived_answers(case: Case) -> Answers:
    """Return the answers that the facts taken down give by themselves."""
    claim = getattr(case, "claim", None)
    if claim is None:
        return {}
    answers: Answers = {"A01": claim.manner, "A02": "later_tricks"}
    if claim.manner == Claim.Manner.SHOWED_CARDS:
        answers["A04"] = "intent_or_unclear"
    if claim.tricks_left and case.playing.contract:
        answers["A06"] = claim_values(case, claim)
    layers = {row.layer: row for row in Statement.objects.filter(case=case)}
    said = layers.get(Statement.Layer.CLAIM)
    if said is not None:
        answers["B01"] = _quality(said)
    if case.state == State.AGREED:
        answers["B02"] = "all_agreed"
    elif case.state in CONTESTED:
        answers |= _contested(case, layers)
    return answers


def claim_values(case: Case, claim: Claim) -> dict[str, Any]:
    """Return role and numbers of a claim as step A06 records them."""
    declarer = Contract.parse(case.playing.contract).declarer
    left = claim.tricks_left or 0
    claimed = left if claim.tricks_claimed is None else claim.tricks_claimed
    role = "declarer" if Seat.parse(claim.claimer) is declarer else "defender"
    return {"choice": role, "remaining": left, "claimed": claimed}


def late_claim(case: Case, given: Answers) -> Answers:
    """Return the answer to T01 with the claim that was taken down for it."""
    claim = getattr(case, "claim", None)
    said = given.get("T01", {})
    if claim is None or not claim.tricks_left or said.get("choice") != "yes":
        return {}
    if not case.playing.contract:
        return {}
    values = claim_values(case, claim)
    return {"T01": {"role": values.pop("choice"), **values, **said}}


def _quality(said: Statement) -> str:
    """Return how much of a line of play was stated with the claim (68C)."""
    if any(parse_step(step).names_a_play for step in said.steps):
        return "clear"
    return "partial" if said.steps or said.words else "none"


def _contested(case: Case, layers: Mapping[str, Statement]) -> Answers:
    agreed = Agreement.objects.filter(case=case).exists()
    faced = Fact.objects.filter(case=case, key=FACED, value=True).exists()
    answers: Answers = {
        "B02": "all_agreed" if agreed else "doubted_td_called",
        "B06": "none",
        "C01": "repeated",
        "C02": "recorded",
        "C03": "faced" if faced else "not_needed",
    }
    if Statement.Layer.ADDED not in layers:
        answers["C12"] = "no"
    return answers


def is_late(case: Case) -> bool:
    """Say whether the case came up when its board was over (79B)."""
    rows = Answer.objects.filter(case=case, step="A01", set_aside=False)
    return rows.filter(choice=LATE).exists()


def late_closings(case: Case) -> dict[str, periods.Closing]:
    """Return the periods of a board that was scored and only now questioned.

    Boards put away or a score entered count as assent (69A), so they open the windows
    that nobody opened when the claim was made.
    """
    playing = case.playing
    over = playing.score_entered_at or playing.play_ended_at or case.called_at
    anchors = periods.Anchors(
        assent_at=over,
        later_call_at=_later_call(case, playing.play_ended_at or over),
        round_end_at=playing.round.ended_at or playing.round.ends_at,
        play_end_at=playing.play_ended_at or over,
        score_entered_at=over,
        published_at=playing.round.session.published_at,
    )
    regulations = regulations_of(case)
    return {
        purpose: periods.close_of(purpose, anchors, regulations)
        for purpose in ("agreement", "correction")
    }


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
