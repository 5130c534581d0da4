"""Invitations: issued and printed at the desk, used once by whoever was invited."""

from __future__ import annotations

import uuid
from functools import cached_property

from allauth.account.utils import perform_login
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.forms.acts import ButtonForm
from rulings.forms.people import InvitedForm, InviteForm, JoinForm
from rulings.models import Invitation, Role
from rulings.permissions import EventAct
from rulings.views.common import (
    HtmxHttpRequest,
    declares,
    found,
    screen,
    see_other,
)
from rulings.views.desk.common import DeskScreen
from rulings.views.desk.passes import square_of
from rulings.views.desk.people import PeopleScreen
from rulings.views.home import DESK_WORDS
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Barred
from rulings.workflow.event import invitations
from rulings.workflow.event.events import gives
from rulings.workflow.event.invitations import code_of, find_invitation, is_open, whom

GROUP = 4


class Invite(PeopleScreen[InviteForm]):
    """Somebody without an account is invited; the invitation can be printed."""

    acts = opens = (EventAct.INVITE,)
    http_method_names = ["post"]
    form_class = InviteForm

    def make_form(self, data: object) -> InviteForm:
        """Return the form of an invitation."""
        return self.invite_form(data)

    def act(self, form: InviteForm) -> uuid.UUID:
        """Invite; a form sent twice leads to the same invitation."""
        given = form.cleaned_data
        return invitations.invite(
            form.context(self.request.actor),
            self.event,
            Role.Name(given["role"]),
            given.get("sections", []),
            name=given["name"],
            mail=given.get("mail", ""),
        )

    def after(self, done: uuid.UUID) -> HttpResponse:
        """Show the invitation, to be printed."""
        return see_other("invitation", self.event.pk, done)


class InvitationScreen(DeskScreen[ButtonForm]):
    """One invitation, for whoever may give its role."""

    tab, template, form_class = "roles", "desk/invitation.html", ButtonForm
    acts = opens = (EventAct.INVITE,)
    http_method_names = ["get", "head"]

    @cached_property
    def row(self) -> Invitation:
        """Return the invitation; its code is a way into the role."""
        rows = Invitation.objects.filter(event=self.event)
        row = found(self.request, rows, self.kwargs["invitation_id"])
        if not gives(self.request.actor, self.event, row.role):
            raise Barred("gives_this_role")
        return row

    def context(self) -> dict[str, object]:
        """Return what is printed: for whom, the square, the address and the code."""
        code, (name, mail) = code_of(self.row.pk), whom(self.row)
        return {
            "row": self.row,
            "name": name,
            "mail": mail,
            "words": DESK_WORDS[Role.Name(self.row.role)],
            "open": is_open(self.row, self.request.actor.at),
            "square": square_of(reverse("invited", args=(code,))),
            "code": " ".join(
                code[at : at + GROUP] for at in range(0, len(code), GROUP)
            ),
            "address": settings.TD_ADDRESS,
        }


class InvitationEnd(InvitationScreen):
    """An invitation ends; its code opens nothing from now on."""

    http_method_names = ["post"]

    def act(self, form: ButtonForm) -> object:
        """End it."""
        return invitations.withdraw(
            form.context(self.request.actor), self.event, self.row
        )


@require_http_methods(["GET", "HEAD", "POST"])
@declares("accept an invitation")
def invited_code(request: HtmxHttpRequest) -> HttpResponse:
    """Ask for the code that stands on a printed invitation."""
    form = InvitedForm(request.POST or None)
    if form.is_valid():
        code = form.cleaned_data["code"]
        if too_many := _too_many(request):
            return too_many
        if find_invitation(code) is not None:
            return see_other("invited", "".join(code.split()).upper())
        form.refuse(_("No invitation has this code."), field="code")
    return screen(request, "account/code.html", {"form": form}, status=form.status)


def _too_many(request: HtmxHttpRequest) -> HttpResponse | None:
    """Return the page for a network that tries codes too often (429.html)."""
    answer: HttpResponse | None = ratelimit.consume_or_429(request, action="invited")
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@declares("accept an invitation")
def invited(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Make the account of whoever holds the code, or take the role as who is there."""
    if too_many := _too_many(request):
        return too_many
    row = find_invitation(code)
    if row is None:
        raise Http404
    timezone.activate(row.event.zone)
    mine = request.actor.user
    name, mail = whom(row)
    form = JoinForm(request.POST or None, initial={"username": name})
    open_now = is_open(row, request.actor.at)
    if request.method == "POST" and open_now and (mine or form.is_valid()):
        context = ActContext(by=request.actor, at=request.actor.at)
        user = invitations.accept(context, row, lambda: mine or _made(form, mail))
        if mine is None:
            answer: HttpResponse = perform_login(request, user)
            return answer
        return see_other("home")
    context_of_page = {
        "row": row,
        "form": form,
        "open": open_now,
        "words": DESK_WORDS[Role.Name(row.role)],
    }
    status = 422 if request.method == "POST" else 200
    return screen(request, "account/invited.html", context_of_page, status=status)


def _made(form: JoinForm, mail: str) -> User:
    taken = User.objects.filter(email__iexact=mail).exists()
    return User.objects.create_user(
        form.cleaned_data["username"],
        "" if taken else mail,
        form.cleaned_data["password1"],
    )


invite, invitation = Invite.as_view(), InvitationScreen.as_view()
invitation_end = InvitationEnd.as_view()
