"""What stands on a side's pages: the verdict, the clocks, what was sent, a receipt.

Only values that both sides may know go in; there is no card on these pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.forms.player import PlayerAct
from rulings.models import (
    Appeal,
    Case,
    Contestant,
    Event,
    Ruling,
    Statement,
    Window,
)
from rulings.presenters.appeals import end_words, members_of
from rulings.presenters.awards import announced_words, award_of
from rulings.presenters.clocks import ClockView
from rulings.presenters.results import (
    late_words,
    made_words,
    merged_clocks,
    score_words,
)
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.appeals import (
    APPEALING,
    decided_on,
    may_appeal_no_more,
)
from rulings.queries.case.derived import needs_number
from rulings.queries.case.final import is_established, is_running
from rulings.queries.case.rules import flow_of
from rulings.queries.player import (
    AnnouncedCase,
    OwnBoard,
    standing_agreement,
    waiting_appeal,
)
from rulings.states import State
from rulings.views.player.after import after_of, why_of
from rulings.views.player.offers import (
    EXPLAINED,
    LABELS,
    Matter,
    offers,
)
from rulings.views.player.sent import sent_views, steps_of
from rulings.workflow.objections import late_by_ms

STATE_WORDS = {
    State.CALLED: gettext_lazy("The director has been called."),
    State.AGREED: gettext_lazy("Both sides agreed to the claim."),
    State.CONTESTED: gettext_lazy("The director takes the facts."),
    State.FROZEN: gettext_lazy("The director decides."),
    State.RESERVED: gettext_lazy("The director has promised a ruling."),
    State.RULED: gettext_lazy("The director has decided and will tell both sides."),
    State.ANNOUNCED: gettext_lazy("The ruling has been announced."),
    State.APPEALED: gettext_lazy("An appeal is waiting."),
    State.CLOSED: gettext_lazy("The case is closed."),
    State.CANCELLED: gettext_lazy(
        "The director was called by mistake. There is no ruling on this board."
    ),
}


@dataclass(frozen=True, slots=True)
class AnnouncedRuling:
    """The announced ruling: tricks, contract and points, laws, who and when."""

    words: str
    contract: Contract | None
    made: str
    points: str
    laws: str
    by: str
    announced_at: datetime | None
    appeal: str = ""
    appeal_at: datetime | None = None


def verdict_of(known: AnnouncedCase) -> AnnouncedRuling | None:
    """Return the announced ruling; of an appeal, how it was decided."""
    case, ruling = known.case, known.ruling
    if ruling is None:
        return None
    decided = decided_on(ruling, known.decisions)
    last = max(
        decided, key=lambda row: row.decided_at or ruling.decided_at, default=None
    )
    by = ruling.by.get_full_name() or ruling.by.get_username()
    if last is not None and last.outcome == Appeal.Outcome.CHANGED:
        by = ""  # an appeal was decided, by those who heard it
    claim = getattr(case, "claim", None)
    contract = Contract.parse(ruling.contract) if ruling.contract else None
    if ruling.new_score is None:  # the score says every contract with its weight
        contract = None
    made = made_words(contract, ruling.new_tricks_declarer) if contract else ""
    return AnnouncedRuling(
        _verdict_words(ruling, claim.tricks_left if claim else None),
        contract,
        made,
        score_words(ruling),
        ", ".join(ruling.laws),
        by,
        ruling.announced_at,
        end_words(last.outcome) if last else "",
        (last.announced_at or last.decided_at) if last else None,
    )


def committee_of(known: AnnouncedCase) -> str:
    """Return who heard the appeal behind the announced ruling, "" where none was."""
    if known.ruling is None or not known.decisions:
        return ""
    decided = decided_on(known.ruling, known.decisions)
    heard = [row for row in decided if row.point == Appeal.Point.JUDGEMENT]
    return ", ".join(members_of(heard[-1]).values()) if heard else ""


def own_score(known: AnnouncedCase, side: str) -> int | None:
    """Return a side's own score: as announced, else as entered."""
    ruling = known.ruling
    score = known.case.playing.score if ruling is None else ruling.new_score
    return -score if score is not None and side == "EW" else score


