"""Set up the demo event: a day of two sessions around this moment."""

from __future__ import annotations

from datetime import datetime

from rulings.management.demo import people, sessions
from rulings.management.demo.bids import plan_bids
from rulings.management.demo.day import DemoDay, plan_day
from rulings.management.demo.floor import Floor, Tell, untold
from rulings.management.demo.published import published
from rulings.management.demo.solving import solve_waiting
from rulings.models import Event
from rulings.workflow.event.play_records import PlayRecord

EVENT_AT = -300
PLAYED = {1: sessions.ROUNDS, 2: 2}
"""Rounds played to the end in each session."""


def demo_event() -> Event | None:
    """Return the demo event where there is one."""
    return Event.objects.filter(name=people.NAME).first()


def seed(
    now: datetime, zone: str, tell: Tell = untold, *, answers: bool = True
) -> Floor:
    """Set up the whole event as of now and return what was handed out in it.

    `tell` is called with the acts done so far and all there are. Without `answers` the
    questions that still wait at the end are left to a worker.
    """
    tell(0, 0)
    floor = Floor(now.replace(second=0, microsecond=0))
    people.make_staff(floor)
    people.make_event(floor, floor.at(EVENT_AT), zone)
    rulings = published()
    deals = {
        session: sessions.deal_boards(floor, session, rulings.values())
        for session in sessions.SETS
    }
    for given in deals.values():
        sessions.set_up(floor, given, floor.at(EVENT_AT + given.session))
    records = plan_rounds(floor, deals)
    floor.plan(sessions.PUBLISHED_AT, lambda at: sessions.publish(floor, at))
    day = DemoDay(floor, rulings, deals, records)
    plan_day(day)
    plan_bids(day)
    floor.run(tell)
    if answers:
        solve_waiting(floor.now)
    return floor


def plan_rounds(
    floor: Floor, deals: dict[int, sessions.Deals]
) -> dict[tuple[int, int], dict[tuple[int, int], PlayRecord]]:
    """Plan all rounds so far and return their records by session and round."""
    records = {}
    for session, given in deals.items():
        for order in range(1, PLAYED[session] + 1):
            whole = sessions.records_of(floor, given, order)
            records[session, order] = whole
            sessions.plan_round(floor, given, order, whole)
    going_on = PLAYED[2] + 1
    records[2, going_on] = sessions.records_of(floor, deals[2], going_on)
    sessions.plan_current(floor, deals[2], going_on, records[2, going_on])
    return records
