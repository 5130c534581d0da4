"""Two sessions of the demo: one over and published, one in its third round now.

Sections A and B play the same boards in Mitchells of five tables. Each table has its
record of play; where a claim was made, the record stops there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rulings.bridge.contracts import Contract, Vulnerability, dealer_of
from rulings.bridge.hands import Deal
from rulings.bridge.records import replay
from rulings.bridge.scores import score
from rulings.bridge.seats import Side
from rulings.importers.movements import mitchell
from rulings.importers.schedules import Placement
from rulings.management.demo.boards import bid, choose_contract, new_deal
from rulings.management.demo.cardplay import play_out
from rulings.management.demo.floor import Floor
from rulings.management.demo.published import DemoRuling
from rulings.models import Contestant, Event, Playing, Round, Session
from rulings.workflow.event.passes import issue_passes
from rulings.workflow.event.play_records import PlayRecord, add_play_records
from rulings.workflow.event.schedule import Timing, add_session
from rulings.workflow.event.scores import (
    end_round,
    enter_score,
    publish_scores,
    start_round,
)

TABLES, ROUNDS, BOARDS = 5, 5, 3
ROUND, PAUSE = timedelta(minutes=22), timedelta(minutes=2)
SETS = {1: "first", 2: "second"}
STARTS = {1: -250, 2: -63}
"""When the sessions start, in minutes from now."""

PUBLISHED_AT = -122


@dataclass(frozen=True, slots=True)
class Deals:
    """The boards of a session and what is published of some of them."""

    session: int
    deals: Mapping[int, Deal]
    published: Mapping[int, DemoRuling]


def placements(session: int) -> list[Placement]:
    """Return the schedule: section B sits at tables 6 to 10 with pairs 11 to 20."""
    first = 1 + (session - 1) * TABLES * BOARDS
    both = []
    for section, shift in (("A", 0), ("B", 1)):
        both += [
            replace(
                place,
                table=place.table + shift * TABLES,
                ns=str(int(place.ns) + shift * 2 * TABLES),
                ew=str(int(place.ew) + shift * 2 * TABLES),
            )
            for place in mitchell(
                TABLES, ROUNDS, BOARDS, section=section, first_board=first
            )
        ]
    return both


def deal_boards(floor: Floor, session: int, published: Iterable[DemoRuling]) -> Deals:
    """Return the deals of a session: published ones on their boards, the rest new."""
    boards = sorted({place.board for place in placements(session)})
    given = {one.board: one for one in published if one.board in boards}
    deals = {
        board: given[board].deal if board in given else new_deal(floor.random)
        for board in boards
    }
    return Deals(session, deals, given)


def set_up(floor: Floor, deals: Deals, at: datetime) -> None:
    """Enter a session with schedule and boards, and passes where a pair has none."""
    starts_at = floor.at(STARTS[deals.session])
    add_session(
        floor.form("cleo", at),
        floor.event,
        order=deals.session,
        placements=placements(deals.session),
        timing=Timing(starts_at=starts_at, round_length=ROUND, pause=PAUSE),
        deal_set=SETS[deals.session],
        deals=deals.deals,
    )
    session = session_row(floor, deals.session)
    pairs = list(Contestant.objects.filter(event=floor.event).order_by("number"))
    held = {pair: letter for (_session, pair), letter in floor.letters.items()}
    new = [pair for pair in pairs if pair.number not in held]
    issued = (
        issue_passes(floor.form("cleo", at), floor.event, session, new) if new else []
    )
    held |= {pair.number: one for pair, one in zip(new, issued, strict=True)}
    floor.letters |= {(deals.session, pair): one for pair, one in held.items()}


def session_row(floor: Floor, order: int) -> Session:
    """Return a session of the demo by its number."""
    return Session.objects.get(event=floor.event, order=order)


def round_row(floor: Floor, session: int, order: int) -> Round:
    """Return a round of a session by its number."""
    return Round.objects.select_related("session").get(
        session__event=floor.event, session__order=session, order=order
    )


def plan_round(
    floor: Floor,
    deals: Deals,
    order: int,
    records: Mapping[tuple[int, int], PlayRecord],
) -> None:
    """Plan a round that has been played: start, results, end."""
    starts = plan_start(floor, deals.session, order)

    def end(at: datetime) -> None:
        row = round_row(floor, deals.session, order)
        end_round(floor.form("cleo", at), floor.event, row)

    plan_results(floor, deals, records, starts + minutes(ROUND) - 1)
    floor.plan(starts + minutes(ROUND), end)


def plan_start(floor: Floor, session: int, order: int) -> float:
    """Plan the start of a round and return its minute."""

    def start(at: datetime) -> None:
        row = round_row(floor, session, order)
        start_round(floor.form("cleo", at), floor.event, row)

    starts = STARTS[session] + (order - 1) * minutes(ROUND + PAUSE)
    floor.plan(starts, start)
    return starts


def minutes(length: timedelta) -> float:
    """Return a length of time in minutes."""
    return length / timedelta(minutes=1)


def plan_current(
    floor: Floor,
    deals: Deals,
    order: int,
    records: Mapping[tuple[int, int], PlayRecord],
) -> None:
    """Plan the round that is being played: its first boards have been scored."""
    plan_start(floor, deals.session, order)
    first = {
        (table, board): record
        for (table, board), record in records.items()
        if board % BOARDS == 1
    }
    plan_results(floor, deals, first, -0.5)


def records_of(
    floor: Floor, deals: Deals, order: int
) -> dict[tuple[int, int], PlayRecord]:
    """Return whole records of play of a round by table and board."""
    records = {}
    for place in placements(deals.session):
        if place.round != order:
            continue
        deal = deals.deals[place.board]
        contract = choose_contract(deal, floor.random)
        records[place.table, place.board] = PlayRecord(
            auction=bid(dealer_of(place.board), contract),
            contract=contract,
            cards=play_out(deal, contract, floor.random),
        )
    return records


def plan_results(
    floor: Floor,
    deals: Deals,
    records: Mapping[tuple[int, int], PlayRecord],
    ends: float,
) -> None:
    """Plan that the records of a round come in, with the scores of its boards.

    The boards with a case are left out: their records came with the call.
    """

    def take(at: datetime) -> None:
        whole = {
            (playing.table.number, playing.board.number): playing
            for playing in floor.playings(deals.session).filter(cases=None)
            if (playing.table.number, playing.board.number) in records
        }
        by_id = {playing.pk: records[place] for place, playing in whole.items()}
        add_play_records(floor.form("shell", at), floor.event, by_id)
        event = floor.event
        for place, playing in sorted(whole.items(), key=lambda item: item[0]):
            deal = deals.deals[playing.board.number]
            put_score(floor, event, playing, deal, records[place], at)

    floor.plan(ends, take)


def put_score(  # noqa: PLR0917 - one caller, above
    floor: Floor,
    event: Event,
    playing: Playing,
    deal: Deal,
    record: PlayRecord,
    at: datetime,
) -> None:
    """Let the scorer enter the result of a record that was played to the end."""
    tricks = tricks_of(deal, record)
    enter_score(
        floor.form("sam", at),
        event,
        playing,
        contract=str(record.contract),
        tricks=tricks,
        score=score_ns(playing, record.contract, tricks),
    )


def tricks_of(deal: Deal, record: PlayRecord) -> int:
    """Return declarer's tricks in a record."""
    contract = record.contract
    leader = contract.opening_leader
    replayed = replay(deal, contract.strain, leader, record.cards)
    return replayed.position.won_by(contract.declarer.side)


def score_ns(playing: Playing, contract: Contract, tricks_declarer: int) -> int:
    """Return the points of North-South for declarer's tricks at a table."""
    side = contract.declarer.side
    vulnerable = Vulnerability(playing.board.vulnerability).includes(side)
    points = score(contract, tricks_declarer, vulnerable=vulnerable)
    return points if side is Side.NS else -points


def publish(floor: Floor, at: datetime) -> None:
    """Publish the first session: its periods run from now."""
    publish_scores(floor.form("sam", at), floor.event, session_row(floor, 1))
