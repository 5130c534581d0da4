"""One case as the chief looks at it: the numbers, the words, what it turns on.

Numbers and words are left out for a chief who has still to play the board (R11).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import Case, Claim, Proposal, Ruling
from rulings.permissions import Actor, Sight, may, sees
from rulings.presenters.clocks import ClockView
from rulings.presenters.live.rows import CaseLine, row_view
from rulings.presenters.results import made_words, merged_clocks
from rulings.presenters.scales import ScaleRow, ScaleView, contract_line, scale_of
from rulings.queries.case.flow import current_proposal
from rulings.queries.case.mistakes import cancel_reason
from rulings.queries.case.repaired import claim_of, corrected_now, pending, playing_of
from rulings.queries.case.rows import statement_of, texts_with
from rulings.queries.case.solving import result_of
from rulings.queries.chief import CaseRow, Group
from rulings.queries.meanwhile import Deed, newest_deed
from rulings.queries.staff import name_of
from rulings.queries.table.consulted import consults
from rulings.states import BEFORE_A_DECISION, REOPENS, Act, State, possible


@dataclass(frozen=True, slots=True)
class Peek:
    """What stands beside the list for one case."""

    view: CaseLine
    scale: ScaleView | None
    said: str
    reasons: str
    laws: str
    clocks: tuple[ClockView, ...]
    by: str
    decided_at: datetime | None
    confirmed: Deed | None
    confirmable: int | None
    may_send_back: bool
    may_overrule: bool
    for_casebook: bool
    consults: bool

    @property
    def case(self) -> Case:
        """Return the case."""
        return self.view.row.case


def peek_of(actor: Actor, row: CaseRow) -> Peek:
    """Return one case with everything this reader may see of it."""
    case, ruling = row.case, row.ruling
    acts = possible(State(case.state))
    if row.unannounced and case.state in {State.APPEALED, State.RULED}:
        acts -= BEFORE_A_DECISION
    if pending(ruling) and not corrected_now(case):
        acts -= REOPENS
    shown = sees(actor, Sight.DRAFT, case)
    texts = _texts(case, ruling) if shown else ("", "")
    can = {
        act: shown and act in acts and may(actor, act, case)
        for act in (Act.CONFIRM, Act.SEND_BACK, Act.OVERRULE)
    }
    confirmed = ruling is not None and ruling.review == Ruling.Review.CONFIRMED
    return Peek(
        row_view(row, actor.at),
        _scale(case, ruling) if shown else None,
        texts[0],
        texts[1],
        ", ".join(ruling.laws) if ruling and shown else "",
        tuple(merged_clocks(row.windows, actor.at)),
        name_of(ruling.by) if ruling else "",
        ruling.decided_at if ruling else None,
        newest_deed(case, Act.CONFIRM) if confirmed else None,
        ruling.tricks_claimer
        if ruling and can[Act.CONFIRM] and not confirmed
        else None,
        can[Act.SEND_BACK],
        can[Act.OVERRULE],
        shown
        and row.group is Group.DONE
        and Act.INTO_CASEBOOK in acts
        and may(actor, Act.INTO_CASEBOOK, case),
        shown and consults(actor, case),
    )


def _texts(case: Case, ruling: Ruling | None) -> tuple[str, str]:
    said = statement_of(case)
    marks = (said.words if said else "", ruling.reasons if ruling else "")
    texts = texts_with(row for row in (said, ruling) if row is not None)
    why = cancel_reason(case) if case.state == State.CANCELLED else ""
    return texts.get(marks[0], ""), why or texts.get(marks[1], "")


def _scale(case: Case, ruling: Ruling | None) -> ScaleView | None:
    claim, playing = claim_of(case), playing_of(case)
    if claim is None or claim.tricks_left is None or not playing.contract:
        return None
    contract = Contract.parse(playing.contract)
    side, left = Seat.parse(claim.claimer).side, claim.tricks_left
    won = _won_declarer(case, contract)
    need, foot = (
        (None, "")
        if won is None
        else contract_line(contract, side=side, won_declarer=won, total=left)
    )
    numbers = _numbers(claim, current_proposal(case), ruling)
    rows = [
        ScaleRow(
            label, low, high, _result(case, contract, low, high, left), award=award
        )
        for label, low, high, award in numbers
    ]
    return scale_of(
        rows,
        total=max(left, *(high for _name, _low, high, _award in numbers)),
        need=need,
        heading=_("Board %(board)d") % {"board": playing.board.number},
        foot=foot,
    )


Number = tuple[str, int, int, bool]


def _numbers(
    claim: Claim, proposal: Proposal | None, ruling: Ruling | None
) -> list[Number]:
    left = claim.tricks_left or 0
    claimed = left if claim.tricks_claimed is None else claim.tricks_claimed
    numbers: list[Number] = [(_("Claimed"), claimed, claimed, False)]
    if proposal is not None and proposal.low is not None and proposal.high is not None:
        numbers.append((_("Proposed"), proposal.low, proposal.high, ruling is None))
    if ruling is not None and ruling.tricks_claimer is not None:
        tricks = ruling.tricks_claimer
        numbers.append((_("Ruled"), tricks, tricks, True))
    result = result_of(proposal) if proposal is not None else None
    best = result.get("double_dummy") if result else None
    if isinstance(best, dict):
        numbers.append((_("Double dummy"), best["low"], best["high"], False))
    return numbers


def _won_declarer(case: Case, contract: Contract) -> int | None:
    position = getattr(case, "position", None)
    if position is None:
        return None
    return Cards.parse(position.text).won_by(contract.declarer.side)


def _result(case: Case, contract: Contract, low: int, high: int, left: int) -> str:
    won = _won_declarer(case, contract)
    if low != high or won is None:
        return ""
    claim = claim_of(case)
    own = claim and Seat.parse(claim.claimer).side is contract.declarer.side
    return made_words(contract, won + (low if own else left - low))
