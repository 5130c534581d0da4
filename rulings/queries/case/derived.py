"""What the recorded facts answer by themselves, without a question to anybody.

Only what somebody has said or done counts as an answer: words make a line of play only
where they name suits, cards or an order (Law 68C), and cards are faced (70B3) only
where the director said so. Which irregularity comes first is said by the reason tapped,
and asked about where words name one; a claim without a number is for all tricks left
until words or cards show a loser (68A); who withdraws an agreement on a board that is
over says that he had agreed (69, 71, 79B).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.laws import periods
from rulings.laws.engine.points import Points
from rulings.models import (
    Agreement,
    Answer,
    Case,
    Claim,
    Entry,
    Fact,
    Objection,
    Playing,
    Statement,
)
from rulings.queries.case.repaired import claim_of, playing_of
from rulings.queries.case.rows import answers_of, heard_wishes, rows_of
from rulings.queries.case.rules import regulations_of
from rulings.queries.rounds import round_end_at
from rulings.queries.words import texts_of
from rulings.statements import names_irregularity
from rulings.statements.steps import Verb as StepAct
from rulings.statements.steps import parse_step
from rulings.states import Act, State

Answers = dict[str, Any]
CONTESTED = frozenset(State) - {State.CALLED, State.AGREED}
FACED = "cards_faced"
"""The fact that all remaining cards were put face up (Law 70B3)."""

MAJOR, MINOR = "penalty_major", "penalty_minor"
FORBIDDEN, REQUIRED = "lead_forbidden", "lead_required"
SPOTS = "spots"
RESTRICTIONS = (MAJOR, MINOR, FORBIDDEN, REQUIRED, SPOTS)
"""The facts that name what was pending at the claim (Laws 50, 51 and 26), and the small
cards that are not known exactly."""


def derived_answers(case: Case, points: Points) -> Answers:
    """Return the answers that the facts taken down give by themselves."""
    claim = claim_of(case)
    facts = {row.key: row.value for row in rows_of(case, Fact) if row.value is not None}
    unnamed = _irregularity(case, points, facts)
    regretted = _regretted(case, points)
    if claim is None:
        return {**unnamed, **regretted}
    answers: Answers = {**unnamed, points.at("happened"): claim.manner}
    answers |= points.reply("later_tricks")
    if claim.manner == Claim.Manner.SHOWED_CARDS:
        answers |= points.reply("cards_shown")
    layers = {row.layer: row for row in rows_of(case, Statement)}
    said = layers.get(Statement.Layer.CLAIM)
    settled = not needs_number(claim, said.steps if said is not None else ())
    if claim.tricks_left and playing_of(case).contract and settled:
        answers[points.at("claim")] = claim_values(case, claim)
    if said is not None:
        answers[points.at("statement")] = _quality(said)
    if case.state == State.AGREED:
        answers |= points.reply("all_agreed")
    elif case.state in CONTESTED:
        answers |= _contested(case, points, layers, faced=facts.get(FACED) is True)
    return {**answers, **regretted}


def _irregularity(case: Case, points: Points, facts: Mapping[str, Any]) -> Answers:
    """Return the irregularity that was named, or that none was; {} where it is asked.

    A reason tapped says which it is. What is in somebody's words only, a person reads.
    """
    codes = {row.reason_code for row in naming_wishes(case)}
    if len(codes) == 1 and (said := REPLY_OF.get(min(codes))):
        return points.reply(said)
    is_named = codes or any(key.startswith(FACTS) for key in facts)
    return {} if is_named else points.reply("no_irregularity")


def claim_values(case: Case, claim: Claim) -> dict[str, Any]:
    """Return role and numbers of a claim as the step of the claim records them."""
    declarer = Contract.parse(playing_of(case).contract).declarer
    left = claim.tricks_left or 0
    claimed = left if claim.tricks_claimed is None else claim.tricks_claimed
    role = "declarer" if Seat.parse(claim.claimer) is declarer else "defender"
    return {"choice": role, "remaining": left, "claimed": claimed}


def late_claim(case: Case, points: Points, given: Answers) -> Answers:
    """Return the answer on a claim made earlier, with what was taken down of it."""
    claim, step = claim_of(case), points.at("late_claim")
    said = given.get(step, {})
    said = {"choice": said} if isinstance(said, str) else said
    there = points.is_given("claim_on_board", {step: said.get("choice")})
    if claim is None or not claim.tricks_left or not there:
        return {}
    if not playing_of(case).contract:
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
    agreed = bool(rows_of(case, Agreement))
    answers = points.reply(
        "all_agreed" if agreed else "doubted",
        "heard",
        "faced" if faced else "not_faced",
    )
    added = Statement.Layer.ADDED in layers
    return answers | points.reply("new_line" if added else "nothing_added")


def _regretted(case: Case, points: Points) -> Answers:
    """Return what a wish says that was taken up when its board was over (79B)."""
    wish = regret_taken_up(case)
    if wish is None or not is_late(case, points):
        return {}
    return said_by(wish, points)


def is_late(case: Case, points: Points) -> bool:
    """Say whether the case came up when its board was over (79B)."""
    given = {row.step: row.choice for row in answers_of(case)}
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


NAMES_ONE = frozenset({"revoke", "card_count", "irregularity"})
"""Reason codes of wishes that name an irregularity."""

REPLY_OF = {"revoke": "a_revoke", "card_count": "a_card_count"}
"""The answer that a reason gives where it says which irregularity it is."""

UNREAD = frozenset({"", "other"})
"""Reason codes that do not say what the words of a wish are about."""

FACTS = ("facts.revok", "facts.irregularity", "revoke", "irregularity")
"""How the keys of facts that name an irregularity begin."""


def names_one(row: Objection) -> bool:
    """Say whether the reason of a wish names an irregularity."""
    return row.reason_code in NAMES_ONE


def naming_wishes(case: Case) -> list[Objection]:
    """Return the wishes that name an irregularity: not those dropped.

    Words without a reason are read: most of them speak of the claim itself.
    """
    heard = heard_wishes(case)
    unread = [row.words for row in heard if row.reason_code in UNREAD and row.words]
    texts = texts_of(unread)
    return [
        row
        for row in heard
        if names_one(row) or names_irregularity(texts.get(row.words, ""))
    ]


def choices_of(given: Mapping[str, Any]) -> dict[str, object]:
    """Return the choice of each answer, without the values given with it."""
    return {
        step: said.get("choice") if isinstance(said, Mapping) else said
        for step, said in given.items()
    }


def only_one(points: Points, given: Mapping[str, Any]) -> bool:
    """Say whether a director's answer puts nothing but an irregularity in question."""
    choices = choices_of(given)
    names = ("only_irregularity", "revoke_reported")
    return any(points.is_given(name, choices) for name in names)