def _verdict_words(ruling: Ruling, left: int | None) -> str:
    """Return the sentence before contract and points."""
    award = award_of(ruling, left)
    if award is None:
        return _("The score is adjusted:")
    words = announced_words(award)
    return f"{words}:" if award.settled.equity else f"{words}."


def claim_words(case: Case) -> str:
    """Return who claimed how many, "" where there was no claim; no card is named."""
    claim = getattr(case, "claim", None)
    if claim is None or no_claim_words(case):
        return ""
    seat = seat_name(Seat.parse(claim.claimer))
    left, claimed = claim.tricks_left, claim.tricks_claimed
    if left is None:
        return _("%(seat)s claims.") % {"seat": seat}
    if not claim.number_said:
        return _unsaid_words(case, seat, left)
    if claimed is None or claimed == left:
        return _("%(seat)s claims the last %(left)d tricks.") % {
            "seat": seat,
            "left": left,
        }
    return _("%(seat)s claims %(claimed)d of the last %(left)d tricks.") % {
        "seat": seat,
        "claimed": claimed,
        "left": left,
    }


def _unsaid_words(case: Case, seat: str, left: int) -> str:
    """Return a claim without a number, with the tricks that it is taken for."""
    claimed = case.claim.tricks_claimed
    said = case.statements.filter(layer=Statement.Layer.CLAIM).first()
    values = {"seat": seat, "left": left, "claimed": claimed}
    if said is not None and needs_number(case.claim, said.steps):
        return _("%(seat)s claims, number not said.") % values
    if claimed is None or claimed == left:
        return _("%(seat)s claims the last %(left)d tricks, number not said.") % values
    return (
        _("%(seat)s claims %(claimed)d of the last %(left)d tricks, number not said.")
        % values
    )


def clocks_of(
    known: AnnouncedCase, side: str, at: datetime, *, appealed: bool = False
) -> list[ClockView]:
    """Return the clocks of the windows that serve a side and have not been given up.

    A side whose appeal waits, or waits to be announced, needs no time to appeal.
    """
    done = appealed or any(row.side == side for row in known.unannounced)
    appealing = None if done else known.window_to_appeal(side, at)
    serving = [
        window
        for window in known.windows
        if window.side in {"", side}
        and is_running(window, at)
        and (window.purpose not in APPEALING or window == appealing)
    ]
    return merged_clocks(serving, at)


def state_words(known: AnnouncedCase, side: str, at: datetime) -> str:
    """Return how a case stands for a side; an agreement past its time is firm (69A)."""
    state = known.state_for(side)
    if state is State.AGREED and is_established(known.windows, at):
        return _("Both sides agreed to the claim. The agreement is firm (Law 69A).")
    if state is State.RULED and known.unannounced:
        return _("The appeal has been decided. The director will tell both sides.")
    if meaning := no_claim_words(known.case):
        return meaning
    if known.ruling and state in {State.CONTESTED, State.FROZEN, State.RESERVED}:
        return _(
            "The director corrects a fact. This ruling stays in force until another "
            "is announced."
        )
    return str(STATE_WORDS[state])


def no_claim_words(case: Case) -> str:
    """Return what the table heard where there was no claim and play went on."""
    if case.state != State.CLOSED:
        return ""
    outcome = flow_of(case).outcomes.get(case.outcome)
    goes_on = outcome is not None and outcome.effect == "play_continues"
    return f"{_(outcome.meaning)}." if outcome and goes_on else ""


def contestant_of(case: Case, side: str) -> Contestant | None:
    """Return the pair of a side, or None where individuals play."""
    row = case.playing
    if row.ns_partner_id or row.ew_partner_id:
        return None
    return row.ns if side == "NS" else row.ew


def seats_of(case: Case, side: str) -> dict[str, str]:
    """Return who may speak for a side: its seats, and the captain of a team."""
    return seats_at(case.event, side)


