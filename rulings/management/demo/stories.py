"""One case of the demo from the call to wherever it has come, step by step.

A story plans the acts a director's tablet would send, with minutes between them, and
stops at a named act. The facts come from a published ruling or a made-up claim.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from rulings.bridge.contracts import Contract
from rulings.bridge.hands import Deal
from rulings.bridge.records import replay
from rulings.laws.engine import load_flow
from rulings.management.demo.floor import Floor
from rulings.management.demo.sessions import score_ns
from rulings.management.demo.solving import solve
from rulings.models import Agreement, Case, Objection, Playing, Position, Statement
from rulings.queries.case.flow import walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.case.solving import replay_of
from rulings.queries.table.proposal import cited_laws, proposed
from rulings.queries.table.sheet import sheet_of
from rulings.workflow import answers, cases, facts, objections
from rulings.workflow.event.play_records import PlayRecord, add_play_records
from rulings.workflow.ruling import decide
from rulings.workflow.solving.propose import propose

MINUTES = {
    "open": 0.0,
    "claim": 0.3,
    "statement": 0.7,
    "read_back": 1.0,
    "doubt": 1.3,
    "cards": 1.8,
    "ask_solver": 1.9,
    "answer": 2.2,
    "ask_again": 2.3,
    "rule": 2.6,
    "announce": 3.0,
}
"""The acts of a case in their order, with the minutes since the call."""


@dataclass(slots=True)
class Story:
    """A case of the demo: where, what was claimed, and what the director recorded."""

    floor: Floor
    session: int
    table: int
    board: int
    record: PlayRecord
    claimer: str
    claimed: int | None = None
    words: str = ""
    steps: tuple[str, ...] = ()
    given: dict[str, str] = field(default_factory=dict)
    entered: dict[str, bool] = field(default_factory=dict)
    objection: str = ""
    objector: str = ""
    reason: str = ""
    source: str = ""
    case_id: uuid.UUID | None = None

    @property
    def playing(self) -> Playing:
        """Return the board at its table, as it is now."""
        return self.floor.playing(self.session, self.table, self.board)

    @property
    def case(self) -> Case:
        """Return the case, as it is now."""
        return Case.objects.select_related(
            "event", "playing__board", "playing__round__session", "claim", "position"
        ).get(pk=self.id)

    @property
    def id(self) -> uuid.UUID:
        """Return the case's id, once it has been opened."""
        assert self.case_id is not None  # noqa: S101 - opened first
        return self.case_id

    def plan(self, called: float, *, until: str, by: str = "dana") -> None:
        """Plan the acts of the case up to one of them, from the minute of the call."""
        for name, minutes in MINUTES.items():
            deed: Callable[[str, datetime], object] = getattr(self, name)
            self.do(called + minutes, deed, by)
            if name == until:
                return

    def do(
        self, minutes: float, deed: Callable[[str, datetime], object], by: str = "dana"
    ) -> None:
        """Plan one act of the case by somebody."""
        self.floor.plan(minutes, lambda at: deed(by, at))

    def open(self, by: str, at: datetime) -> None:
        """Open the case; the record of play stops here."""
        playing = self.playing
        form = self.floor.form("shell", at)
        add_play_records(form, self.floor.event, {playing.pk: self.record})
        flow = load_flow("claims", self.floor.event.edition)
        receipt = cases.open_case(
            self.floor.form(by, at), self.playing, flow_hash=flow.hash
        )
        self.case_id = receipt.case_id

    def claim(self, by: str, at: datetime) -> None:
        """Take down who claimed how many of the tricks left."""
        replayed = replay_of(self.playing)
        given = facts.ClaimGiven(
            claimer=self.claimer,
            tricks_left=None if replayed is None else replayed.position.left,
            tricks_claimed=self.claimed,
        )
        facts.record_claim(self.floor.form(by, at), self.id, given)

    def statement(self, by: str, at: datetime) -> None:
        """Take down what was said with the claim, if anything was."""
        if not self.words:
            return
        facts.record_statement(
            self.floor.form(by, at),
            self.id,
            layer=Statement.Layer.CLAIM,
            seat=self.claimer,
            words=self.words,
            steps=self.steps,
        )

    def read_back(self, by: str, at: datetime) -> None:
        """Read the facts back; both sides confirm them."""
        form = self.floor.form(by, at)
        facts.read_back(form, self.id, ns=facts.CONFIRMED, ew=facts.CONFIRMED)

    def doubt(self, by: str, at: datetime) -> None:
        """Take down the objection of the other side."""
        wanted = self.wanted(Objection.Wish.DOUBT)
        objections.submit_objection(self.floor.form(by, at), self.id, wanted)

    def wanted(self, wish: Objection.Wish) -> objections.Wanted:
        """Return the story's objection as a wish of its side."""
        side = "NS" if self.objector in "NS" else "EW"
        return objections.Wanted(
            wish=wish,
            side=side,
            seat=self.objector,
            reason_code=self.reason,
            words=self.objection,
        )

    def cards(self, by: str, at: datetime) -> None:
        """Take the cards that remained from the record of play."""
        replayed = replay_of(self.playing)
        assert replayed is not None  # noqa: S101 - the story brought the record
        form = self.floor.form(by, at)
        source = Position.Source.PLAY_RECORD
        facts.record_position(form, self.id, replayed.position, source)

    def ask(self, by: str, at: datetime) -> None:
        """Queue the question to the solver; a worker answers it."""
        propose(self.floor.form(by, at), self.id)

    def ask_solver(self, by: str, at: datetime) -> None:
        """Ask the solver and wait for what it proposes."""
        self.ask(by, at)
        solve(self.case, at)

    def answer(self, by: str, at: datetime) -> None:
        """Answer the law questions as the published ruling did."""
        for step, choice in self.given.items():
            form = self.floor.form(by, at)
            answers.answer(form, self.id, step=step, choice=choice)
        if self.entered:
            facts.record_facts(self.floor.form(by, at), self.id, self.entered)

    def ask_again(self, by: str, at: datetime) -> None:
        """Ask the solver with the answers given."""
        self.ask_solver(by, at)

    def rule(self, by: str, at: datetime) -> None:
        """Accept what is proposed."""
        case = self.case
        walked = walk_case(case, at, more=flow_of(case).points.reply("accepted"))
        tricks, replayed = walked.walk.final_tricks, replay_of(case.playing)
        if walked.walk.outcome is None or tricks is None or replayed is None:
            at_step = walked.walk.at.id if walked.walk.at else walked.walk.missing
            message = f"{self.source or self.board}: the flow waits at {at_step}"
            raise LookupError(message)
        side = "NS" if self.claimer in "NS" else "EW"
        won = dict(zip(("NS", "EW"), replayed.position.won, strict=True))
        decision = decide.Decision(
            outcome=walked.walk.outcome.id,
            laws=cited_laws(walked, proposed(case), sheet_of(case).cards),
            tricks_claimer=tricks,
            won_before=won[side],
            walk=walked.stored(),
            proposal_id=walked.proposal.pk if walked.proposal else None,
        )
        decide.rule(self.floor.form(by, at), self.id, decision)

    def announce(self, by: str, at: datetime) -> None:
        """Announce the ruling: windows open, the slip goes to the scorer."""
        decide.announce(self.floor.form(by, at), self.id)

    def agree(self, by: str, at: datetime) -> None:
        """Record that the other side agrees: the board is scored as claimed."""
        playing = self.playing
        tricks = self.tricks_as_claimed(playing)
        contract = Contract.parse(playing.contract)
        objections.agree(
            self.floor.form(by, at),
            self.id,
            side="EW" if self.claimer in "NS" else "NS",
            how=Agreement.How.SPOKEN,
            tricks_declarer=tricks,
            score_ns=score_ns(playing, contract, tricks),
        )

    def tricks_as_claimed(self, playing: Playing) -> int:
        """Return declarer's tricks when declarer's claim is granted in full."""
        contract, deal = self.record.contract, Deal.parse(playing.board.deal)
        leader = contract.opening_leader
        ending = replay(deal, contract.strain, leader, self.record.cards).position
        claimed = ending.left if self.claimed is None else self.claimed
        return ending.won_by(contract.declarer.side) + claimed
