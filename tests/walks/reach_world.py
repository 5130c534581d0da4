"""An event with many boards, each with its deal and the record of its play."""

import uuid
from dataclasses import replace
from datetime import timedelta

from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.importers.movements import mitchell
from rulings.laws.regulations import load_regulations
from rulings.management.demo.published import published
from rulings.models import Event, Playing, Role
from rulings.permissions import system_actor, user_actor
from rulings.workflow.acts import ActContext
from rulings.workflow.event import contestants, events, schedule, scores
from rulings.workflow.event.play_records import add_play_records

RULING, GUESS = "side_card_ruffed_low", "two_way_guess"
"""Three tricks are left, and a trump is out; or a queen is to be found."""
TABLES, EACH = 20, 5
BOARDS = TABLES * EACH
GUESSES = 10
"""How many boards, the last ones, hold the guess."""


def make_reach_world(*, over=False):
    """Make the event by the workflow's verbs; Dana directs it.

    With `over` the session has ended, and its scores were published long ago.
    """
    at = receipt_at() - timedelta(minutes=300 if over else 40)
    event = events.create_event(
        by_hand(at),
        name="Many Boards",
        kind=Event.Kind.PAIRS,
        zone="Europe/Warsaw",
        starts_on=at.date(),
        ends_on=at.date(),
        edition="2017",
        regulations=load_regulations("WBF").replaced(
            {"location_irrational_2017": "ask"}
        ),
    )
    dana = User.objects.create_user("dana", first_name="Dana")
    events.give_role(by_hand(at), event, dana, Role.Name.DIRECTOR, [])
    pairs = [(one, [f"Player {one}a", f"Player {one}b"]) for one in range(1, 41)]
    contestants.add_contestants(by_hand(at), event, pairs)
    told = published()
    rulings = dict.fromkeys(range(1, BOARDS + 1), told[RULING])
    rulings |= dict.fromkeys(range(BOARDS - GUESSES + 1, BOARDS + 1), told[GUESS])
    schedule.add_session(
        by_hand(at),
        event,
        order=1,
        placements=mitchell(TABLES, 1, EACH),
        timing=schedule.Timing(starts_at=at, round_length=timedelta(minutes=120)),
        deal_set="main",
        deals={board: ruling.deal for board, ruling in rulings.items()},
    )
    playings = Playing.objects.filter(board__event=event).select_related("board")
    add_play_records(
        by_hand(at),
        event,
        {one.pk: rulings[one.board.number].record for one in playings},
    )
    if over:
        cleo = User.objects.create_user("cleo", first_name="Cleo")
        events.give_role(by_hand(at), event, cleo, Role.Name.CHIEF, [])
        told_at = at + timedelta(minutes=150)
        form = replace(by_hand(told_at), by=user_actor(cleo, told_at))
        scores.publish_scores(form, event, event.sessions.get())
    return event


def by_hand(at):
    """Return the form of an act that an administrator runs at the machine."""
    return ActContext(by=system_actor("shell", at), at=at, key=uuid.uuid4())
