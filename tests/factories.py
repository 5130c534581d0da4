"""Events, cases and people for tests, built only through the workflow's verbs.

The standing cast: Dana directs, Cleo is chief, Noor and Esme hold the passes of the
two sides, Olly has no business there.
"""

from __future__ import annotations

import itertools
import uuid
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User

from rulings.bridge.contracts import Contract
from rulings.bridge.hands import Deal
from rulings.bridge.positions import Position as Cards
from rulings.importers.movements import mitchell
from rulings.laws.engine import load_flow
from rulings.laws.regulations import load_regulations
from rulings.models import (
    Agreement,
    Case,
    Event,
    Objection,
    Playing,
    Position,
    Role,
    Session,
    Statement,
)
from rulings.permissions import Actor, system_actor, user_actor
from rulings.workflow import cases, facts, objections
from rulings.workflow.acts import ActContext
from rulings.workflow.event import contestants, events, schedule
from rulings.workflow.ruling import decide
from tests.prefab import prefab

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
"""When test events start; nothing in them reads a clock."""

DEAL = Deal.parse(
    "N:J7.KQJ.AQJ82.Q42 94.52.T74.KT9653 AKQ832.43.9.AJ87 T65.AT9876.K653."
)
"""Any whole deal; the positions of tests need not come from it."""

POSITION = Cards.parse("S E:- 5-0 N:.KQJ.AQJ82. .52.T74.T65 J732.43.9.J 6.97.K653.3")
"""Board 18 of a published ruling: a trump out, eight cards each, East leads."""


@dataclass(slots=True)
class Cast:
    """An event with its people, one Mitchell session, and a clock to hand out."""

    event: Event
    session: Session
    dana: User
    cleo: User
    olly: User
    at: datetime = NOON
    extra: dict[str, User] = field(default_factory=dict)

    def form(
        self, user: User, *, version: int | None = None, **values: object
    ) -> ActContext:
        """Return the form of an act by a member of staff, with a new key."""
        actor = user_actor(user, self.at)
        return replace(
            ActContext(by=actor, at=self.at, key=uuid.uuid4(), version=version),
            **values,  # type: ignore[arg-type]  # fields of a form
        )

    def later(self, **length: float) -> datetime:
        """Move the clock on and return the new instant."""
        self.at += timedelta(**length)
        return self.at


def shell(at: datetime = NOON) -> ActContext:
    """Return the form of an act from the machine's shell."""
    return ActContext(by=system_actor("shell", at), at=at, key=uuid.uuid4())


user_ids = itertools.count(10_000, 1_000)
"""Given here, so that rows written again name the same account; room for others."""


@prefab(lambda name, **values: (name, repr(values)))
def make_user(name: str, **values: object) -> User:
    """Return a new account."""
    user = User(
        pk=next(user_ids),
        username=name,
        password=make_password("x" * 12),
        **values,  # type: ignore[misc]  # fields of a user
    )
    user.save(force_insert=True)
    return user


@prefab(lambda **given: None if given.get("players") else (NOON, repr(given)))
def make_event(
    *,
    kind: Event.Kind = Event.Kind.PAIRS,
    zone: str = "Europe/Warsaw",
    values: dict[str, object] | None = None,
    tables: int = 3,
    boards_per_round: int = 2,
    players: dict[str, User] | None = None,
    deals: dict[int, Deal] | None = None,
    suffix: str = "",
    edition: str = "2017",
) -> Cast:
    """Return a running event of one Mitchell session with its standing cast.

    `players` maps the name of a player ("Player 1a") to an account of the staff;
    a suffix gives a second event a cast with names of its own.
    """
    regulations = load_regulations("WBF").replaced(values or {})
    event = events.create_event(
        shell(),
        name="Spring Pairs",
        kind=kind,
        zone=zone,
        starts_on=date(2026, 3, 14),
        ends_on=date(2026, 3, 15),
        edition=edition,
        regulations=regulations,
    )
    dana, cleo, olly = (make_user(name + suffix) for name in ("dana", "cleo", "olly"))
    events.give_role(shell(), event, dana, Role.Name.DIRECTOR, [])
    events.give_role(shell(), event, cleo, Role.Name.CHIEF, [])
    pairs = [
        (number, [f"Player {number}a", f"Player {number}b"])
        for number in range(1, 2 * tables + 1)
    ]
    contestants.add_contestants(shell(), event, pairs, players)
    rounds = tables if tables % 2 else tables - 1
    schedule.add_session(
        shell(),
        event,
        order=1,
        placements=mitchell(tables, rounds, boards_per_round),
        timing=schedule.Timing(starts_at=NOON, round_length=timedelta(minutes=15)),
        deal_set="main",
        deals=deals,
    )
    return Cast(event, Session.objects.get(event=event), dana, cleo, olly)


