"""A call made by mistake: cancelled, or moved to the table or board that was meant.

Nothing is erased: the entries stay, and both acts can be undone.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from rulings.bridge.contracts import Contract
from rulings.models import (
    Agreement,
    Case,
    Claim,
    Fact,
    Objection,
    Playing,
    Position,
    Ruling,
    Statement,
)
from rulings.permissions import require_side, user_actor
from rulings.permissions.relations import letters_at_table
from rulings.queries.case.hearing import hearing_of
from rulings.queries.case.mistakes import (
    has_own_case,
    may_take_back,
    moving,
    opened_by,
    others_on_board,
    without_case,
)
from rulings.queries.case.repaired import (
    CLAIMER,
    CONTRACT,
    CORRECTS,
    PLAYING,
    claim_of,
    corrected_now,
    playing_of,
    standing_under_repair,
    stood_on,
    wrong_in,
)
from rulings.queries.rounds import finished_if_over
from rulings.states import BEING_RULED, Act, State
from rulings.workflow.acts import ActContext, ActRun, in_transaction, perform
from rulings.workflow.errors import Barred, Fault
from rulings.workflow.event.schedule import Unplanned
from rulings.workflow.facts import correct_beside, rehear, set_fact
from rulings.workflow.log import SHOWN, Receipt, commit_text, snapshot
from rulings.workflow.windows import (
    anchors_of,
    extend_passes,
    require_not_final,
    retime_case,
)


def cancel_case(context: ActContext, case_id: uuid.UUID, *, reason: str) -> Receipt:
    """Record that a director was called by mistake: no ruling, no window, no wish.

    The board stands as it would without the call. Raises Invalid without a reason,
    after a ruling has been announced, and once the case is final.
    """
    _require_reason(reason)

    def write(run: ActRun) -> None:
        case = run.case
        _require_not_announced(case)
        require_not_final(case, context.at)
        reason_kept = commit_text(reason)
        run.inputs["reason"] = reason_kept
        for agreement in Agreement.objects.filter(case=case, withdrawn_at__isnull=True):
            run.rows.change(agreement, withdrawn_at=context.at)
        for wish in Objection.objects.filter(case=case, resolution=""):
            if wish.waits:
                run.rows.change(
                    wish,
                    resolution=Objection.Resolution.REFUSED,
                    resolved_at=context.at,
                    resolve_reason=reason_kept,
                )
        give_back_board(run, case)
        run.rows.change(case, outcome="", follow_ups=[], reserved_until=None)
        extend_passes(run.rows, case.playing.round.session)

    return perform(Act.CANCEL, context, case_id, write, {"reason": reason})


def take_back_wish(
    context: ActContext, case_id: uuid.UUID, wish_id: uuid.UUID, *, side: str
) -> Receipt:
    """Record that a side takes back what it filed by mistake, while nobody has it.

    A call that was opened for it alone is cancelled: the board has no case again.
    """

    def write(run: ActRun) -> None:
        case = run.case
        require_side(context.by, case, side)
        wish = Objection.objects.filter(pk=wish_id, case=case, side=side).first()
        if wish is None or not may_take_back(case, wish):
            raise Fault("wish_taken_up")
        withdrawn = Objection.Resolution.WITHDRAWN
        run.rows.change(wish, resolution=withdrawn, resolved_at=context.at)
        others = Objection.objects.filter(case=case).exclude(pk=wish_id)
        alone = not any(other.waits for other in others)
        if case.state == State.CALLED and opened_by(case, wish) and alone:
            run.follow(Act.CANCEL, _without_call)

    return perform(Act.OBJECT, context, case_id, write, {"taken_back": wish_id})


def _without_call(run: ActRun) -> None:
    run.inputs["reason"] = commit_text("")
    give_back_board(run, run.case)
    extend_passes(run.rows, run.case.playing.round.session)


def move_case(
    context: ActContext, case_id: uuid.UUID, to_id: uuid.UUID, *, reason: str
) -> Receipt:
    """Move a case to the table or board that was meant.

    What no longer fits there (`queries.mistakes.moving`) is asked again. While the
    facts of an announced ruling are open again, the right board waits with them.
    """
    _require_reason(reason)

    def write(run: ActRun) -> None:
        case = run.case
        if standing_under_repair(case) is not None and case.state in BEING_RULED:
            run.inputs["reason"] = commit_text(reason)
            _plan_beside(run, to_id)
            return
        to = target_of(case, to_id)
        _require_not_announced(case)
        require_place(run, to)
        require_no_other(case, to)
        change = moving(case, to)
        run.inputs["reason"] = commit_text(reason)
        run.inputs["from"] = case.playing_id
        run.inputs["place"] = snapshot(to)
        session = case.playing.round.session
        heard = hearing_of(case)
        give_back_board(run, case)
        values: dict[str, Any] = dict(change.carried)
        if to.status == Playing.Status.SCHEDULED:
            values["status"] = Playing.Status.IN_PLAY
        run.rows.change(to, **values)
        run.rows.change(case, playing=to)
        if change.asks_cards:
            set_cards_aside(run, case)
        if change.asks_read_back:
            for row in Statement.objects.filter(case=case):
                run.rows.change(row, read_back_ns="", read_back_ew="")
        if change.asks_claim:
            claim = Claim.objects.get(case=case)
            run.rows.remove("claim", str(claim.pk))
        fall = change.asks_cards or change.asks_claim
        rehear(run, heard, hearing_of(case, without_cards=fall))
        retime_case(run.rows, case, anchors_of(case))
        extend_passes(run.rows, session)
        if to.round.session_id != session.pk:
            extend_passes(run.rows, to.round.session)

    return perform(Act.MOVE, context, case_id, write, {"to": to_id, "reason": reason})


def _plan_beside(run: ActRun, to_id: uuid.UUID) -> None:
    """Plan that the right board is ruled on; the case moves with the announcement."""
    case = run.case
    was, claim = playing_of(case), claim_of(case)
    to = playable(case, to_id)
    if to.pk == was.pk or claim is None or not was.contract:
        raise Fault("same_place")
    require_place(run, to)
    require_no_other(case, to)
    contract = Contract.parse(was.contract)
    wrong = wrong_in(case, contract, claim.claimer, to.pk)
    if to.board_id != was.board_id:
        now = hearing_of(case, contract=contract, without_cards=True)
        rehear(run, hearing_of(case), now)
        set_cards_aside(run, case)
    correct_beside(run, wrong)


def move_to_unplanned(
    context: ActContext, case_id: uuid.UUID, where: Unplanned, *, reason: str
) -> Receipt:
    """Move a case to a board that no schedule foresaw: it is added in one transaction.

    Where the move is refused the schedule stays as it was.
    """
    _require_reason(reason)
    key = None if context.key is None else uuid.uuid5(context.key, "playing")

    def attempt() -> Receipt:
        case = Case.objects.select_for_update(no_key=True).get(pk=case_id)
        to = where.added(replace(context, key=key, version=None), case.event)
        return move_case(context, case_id, to.pk, reason=reason)

    return in_transaction(attempt)


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise Fault("cancelled_without_reason")


def _require_not_announced(case: Case) -> None:
    if Ruling.objects.filter(case=case, announced_at__isnull=False).exists():
        raise Fault("announced_on_call")


def target_of(case: Case, to_id: uuid.UUID) -> Playing:
    """Return the other playing that was meant; raise Invalid where it cannot be."""
    if to_id == case.playing_id:
        raise Fault("same_place")
    return playable(case, to_id)


def playable(case: Case, to_id: uuid.UUID) -> Playing:
    """Return a playing of the event; raise Invalid where nobody plays there."""
    rows = Playing.objects.select_related(*SHOWN).filter(board__event=case.event_id)
    to = rows.filter(pk=to_id).first()
    if to is None:
        raise Fault("same_place")
    if to.status == Playing.Status.CANCELLED:
        raise Fault("not_played_there")
    return to


def require_no_other(case: Case, to: Playing) -> None:
    """Raise Invalid where a board at a table has a case of its own."""
    if has_own_case(to, but=case):
        raise Fault("board_has_case")


def require_place(run: ActRun, to: Playing) -> None:
    """Raise Refused unless the actor directs there too and does not play the board.

    A holder who plays it hands the case to whoever moves it.
    """
    form, case = run.context, run.case
    if not letters_at_table(form.by, to) & {"D", "C"}:
        raise Barred("moves_call_there")
    holder = case.director
    if holder is not None and holder != form.by.user:
        theirs = letters_at_table(user_actor(holder, form.at), to)
        if not theirs & {"D", "C"}:
            run.rows.change(case, director=form.by.user)


def give_back_board(run: ActRun, case: Case) -> None:
    """Plan what the case has set on its board as it was without the case.

    Nothing while another case stands there, and never back into play once it is over.
    """
    if others_on_board(case).exists():
        return
    if values := finished_if_over(case.playing_id, without_case(case)):
        run.rows.restore("playing", str(case.playing_id), values)


def put_facts_right(run: ActRun, ruling: Ruling) -> None:
    """Plan that what a ruling corrects holds from now on: it is being announced.

    Words and cards that were taken down with it, in one repair, are the right ones.
    """
    case, right = run.case, ruling.corrects
    opened = bool(corrected_now(case))
    heard, other_cards = hearing_of(case), False
    facts = stood_on(case, right)
    contract = str(facts.contract or "")
    if PLAYING in right:
        session, to = case.playing.round.session, facts.playing
        require_no_other(case, to)
        other_cards = to.board_id != case.playing.board_id
        run.inputs["from"] = case.playing_id
        run.inputs["place"] = snapshot(to)
        give_back_board(run, case)
        run.rows.change(case, playing=to)
        run.rows.change(to, contract=contract)
        if to.round.session_id != session.pk:
            extend_passes(run.rows, session)
    if CONTRACT in right:
        run.rows.change(case.playing, contract=contract)
    if CLAIMER in right:
        run.rows.change(case.claim, claimer=right[CLAIMER][1])
    if opened:
        set_fact(run, CORRECTS, None)
        return
    if CLAIMER in right:
        for said in Statement.objects.filter(case=case):
            run.rows.remove("statement", str(said.pk))  # another's words
    else:
        rehear(run, heard, hearing_of(case, without_cards=other_cards))
    if other_cards:
        set_cards_aside(run, case)


def set_cards_aside(run: ActRun, case: Case) -> None:
    """Plan that the cards and what was noted of them are asked again."""
    for row in Position.objects.filter(case=case):
        run.rows.remove("position", str(row.pk))
    facts = Fact.objects.filter(case=case, value__isnull=False)
    for fact in facts.exclude(key=CORRECTS):  # what is right is put right all the same
        run.rows.change(fact, value=None)
