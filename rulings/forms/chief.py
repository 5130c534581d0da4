"""What the chief director sends: review, overruling, windows, outages, appeals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from rulings.models import Appeal, Window
from rulings.workflow.decide import TRICKS

MAX_REASON = 2000


class ReviewForm(forms.Form):
    """Confirm a ruling, or send it back with a reason."""

    do = forms.ChoiceField(choices=[("confirm", ""), ("send_back", "")])
    reason = forms.CharField(max_length=MAX_REASON, required=False)


class OverruleForm(forms.Form):
    """Another number of tricks for the claiming side, the Laws, and the reason."""

    tricks = forms.IntegerField(min_value=-TRICKS, max_value=TRICKS)
    laws = forms.CharField(max_length=120)
    reason = forms.CharField(max_length=MAX_REASON)

    def __init__(self, data: object, *, numbers: range) -> None:
        """Take these numbers of tricks."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.numbers = numbers

    def clean_tricks(self) -> int:
        """Refuse a number of tricks that cannot be."""
        return possible(self.cleaned_data["tricks"], self.numbers)

    def clean_laws(self) -> list[str]:
        """Return the law numbers, one by one."""
        words = str(self.cleaned_data["laws"]).replace(";", ",").split(",")
        return [word.strip() for word in words if word.strip()]


class WindowForm(forms.Form):
    """A longer window, or its early end; always with a reason."""

    do = forms.ChoiceField(choices=[("extend", ""), ("close", "")])
    purpose = forms.ChoiceField(choices=Window.Purpose.choices)
    minutes = forms.IntegerField(min_value=1, max_value=1440, required=False)
    reason = forms.CharField(max_length=MAX_REASON)

    def clean(self) -> dict[str, object]:
        """Ask for minutes where time is given."""
        given = super().clean() or {}
        if given.get("do") == "extend" and not given.get("minutes"):
            self.add_error("minutes", _("Say how many minutes the players get."))
        return given


class OutageForm(forms.Form):
    """How long something was down, and what."""

    minutes = forms.IntegerField(min_value=1, max_value=1440)
    reason = forms.CharField(max_length=MAX_REASON)


class UserForm(forms.Form):
    """One member of staff out of those offered."""

    user = forms.ModelChoiceField(queryset=User.objects.none())

    def __init__(self, data: object, *, users: Iterable[int]) -> None:
        """Offer these accounts."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        offer(self.fields["user"], users)


class AppealForm(forms.Form):
    """Admit a late or incomplete appeal, or refuse it."""

    admitted = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda word: word == "yes"
    )
    reason = forms.CharField(max_length=MAX_REASON)


class People(forms.ModelMultipleChoiceField[User]):
    """Some of the accounts offered; a number that is too large is none of them."""

    def clean(self, value: Any) -> QuerySet[User, User]:  # noqa: ANN401 - as sent
        """Refuse what was not offered before the database is asked for it."""
        rows = User.objects.none() if self.queryset is None else self.queryset
        offered = {str(pk) for pk in rows.values_list("pk", flat=True)}
        for given in value if isinstance(value, list | tuple) else ():
            if str(given) not in offered:
                raise ValidationError(
                    self.error_messages["invalid_choice"],
                    code="invalid_choice",
                    params={"value": given},
                )
        return super().clean(value)


class PanelForm(forms.Form):
    """Who hears an appeal, who advised on the ruling, and the deposit."""

    panel = People(User.objects.none(), required=False)
    advisers = People(User.objects.none(), required=False)
    deposit = forms.CharField(max_length=40, required=False)

    def __init__(
        self, data: object, *, reviewers: Iterable[int], staff: Iterable[int]
    ) -> None:
        """Offer the reviewers for the panel, and all staff as advisers."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        offer(self.fields["panel"], reviewers)
        offer(self.fields["advisers"], staff)


class EndForm(forms.Form):
    """The decision on an appeal; a changed ruling brings its tricks and Laws."""

    point = forms.ChoiceField(choices=Appeal.Point.choices)
    outcome = forms.ChoiceField(
        choices=[
            (value, label)
            for value, label in Appeal.Outcome.choices
            if value != Appeal.Outcome.WITHDRAWN
        ]
    )
    tricks = forms.IntegerField(min_value=-TRICKS, max_value=TRICKS, required=False)
    laws = forms.CharField(max_length=120, required=False)
    reasons = forms.CharField(max_length=MAX_REASON)

    clean_laws = OverruleForm.clean_laws

    def __init__(self, data: object, *, numbers: range, revoke: bool) -> None:
        """Take these numbers of tricks; after a revoke the Laws must be given anew."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.numbers, self.revoke = numbers, revoke

    def clean(self) -> dict[str, object]:
        """Ask for the tricks of a changed ruling, and for its Laws after a revoke."""
        given = super().clean() or {}
        if given.get("outcome") != Appeal.Outcome.CHANGED:
            return given
        if given.get("tricks") is not None:
            try:
                possible(given["tricks"], self.numbers)
            except ValidationError as error:
                self.add_error("tricks", error)
        elif "tricks" not in self.errors:
            self.add_error("tricks", _("A changed ruling needs its number of tricks."))
        if self.revoke and not given.get("laws"):
            self.add_error("laws", _("A changed ruling needs its Laws."))
        return given


def possible(tricks: int, numbers: range) -> int:
    """Return a number of tricks; raise ValidationError where it cannot be."""
    if tricks not in numbers:
        raise ValidationError(
            _("%(given)d tricks cannot be: give a number from %(least)d to %(most)d."),
            params={"given": tricks, "least": numbers[0], "most": numbers[-1]},
        )
    return tricks


def offer(field: forms.Field, users: Iterable[int]) -> None:
    """Let a field choose among some accounts."""
    if isinstance(field, forms.ModelChoiceField):
        field.queryset = User.objects.filter(pk__in=list(users)).order_by("username")
