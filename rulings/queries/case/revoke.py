"""What is known of a revoke, so that nobody is asked for it (61 to 64).

The record of play tells it where it shows one revoke, or the one that the director
named. Without a record the trick that he named says what had been played since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulings.bridge.records import Replay
from rulings.bridge.seats import Seat, Side
from rulings.laws.engine.points import Points
from rulings.models import Case
from rulings.queries.case.repaired import claim_of, playing_of
from rulings.queries.case.solving import cards_of, replay_of

Answers = dict[str, Any]
TRICKS = 13
TWELFTH = 12
"""A revoke in this trick is corrected while the hands are out (Law 62D)."""


@dataclass(frozen=True, slots=True)
class ShownRevoke:
    """The one revoke of a record of play, of a claim by `claimer`."""

    claimer: Seat
    seat: Seat
    trick: int
    played_on: bool
    moves: frozenset[int]

    def answers(self, points: Points) -> dict[str, object]:
        """Return the answers that it gives: whose it is, and that it was settled."""
        own = self.seat.side is self.claimer.side
        found = points.reply("own_revoke" if own else "their_revoke")
        side = points.at("revoke")
        found[side] = {
            "choice": found[side],
            "revoker": self.seat.letter,
            "revoke_trick": self.trick,
        }
        if not own and self.played_on and self.trick < TWELFTH:
            found |= points.reply("revoke_played_on")
        return found

    def facts(self, *, older: bool) -> dict[str, int]:
        """Return the trick, and how many tricks move where that is certain.

        The `older` scale asks with which cards later tricks were won (64A of 1997).
        """
        found = {"revoke_trick": self.trick}
        if len(self.moves) == 1 and not older:
            found["revoke_transfer"] = min(self.moves)
        return found


def shown_revoke(case: Case, named: Mapping[str, Any]) -> ShownRevoke | None:
    """Return the revoke of the record of play; None without one, or for several.

    Of several it is the one by the `revoker` in the `revoke_trick` that were named.
    """
    claim = claim_of(case)
    if claim is None or not claim.tricks_left:
        return None
    replayed = replay_of(playing_of(case), claim.tricks_left)
    found = () if replayed is None else replayed.revokes
    if len(found) > 1:
        said = (named.get("revoke_trick"), named.get("revoker"))
        found = tuple(one for one in found if (one[0], one[1].letter) == said)
    if replayed is None or len(found) != 1:
        return None
    (trick, seat, _card), left = found[0], replayed.position.left
    quitted = trick <= len(replayed.tricks)
    moves = [_moved(replayed, trick, seat, more) for more in (0, left) if quitted]
    on_table = dict(replayed.position.trick.plays()) if quitted else {}
    return ShownRevoke(
        claimer=Seat.parse(claim.claimer),
        seat=seat,
        trick=trick,
        played_on=bool(replayed.tricks[trick:])
        or any(one.side is seat.side for one in on_table),
        moves=frozenset(moves),
    )


def played_since(case: Case, points: Points, named: Mapping[str, Any]) -> Answers:
    """Return what the trick named says: played, settled by playing on, or still open.

    `named` is the director's answer on who revoked. A revoke of the last trick before
    the claim is asked about, unless that side's next card lies on the table.
    """
    claim, trick = claim_of(case), named.get("revoke_trick")
    if claim is None or not claim.tricks_left or not isinstance(trick, int):
        return {}
    side, quitted = points.at("revoke"), TRICKS - claim.tricks_left
    found = {**points.reply("own_revoke")}
    if found.pop(side, None) == named.get("choice"):
        return found if trick <= quitted else {}
    if points.reply("their_revoke").get(side) != named.get("choice"):
        return {}
    if trick > quitted:
        return points.reply("revoke_open")
    if trick == quitted and not _has_played(case, Seat.parse(claim.claimer).side.other):
        return {}
    return points.reply("revoke_played_on") if trick < TWELFTH else {}


def _has_played(case: Case, side: Side) -> bool:
    """Say whether a card of a side lies in the trick in progress."""
    cards = cards_of(case)
    plays = () if cards is None else cards.trick.plays()
    return any(seat.side is side for seat, _card in plays)


def _moved(replayed: Replay, trick: int, seat: Seat, more: int) -> int:
    """Return the tricks that move if its side wins so many more (64A since 2007)."""
    strain = replayed.position.strain
    winners = [one.winner(strain) for one in replayed.tricks[trick - 1 :]]
    later = sum(one.side is seat.side for one in winners[1:]) + more
    if winners[0] is seat:
        return 1 + min(1, later)
    return min(1, later + (winners[0].side is seat.side))
