"""Keys for programs: issue, list, revoke. A token is shown once and stored nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ButtonForm
from rulings.forms.events import HookForm, KeyForm, QuotaForm
from rulings.models import KEY_ROLES, ApiKey, Hook, Role
from rulings.permissions import EventAct, letters_in_event
from rulings.queries.desk import KeyRow, key_rows
from rulings.views.common import found
from rulings.views.desk.common import DeskScreen
from rulings.views.home import DESK_WORDS
from rulings.views.lists import PER_PAGE, list_page
from rulings.views.screens import Filled
from rulings.workflow.event.api_keys import issue_key, revoke_key, set_quota
from rulings.workflow.notify.outbox import add_hook, end_hook

PURPOSES = {
    Role.Name.DIRECTOR: _("ends rounds, notes calls, asks the solver, reads slips"),
    Role.Name.SCORER: _("reads slips"),
    Role.Name.ADMINISTRATOR: _("brings in boards and records of play"),
    Role.Name.CHIEF: _("all of this"),
}


STREAMS = frozenset({Role.Name.DIRECTOR, Role.Name.CHIEF})
"""Roles whose keys may stream positions for the solver."""


class KeyScreen(DeskScreen[Filled]):
    """Which programs have a key."""

    tab, template = "keys", "desk/keys.html"
    issued: Mapping[str, object] = {"sent": False, "token": "", "secret": ""}
    """What became of a new key, or of a new address."""

    @cached_property
    def roles(self) -> list[Role.Name]:
        """Return the roles in which this reader gives keys."""
        letters = letters_in_event(self.request.actor, self.event.pk)
        return [one for one in KEY_ROLES if "A" in letters or one != "administrator"]

    def key_form(self, data: object = None) -> KeyForm:
        """Return the form of a new key."""
        offered = [(one, DESK_WORDS[one], PURPOSES[one]) for one in self.roles]
        return KeyForm(data, roles=offered, usual=settings.TD_BULK_DAY)

    def quota_form(self, row: KeyRow) -> QuotaForm | None:
        """Return the form of a key's positions a day, where its role asks any."""
        if row.key.role not in STREAMS or row.key.revoked_at is not None:
            return None
        form: object = self.form
        meant = self.kwargs.get("key_id") == row.key.pk
        if not (meant and isinstance(form, QuotaForm)):
            return QuotaForm(None, row.key)
        form.fields["positions"].widget.attrs["autofocus"] = True  # far down the page
        return form

    def asked(self, keys: Sequence[KeyRow]) -> Mapping[str, str]:
        """Return what of the list is asked for: of a key that is changed its page."""
        shown = [row.key.pk for row in keys]
        if self.kwargs.get("key_id") not in shown:
            return self.request.GET
        at = shown.index(self.kwargs["key_id"])
        return {"page": str(at // PER_PAGE + 1)}

    def context(self) -> dict[str, object]:
        """Return the keys, the form of a new one, and what became of it."""
        keys, home = key_rows(self.event), reverse(self.tab, args=[self.event.pk])
        rows = [
            {
                "key": row.key,
                "purpose": row.purpose,
                "role": DESK_WORDS[Role.Name(row.key.role)],
                "may_end": row.key.role in self.roles and row.key.revoked_at is None,
                "quota": settings.TD_BULK_DAY
                if row.key.day_positions is None
                else row.key.day_positions,
                "quota_form": self.quota_form(row),
                "button": self.button(row.key.pk),
            }
            for row in keys
        ]
        listed = list_page(
            self.asked(keys), rows, lambda row: f"{row['purpose']} {row['role']}"
        )
        return {
            "form": self.form if isinstance(self.form, KeyForm) else self.key_form(),
            "hook_form": self.form if isinstance(self.form, HookForm) else HookForm(),
            "hooks": [
                {"hook": hook, "button": self.button(hook.pk)}
                for hook in Hook.objects.filter(event=self.event, ended_at=None)
            ],
            "address": f"{settings.TD_ADDRESS}/api/v1/",
            "rows": replace(listed, address="" if self.request.path == home else home),
            **self.issued,
        }


class Keys(KeyScreen[KeyForm]):
    """The keys, and a new one; its token is shown once."""

    acts = opens = (EventAct.ISSUE_KEY,)
    form_class = KeyForm

    def make_form(self, data: object) -> KeyForm:
        """Return the form of a new key."""
        return self.key_form(data)

    def act(self, form: KeyForm) -> dict[str, object]:
        """Issue a key; a form sent twice gives its token only once."""
        given, context = form.cleaned_data, form.context(self.request.actor)
        role = Role.Name(given["role"])
        purpose, positions = given["purpose"], given["positions"]
        issued = issue_key(context, self.event, role, purpose, positions)
        token = issued.token if issued else ""
        return {**self.issued, "sent": True, "token": token}

    def after(self, done: dict[str, object]) -> HttpResponse:
        """Show the token at once: no other page can."""
        self.form, self.issued = self.key_form(), done
        return self.show()


class KeyRevoke(KeyScreen[ButtonForm]):
    """A key is revoked: its program is out at the next request."""

    acts = opens = (EventAct.REVOKE_KEY,)
    http_method_names = ["post"]
    form_class = ButtonForm

    def act(self, form: ButtonForm) -> object:
        """Revoke the key."""
        rows = ApiKey.objects.filter(event=self.event)
        key = found(self.request, rows, self.kwargs["key_id"])
        return revoke_key(form.context(self.request.actor), self.event, key)


class KeyQuota(KeyScreen[QuotaForm]):
    """How many positions a key may stream on a day, from now on."""

    acts = opens = (EventAct.KEY_QUOTA,)
    http_method_names = ["post"]

    @cached_property
    def key(self) -> ApiKey:
        """Return the key meant, one that is not revoked."""
        rows = ApiKey.objects.filter(event=self.event, revoked_at=None)
        return found(self.request, rows, self.kwargs["key_id"])

    def make_form(self, data: object) -> QuotaForm:
        """Return the form with what the key has now."""
        return QuotaForm(data, self.key)

    def act(self, form: QuotaForm) -> object:
        """Set it."""
        context = form.context(self.request.actor)
        return set_quota(context, self.event, self.key, form.cleaned_data["positions"])


class Hooks(KeyScreen[HookForm]):
    """An address that is notified; its secret is shown once."""

    acts = opens = (EventAct.ISSUE_KEY,)
    http_method_names = ["post"]
    form_class = HookForm

    def act(self, form: HookForm) -> dict[str, object]:
        """Notify the program from now on."""
        context = form.context(self.request.actor)
        hook = add_hook(context, self.event, form.cleaned_data["address"])
        return {**self.issued, "secret": hook.secret if hook else ""}

    def after(self, done: dict[str, object]) -> HttpResponse:
        """Show the secret at once: no other page can."""
        self.form, self.issued = HookForm(), done
        return self.show()


class HookEnd(KeyScreen[ButtonForm]):
    """An address is notified no more."""

    acts = opens = (EventAct.REVOKE_KEY,)
    http_method_names = ["post"]
    form_class = ButtonForm

    def act(self, form: ButtonForm) -> object:
        """End it."""
        hook_id = self.kwargs["hook_id"]
        return end_hook(form.context(self.request.actor), self.event, hook_id)


hooks, hook_end = Hooks.as_view(), HookEnd.as_view()
keys, key_revoke = Keys.as_view(), KeyRevoke.as_view()
key_quota = KeyQuota.as_view()
