"""An appeal as the chief prepares it (Laws 92 and 93).

The chief admits it and names the panel; who decides has a page of his own. An adviser
of the case does not hear it.
"""

from __future__ import annotations

from django.http import HttpResponse

from rulings.forms.chief import AdmitForm, PanelForm
from rulings.permissions import Sight, letters_in_case, sees
from rulings.presenters.appeals import (
    appeal_views,
    expected_deposit,
    missing_consents,
    sides_of,
)
from rulings.queries.staff import reviewers_of, staff_names
from rulings.states import Act
from rulings.views.common import see_other
from rulings.views.screens import AppealScreen, Filled
from rulings.workflow.ruling.appeals import admit_appeal, set_panel


class AppealPage(AppealScreen[Filled]):
    """The appeal that waits: who asks, who agrees, in time or not."""

    acts = ("appeal",)
    http_method_names = ["get", "head"]
    template = "chief/appeal.html"

    def context(self) -> dict[str, object]:
        """Return the appeal in words, and its forms; the one refused as it was sent."""
        form, actor = self.form, self.request.actor
        return {
            "appeal": appeal_views([self.appeal])[0],
            "missing": missing_consents(
                self.case, self.appeal.side, self.appeal.concurrence
            ),
            "others": sides_of(row for row in self.waiting if row != self.appeal),
            "sees_words": sees(actor, Sight.REASONS, self.case),
            "is_chief": "C" in letters_in_case(actor, self.case),
            "admit": form if isinstance(form, AdmitForm) else self.admit_form(None),
            "panel": form if isinstance(form, PanelForm) else self.panel_form(None),
        }

    def admit_form(self, data: object) -> AdmitForm:
        """Return the form that admits the appeal or refuses it."""
        return AdmitForm(data, initial=self._recorded(data))  # type: ignore[arg-type]  # a request's POST

    def panel_form(self, data: object) -> PanelForm:
        """Return the form for panel, advisers and deposit."""
        event = self.case.event_id
        return PanelForm(
            data,
            reviewers=reviewers_of(event),
            staff=staff_names(event),
            expected=expected_deposit(self.case),
            initial=self._recorded(data),
        )

    def _recorded(self, data: object) -> dict[str, object]:
        """Return what the record says; sent twice, the appeal may have ended."""
        version = {"version": self.case.version}
        if data is not None:
            return {**version, "side": self.side}
        row = self.appeal
        names = ("panel", "advisers", "barred", "deposit", "hearing_at", "room")
        known = {name: getattr(row, name) for name in names}
        return {**version, "side": row.side, **known}

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Go back to the appeal."""
        return see_other("appeal", self.case.pk)


class Admit(AppealPage[AdmitForm]):
    """Admit a late or incomplete appeal, or refuse it; a person, with a reason."""

    acts, right = (Act.ADMIT,), Act.ADMIT
    http_method_names = ["post"]
    make_form = AppealPage.admit_form

    def act(self, form: AdmitForm) -> object:
        """Admit the appeal, or refuse it."""
        given = form.cleaned_data
        return admit_appeal(
            form.context(self.request.actor),
            self.case.pk,
            admitted=given["admitted"],
            reason=given["reason"],
            side=given["side"],
        )


class Panel(AppealPage[PanelForm]):
    """Name the panel and the advisers, and note the deposit."""

    acts, right = (Act.PANEL,), Act.PANEL
    http_method_names = ["post"]
    make_form = AppealPage.panel_form

    def act(self, form: PanelForm) -> object:
        """Record who hears the appeal, who advised, and the deposit."""
        given = form.cleaned_data
        return set_panel(
            form.context(self.request.actor),
            self.case.pk,
            panel=given["panel"],
            advisers=given["advisers"],
            deposit=given["deposit"],
            side=given["side"],
            hearing_at=given["hearing_at"],
            room=given["room"],
            barred=given["barred"],
        )


appeal = AppealPage.as_view()
appeal_admit, appeal_panel = Admit.as_view(), Panel.as_view()
