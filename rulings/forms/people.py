"""What is sent about people: slips for pairs, roles, accounts of players, names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import MAX_REASON, ActForm, PageForm, RowField, Unseen
from rulings.forms.files import small_enough
from rulings.forms.typed import whole
from rulings.forms.widgets import Ticks, Tiles, Words
from rulings.importers.tables import csv_cells, sign_of
from rulings.importers.text import text_of
from rulings.models import Role
from rulings.queries.desk import ContestantRow
from rulings.queries.staff import Player, StaffRow
from rulings.workflow.event.events import RoleGiven

MAX_PAIRS = 2000
HEADINGS = frozenset({"number", "pair", "no", "nr", "#"})
"""How the first line of a file of names may begin that holds no pair."""


class PassesForm(ActForm):
    """For whom slips are issued; nobody ticked means everybody who has none."""

    version = None

    contestants = forms.MultipleChoiceField(
        required=False, widget=Ticks({"form": "issue"})
    )

    def __init__(self, data: object, *, rows: Iterable[ContestantRow]) -> None:
        """Offer the contestants of the event."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        words = gettext("Number %(n)s")
        self.fields["contestants"].choices = [  # type: ignore[attr-defined]  # a choice
            (row.contestant.pk, words % {"n": row.contestant.number}) for row in rows
        ]


class _GivesRole(ActForm):
    """A role in some sections or in all."""

    version = None

    role = forms.ChoiceField(
        label=_("Role"),
        widget=Tiles,
        error_messages={"invalid_choice": _("You cannot give this role.")},
    )
    sections = forms.MultipleChoiceField(
        label=_("Sections"),
        help_text=_("none ticked: all"),
        required=False,
        widget=Ticks,
    )

    def __init__(
        self,
        data: object,
        *,
        roles: Iterable[tuple[str, object]],
        sections: Mapping[str, str],
        auto_id: str = "id_%s",
    ) -> None:
        """Offer the roles that the giver may give, and the sections of the event."""
        super().__init__(data, auto_id=auto_id)  # type: ignore[arg-type]  # a request's POST
        self.fields["role"].choices = list(roles)  # type: ignore[attr-defined]  # a choice
        self.fields["sections"].choices = list(sections.items())  # type: ignore[attr-defined]  # a choice
        if len(sections) == 1:
            del self.fields["sections"]


class RoleForm(_GivesRole):
    """A role for an account."""

    username = forms.CharField(
        label=_("Name of the account"),
        max_length=150,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    field_order = ("username", "role", "sections")

    def clean_username(self) -> User:
        """Return the account; the administrator makes accounts, nobody else."""
        user = User.objects.filter(
            username=self.cleaned_data["username"], is_active=True
        ).first()
        if user is None:
            raise ValidationError(_("There is no account of this name."))
        return user


class RoleListForm(ActForm):
    """Roles for accounts, one a line: account; role; sections."""

    version = None

    lines = forms.CharField(
        label=_("One a line: account; role; sections"),
        max_length=50_000,
        strip=False,
        widget=Words(8),
    )

    def __init__(
        self,
        data: object,
        *,
        roles: Iterable[str] = (),
        sections: Mapping[str, str],
        held: Collection[tuple[str, str, tuple[str, ...]]] = (),
    ) -> None:
        """Take the roles that the giver may give, the sections, and who has which."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.roles, self.held = set(roles), set(held)
        self.section_ids = {words: pk for pk, words in sections.items()}

    def clean_lines(self) -> list[RoleGiven]:
        """Return each role; what is held already is passed over."""
        rows = str(self.cleaned_data["lines"]).splitlines()
        listed = [(place, row) for place, row in enumerate(rows, 1) if row.strip()]
        sign = sign_of(listed[-1][1]) if listed else ";"
        cells = [(place, csv_cells(row, sign)) for place, row in listed]
        if cells and cells[0][1][0].lower() == "account":
            del cells[0]
        names = {row[0] for _place, row in cells}
        users = {
            user.username: user
            for user in User.objects.filter(username__in=names, is_active=True)
        }
        given: list[RoleGiven] = []
        for place, row in cells:
            try:
                found = self._role(row, users)
            except ValidationError as error:
                where = gettext("line %(line)d") % {"line": place}
                self.add_error("lines", f"{where}: {error.messages[0]}")
                continue
            key = (found.user.username, found.role.value, tuple(found.sections))
            if key not in self.held:
                self.held.add(key)
                given.append(found)
        if not given and "lines" not in self.errors:
            raise ValidationError(_("Everybody listed has that role already."))
        return given

    def _role(self, row: list[str], users: Mapping[str, User]) -> RoleGiven:
        account, role, sections = [*row, "", ""][:3]
        if account not in users:
            raise ValidationError(_("There is no account of this name."))
        if role.lower() not in self.roles:
            raise ValidationError(_("You cannot give this role."))
        named = [one.strip() for one in sections.split(",") if one.strip()]
        unknown = [one for one in named if one not in self.section_ids]
        if unknown:
            raise ValidationError(
                gettext("There is no section %(name)s. Write session and letter: 1 A.")
                % {"name": unknown[0]}
            )
        ids = sorted(self.section_ids[one] for one in named)
        return RoleGiven(users[account], Role.Name(role.lower()), ids)


class InviteForm(_GivesRole):
    """A role for somebody who has no account yet."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    mail = forms.EmailField(
        label=_("E-mail"),
        help_text=_("may stay empty: the invitation can be printed"),
        required=False,
    )
    field_order = ("name", "mail", "role", "sections")

    def __init__(self, data: object, *, mails: bool, **offered: Any) -> None:  # noqa: ANN401 - what a role form takes
        """Ask for an address only where mail works."""
        super().__init__(data, auto_id="id_invite_%s", **offered)
        if not mails:
            del self.fields["mail"]


