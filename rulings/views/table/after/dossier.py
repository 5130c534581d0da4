"""The dossier of a case: one sheet to print, and the file that proves itself."""

from __future__ import annotations

import json
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, ButtonForm
from rulings.forms.widgets import Buttons, Tick
from rulings.permissions import Sight, letters_in_case
from rulings.presenters.dossier import dossier_view
from rulings.presenters.paper.anonymous import anonymous_pdf, anonymous_view
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


class AnonymousForm(ActForm):
    """The dossier without people as a file of a kind."""

    version = None

    words = forms.BooleanField(
        label=_("With what was said and written; I have read it for names"),
        required=False,
        widget=Tick,
    )
    kind = forms.ChoiceField(
        choices=[("pdf", "PDF"), ("json", "JSON")], widget=Buttons()
    )


class AnonymousDossier(CaseScreen[AnonymousForm]):
    """The case on one sheet for those who were not there: nobody is named."""

    acts = (Act.EXPORT,)
    sight, template = Sight.DOSSIER, "reports/dossier.html"
    form_class = AnonymousForm

    def make_form(self, data: object) -> AnonymousForm:
        """Return the form, ticked where the page shows the words."""
        words = bool(self.request.GET.get("words"))
        return AnonymousForm(data, initial={"words": words})  # type: ignore[arg-type]  # a request's POST

    def context(self) -> dict[str, object]:
        """Return the case without people, with the words where that is asked for."""
        words = bool(self.request.GET.get("words"))
        return anonymous_view(self.case, self.request.actor.at, words=words)

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Give it out, not too often."""
        return too_many_exports(self.request) or super().post(*args, **kwargs)

    def act(self, form: AnonymousForm) -> AnonymousForm:
        """Record that it is given."""
        export_case(form.context(self.request.actor), self.case.pk)
        return form

    def after(self, done: AnonymousForm) -> HttpResponse:
        """Give it out."""
        kind, words = done.cleaned_data["kind"], done.cleaned_data["words"]
        if kind == "pdf":
            data = anonymous_pdf(self.case, self.request.actor.at, words=words)
        else:
            parts = locked_dossier(self.case, words=words)
            data = json.dumps(parts, ensure_ascii=False, indent=1).encode()
        response = HttpResponse(data, content_type=f"application/{kind}")
        response["Content-Disposition"] = f'attachment; filename="case.{kind}"'
        return response


dossier_page = Dossier.as_view()
anonymous_dossier = AnonymousDossier.as_view()
dossier_file = DossierFile.as_view()