def outdated(case: Case, points: Points, given: Mapping[str, Any]) -> bool:
    """Say whether "no irregularity" was answered before somebody named one."""
    step = points.at("irregularity")
    said = given.get(step) or {}
    if not points.is_given("no_irregularity", {step: said.get("choice")}):
        return False
    wishes = naming_wishes(case)
    if not wishes:
        return False
    answered_at = _answered_at(Answer.objects.get(case=case, step=step))
    return answered_at is None or any(wish.received_at > answered_at for wish in wishes)


def _answered_at(row: Answer) -> datetime | None:
    """Return when an answer was last given, by an entry that nobody has undone."""
    acts = (Act.ANSWER.value, Act.UNDO.value)
    undone: set[int] = set()
    for entry in Entry.objects.filter(case_id=row.case_id, act__in=acts).order_by(
        "-seq"
    ):
        content = json.loads(bytes(entry.data))
        undone |= set(content["inputs"].get("undoes", ()))
        if entry.seq not in undone and _answers(content, row):
            return entry.at
    return None


def _answers(content: Mapping[str, Any], row: Answer) -> bool:
    """Say whether an entry gives an answer, and does not only set it aside."""
    if content["act"] != Act.ANSWER:
        return False
    return row.step in content["inputs"].get("steps", ()) or any(
        (table, row_id) == ("answer", str(row.pk)) and "choice" in (values or {})
        for table, row_id, values in content["rows"]
    )


LOSING = frozenset({StepAct.GIVE_UP, StepAct.LOSE_TO, StepAct.LOSER})
"""Steps that leave a trick to the other side."""


def losers_stated(steps: Iterable[str]) -> tuple[str, ...]:
    """Return the steps of a statement that leave a trick to the other side."""
    return tuple(step for step in steps if parse_step(step).act in LOSING)


def needs_number(claim: Claim, steps: Iterable[str]) -> bool:
    """Say whether no number was said or settled, and the words showed a loser."""
    return is_unsettled(claim) and bool(losers_stated(steps))


def falls_short(claim: Claim, solver: Mapping[str, Any]) -> bool:
    """Say whether no number was said or settled, and the cards show a loser.

    They do where not even the best play, with all cards in sight, wins every trick.
    """
    best = solver.get("best_normal")
    if best is None or claim.tricks_left is None:
        return False
    return is_unsettled(claim) and int(best) < claim.tricks_left


def is_unsettled(claim: Claim) -> bool:
    """Say whether the claimer said no number and none was settled with him."""
    return not claim.number_said and claim.tricks_claimed is None


_SAYS = {
    Objection.Wish.WITHDRAW_AGREEMENT: (
        "claim_on_board",
        "all_agreed",
        "agreed_too_much",
    ),
    Objection.Wish.CANCEL_CONCESSION: ("claim_on_board", "conceded_too_much"),
}


def is_board_over(case: Case) -> bool:
    """Say whether a wish on a case is a dispute of a board that is over (79B).

    It is where the case was closed, and where the wish came before any claim was taken
    down on a board that has been played.
    """
    if case.state == State.CLOSED:
        return True
    finished = case.playing.status == Playing.Status.FINISHED
    return finished and not hasattr(case, "claim")


def said_by(wish: Objection, points: Points) -> dict[str, Any]:
    """Return the answers that a wish gives by what it asks for."""
    return points.reply(*_SAYS.get(Objection.Wish(wish.wish), ()))


def regret_taken_up(case: Case) -> Objection | None:
    """Return the first such wish that a director has taken up or admitted."""
    return regret_among(rows_of(case, Objection))


def regret_among(rows: Iterable[Objection]) -> Objection | None:
    """Return the first of some wishes, as they came, that was such and taken up."""
    found = (row for row in rows if row.wish in _SAYS and _is_taken_up(row))
    return next(found, None)


def _is_taken_up(wish: Objection) -> bool:
    waits = wish.resolution == ""
    return wish.resolution == Objection.Resolution.CONTESTED or (
        waits and wish.admitted is True
    )
