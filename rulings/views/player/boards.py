"""A matter that a side starts on a board of its own which has no case yet.

Agreed and regretted (69B, 71), a wrong score (79), a request for a ruling (92B): the
workflow opens the case with the wish, and a director finds it on top of his queue.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rulings.bridge.seats import Side
from rulings.forms.player import MatterForm
from rulings.laws.engine import load_flow
from rulings.models import Objection
from rulings.presenters.words import side_name
from rulings.queries.case.flows import CLAIMS
from rulings.queries.player import OwnBoard, own_board, own_case_on
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, declares, screen, see_other
from rulings.views.player.acting import one_seat
from rulings.views.player.entry import pass_of, with_pass
from rulings.views.player.offers import seats_at
from rulings.views.screens import taken
from rulings.workflow.cases import start_matter
from rulings.workflow.log import Receipt
from rulings.workflow.objections import Wanted

WISHES = {
    "withdraw": Objection.Wish.WITHDRAW_AGREEMENT,
    "cancel": Objection.Wish.CANCEL_CONCESSION,
    "score": Objection.Wish.ASK_RULING,
    "give_back": Objection.Wish.GIVE_BACK,
    "ask": Objection.Wish.ASK_RULING,
}


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.OPEN, Act.OBJECT)
@with_pass
def player_board(request: HtmxHttpRequest, playing_id: uuid.UUID) -> HttpResponse:
    """Ask what a side wants of its board, and take it to a director."""
    board = own_board(request.actor, playing_id)
    if board is None:
        raise Http404
    standing = own_case_on(request.actor, board.playing)
    if standing is not None and request.method != "POST":
        return redirect("player_case", case_id=standing.pk)
    event = board.playing.board.event
    data = request.POST if request.method == "POST" else None
    form = MatterForm(data, seats=seats_at(event, board.side))
    if data is not None:
        receipt = taken(form, lambda form: _start(request, board, form))
        if receipt is not None:
            return see_other("player_receipt", receipt.seq)
    context = {
        "playing": board.playing,
        "score": board.score,
        "side": side_name(Side(board.side)),
        "contestant": pass_of(request).contestant,
        "form": form,
        "home_url": reverse("player"),
        "at": request.actor.at,
    }
    return screen(request, "player/board.html", context, status=form.status)


def _start(request: HtmxHttpRequest, board: OwnBoard, form: MatterForm) -> Receipt:
    given = form.cleaned_data
    wanted = Wanted(
        wish=WISHES[given["matter"]],
        side=board.side,
        seat=one_seat(given["seat"]),
        reason_code="score" if given["matter"] == "score" else "",
        words=given["words"],
    )
    context = replace(form.context(request.actor), phone_at=given["phone_time"])
    flow = load_flow(CLAIMS, board.playing.board.event.edition)
    return start_matter(context, board.playing, wanted, flow_hash=flow.hash)
