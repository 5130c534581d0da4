"""What stands on a side's pages: the verdict, the clocks, what was sent, a receipt.

Only values that both sides may know go in; there is no card on these pages.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.forms.player import REASONS, ActForm, PlayerAct
from rulings.models import (
    Appeal,
    Case,
    Contestant,
    Objection,
    Ruling,
    Statement,
    Window,
)
from rulings.presenters.appeals import end_words
from rulings.presenters.awards import award_of, told_words
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
    absent_concurs,
    decided_on,
    may_appeal_no_more,
)
from rulings.queries.case.derived import needs_number
from rulings.queries.case.final import is_established, is_running
from rulings.queries.case.flows import flow_of
from rulings.queries.player import (
    AnnouncedCase,
    Filed,
    standing_agreement,
    waiting_appeal,
)
from rulings.states import State
from rulings.views.player.after import after_of
from rulings.views.player.offers import (
    EXPLAINED,
    LABELS,
    WITH_REASONS,
    WITH_SEAT,
    WITH_WORDS,
    Matter,
    offers,
    seats_of,
)
from rulings.views.player.sent import WISH_WORDS, sent_views
from rulings.workflow.appeals import concurs

STATE_WORDS = {
    State.CALLED: gettext_lazy("The director has been called."),
    State.AGREED: gettext_lazy("Both sides agreed to the claim."),
    State.CONTESTED: gettext_lazy("The director takes the facts."),
    State.FROZEN: gettext_lazy("The director decides."),
    State.RESERVED: gettext_lazy("The director has promised a ruling."),
    State.RULED: gettext_lazy("The director has decided and will tell both sides."),
    State.ANNOUNCED: gettext_lazy("The ruling has been announced."),
    State.APPEALED: gettext_lazy("An appeal is waiting."),
    State.CLOSED: gettext_lazy("The case is closed without a ruling."),
    State.CANCELLED: gettext_lazy(
        "The director was called by mistake. There is no ruling on this board."
    ),
}
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class AnnouncedRuling:
    """The ruling as it was told: tricks, contract and points, laws, who and when."""

    words: str
    contract: Contract | None
    made: str
    points: str
    laws: str
    by: str
    told_at: datetime | None
    appeal: str = ""
    appeal_at: datetime | None = None


def verdict_of(told: AnnouncedCase) -> AnnouncedRuling | None:
    """Return what both sides were told; of an appeal, how it was decided."""
    case, ruling = told.case, told.ruling
    if ruling is None:
        return None
    decided = decided_on(ruling, told.told)
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


def _verdict_words(ruling: Ruling, left: int | None) -> str:
    """Return the sentence before contract and points."""
    award = award_of(ruling, left)
    if award is None:
        return _("The score is adjusted:")
    words = told_words(award)
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
    told: AnnouncedCase, side: str, at: datetime, *, appealed: bool = False
) -> list[ClockView]:
    """Return the clocks of the windows that serve a side and have not been given up.

    A side whose appeal waits, or is decided and not told, needs no time to appeal.
    """
    done = appealed or any(row.side == side for row in told.untold)
    appealing = None if done else told.window_to_appeal(side, at)
    serving = [
        window
        for window in told.windows
        if window.side in {"", side}
        and is_running(window, at)
        and (window.purpose not in APPEALING or window == appealing)
    ]
    return merged_clocks(serving, at)


def state_words(told: AnnouncedCase, at: datetime) -> str:
    """Return how a case stands; an agreement past its time is established (69A)."""
    state = State(told.case.state)
    if state is State.AGREED and is_established(told.windows, at):
        return _("Both sides agreed to the claim. It is established (Law 69A).")
    if state is State.RULED and told.untold:
        return _("The appeal has been decided. The director will tell both sides.")
    if meaning := no_claim_words(told.case):
        return meaning
    return str(STATE_WORDS[state])


def no_claim_words(case: Case) -> str:
    """Return what the table heard where there was no claim and play went on."""
    if case.state != State.CLOSED:
        return ""
    outcome = flow_of(case).outcomes.get(case.outcome)
    goes_on = outcome is not None and outcome.effect == "play_continues"
    return f"{_(outcome.meaning)}." if outcome and goes_on else ""


def contestant_of(case: Case, side: str) -> Contestant | None:
    """Return who sits on a side."""
    return case.playing.ns if side == "NS" else case.playing.ew


def matter_of(told: AnnouncedCase, side: str, at: datetime) -> Matter:
    """Return how a case stands for a side."""
    case = told.case
    appeal = waiting_appeal(case, side)
    heard = not told.may_appeal(side)
    window = told.window_to_appeal(side, at)
    return Matter(case, side, standing_agreement(case), appeal, window, heard)


def case_context(told: AnnouncedCase, side: str, at: datetime) -> dict[str, object]:
    """Return what a side's page of a case shows."""
    case = told.case
    matter = matter_of(told, side, at)
    listed = offers(matter)
    return {
        "case": case,
        "told": told,
        "at": at,
        "side": side_name(Side(side)),
        "contestant": contestant_of(case, side),
        "after": after_of(case, told.ruling, at),
        "verdict": verdict_of(told),
        "claim": claim_words(case),
        "state": state_words(told, at),
        "clocks": clocks_of(told, side, at, appealed=_is_own(matter)),
        "large": [offer for offer in listed if offer.large],
        "small": [offer for offer in listed if not offer.large],
        "wishes": sent_views(told, side, at),
        "appeal": matter.appeal if _is_own(matter) else None,
        "appeal_complete": _is_own(matter) and _is_complete(matter),
        "may_withdraw": _correction_end(told.windows, at) if told.ruling else None,
    }