class InvitedForm(PageForm):
    """The code of a printed invitation."""

    refusal = ""

    code = forms.CharField(
        label=_("Code"),
        max_length=30,
        widget=forms.TextInput(
            {
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "typed",
            }
        ),
    )


class JoinForm(UserCreationForm[User]):
    """The account of somebody who was invited, or of the first administrator."""

    template_name = "forms/form.html"

    class Meta(UserCreationForm.Meta):
        """Ask for the name; the passwords are fields of their own."""

        labels = {"username": _("Name to sign in with")}
        help_texts = {"username": ""}

    def __init__(self, *given: Any, **more: Any) -> None:  # noqa: ANN401 - as Django's
        """Say in a few words what a password needs; a refusal says the rest."""
        super().__init__(*given, **more)
        first, again = self.fields["password1"], self.fields["password2"]
        first.help_text = gettext("at least 8 characters, not a common one")
        again.label, again.help_text = gettext("The same once more"), ""


NO_PLAYER = {"invalid_choice": _("This event has no such player.")}


class AccountForm(ActForm):
    """Which player of the event an account of its staff is; or none any more."""

    version = None

    user = forms.IntegerField(widget=Unseen)
    player = RowField(required=False, error_messages=NO_PLAYER)
    guess = RowField(required=False, error_messages=NO_PLAYER)
    unlink = forms.CharField(max_length=3, required=False)

    def __init__(
        self, data: object, *, row: StaffRow, players: Iterable[Player]
    ) -> None:
        """Offer an account the players of the event that no account is.

        Others are accepted too: a retry of a link that was made brings its receipt.
        The guess and the end of a link are buttons.
        """
        user = row.user.pk
        super().__init__(data, initial={"user": user}, auto_id=f"id_%s_{user}")  # type: ignore[arg-type]  # a request's POST
        self.row = row
        offered = [(one.participant, f"{one.number} {one.name}") for one in players]
        for name in ("player", "guess"):
            self.fields[name].offer(offered, "–")  # type: ignore[attr-defined]  # a choice among rows
        free = [(one.pk, words) for one, words in offered if not one.user_id]
        self.fields["player"].widget.choices = [("", "–"), *free]
        self.fields["player"].label = gettext("%(name)s plays as") % {"name": row.name}

    def clean(self) -> dict[str, object]:
        """Ask for a player unless a link is ended."""
        given = super().clean() or {}
        given["player"] = given.get("guess") or given.get("player")
        named = given["player"] or given.get("unlink") or self.errors
        if not named:
            self.add_error("player", _("Choose the player first."))
        return given


class PeopleForm(ActForm):
    """Contestants, one a line, pasted or from a CSV file: number; name; name."""

    version = None

    file = forms.FileField(
        label=_("A CSV file"),
        required=False,
        max_length=200,
        widget=forms.FileInput({"accept": ".csv,.txt"}),
    )
    lines = forms.CharField(
        label=_("Or one a line: number; name; name"),
        max_length=200_000,
        required=False,
        strip=False,
        widget=Words(6),
    )

    def clean_file(self) -> None:
        """Put the lines of a file in the form, where they are seen and kept."""
        file = self.cleaned_data["file"]
        if file is not None:
            lines = text_of(small_enough(file).read())
            self.data = {**self.data.dict(), "lines": lines}  # type: ignore[attr-defined]  # a request's POST
            self.files = MultiValueDict()

    def clean_lines(self) -> list[tuple[int, list[str]]]:
        """Return number and names of each line; a line of headings is passed over."""
        rows = str(self.cleaned_data["lines"]).splitlines()
        listed = [(place, row) for place, row in enumerate(rows, 1) if row.strip()]
        if not listed:
            raise ValidationError(_("Choose a file, or paste its lines."))
        sign = sign_of(listed[-1][1])
        entries: dict[int, list[str]] = {}
        for place, row in listed:
            first, *names = csv_cells(row, sign)
            if row == listed[0][1] and first.lower() in HEADINGS:
                continue
            number = whole(first)
            if number is None or not 0 < number <= MAX_PAIRS:
                raise ValidationError(
                    _("Line %(line)d: begin with a number, then names after ;"),
                    params={"line": place},
                )
            if number in entries:
                raise ValidationError(
                    _("Line %(line)d: this number is there already."),
                    params={"line": place},
                )
            entries[number] = [name[:120] for name in names if name]
        return sorted(entries.items())


class NamesForm(ActForm):
    """The names of a contestant's players, as they should be."""

    version = None

    def __init__(self, data: object, *, players: Mapping[str, str]) -> None:
        """Show the names by the players' keys; an erased one stays erased."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        for place, (pk, name) in enumerate(players.items(), start=1):
            if name:
                self.fields[pk] = forms.CharField(
                    label=gettext("Player %(n)d") % {"n": place},
                    max_length=120,
                    initial=name,
                    widget=forms.TextInput({"autocomplete": "off"}),
                )
        self.players = players

    def changed(self) -> dict[str, str]:
        """Return the names that are other ones now."""
        given = {pk: self.cleaned_data[pk] for pk in self.players if pk in self.fields}
        return {pk: name for pk, name in given.items() if name != self.players[pk]}


class EraseForm(ActForm):
    """Why a player's name and words are erased."""

    version = None

    reason = forms.CharField(
        label=_("Why, for the record (no names)"),
        max_length=MAX_REASON,
        widget=Words(2),
    )
