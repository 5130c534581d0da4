"""The insufficient bids of the demo's day, and a case under an older edition.

One bid has just been called for; one was corrected, and its play is still to be looked
at (Law 27D). The older edition is set for one board and taken back again.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from rulings.laws.engine import editions, load_flow
from rulings.management.demo.day import DemoDay
from rulings.management.demo.floor import Floor, given_answers
from rulings.models import Case, Playing
from rulings.queries.case.flow import walk_case
from rulings.queries.case.rules import flow_name, restored
from rulings.workflow import answers, auctions, cases
from rulings.workflow.event import events

KIND = "law27"


@dataclass(slots=True)
class Bid:
    """One insufficient bid: where it was made, and the calls up to it."""

    floor: Floor
    order: int
    table: int
    calls: tuple[str, ...]
    case_id: uuid.UUID | None = None

    def playing(self) -> Playing:
        """Return a board of the round at the table on which there is no case."""
        rows = self.floor.playings(2).filter(
            round__order=self.order, table__number=self.table, cases=None
        )
        return rows.order_by("board__number")[0]

    def open(self, at: datetime) -> None:
        """Open the case."""
        flow = load_flow(flow_name(KIND), self.floor.event.edition)
        form = self.floor.form("dana", at)
        receipt = cases.open_case(form, self.playing(), flow_hash=flow.hash, kind=KIND)
        self.case_id = receipt.case_id

    def bid(self, at: datetime) -> None:
        """Enter the auction up to the bid that was too low."""
        for call in self.calls:
            auctions.add_call(self.floor.form("dana", at), self.id, call)

    def answer(self, at: datetime) -> None:
        """Answer what the law asks."""
        for given in given_answers()["low_bid"]:
            values = dict(given)
            step, choice = values.pop("step"), values.pop("choice")
            form = self.floor.form("dana", at)
            answers.answer(form, self.id, step=step, choice=choice, values=values)

    def close(self, at: datetime) -> None:
        """Let the auction go on; the play is looked at later."""
        case = Case.objects.select_related("event", "playing").get(pk=self.id)
        outcome = walk_case(case, at).walk.outcome
        if outcome is None:
            message = "the insufficient bid has not been settled"
            raise LookupError(message)
        cases.close_case(
            self.floor.form("dana", at),
            self.id,
            outcome=outcome.id,
            follow_ups=outcome.follow_ups,
        )

    @property
    def id(self) -> uuid.UUID:
        """Return the case's id, once it has been opened."""
        assert self.case_id is not None  # noqa: S101 - opened first
        return self.case_id


def plan_bids(day: DemoDay) -> None:
    """Plan a bid just called for, one with a check due, and a board of an older law."""
    floor = day.floor
    corrected = Bid(floor, 2, 6, ("1S", "1H"))
    for minutes, deed in (
        (-44.0, corrected.open),
        (-43.6, corrected.bid),
        (-43.0, corrected.answer),
        (-42.6, corrected.close),
    ):
        floor.plan(minutes, deed)
    fresh = Bid(floor, 3, 9, ("1D", "P", "1N", "1H"))
    floor.plan(-1.4, fresh.open)
    floor.plan(-1.2, fresh.bid)
    plan_older(day)


def plan_older(day: DemoDay) -> None:
    """Plan a contested claim that is ruled by the laws of ten years before."""
    floor, (older_book, book) = day.floor, editions()[-2:]
    floor.plan(-12.1, partial(set_edition, floor, older_book))
    older = day.made_up("older", 2, 3, 4, 7, 5, 2)
    older.plan(-12, until="cards")
    floor.plan(-11.9, partial(set_edition, floor, book))


def set_edition(floor: Floor, edition: str, at: datetime) -> None:
    """Set the edition for cases that are opened from now on."""
    event = floor.event
    events.set_laws(floor.form("cleo", at), event, edition, restored(event.regulation))
