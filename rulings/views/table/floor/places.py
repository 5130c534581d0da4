"""A board at a table found by its numbers: any of the event, planned or not."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulings.forms.table.calls import FactSheetForm, NewCallForm, PlaceForm
from rulings.models import Event, Playing
from rulings.queries.table.tables import BOARD, PLAYING, TABLE, FoundPlaying, place_of
from rulings.views.common import HtmxHttpRequest, found
from rulings.views.table.frame import also
from rulings.workflow.errors import Fault
from rulings.workflow.event.schedule import Unplanned

NUMBERS = ("section", "table", "board")
UNKNOWN_WORDS = {
    BOARD: gettext_noop("There is no board %(board)d in this event."),
    TABLE: gettext_noop(
        "There is no table %(section)s%(table)d in session %(session)d."
    ),
    PLAYING: gettext_noop(
        "Board %(board)d is not planned at table %(section)s%(table)d in session "
        "%(session)d."
    ),
}


def unknown_words(place: FoundPlaying, numbers: dict[str, object]) -> str:
    """Return what the event does not have."""
    if place.session is None:
        raise Fault("no_session_yet")
    return _(UNKNOWN_WORDS[place.unknown]) % {
        **numbers,
        "session": place.session.order,
    }


def asked_playing(
    request: HtmxHttpRequest,
    event: Event,
    form: NewCallForm | FactSheetForm,
    at: datetime | None = None,
) -> tuple[Playing | None, dict[str, object]]:
    """Return the playing that was meant, or what must be asked before there is one.

    A board that no schedule foresaw is added once its numbers were said to be right.
    `at` is when they were written down, if that was before they arrived.
    """
    place, asked = asked_place(request, event, form, at)
    if isinstance(place, Unplanned):
        place = place.added(also(form.context(request.actor), "playing"), event)
    return place, asked


def asked_place(
    request: HtmxHttpRequest,
    event: Event,
    form: PlaceForm,
    at: datetime | None = None,
) -> tuple[Playing | Unplanned | None, dict[str, object]]:
    """Return the place meant, planned or not, or what must be asked; adds nothing."""
    data = form.cleaned_data
    if data["playing"]:
        rows = Playing.objects.select_related("board__event", "table", "round")
        return found(request, rows.filter(board__event=event), data["playing"]), {}
    numbers = {name: data[name] for name in NUMBERS}
    said = form.sure_in or str(data["session"] or "")
    place = place_of(event, at or request.actor.at, **numbers, session=said)
    if place.playing is not None:
        return place.playing, {}
    if place.choices:
        return None, {"choices": place.choices}
    words = unknown_words(place, numbers)
    session = place.session
    if session is None or form.sure_in != str(session.pk):
        sure = f"{data['numbers']} {session.pk if session else ''}"
        return None, {"unknown": words, "sure": sure}
    where = Unplanned(
        session=session,
        section_letter=data["section"],
        table_number=data["table"],
        board_number=data["board"],
    )
    return where, {}
