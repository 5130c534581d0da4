"""The scorer's desk: results, slips, publication (it starts the players' time)."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.scores import score as points_of
from rulings.bridge.seats import Side
from rulings.forms.desk import PublishForm, ScoreForm
from rulings.models import Event, Playing, Round, Slip
from rulings.permissions import EventAct, may_in_event, require_score
from rulings.presenters.results import made_words, points_words, score_words
from rulings.queries.desk import (
    ScoreRow,
    SlipRow,
    barred_for,
    current_round,
    publication_of,
    rounds_of,
    score_rows,
    sessions_of,
    slip_rows,
)
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    declares,
    found,
    screen,
    see_other,
    signed_in,
)
from rulings.views.desk.common import desk_event, frame
from rulings.workflow.errors import Invalid
from rulings.workflow.event.scores import (
    acknowledge_slip,
    enter_score,
    is_late_change,
    late_changes_allowed,
    publish_scores,
)


@require_safe
@declares(EventAct.ENTER_SCORE)
@signed_in
def scores(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show the results of a round, the slips, and what is published."""
    event = desk_event(request, event_id, EventAct.ENTER_SCORE, EventAct.PUBLISH)
    return screen(request, "desk/scores.html", _page(request, event), part="slips")


def _page(
    request: HtmxHttpRequest, event: Event, form: PublishForm | None = None
) -> dict[str, object]:
    sessions = sessions_of(event)
    rounds = [row for session in sessions for row in rounds_of(session)]
    chosen = _chosen(request, rounds)
    barred = barred_for(request.actor, event)
    rows = score_rows(chosen, barred) if chosen else []
    return frame(
        request,
        event,
        "scores",
        sessions=sessions,
        rounds=rounds,
        chosen=chosen,
        rows=[_score_view(row) for row in rows],
        slips=[_slip_view(row) for row in slip_rows(event, barred)],
        may_publish=may_in_event(request.actor, EventAct.PUBLISH, event),
        form=form,
    )


def _chosen(request: HtmxHttpRequest, rounds: list[Round]) -> Round | None:
    wanted = request.GET.get("round", "")
    named = [row for row in rounds if str(row.pk) == wanted]
    return named[0] if named else current_round(rounds)


def _score_view(row: ScoreRow) -> dict[str, object]:
    playing = row.playing
    shown = not row.barred
    contract = Contract.parse(playing.contract) if shown and playing.contract else None
    known = shown and playing.tricks is not None
    score = playing.score if shown else None
    return {
        "playing": playing,
        "case": row.case,
        "barred": row.barred,
        "contract": contract,
        "passed": known and contract is None,
        "made": made_words(contract, playing.tricks or 0) if contract and known else "",
        "points": points_words(score) if score is not None else "",
    }


def _slip_view(row: SlipRow) -> dict[str, object]:
    slip, ruling = row.slip, row.slip.ruling
    if row.barred:
        return {"slip": slip, "playing": ruling.case.playing, "barred": True}
    contract = Contract.parse(ruling.contract) if ruling.contract else None
    old = ruling.old_score
    return {
        "slip": slip,
        "playing": ruling.case.playing,
        "contract": contract,
        "old": points_words(old) if old is not None else "",
        "new": score_words(ruling),
        "made": made_words(contract, ruling.new_tricks_declarer) if contract else "",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.ENTER_SCORE)
@signed_in
def score(
    request: HtmxHttpRequest, event_id: uuid.UUID, playing_id: uuid.UUID
) -> HttpResponse:
    """Enter the result of one board at one table."""
    event = desk_event(request, event_id, EventAct.ENTER_SCORE)
    rows = Playing.objects.filter(board__event=event).select_related(
        "board__event", "table__section", "round__session", "ns", "ew"
    )
    playing = found(request, rows, playing_id)
    require_score(request.actor, playing)
    late = is_late_change(playing, request.actor.at)
    allowed = late and late_changes_allowed(event)
    form = ScoreForm(request.POST or None, playing, needs_approval=allowed)
    if request.method == "POST" and form.is_valid():
        try:
            _enter(request, event, playing, form)
        except Invalid as error:  # what was typed stays on the page
            form.add_error(None, str(error))
        else:
            return see_other("scores", event.pk, query=f"?round={playing.round_id}")
    context = frame(
        request,
        event,
        "scores",
        playing=playing,
        form=form,
        late=late,
        late_allowed=allowed,
    )
    status = 422 if form.is_bound else 200
    return screen(request, "desk/score.html", context, status=status)


def _enter(
    request: HtmxHttpRequest, event: Event, playing: Playing, form: ScoreForm
) -> None:
    given = form.cleaned_data
    contract, tricks = given["contract"], given["tricks"]
    if given["passed"] or contract is None:
        contract, tricks = None, 0
    enter_score(
        act_form(request, versioned=False),
        event,
        playing,
        contract=str(contract or ""),
        tricks=tricks,
        score=_points_ns(playing, contract, tricks),
        approved=given.get("approved", ""),
    )


def _points_ns(playing: Playing, contract: Contract | None, tricks: int) -> int:
    if contract is None:
        return 0
    side = contract.declarer.side
    vulnerable = Vulnerability(playing.board.vulnerability).includes(side)
    points = points_of(contract, tricks, vulnerable=vulnerable)
    return points if side is Side.NS else -points


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.PUBLISH)
@signed_in
def publish(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Ask once what a publication starts, then publish; again only with a reason."""
    event = desk_event(request, event_id, EventAct.PUBLISH)
    if request.method != "POST":
        return _sure(request, event)
    form = PublishForm(request.POST, sessions=sessions_of(event))
    if not form.is_valid():
        page = _page(request, event, form)
        return screen(request, "desk/scores.html", page, status=422)
    publish_scores(
        act_form(request, versioned=False),
        event,
        form.cleaned_data["session"],
        new_period_reason=form.cleaned_data["reason"],
    )
    return see_other("scores", event.pk)


def _sure(request: HtmxHttpRequest, event: Event) -> HttpResponse:
    """Show what the publication of a session not published yet would start."""
    wanted = request.GET.get("session", "")
    for session in sessions_of(event):
        if str(session.pk) == wanted and session.published_at is None:
            context = frame(
                request,
                event,
                "scores",
                session=session,
                publication=publication_of(session),
            )
            return screen(request, "desk/publish.html", context)
    return see_other("scores", event.pk)


@require_POST
@declares(EventAct.ACKNOWLEDGE)
@signed_in
def slip_taken(
    request: HtmxHttpRequest, event_id: uuid.UUID, slip_id: uuid.UUID
) -> HttpResponse:
    """Record that a slip has been taken into the scores."""
    event = desk_event(request, event_id, EventAct.ACKNOWLEDGE)
    slip = found(request, Slip.objects.filter(ruling__case__event=event), slip_id)
    acknowledge_slip(act_form(request, versioned=False), event, slip)
    return see_other("scores", event.pk)
