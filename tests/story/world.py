"""An event for the stories: one round at three tables, past its planned end.

Board 1 has a hand record, boards 2 and 4 have records of play too, board 3 has nothing.
Nobody has recorded the end, so the round goes on; phones are open all the time.
"""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from rulings.bridge.hands import Deal
from rulings.clock import receipt_at
from rulings.importers.movements import mitchell
from rulings.laws.regulations import load_regulations
from rulings.management.demo.published import published
from rulings.models import Case, Contestant, Event, Playing, Role, Session
from rulings.permissions import system_actor
from rulings.workflow.acts import ActContext
from rulings.workflow.event import contestants, events, schedule
from rulings.workflow.event.passes import issue_passes
from rulings.workflow.event.play_records import add_play_records

HAND_RECORD = Deal.parse(
    "N:54.KQJT.AQJ82.Q9 KQ.652.T74.AKT65 AJT732.A43.9.J74 986.987.K653.832"
)
STAFF = {
    "dana": Role.Name.DIRECTOR,
    "cleo": Role.Name.CHIEF,
    "sam": Role.Name.SCORER,
    "rae": Role.Name.REVIEWER,
}
PAIRS = range(1, 7)
RECORDS = {2: "side_card_ruffed_low", 4: "hearts_then_high"}
"""Boards whose play is recorded up to the claim of a published ruling."""


@dataclass
class World:
    """What a story needs of its event: where things are, and the secrets of passes."""

    event: Event
    session: Session
    secrets: dict[int, str]

    @property
    def zone(self):
        """Return the time zone of the event."""
        return ZoneInfo(self.event.zone)

    def playing(self, board):
        """Return a board at the one table that plays it."""
        return Playing.objects.get(board__event=self.event, board__number=board)

    def case(self):
        """Return the only case there is."""
        return Case.objects.get()


def make_world(values=None):
    """Make the event by the workflow's verbs, around this moment.

    `values` are regulations of its own, beside those of its body.
    """
    at = receipt_at() - timedelta(minutes=40)
    shell = lambda: ActContext(by=system_actor("shell", at), at=at, key=uuid.uuid4())  # noqa: E731 - three uses below
    event = events.create_event(
        shell(),
        name="Evening Pairs",
        kind=Event.Kind.PAIRS,
        zone="Europe/Warsaw",
        starts_on=at.date(),
        ends_on=at.date(),
        edition="2017",
        regulations=load_regulations("WBF").replaced(
            {"phones": "always"} | (values or {})
        ),
    )
    for name, role in STAFF.items():
        user = User.objects.create_user(name, first_name=name.capitalize())
        events.give_role(shell(), event, user, role, [])
    pairs = [(number, [f"Player {number}a", f"Player {number}b"]) for number in PAIRS]
    contestants.add_contestants(shell(), event, pairs)
    rulings = published()
    deals = {board: rulings[name].deal for board, name in RECORDS.items()}
    schedule.add_session(
        shell(),
        event,
        order=1,
        placements=mitchell(3, 1, 3),
        timing=schedule.Timing(starts_at=at, round_length=timedelta(minutes=38)),
        deal_set="main",
        deals={1: HAND_RECORD, **deals},
    )
    session = Session.objects.get(event=event)
    world = World(event, session, {})
    records = {
        world.playing(board).pk: rulings[name].record for board, name in RECORDS.items()
    }
    add_play_records(shell(), event, records)
    pairs_in = list(Contestant.objects.filter(event=event).order_by("number"))
    issued = issue_passes(shell(), event, session, pairs_in)
    world.secrets = {
        pair.number: letter.secret
        for pair, letter in zip(pairs_in, issued, strict=True)
    }
    return world
