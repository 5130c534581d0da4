"""Answers to the law's questions that the search gives, or that move no trick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulings.laws.engine.points import Points
from rulings.models import Claim

Answers = dict[str, Any]


def harmless_trump(points: Points, solver: Mapping[str, Any]) -> Answers:
    """Return the answers on an outstanding trump whose tests move no trick (70C).

    Where no normal line loses to it, the first two tests are taken against the claimer:
    the third one settles it. Where one loses as much with the trump in mind, it is
    taken as known: another play loses the trick. Nobody judged them; screens say so.
    """
    if solver.get("trump_tricks_lost") == 0:
        return points.reply("trump_not_covered", "trump_forgotten")
    if solver.get("trump_cost") == 0:
        return points.reply("trump_not_covered", "trump_known")
    return {}


def proven_answers(points: Points, solver: Mapping[str, Any]) -> Answers:
    """Return what the search has answered, where no answer would move its number.

    The partner's worst choice is in the number already (70D2). A failure to follow is
    a fact of the search: where a place still matters none was taken down (70E1).
    """
    answers: Answers = {}
    if "partner_needed" in solver:
        needed = bool(solver["partner_needed"])
        answers |= points.reply("partner_may_err" if needed else "partner_is_bound")
    if solver.get("location_dependent"):
        answers |= points.reply("not_shown_out")
    if "normal_line_loses" in solver:
        lost = bool(solver["normal_line_loses"])
        answers |= points.reply("concession_stands" if lost else "concession_falls")
    return answers


def gives_up_one(claim: Claim | None) -> bool:
    """Say whether a claim gives up one trick alone: of several, each is judged."""
    if claim is None or claim.tricks_left is None or claim.tricks_claimed is None:
        return False
    return claim.tricks_left - claim.tricks_claimed == 1


def moot_answers(points: Points, solver: Mapping[str, Any]) -> Answers:
    """Return the answers that move no trick, each taken so that the next test settles.

    A conceded trick that no normal play loses comes back also where it had not been
    won before (71A, 71B).
    """
    moot = harmless_trump(points, solver)
    if solver.get("normal_line_loses") is False:
        moot |= points.reply("not_yet_won")
    return moot
