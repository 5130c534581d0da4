"""Open a case, take it over, close and reopen it."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db.models import QuerySet

from rulings import permissions
from rulings.models import Case, Event, Head, Playing
from rulings.permissions import letters_in_case, role_word, user_actor
from rulings.states import Act, State
from rulings.workflow.acts import (
    ActContext,
    ActRun,
    FollowUp,
    actor_content,
    once,
    perform,
    require_unarchived,
    run_parts,
)
from rulings.workflow.errors import Barred, Fault, need_reason
from rulings.workflow.log import (
    SHOWN,
    Receipt,
    Rows,
    append,
    commit_text,
    lock_chain,
    snapshot,
)
from rulings.workflow.objections import Wanted, answer_doubts, plan_wish
from rulings.workflow.undo import remove_agreement
from rulings.workflow.windows import (
    AFTER_CLOSING,
    AFTER_PLAY,
    anchors_of,
    extend_passes,
    open_windows,
    require_not_final,
)


def open_case(
    context: ActContext,
    playing: Playing,
    *,
    flow_hash: str,
    kind: str = Case.Kind.CLAIM,
) -> Receipt:
    """Open a case for a board at a table; edition and regulations are copied now.

    Whoever opens it has it, unless he plays or may still play the board: then it
    waits for another director.
    """
    case_id = uuid.uuid4()

    def do(_head: Head, mark: str) -> Receipt:
        place = Playing.objects.select_related(*SHOWN).get(pk=playing.pk)
        require_unarchived(place.board.event, Act.OPEN)
        case = _new_case(context, case_id, place, kind=kind, flow_hash=flow_hash)
        letters = permissions.require(context.by, Act.OPEN, case)
        case.director = context.by.user if letters & {"D", "C"} else None
        rows = _rows_of(case)
        if place.status == Playing.Status.SCHEDULED:
            rows.change(place, status=Playing.Status.IN_PLAY)
        actor = actor_content(context, role_word(letters), mark)
        return _append_opening(case, rows, actor, context)

    return once(
        Act.OPEN,
        context,
        {"kind": kind},
        on=playing.pk,
        lock=lambda: lock_chain(playing.board.event_id),
        do=do,
    )


def start_matter(
    context: ActContext, playing: Playing, wanted: Wanted, *, flow_hash: str
) -> Receipt:
    """Open a case for what a side wants of its board, with that wish: one receipt.

    Nobody has the case yet: it waits for a director. Its times run from the score and
    the publication, so a wish that comes late is kept as late. Where the board has a
    case meanwhile, the wish joins that one; a key sent again gets the first receipt.
    """
    case_id = uuid.uuid4()

    def lock() -> Head:
        _standing_case(playing, lock=True)
        return lock_chain(playing.board.event_id)

    def do(_head: Head, mark: str) -> Receipt:
        require_unarchived(playing.board.event, Act.OBJECT)
        case = _standing_case(playing)
        if case is None:
            case = _start(context, case_id, playing, flow_hash, mark)
        letters = permissions.require(context.by, Act.OBJECT, case)
        actor = actor_content(context, role_word(letters), mark)
        wish = plan_wish(context, wanted, contests=case.state != State.CALLED)
        head = lock_chain(case.event_id)  # as the opening may have left it
        return run_parts([FollowUp(Act.OBJECT, wish)], context, case, actor, head)

    payload = wanted.payload()
    return once(Act.OBJECT, context, payload, on=playing.pk, lock=lock, do=do)


def _standing_case(playing: Playing, *, lock: bool = False) -> Case | None:
    """Return the newest case of a board at a table that has not been cancelled."""
    rows = Case.objects.filter(playing=playing).exclude(state=State.CANCELLED)
    rows = rows.order_by("-called_at")
    if lock:
        return rows.select_for_update(no_key=True).first()
    return rows.select_related(*(f"playing__{name}" for name in SHOWN)).first()


def _start(
    context: ActContext, case_id: uuid.UUID, playing: Playing, flow_hash: str, mark: str
) -> Case:
    place = Playing.objects.select_related(*SHOWN).get(pk=playing.pk)
    kind = Case.Kind.CLAIM
    case = _new_case(context, case_id, place, kind=kind, flow_hash=flow_hash)
    letters = permissions.require(context.by, Act.OPEN, case)
    rows = _rows_of(case)
    open_windows(rows, case, AFTER_PLAY, anchors_of(case), context.at)
    extend_passes(rows, place.round.session)
    _append_opening(
        case, rows, actor_content(context, role_word(letters), mark), context
    )
    fresh = Case.objects.get(pk=case.pk)
    fresh.playing = place
    return fresh


def _rows_of(case: Case) -> Rows:
    rows = Rows()
    values = {
        column.name: getattr(case, column.name)
        for column in case._meta.concrete_fields  # noqa: SLF001 - Django's documented meta API
    }
    rows.insert(Case, **values)
    return rows


def _append_opening(
    case: Case, rows: Rows, actor: Mapping[str, object], context: ActContext
) -> Receipt:
    return append(
        chain=case.event_id,
        act=Act.OPEN.value,
        at=context.at,
        rows=rows,
        content={
            **actor,
            "inputs": {"kind": case.kind, "place": snapshot(case.playing)},
            "state": [None, State.CALLED],
            "version": [0, 1],
            "edition": case.edition,
            "regulation": case.regulation_hash,
            "flow": case.flow_hash,
        },
        case_id=case.pk,
    )


def _new_case(
    context: ActContext,
    case_id: uuid.UUID,
    place: Playing,
    *,
    kind: str,
    flow_hash: str,
) -> Case:
    event = place.board.event
    return Case(
        id=case_id,
        event=event,
        playing=place,
        kind=kind,
        version=1,
        state=State.CALLED,
        edition=event.edition,
        regulation=event.regulation,
        regulation_hash=event.regulation_hash,
        flow_hash=flow_hash,
        called_at=context.said_at or context.at,
    )


def take_over(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Make the actor the director of a case; the one before sees it in the record."""

    def write(run: ActRun) -> None:
        run.inputs["from"] = run.case.director_id
        run.rows.change(run.case, director=run.context.by.user)

    return perform(Act.TAKE_OVER, context, case_id, write, {})


