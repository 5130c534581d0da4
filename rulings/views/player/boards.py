"""A matter that a side starts on a board of its own which has no case yet.

Agreed and regretted (69B, 71), a wrong score (79), a request for a ruling (92B): the
workflow opens the case with the wish, and a director finds it on top of his queue.
"""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rulings.forms.player import MatterForm
from rulings.queries.player import own_board, own_case_on
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, declares, screen, see_other
from rulings.views.player.acting import start
from rulings.views.player.entry import pass_of, with_pass
from rulings.views.player.pages import board_context, seats_at
from rulings.views.screens import taken


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.OPEN, Act.OBJECT)
@with_pass
def player_board(request: HtmxHttpRequest, playing_id: uuid.UUID) -> HttpResponse:
    """Ask what a side wants of its board, and take it to a director."""
    board = own_board(request.actor, playing_id)
    if board is None:
        raise Http404
    sent = request.POST if request.method == "POST" else None
    if sent is None:
        standing = own_case_on(request.actor, board.playing)
        if standing is not None:
            return redirect("player_case", case_id=standing.pk)
    event = board.playing.board.event
    form = MatterForm(sent, seats=seats_at(event, board.side))
    if sent is not None:
        receipt = taken(form, lambda form: start(form, request.actor, board))
        if receipt is not None:
            return see_other("player_receipt", receipt.seq)
    here = {"form": form, "home_url": reverse("player"), "at": request.actor.at}
    context = board_context(board, pass_of(request).contestant)
    return screen(request, "player/board.html", context | here, status=form.status)
