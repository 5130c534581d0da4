"""People of an event: roles of staff, and the contestants with their names."""

from __future__ import annotations

import json
from functools import cached_property

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404

from rulings.forms.acts import ButtonForm
from rulings.forms.people import (
    AccountForm,
    EraseForm,
    InviteForm,
    NamesForm,
    PeopleForm,
    RoleForm,
    RoleListForm,
)
from rulings.models import Participant, Role
from rulings.permissions import EventAct, letters_in_event, may_in_event
from rulings.queries.desk import (
    ContestantRow,
    contestant_rows,
    pair_words,
    roles_of_event,
    section_names,
)
from rulings.queries.person import own_data
from rulings.queries.staff import Player, StaffRow, name_of, players_of, staff_rows
from rulings.views.common import found
from rulings.views.desk.common import DeskScreen
from rulings.views.home import DESK_WORDS
from rulings.views.lists import list_page
from rulings.views.screens import Filled
from rulings.workflow.errors import Fault
from rulings.workflow.event.contestants import add_contestants, rename_players
from rulings.workflow.event.ends import erase_person, hand_out
from rulings.workflow.event.events import (
    CHIEF_GIVES,
    end_role,
    give_role,
    give_roles,
    link_account,
)
from rulings.workflow.event.invitations import waiting_invitations, whom


class PeopleScreen(DeskScreen[Filled]):
    """Who does what in the event, who of them plays, and the pairs."""

    tab, template = "roles", "desk/people.html"

    @cached_property
    def given(self) -> list[Role.Name]:
        """Return the roles that this reader gives and ends."""
        letters = letters_in_event(self.request.actor, self.event.pk)
        return [name for name in Role.Name if "A" in letters or name in CHIEF_GIVES]

    @cached_property
    def sections(self) -> dict[str, str]:
        """Return the sections of the event."""
        return section_names(self.event)

    @cached_property
    def players(self) -> list[Player]:
        """Return the players of the event."""
        return players_of(self.event)

    @cached_property
    def staff(self) -> list[StaffRow]:
        """Return the accounts of the staff."""
        return staff_rows(self.event, self.players, self.request.actor.at)

    def role_form(self, data: object = None) -> RoleForm:
        """Return the form of a role."""
        roles = [(name.value, DESK_WORDS[name]) for name in self.given]
        return RoleForm(data, roles=roles, sections=self.sections)

    def invite_form(self, data: object = None) -> InviteForm:
        """Return the form of an invitation."""
        roles = [(name.value, DESK_WORDS[name]) for name in self.given]
        mails = settings.MAIL_WORKS
        return InviteForm(data, mails=mails, roles=roles, sections=self.sections)

    def account_form(self, row: StaffRow, data: object = None) -> AccountForm:
        """Return the form that says which player an account is."""
        return AccountForm(data, row=row, players=self.players)

    def context(self) -> dict[str, object]:
        """Return the people; a refused form stands where it was sent from."""
        roles = [
            {
                "pk": row.pk,
                "name": name_of(row.user),
                "words": DESK_WORDS[Role.Name(row.role)],
                "sections": [self.sections.get(pk, "") for pk in row.sections],
                "button": self.button(row.pk) if row.role in self.given else None,
            }
            for row in roles_of_event(self.event)
        ]
        sent: object = self.form
        account = sent if isinstance(sent, AccountForm) else None
        return {
            "form": sent if isinstance(sent, RoleForm) else self.role_form(),
            "invite": sent if isinstance(sent, InviteForm) else self.invite_form(),
            "invited": [
                {
                    "row": row,
                    "name": whom(row)[0],
                    "words": DESK_WORDS[Role.Name(row.role)],
                }
                for row in waiting_invitations(self.event)
                if row.role in self.given
            ],
            "people": sent if isinstance(sent, PeopleForm) else PeopleForm(),
            "roles": roles,
            "role_gone": self._role_gone({row["pk"] for row in roles}),
            "contestants": list_page(
                self.request.GET, contestant_rows(self.event), pair_words
            ),
            "staff": [
                account if account and account.row == row else self.account_form(row)
                for row in self.staff
            ],
            "may_erase": may_in_event(self.request.actor, EventAct.ERASE, self.event),
            "may_import": may_in_event(self.request.actor, EventAct.IMPORT, self.event),
        }

    def _role_gone(self, shown: set[object]) -> object:
        """Return the refused button of a role that has ended, so has no row now."""
        gone = isinstance(self.form, ButtonForm) and self.kwargs["role_id"] not in shown
        return self.form if gone else None


class Roles(PeopleScreen[RoleForm]):
    """The people of the event, and a role for one of them."""

    acts = opens = (EventAct.GIVE_ROLE,)
    form_class = RoleForm

    def make_form(self, data: object) -> RoleForm:
        """Return the form of a role."""
        return self.role_form(data)

    def act(self, form: RoleForm) -> object:
        """Give the role."""
        given = form.cleaned_data
        return give_role(
            form.context(self.request.actor),
            self.event,
            given["username"],
            Role.Name(given["role"]),
            given.get("sections", []),
        )


