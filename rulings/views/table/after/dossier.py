"""The dossier of a case: one sheet to print, and the file that proves itself."""

from __future__ import annotations

import json
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone

from rulings.forms.acts import ActForm, ButtonForm
from rulings.permissions import Sight, letters_in_case
from rulings.presenters.dossier import dossier_view
from rulings.states import Act
from rulings.views.pace import too_many_exports
from rulings.views.screens import CaseScreen, Tap
from rulings.workflow.proof.dossier import dossier, export_case, locked_dossier


class Dossier(CaseScreen[ActForm]):
    """The whole case on one sheet."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    sight, template = Sight.DOSSIER, "reports/dossier.html"

    def show(self) -> HttpResponse:
        """Render the sheet in the zone of the event."""
        with timezone.override(ZoneInfo(self.case.event.zone)):
            return super().show()

    def context(self) -> dict[str, object]:
        """Return the case, and what proves it."""
        request, proof = self.request, dossier(self.case)
        return {
            "head": proof["head"],
            "own": [entry["seq"] for entry in proof["entries"]],
            "now": request.actor.at,
            "directs": bool(letters_in_case(request.actor, self.case) & {"D", "C"}),
            **dossier_view(self.case, request.actor.at),
        }


class DossierFile(Tap):
    """The dossier as a file; that it was given is recorded."""

    acts = (Act.EXPORT,)
    sight, form_class = Sight.DOSSIER, ButtonForm

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Give it out, not too often."""
        return too_many_exports(self.request) or super().post(*args, **kwargs)

    def act(self, form: ActForm) -> object:
        """Record that it is given."""
        return export_case(form.context(self.request.actor), self.case.pk)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - a receipt
        """Give it out."""
        data = json.dumps(locked_dossier(self.case), ensure_ascii=False, indent=1)
        response = HttpResponse(data, content_type="application/json")
        table, board = self.case.playing.table.number, self.case.playing.board.number
        name = f"case-table{table}-board{board}.json"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


dossier_page = Dossier.as_view()
dossier_file = DossierFile.as_view()
