"""What leaves as a file, and a case that came as one: boards, positions, dossiers."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.forms.acts import ButtonForm
from rulings.importers.tables import csv_text
from rulings.permissions import EventAct, Sight, sees
from rulings.presenters.diagrams import BoardFacts, DiagramView, diagram_of
from rulings.queries.exports import (
    EVENT_KINDS,
    POSITION_KINDS,
    ZIP,
    event_boards,
    event_file,
    file_name,
    position_file,
)
from rulings.queries.sessions import LISTS
from rulings.views.common import (
    HtmxHttpRequest,
    case_for,
    declares,
    signed_in,
    staff_of,
)
from rulings.views.desk.files import FileScreen
from rulings.views.pace import too_many_exports
from rulings.views.screens import EventScreen
from rulings.workflow.errors import Barred, Fault
from rulings.workflow.proof.exchange import ForeignCase, read_case


class ExportEvent(EventScreen[ButtonForm]):
    """The boards of an event as PBN, LIN or both in a ZIP."""

    acts = opens = (EventAct.IMPORT,)
    http_method_names = ["get", "head"]

    def show(self) -> HttpResponse:
        """Give them out."""
        kind, event = self.request.GET.get("kind", ZIP), self.event
        if kind not in EVENT_KINDS:
            raise Http404
        if wait := too_many_exports(self.request):
            return wait
        boards = event_boards(event, staff_of(self.request), self.request.actor.at)
        data = event_file(event, boards, kind)
        return _download(data, EVENT_KINDS[kind], f"{file_name(event)}.{kind}")


class ExportList(EventScreen[ButtonForm]):
    """A list of the event as CSV: pairs with their names, schedule, or roles.

    Each is read back as it is given out.
    """

    acts = opens = (EventAct.IMPORT,)
    http_method_names = ["get", "head"]

    def show(self) -> HttpResponse:
        """Give it out."""
        kind, event = self.request.GET.get("kind", "names"), self.event
        if kind not in LISTS:
            raise Http404
        if wait := too_many_exports(self.request):
            return wait
        data = csv_text(LISTS[kind](event)).encode("utf-8-sig")
        return _download(data, "text/csv", f"{file_name(event)}-{kind}.csv")


@require_safe
@declares("look")
@signed_in
def export_position(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Give the cards at the claim out as PBN, JSON or one line of text."""
    case = case_for(request, case_id)
    if not sees(request.actor, Sight.CARDS, case):
        raise Barred("cards_not_for_you")
    kind = request.GET.get("kind", "json")
    if wait := too_many_exports(request):
        return wait
    data = position_file(case, kind) if kind in POSITION_KINDS else None
    if data is None:
        raise Http404
    table, board = case.playing.table.number, case.playing.board.number
    name = f"position-table{table}-board{board}.{kind}"
    return _download(data, POSITION_KINDS[kind], name)


def _download(data: bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type=f"{content_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class ImportedCase(FileScreen[ButtonForm]):
    """A case that came as a file: to be read only, in no log."""

    http_method_names = ["get", "head"]
    template = "desk/case.html"

    def context(self) -> dict[str, object]:
        """Return what the case says, and whether it proves itself."""
        case = read_case(bytes(self.file.data))
        return {
            "file": self.file,
            "case": case.parts,
            "proves": case.proves_itself,
            "findings": [str(finding) for finding in case.findings],
            "acts": len(case.parts["entries"]),
            **_shown(case),
        }


def _shown(case: ForeignCase) -> dict[str, object]:
    """Return what the page shows; raise Invalid where a value is none of its kind."""
    try:
        return {
            "facts": _facts(case.parts),
            "diagram": _diagram(case.parts),
            "said": _said(case),
            "rulings": _rulings(case),
        }
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise Fault("value_not_shown") from error


def _facts(parts: Mapping[str, Any]) -> list[tuple[str, object]]:
    """Return what is asked of a case first: where, which contract, who claimed what."""
    board, playing, case = parts["board"], parts["playing"], parts["case"]
    claim: Mapping[str, Any] = parts["claim"] or {}
    rows = [
        (_("Event"), parts["event"].get("name")),
        (_("Board"), board.get("number")),
        (_("Table"), f"{playing.get('section', '')}{playing.get('table', '')}"),
        (
            _("Contract"),
            playing.get("contract") and Contract.parse(playing["contract"]),
        ),
        (_("Claimed by"), claim.get("claimer")),
        (_("Tricks claimed"), claim.get("tricks_claimed")),
        (_("Number said"), None if claim.get("number_said", True) else _("no")),
        (_("Tricks left"), claim.get("tricks_left")),
        (_("State"), case.get("state")),
        (_("Edition of the Laws"), case.get("edition")),
        (_("Regulations"), parts["regulation"].get("name")),
    ]
    return [(term, value) for term, value in rows if value is not None and value != ""]


def _diagram(parts: Mapping[str, Any]) -> DiagramView | None:
    """Return the cards at the claim as a diagram, or None where there are none."""
    if parts["position"] is None:
        return None
    contract = parts["playing"].get("contract")
    facts = BoardFacts(
        number=int(parts["board"]["number"]),
        dealer=Seat.parse(parts["board"]["dealer"]),
        vulnerable=Vulnerability(parts["board"]["vulnerability"]),
        contract=Contract.parse(contract) if contract else None,
    )
    return diagram_of(Position.parse(parts["position"]["text"]), board=facts)


def _said(case: ForeignCase) -> list[tuple[str, str]]:
    """Return who said what: seat and words, or the steps where words are missing."""
    return [
        (
            str(row.get("seat", "")),
            case.text(row.get("words")) or "; ".join(map(str, row.get("steps", ()))),
        )
        for row in case.parts["statements"]
    ]


def _rulings(case: ForeignCase) -> list[dict[str, object]]:
    """Return the rulings, each with laws, tricks, contract and reasons."""
    return [
        {
            "number": row.get("number"),
            "laws": ", ".join(map(str, row.get("laws", ()))),
            "tricks": row.get("tricks_claimer"),
            "contract": Contract.parse(row["contract"])
            if row.get("contract")
            else None,
            "score": row.get("new_score"),
            "reasons": case.text(row.get("reasons")),
            "current": row.get("current"),
        }
        for row in case.parts["rulings"]
    ]


export_event, import_case = ExportEvent.as_view(), ImportedCase.as_view()
export_list = ExportList.as_view()