def make_staff(
    cast: Cast, name: str, role: Role.Name, sections: list[str] | None = None
) -> User:
    """Return a new account that holds a role in the event of a cast."""
    user = _staff(cast, name, role, sections or [])
    cast.extra[name] = user
    return user


@prefab(lambda cast, *given: (cast.event.pk, cast.at, repr(given)))
def _staff(cast: Cast, name: str, role: Role.Name, sections: list[str]) -> User:
    user = make_user(name)
    events.give_role(shell(cast.at), cast.event, user, role, sections)
    return user


def _case_key(cast: Cast, **given: object) -> object:
    playing = given.pop("playing", None)
    place = playing.pk if isinstance(playing, Playing) else None
    return cast.event.pk, cast.dana.pk, cast.at, place, repr(given)


@prefab(_case_key)
def make_case(
    cast: Cast,
    *,
    state: str = "called",
    playing: Playing | None = None,
    contract: str = "4S S",
    claimed: int | None = None,
) -> Case:
    """Return a case brought to a state by the acts that lead there."""
    place = playing or free_playing(cast)
    flow = load_flow("claims", cast.event.edition)
    receipt = cases.open_case(cast.form(cast.dana), place, flow_hash=flow.hash)
    case = Case.objects.get(pk=receipt.case_id)
    if state == "called":
        return case
    take_facts(cast, case, contract=contract, claimed=claimed)
    if state == "agreed":
        objections.agree(
            cast.form(cast.dana), case.pk, side="EW", how=Agreement.How.SPOKEN
        )
        return Case.objects.get(pk=case.pk)
    if state == "closed":
        cases.close_case(cast.form(cast.dana), case.pk, outcome="O-NOCLAIM-TRICK")
        return Case.objects.get(pk=case.pk)
    doubt = objections.Wanted(wish=Objection.Wish.DOUBT, side="EW", seat="W")
    objections.submit_objection(cast.form(cast.dana), case.pk, doubt)
    if state == "contested":
        return Case.objects.get(pk=case.pk)
    facts.record_position(
        cast.form(cast.dana), case.pk, POSITION, Position.Source.MARKED
    )
    return _decided(cast, case, state)


def _decided(cast: Cast, case: Case, state: str) -> Case:
    form = cast.form(cast.dana)
    if state == "reserved":
        until = cast.at + timedelta(minutes=20)
        decide.reserve(form, case.pk, until=until, reason="")
    elif state != "frozen":
        decide.rule(form, case.pk, decision())
    if state in {"announced", "appealed"}:
        decide.announce(cast.form(cast.dana), case.pk)
    return Case.objects.get(pk=case.pk)


def decision(tricks: int = 7, **values: object) -> decide.Decision:
    """Return a ruling of so many of the eight tricks left."""
    plain = decide.Decision(
        outcome="O-CLAIM-CUT", laws=["70C"], tricks_claimer=tricks, won_before=5
    )
    return replace(plain, **values)  # type: ignore[arg-type]  # fields of a decision


def take_facts(
    cast: Cast, case: Case, *, contract: str = "4S S", claimed: int | None = None
) -> None:
    """Take down claim, words and read-back."""
    facts.record_claim(
        cast.form(cast.dana),
        case.pk,
        facts.ClaimGiven(
            claimer="S",
            contract=Contract.parse(contract),
            tricks_left=8,
            tricks_claimed=claimed,
        ),
    )
    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words="I have the rest.",
        steps=["the rest are good"],
    )
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")


def free_playing(cast: Cast) -> Playing:
    """Return a board at a table on which no case has been opened."""
    return (
        Playing.objects.filter(board__event=cast.event, cases__isnull=True)
        .order_by("round__order", "table__number", "board__number")
        .first()
    ) or Playing.objects.none().get()


def as_actor(cast: Cast, user: User) -> Actor:
    """Return somebody as an actor at the cast's instant."""
    return user_actor(user, cast.at)
