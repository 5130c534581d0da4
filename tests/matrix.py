"""Everybody who may knock: one event, one announced case, and each kind of actor.

The letters are those of the rights table: D and D2 direct (D has the case), DX another
section, D- and C- play the board, C is chief, S scores, R sits on the panel and RA
advised, A administers; NS and EW hold passes of the case, P0 of other boards; REVOKED,
EXPIRED and LATE are passes by their time; KD, KC, KS and KA are programs with a key in
that role, K! has a revoked one and K* one of another event; LINK is asked for an
opinion by a link; the rest have no business here.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.test import Client

from rulings.models import (
    Appeal,
    Case,
    Entry,
    ImportFile,
    Objection,
    Opinion,
    Pass,
    Playing,
    Poll,
    Role,
    Slip,
)
from rulings.permissions import (
    Actor,
    link_actor,
    pass_actor,
    system_actor,
    user_actor,
)
from rulings.workflow import objections
from rulings.workflow.acts import ActContext
from rulings.workflow.event import events, imports, scores
from rulings.workflow.event.api_keys import revoke_key
from rulings.workflow.event.invitations import code_of, invite
from rulings.workflow.ruling import appeals, opinions, polls
from tests.factories import Cast, make_case, make_event, make_user, shell
from tests.people import Slip as Paper
from tests.people import give_slips, phone, tablet
from tests.programs import Program, give_key

SECTION_ELSEWHERE = str(uuid.UUID(int=7))
STAFF = {
    "D": (Role.Name.DIRECTOR, []),
    "D2": (Role.Name.DIRECTOR, []),
    "DX": (Role.Name.DIRECTOR, [SECTION_ELSEWHERE]),
    "D-": (Role.Name.DIRECTOR, []),
    "C": (Role.Name.CHIEF, []),
    "C-": (Role.Name.CHIEF, []),
    "S": (Role.Name.SCORER, []),
    "R": (Role.Name.REVIEWER, []),
    "RA": (Role.Name.REVIEWER, []),
    "A": (Role.Name.ADMINISTRATOR, []),
}
ELSEWHERE = {"D*": "dana2", "C*": "cleo2"}
PASSES = ("NS", "EW", "P0", "REVOKED", "EXPIRED", "LATE", "P*")
NOBODY = ("OLLY", "ANONYMOUS")
KNOCKERS = (*STAFF, "S*", *ELSEWHERE, *PASSES, *NOBODY)
PROGRAMS = {
    "KD": Role.Name.DIRECTOR,
    "KC": Role.Name.CHIEF,
    "KS": Role.Name.SCORER,
    "KA": Role.Name.ADMINISTRATOR,
}
ACTORS = (*KNOCKERS, *PROGRAMS, "K!", "K*", "LINK", "WORKER")

LINE = b'[Event "x"]\n[Board "1"]\n[Deal "N:J7.KQJ.AQJ82.Q42 94.52.T74.KT9653 '
PBN = LINE + b'AKQ832.43.9.AJ87 T65.AT9876.K653."]\n'


@dataclass(frozen=True, slots=True)
class Knocker:
    """Somebody with his browser and the instant at which he knocks."""

    actor: Actor
    browser: Client
    at: datetime


@dataclass(slots=True)
class World:
    """The event of the matrix, its case, and everybody by letter."""

    cast: Cast
    case: Case
    knockers: dict[str, Knocker]
    papers: dict[int, Paper]
    objection: Objection
    file: ImportFile
    receipt: int
    invitation: uuid.UUID
    programs: dict[str, Program] = field(default_factory=dict)

    @property
    def arguments(self) -> dict[str, object]:
        """Return an argument for each name that stands in a route."""
        playing = self.case.playing
        return {
            "event_id": self.cast.event.pk,
            "case_id": self.case.pk,
            "playing_id": playing.pk,
            "board_id": playing.board_id,
            "round_id": playing.round_id,
            "session_id": playing.round.session_id,
            "objection_id": self.objection.pk,
            "slip_id": Slip.objects.get(ruling__case=self.case).pk,
            "file_id": self.file.pk,
            "pass_id": self.papers[3].table_pass.pk,
            "key_id": self.programs["KD"].key.pk,
            "asked_id": uuid.UUID(int=9),
            "question_id": uuid.UUID(int=10),
            "participant_id": playing.seats["E"],
            "contestant_id": playing.ew_id,
            "role_id": Role.objects.get(user__username="s").pk,
            "side": "EW",
            "step_id": "A01",
            "entry": "U01",
            "secret": self.papers[3].secret,
            "seq": self.receipt,
            "edition": "2017",
            "flow": "claims",
            "poll_id": Poll.objects.get(case=self.case).pk,
            "opinion_id": Opinion.objects.get(case=self.case).pk,
            "hook_id": uuid.UUID(int=8),
            "push_id": uuid.UUID(int=7),
            "state": "shown",
            "invitation_id": self.invitation,
            "code": code_of(self.invitation),
            "name": "director",
            "number": 1,
        }


def build() -> World:
    """Build the world by the workflow's verbs."""
    users = {letter: make_user(letter.lower()) for letter in STAFF}
    cast = make_event(
        values={"phones": "always"},
        players={"Player 1a": users["D-"], "Player 1b": users["C-"]},
    )
    for letter, (role, sections) in STAFF.items():
        events.give_role(shell(), cast.event, users[letter], role, sections)
    cast.dana, cast.cleo = users["D"], users["C"]
    case = make_case(cast, state="announced", playing=_of_pair_1(cast))
    old = give_slips(cast)
    papers = give_slips(cast)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    esme = papers[case.playing.ew.number].table_pass
    wanted = objections.Wanted(wish=Objection.Wish.ASK_RULING, side="EW")
    receipt = objections.submit_objection(
        _form(cast, pass_actor(esme, cast.at)), case.pk, wanted
    )
    file = imports.keep_file(cast.form(cast.cleo), cast.event, "one.pbn", PBN)
    world = World(
        cast,
        Case.objects.select_related("playing__ns", "playing__ew").get(pk=case.pk),
        {},
        papers,
        Objection.objects.get(case=case, wish=Objection.Wish.ASK_RULING),
        file,
        receipt.seq,
        invite(
            cast.form(users["C"]), cast.event, Role.Name.SCORER, [], name="Ida Nowak"
        ),
    )
    _appeal_and_panel(world, users)
    opinions.ask_opinion(cast.form(cast.dana), case.pk, hours=24, name="Ann Outside")
    question = polls.PollQuestion(
        kind=Poll.Kind.CARD,
        seat="S",
        all_hands=False,
        calls=None,
        words="South leads.",
        choices=["A spade", "A heart"],
    )
    polls.ask_poll(cast.form(cast.dana), case.pk, question)
    _let_in(world, users, old)
    return world