class RoleList(PeopleScreen[RoleListForm]):
    """Roles from a list, as *These roles as CSV* writes it: all lines, or none."""

    acts = opens = (EventAct.GIVE_ROLE,)
    template = "desk/role_list.html"

    def fresh_form(self) -> RoleListForm:
        """Return the empty form."""
        return self.make_form(None)

    def make_form(self, data: object) -> RoleListForm:
        """Return the form."""
        held = {
            (row.user.username, row.role, tuple(row.sections))
            for row in roles_of_event(self.event)
        }
        return RoleListForm(data, roles=self.given, sections=self.sections, held=held)

    def context(self) -> dict[str, object]:
        """Return the roles and sections that a line can name."""
        return {"given": self.given, "sections": self.sections.values()}

    def act(self, form: RoleListForm) -> object:
        """Give the roles."""
        context = form.context(self.request.actor)
        return give_roles(context, self.event, form.cleaned_data["lines"])


class RoleEnd(PeopleScreen[ButtonForm]):
    """A role ends now; it stays in the record."""

    acts = opens = (EventAct.GIVE_ROLE,)
    http_method_names = ["post"]
    form_class = ButtonForm

    def act(self, form: ButtonForm) -> object:
        """End the role."""
        rows = Role.objects.filter(event=self.event)
        role = found(self.request, rows, self.kwargs["role_id"])
        return end_role(form.context(self.request.actor), self.event, role)


class AccountLink(PeopleScreen[AccountForm]):
    """Which player an account of the staff is, for the guard of the cards."""

    acts = opens = (EventAct.LINK_ACCOUNT,)
    http_method_names = ["post"]
    form_class = AccountForm

    def make_form(self, data: object) -> AccountForm:
        """Return the form of the account that is meant."""
        wanted = self.request.POST.get("user")
        for row in self.staff:
            if str(row.user.pk) == wanted:
                return self.account_form(row, data)
        raise Fault("page_too_old")

    def act(self, form: AccountForm) -> object:
        """Link the account to a player, or end its link."""
        context, given = form.context(self.request.actor), form.cleaned_data
        user, linked = form.row.user, form.row.player
        if given["player"] is not None:
            return link_account(context, self.event, given["player"], user)
        if linked is not None:
            return link_account(context, self.event, linked.participant, None)
        return form


class People(PeopleScreen[PeopleForm]):
    """Contestants are entered by number, with names that stay out of the log."""

    acts = opens = (EventAct.IMPORT,)
    http_method_names = ["post"]
    form_class = PeopleForm

    def make_form(self, data: object) -> PeopleForm:
        """Return the form, with the file that came."""
        return PeopleForm(data, self.request.FILES)  # type: ignore[arg-type]  # a request's POST

    def act(self, form: PeopleForm) -> object:
        """Enter them."""
        context = form.context(self.request.actor)
        return add_contestants(context, self.event, form.cleaned_data["lines"])


class Names(DeskScreen[NamesForm]):
    """The names of a contestant's players, to be corrected."""

    acts = opens = (EventAct.IMPORT,)
    tab, template = "roles", "desk/names.html"

    @cached_property
    def row(self) -> ContestantRow:
        """Return the contestant with its names."""
        wanted = self.kwargs["contestant_id"]
        rows = contestant_rows(self.event)
        found = next((row for row in rows if row.contestant.pk == wanted), None)
        if found is None:
            raise Http404
        return found

    def make_form(self, data: object) -> NamesForm:
        """Return the form of the names."""
        return NamesForm(data, players=dict(self.row.players))

    def context(self) -> dict[str, object]:
        """Return the contestant."""
        return {"row": self.row}

    def act(self, form: NamesForm) -> object:
        """Correct them."""
        context = form.context(self.request.actor)
        return rename_players(context, self.event, form.changed())


class PlayerScreen(DeskScreen[Filled]):
    """What is held about one player."""

    tab, template = "roles", "desk/player.html"
    participant: Participant

    def enter(self) -> HttpResponse | None:
        """Find the player of the event."""
        away = super().enter()
        rows = Participant.objects.filter(event=self.event).select_related("event")
        self.participant = get_object_or_404(rows, pk=self.kwargs["participant_id"])
        return away

    def context(self) -> dict[str, object]:
        """Return what is held, and the two forms."""
        refused: object = self.form
        return {
            "held": own_data(self.participant),
            "player": self.participant,
            "form": refused if isinstance(refused, EraseForm) else EraseForm(),
            "button": ButtonForm(),
        }


class PlayerData(PlayerScreen[EraseForm]):
    """Name and words of a player, to be erased on request (R19)."""

    acts = opens = (EventAct.ERASE,)
    form_class = EraseForm

    def act(self, form: EraseForm) -> object:
        """Erase them."""
        return erase_person(
            form.context(self.request.actor),
            self.event,
            self.participant.pk,
            reason=form.cleaned_data["reason"],
        )


class PlayerFile(PlayerScreen[ButtonForm]):
    """The same as a file, for the player who asks for it."""

    acts = opens = (EventAct.OWN_DATA,)
    http_method_names = ["post"]
    form_class = ButtonForm

    def act(self, form: ButtonForm) -> object:
        """Record that it is handed out."""
        return hand_out(form.context(self.request.actor), self.participant)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - the file follows from the player
        """Give the file."""
        data = json.dumps(own_data(self.participant), ensure_ascii=False, indent=1)
        answer = HttpResponse(data, content_type="application/json; charset=utf-8")
        answer["Content-Disposition"] = 'attachment; filename="player.json"'
        return answer


player_data, player_file = PlayerData.as_view(), PlayerFile.as_view()
roles, role_end = Roles.as_view(), RoleEnd.as_view()
role_list = RoleList.as_view()
account_link, people = AccountLink.as_view(), People.as_view()
names = Names.as_view()