def assign(context: ActContext, case_id: uuid.UUID, director: User) -> Receipt:
    """Give a case to another director, never to its players.

    The chief may, and the director who has it. Both see it in the record, as with a
    case that is taken over.
    """

    def write(run: ActRun) -> None:
        user = context.by.user
        has_it = user is not None and run.case.director_id == user.pk
        if not has_it and "C" not in letters_in_case(context.by, run.case):
            raise Barred("gives_case_away")
        theirs = letters_in_case(user_actor(director, context.at), run.case)
        if not theirs & {"D", "C"}:
            raise Fault("director_plays")
        run.inputs.update({"from": run.case.director_id, "to": director.pk})
        run.rows.change(run.case, director=director)

    return perform(Act.TAKE_OVER, context, case_id, write, {"to": director.pk})


def open_calls(event: Event, director: User) -> QuerySet[Case]:
    """Return the cases of a director that are not over, as he may give them away."""
    mine = Case.objects.filter(event=event, director=director)
    return mine.exclude(state__in=(State.CLOSED, State.CANCELLED))


def hand_over(
    context: ActContext,
    event: Event,
    director: User,
    chosen: Collection[uuid.UUID] | None = None,
) -> tuple[int, int]:
    """Give open cases of the actor to another director: those chosen, else all.

    Returns how many were given, and how many the other may not take, for he plays
    their boards. Each case is an act of its own, so a form sent twice gives each once.
    """
    assert context.by.user is not None  # noqa: S101 - who has cases is signed in
    given = left = 0
    mine = open_calls(event, context.by.user)
    if chosen is not None:
        mine = mine.filter(pk__in=chosen)
    for case in mine:
        key = None if context.key is None else uuid.uuid5(context.key, str(case.pk))
        try:
            assign(replace(context, key=key, version=None), case.pk, director)
        except Fault:
            left += 1
        else:
            given += 1
    return given, left


def take_calls(context: ActContext, event: Event, director: User) -> tuple[int, int]:
    """Take over all open cases of a colleague, as one who has left the floor.

    Returns as `hand_over` does how many were taken, and how many the actor may not
    take, for he plays their boards or directs elsewhere.
    """
    taken = left = 0
    for case in open_calls(event, director):
        key = None if context.key is None else uuid.uuid5(context.key, str(case.pk))
        try:
            take_over(replace(context, key=key, version=None), case.pk)
        except permissions.Refused:
            left += 1
        else:
            taken += 1
    return taken, left


def close_case(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    outcome: str,
    reason: str = "",
    follow_ups: Sequence[str] = (),
) -> Receipt:
    """Close a case without a ruling: no claim, no concession, void claim, settled.

    `follow_ups` are steps of the flow to be answered after the play. From now on a
    ruling can be asked for and the score corrected, as after other ends.
    """

    def write(run: ActRun) -> None:
        case = run.case
        run.inputs["reason"] = commit_text(reason)
        run.rows.change(case, outcome=outcome, follow_ups=list(follow_ups))
        answer_doubts(run, context.at)
        open_windows(run.rows, case, AFTER_CLOSING, anchors_of(case), context.at)
        extend_passes(run.rows, case.playing.round.session)

    payload = {"outcome": outcome, "reason": reason, "follow_ups": list(follow_ups)}
    return perform(Act.CLOSE, context, case_id, write, payload)


def reopen_case(context: ActContext, case_id: uuid.UUID, *, reason: str) -> Receipt:
    """Open a closed case again, with a reason; not once it is final.

    From an agreed case the agreement is removed, whatever the clock says: it is for one
    that nobody gave, which no time establishes (Law 69A).
    """
    need_reason(reason)

    def write(run: ActRun) -> None:
        run.inputs["reason"] = commit_text(reason)
        if run.case.state == State.AGREED:
            remove_agreement(run)
        else:
            require_not_final(run.case, context.at)
        run.rows.change(run.case, outcome="", follow_ups=[])

    return perform(Act.REOPEN, context, case_id, write, {"reason": reason})