def _of_pair_1(cast: Cast) -> Playing:
    return (
        Playing.objects.filter(board__event=cast.event, ns__number=1)
        .order_by("board__number")
        .first()
    )


def _form(cast: Cast, actor: Actor) -> ActContext:
    return ActContext(by=actor, at=cast.at, key=uuid.uuid4())


def _appeal_and_panel(world: World, users) -> None:
    """File an appeal of East-West; R hears it, RA advised on the ruling."""
    cast, case = world.cast, world.case
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence={"E": "said_to_director", "W": "said_to_director"},
        words="",
    )
    appeals.set_panel(
        cast.form(cast.cleo),
        case.pk,
        panel=[users["R"].pk],
        advisers=[users["RA"].pk],
        deposit="",
    )
    assert Appeal.objects.get().admissible


def _let_in(world: World, users, old) -> None:
    cast, at = world.cast, world.cast.at
    for letter, user in users.items():
        world.knockers[letter] = Knocker(user_actor(user, at), tablet(user), at)
    other = make_event(suffix="2", values={"phones": "always"})
    sam2 = make_user("sam2")
    events.give_role(shell(), other.event, sam2, Role.Name.SCORER, [])
    strangers = {"D*": other.dana, "C*": other.cleo, "S*": sam2, "OLLY": cast.olly}
    for letter, user in strangers.items():
        world.knockers[letter] = Knocker(user_actor(user, at), tablet(user), at)
    numbers = {
        "NS": world.case.playing.ns.number,
        "EW": world.case.playing.ew.number,
        "P0": 3,
    }
    _let_programs_in(world, other)
    for letter, number in numbers.items():
        _phone(world, letter, world.papers[number].table_pass, at)
    _phone(world, "REVOKED", old[numbers["EW"]].table_pass, at)
    _phone(world, "P*", give_slips(other)[1].table_pass, at)
    esme = Pass.objects.get(pk=world.papers[numbers["EW"]].table_pass.pk)
    _phone(world, "LATE", esme, esme.expires_at - timedelta(microseconds=1))
    _phone(world, "EXPIRED", esme, esme.expires_at)
    nobody = Client()
    world.knockers["ANONYMOUS"] = Knocker(Actor("anonymous", at), nobody, at)


def _let_programs_in(world: World, other: Cast) -> None:
    """Give each kind of key, one that is revoked, and one of another event."""
    cast = world.cast
    for letter, role in PROGRAMS.items():
        world.programs[letter] = give_key(cast, role)
    gone = give_key(cast, Role.Name.CHIEF)
    revoke_key(shell(cast.at), cast.event, gone.key)
    gone.key.refresh_from_db()
    world.programs["K!"] = gone
    world.programs["K*"] = give_key(other, Role.Name.CHIEF)


def _phone(world: World, letter: str, table_pass: Pass, at: datetime) -> None:
    row = Pass.objects.select_related("session", "contestant").get(pk=table_pass.pk)
    world.knockers[letter] = Knocker(pass_actor(row, at), phone(row), at)


def actor_of(world: World, letter: str) -> Actor:
    """Return an actor of the policy; worker and link have no browser here."""
    if letter == "WORKER":
        return system_actor("worker", world.cast.at)
    if letter == "LINK":
        return link_actor(Opinion.objects.get(case=world.case), world.cast.at)
    if letter in world.programs:
        return world.programs[letter].actor(world.cast.at)
    return world.knockers[letter].actor


def entries(world: World) -> int:
    """Return how many entries the event's log has."""
    return Entry.objects.filter(chain=world.cast.event.pk).count()
