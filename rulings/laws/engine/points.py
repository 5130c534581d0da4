"""What code knows of a flow without knowing its ids: named points and named replies.

A point is a step, an outcome or a notice (or several of them), a reply the answers that
follow from what was taken down elsewhere. Both stand in the head of the flow's data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulings.laws.datafiles import DataTable

POINTS = frozenset(
    {
        *("happened", "claim", "statement", "reaction", "objections", "cards"),
        *("trump_covered", "trump_known", "award", "asked_back", "comes_back"),
        *("whose_gain", "transfer", "appeal", "intake", "contest", "agreed"),
        *("chief_looks", "late_claim"),
        *("irregularity", "director_error", "played_on", "revoke", "revoke_shown"),
    }
)
"""The points that code asks for."""

REPLIES = frozenset(
    {
        *("later_tricks", "cards_shown", "board_over", "claim_on_board"),
        *("all_agreed", "doubted", "own_concession", "no_irregularity", "heard"),
        *("only_irregularity", "revoke_reported", "a_revoke", "a_card_count"),
        *("own_revoke", "their_revoke", "revoke_played_on", "revoke_open"),
        *("agreed_too_much", "conceded_too_much"),
        *("faced", "not_faced", "nothing_added", "trump_covered"),
        *("trump_not_covered", "trump_known", "trump_forgotten", "accepted"),
        *("new_line", "partner_may_err", "partner_is_bound", "not_shown_out"),
        *("not_yet_won", "concession_stands", "concession_falls"),
        *("overridden", "not_yet_played", "appeals", "beyond_repair"),
    }
)
"""The replies that code gives or looks for."""

NEEDS_THEM = "claim"
"""A flow that wants a claim entered names all of them, another what it has."""


@dataclass(frozen=True, slots=True)
class Points:
    """The named points and replies of a flow; a name it does not have is empty."""

    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    replies: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def at(self, name: str) -> str:
        """Return the one id of a point, "" where the flow has none of that name."""
        return next(iter(self.ids.get(name, ())), "")

    def among(self, *names: str) -> frozenset[str]:
        """Return the ids of some points together."""
        return frozenset(one for name in names for one in self.ids.get(name, ()))

    def reply(self, *names: str) -> dict[str, Any]:
        """Return the answers of some replies together, by step."""
        found: dict[str, Any] = {}
        for name in names:
            found |= self.replies.get(name, {})
        return found

    def is_given(self, name: str, choices: Mapping[str, object]) -> bool:
        """Say whether these choices, by step, hold every answer of a reply."""
        wanted = self.replies.get(name, {})
        given = all(choices.get(step) == value for step, value in wanted.items())
        return bool(wanted) and given


def read_points(common: DataTable) -> Points:
    """Return what the flow's data names; a name that code never asks for is refused."""
    points, replies = common.table("points"), common.table("replies")
    points.allow(*sorted(POINTS))
    replies.allow(*sorted(REPLIES))
    return Points(
        {name: points.texts(name) for name in points.content},
        {
            name: {step: row.get(step, str) for step in row.content}
            for name, row in replies.items()
        },
    )


def missing_points(points: Points) -> Iterator[tuple[str, str]]:
    """Yield the key of each point and reply that a flow of claims must name."""
    for part, known, given in (
        ("points", POINTS, points.ids),
        ("replies", REPLIES, points.replies),
    ):
        for name in sorted(known):
            if not given.get(name):
                yield f"{part}.{name}", "missing: the program asks for it by this name"
