"""What the record of play says of a revoke, so that nobody is asked for it (61 to 64).

Only where it shows one revoke and no more; of more than one the director says which is
meant.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.records import Replay
from rulings.bridge.seats import Seat
from rulings.laws.engine.points import Points
from rulings.models import Case
from rulings.queries.case.solving import replay_of

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


def shown_revoke(case: Case) -> ShownRevoke | None:
    """Return the revoke of the record of play; None without one, or for several."""
    claim = getattr(case, "claim", None)
    if claim is None or not claim.tricks_left:
        return None
    replayed = replay_of(case.playing, claim.tricks_left)
    if replayed is None or len(replayed.revokes) != 1:
        return None
    (trick, seat, _card), left = replayed.revokes[0], replayed.position.left
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


def _moved(replayed: Replay, trick: int, seat: Seat, more: int) -> int:
    """Return the tricks that move if its side wins so many more (64A since 2007)."""
    strain = replayed.position.strain
    winners = [one.winner(strain) for one in replayed.tricks[trick - 1 :]]
    later = sum(one.side is seat.side for one in winners[1:]) + more
    if winners[0] is seat:
        return 1 + min(1, later)
    return min(1, later + (winners[0].side is seat.side))
