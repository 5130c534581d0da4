"""Carry out what a side sent: one workflow call for each act of a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulings.bridge.seats import Seat
from rulings.forms.player import MatterForm, PlayerAct
from rulings.laws.engine import load_flow
from rulings.models import Agreement, Case, Objection, Window
from rulings.permissions import Actor, Via
from rulings.queries.case.appeals import ABSENT, PHONE
from rulings.queries.case.rules import CLAIMS
from rulings.queries.player import OwnBoard, announced_cases, total_as_claimed
from rulings.workflow import objections
from rulings.workflow.acts import ActContext
from rulings.workflow.cases import start_matter
from rulings.workflow.log import Receipt
from rulings.workflow.ruling import appeals
from rulings.workflow.ruling.decide import RuledScore, result_of
from rulings.workflow.ruling.mistakes import take_back_wish
from rulings.workflow.windows import waive_window

WISHES = {
    PlayerAct.OBJECT: Objection.Wish.DOUBT,
    PlayerAct.ASK: Objection.Wish.ASK_RULING,
    PlayerAct.WITHDRAW: Objection.Wish.WITHDRAW_AGREEMENT,
    PlayerAct.CANCEL: Objection.Wish.CANCEL_CONCESSION,
    PlayerAct.GIVE_BACK: Objection.Wish.GIVE_BACK,
}


@dataclass(frozen=True, slots=True)
class Sent:
    """An act of a side as it came in."""

    context: ActContext
    case: Case
    side: str
    data: Mapping[str, Any]

    @property
    def act(self) -> PlayerAct:
        """Return what the side does."""
        return PlayerAct(self.data["act"])

    @property
    def how(self) -> str:
        """Return how consent was given, for Law 92D."""
        tablet = self.context.by.via is Via.DIRECTORS_TABLET
        return "said_to_director" if tablet else PHONE


def carry_out(sent: Sent) -> Receipt:
    """Do the act and return its receipt."""
    return _VERBS[sent.act](sent)


def _one_seat(who: str) -> str:
    """Return the seat of who speaks, "" for a captain or where nobody said."""
    return who if len(who) == 1 else ""


def _wish(sent: Sent) -> Receipt:
    wanted = objections.Wanted(
        wish=WISHES[sent.act],
        side=sent.side,
        seat=_one_seat(sent.data["seat"]),
        reason_code=sent.data.get("reason", ""),
        words=sent.data["words"],
    )
    return objections.submit_objection(sent.context, sent.case.pk, wanted)


def _agree(sent: Sent) -> Receipt:
    how = Agreement.How.SPOKEN
    if sent.how == PHONE:
        how = Agreement.How.PHONE
    result = _as_claimed(sent.case)
    return objections.agree(
        sent.context,
        sent.case.pk,
        side=sent.side,
        how=how,
        tricks_declarer=None if result is None else result.tricks_declarer,
        score_ns=None if result is None else result.score_ns,
    )


def _as_claimed(case: Case) -> RuledScore | None:
    """Return what the board is worth as claimed; None where it cannot be counted."""
    total = total_as_claimed(case)
    if total is None or not case.playing.contract:
        return None
    return result_of(case, Seat.parse(case.claim.claimer).side, total)


def _accept(sent: Sent) -> Receipt:
    known = announced_cases([sent.case])[0]
    window = known.window_to_appeal(sent.side, sent.context.at)
    purpose = Window.Purpose.APPEAL if window is None else window.purpose
    return waive_window(sent.context, sent.case.pk, Window.Purpose(purpose), sent.side)


def _appeal(sent: Sent) -> Receipt:
    seats = {sent.data["seat"]: sent.how}
    if sent.data["partner"]:
        seats |= dict.fromkeys(sent.side, sent.how)
    elif sent.data.get("absent"):
        seats = dict.fromkeys(sent.side, ABSENT) | seats
    return appeals.file_appeal(
        sent.context,
        sent.case.pk,
        side=sent.side,
        concurrence=seats,
        words=sent.data["words"],
    )


def _join(sent: Sent) -> Receipt:
    return appeals.join_appeal(
        sent.context, sent.case.pk, seat=sent.data["seat"], how=sent.how, side=sent.side
    )


def _take_back(sent: Sent) -> Receipt:
    return appeals.withdraw_appeal(sent.context, sent.case.pk, side=sent.side)


def _unfile(sent: Sent) -> Receipt:
    return take_back_wish(sent.context, sent.case.pk, sent.data["wish"], side=sent.side)


_VERBS: dict[PlayerAct, Callable[[Sent], Receipt]] = {
    **dict.fromkeys(WISHES, _wish),
    PlayerAct.AGREE: _agree,
    PlayerAct.ACCEPT: _accept,
    PlayerAct.APPEAL: _appeal,
    PlayerAct.JOIN: _join,
    PlayerAct.TAKE_BACK: _take_back,
    PlayerAct.UNFILE: _unfile,
}

_MATTERS = {
    "withdraw": Objection.Wish.WITHDRAW_AGREEMENT,
    "cancel": Objection.Wish.CANCEL_CONCESSION,
    "score": Objection.Wish.ASK_RULING,
    "give_back": Objection.Wish.GIVE_BACK,
    "ask": Objection.Wish.ASK_RULING,
}


def start(form: MatterForm, by: Actor, board: OwnBoard) -> Receipt:
    """Start a matter on a board that has no case."""
    given = form.cleaned_data
    wanted = objections.Wanted(
        wish=_MATTERS[given["matter"]],
        side=board.side,
        seat=_one_seat(given["seat"]),
        reason_code="score" if given["matter"] == "score" else "",
        words=given["words"],
    )
    flow = load_flow(CLAIMS, board.playing.board.event.edition)
    return start_matter(form.context(by), board.playing, wanted, flow_hash=flow.hash)