def _is_own(matter: Matter) -> bool:
    return matter.appeal is not None and matter.appeal.side == matter.side


def _is_complete(matter: Matter) -> bool:
    appeal = matter.appeal
    return appeal is not None and concurs(matter.case, appeal.concurrence)


def _correction_end(windows: tuple[Window, ...], at: datetime) -> datetime | None:
    """Return until when the score can still be corrected, if it can be and is known."""
    running = (
        window.closes_at
        for window in windows
        if window.purpose == Window.Purpose.CORRECTION and is_running(window, at)
    )
    return next(running, None)


def act_context(
    told: AnnouncedCase, side: str, act: PlayerAct, form: ActForm | None
) -> dict[str, object]:
    """Return what the page of one act shows: what it means, who speaks, words."""
    case = told.case
    return {
        "case": case,
        "side": side_name(Side(side)),
        "contestant": contestant_of(case, side),
        "act": act.value,
        "label": LABELS[act],
        "explained": EXPLAINED[act],
        "seats": seats_of(case, side) if act in WITH_SEAT else {},
        "reasons": REASONS if act in WITH_REASONS else (),
        "with_words": act in WITH_WORDS,
        "with_partner": act is PlayerAct.APPEAL,
        "with_absent": act is PlayerAct.APPEAL and absent_concurs(case),
        "may_appeal": act is PlayerAct.OBJECT
        and case.state == State.ANNOUNCED
        and told.may_appeal(side),
        "further": may_appeal_no_more(told.told, side),
        "form": form or ActForm(None, seats=()),
        "key": uuid.uuid4(),
        "version": case.version,
    }


def drift_words(phone_at: datetime | None, at: datetime) -> str:
    """Return how far the phone's clock is off, where that is a second or more."""
    if phone_at is None:
        return ""
    seconds = round((phone_at - at).total_seconds())
    if abs(seconds) < 1:
        return _("it agrees with the server")
    words = _("it runs %(n)d s fast") if seconds > 0 else _("it runs %(n)d s slow")
    return words % {"n": abs(seconds)}


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """The proof that something has been filed (R21)."""

    what: str
    code: str
    seq: int
    at: datetime
    until: datetime | None
    late: str
    drift: str
    words: str
    seat: str


def receipt_view(
    filed: Filed, windows: Mapping[str, Window], words: str
) -> ReceiptView:
    """Return a receipt: what was filed, when the server had it, number and code."""
    objection, appeal = filed.row("objection"), filed.row("appeal")
    row = objection or appeal or {}
    late_ms = int(row.get("late_ms") or 0)
    purpose = str(objection.get("window_purpose", "")) if objection else ""
    window = windows.get(purpose or _purpose(filed, windows))
    return ReceiptView(
        _what(filed, objection),
        "-".join(filed.entry.code[i : i + 4] for i in (0, 4, 8)),
        filed.entry.seq,
        filed.entry.at,
        window.closes_at if window else None,
        late_words(late_ms) if late_ms else "",
        drift_words(filed.phone_at, filed.entry.at),
        words,
        _stated(row),
    )


def _stated(row: Mapping[str, object]) -> str:
    """Return who spoke, as stated: seats, or a captain; "" where nobody said."""
    names = {seat.letter: seat_name(seat) for seat in Seat} | {"captain": _("Captain")}
    consents = row.get("concurrence")
    spoke = consents if isinstance(consents, Mapping) else [str(row.get("seat") or "")]
    return ", ".join(names[one] for one in spoke if one in names)


_ACT_WORDS = {
    "agree": gettext_lazy("Agreement"),
    "waive": gettext_lazy("Agreement with the ruling"),
    "appeal": gettext_lazy("Appeal"),
    "concur": gettext_lazy("Consent to the appeal"),
    "withdraw_appeal": gettext_lazy("Appeal taken back"),
}


def _what(filed: Filed, objection: Mapping[str, object] | None) -> str:
    if objection is not None:
        return str(WISH_WORDS[Objection.Wish(str(objection["wish"]))])
    return str(_ACT_WORDS.get(filed.entry.act, filed.entry.act))


def _purpose(filed: Filed, windows: Mapping[str, Window]) -> str:
    """Return the window an act was filed in; a further appeal came after a decision."""
    if filed.entry.act == "agree":
        return Window.Purpose.AGREEMENT
    if filed.entry.act == "waive":
        return str(filed.content["inputs"]["purpose"])
    if filed.entry.act not in {"appeal", "concur"}:
        return ""
    further = windows.get(Window.Purpose.FURTHER_APPEAL)
    after = further is not None and further.opens_at <= filed.entry.at
    return Window.Purpose.FURTHER_APPEAL if after else Window.Purpose.APPEAL


__all__ = [
    "STATE_WORDS",
    "AnnouncedRuling",
    "ReceiptView",
    "act_context",
    "case_context",
    "claim_words",
    "clocks_of",
    "drift_words",
    "matter_of",
    "receipt_view",
    "verdict_of",
]