def seats_at(event: Event, side: str) -> dict[str, str]:
    """Return who may speak for a side of an event."""
    seats = {letter: seat_name(Seat.parse(letter)) for letter in side}
    if event.kind == Event.Kind.TEAMS:
        seats["captain"] = _("Captain")
    return seats


def matter_of(known: AnnouncedCase, side: str, at: datetime) -> Matter:
    """Return how a case stands for a side."""
    case = known.case
    appeal = waiting_appeal(case, side)
    heard = not known.may_appeal(side)
    window = known.window_to_appeal(side, at)
    state, agreement = known.state_for(side), standing_agreement(case)
    return Matter(case, side, state, agreement, appeal, window, heard)


def case_context(known: AnnouncedCase, side: str, at: datetime) -> dict[str, object]:
    """Return what a side's page of a case shows."""
    case = known.case
    matter = matter_of(known, side, at)
    sent = sent_views(known, side, at)
    listed = offers(matter, sent)
    own = matter.appeal if _is_own(matter) else None
    after = after_of(case, known.ruling, at)
    return {
        "case": case,
        "at": at,
        "side": side_name(Side(side)),
        "contestant": contestant_of(case, side),
        "after": after,
        "why": why_of(case, known.ruling, after),
        "verdict": verdict_of(known),
        "score": own_score(known, side),
        "committee": committee_of(known),
        "claim": claim_words(case),
        "state": state_words(known, side, at),
        "says_state": matter.state is not State.ANNOUNCED,
        "clocks": clocks_of(known, side, at, appealed=_is_own(matter)),
        "large": [offer for offer in listed if offer.large],
        "small": [offer for offer in listed if not offer.large],
        "wishes": sent,
        "appeal": own,
        "appeal_steps": [] if own is None else steps_of(own, case),
        "may_withdraw": _correction_end(known.windows, at) if known.ruling else None,
    }


def _is_own(matter: Matter) -> bool:
    return matter.appeal is not None and matter.appeal.side == matter.side


def _correction_end(windows: tuple[Window, ...], at: datetime) -> datetime | None:
    """Return until when the score can still be corrected, if it can be and is known."""
    running = (
        window.closes_at
        for window in windows
        if window.purpose == Window.Purpose.CORRECTION and is_running(window, at)
    )
    return next(running, None)


def board_context(board: OwnBoard, contestant: Contestant) -> dict[str, object]:
    """Return what the page of a board without a case says beside its form."""
    return {
        "playing": board.playing,
        "score": board.score,
        "side": side_name(Side(board.side)),
        "contestant": contestant,
    }


def act_context(
    known: AnnouncedCase, side: str, act: PlayerAct, at: datetime
) -> dict[str, object]:
    """Return what the page of one act says beside its form.

    An appeal may be sent after its time: that it is late stands there before.
    """
    case = known.case
    return {
        "side": side_name(Side(side)),
        "contestant": contestant_of(case, side),
        "act": act.value,
        "label": LABELS[act],
        "explained": EXPLAINED[act],
        **(_lateness(known, side, at) if act is PlayerAct.APPEAL else {}),
        "may_appeal": act is PlayerAct.OBJECT
        and known.state_for(side) is State.ANNOUNCED
        and known.may_appeal(side),
        "further": may_appeal_no_more(known.decisions, side),
    }


def _lateness(known: AnnouncedCase, side: str, at: datetime) -> dict[str, object]:
    """Return by how much an appeal would be late, and when its time ended."""
    window = known.window_to_appeal(side, at)
    closes_at = None if window is None else window.closes_at
    late_ms = late_by_ms(at, closes_at)
    return {"late": late_words(late_ms), "closed_at": closes_at} if late_ms else {}


__all__ = [
    "STATE_WORDS",
    "AnnouncedRuling",
    "act_context",
    "case_context",
    "claim_words",
    "clocks_of",
    "matter_of",
    "verdict_of",
]
