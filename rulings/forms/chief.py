"""What the chief director sends: review, overruling, windows, outages, appeals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.bridge.seats import Side
from rulings.forms.acts import MAX_REASON, ActForm, PageForm, Unseen, reason_field
from rulings.forms.times import this_century
from rulings.forms.widgets import Buttons, DayTime, Ticks, Tiles, Words
from rulings.models import Appeal, Window
from rulings.workflow.faults import FAULTS

MOST_MINUTES = 1440


class LawsField(forms.CharField):
    """The numbers of Laws, between commas."""

    def clean(self, value: object) -> list[str]:
        """Return them one by one."""
        words = str(super().clean(value)).replace(";", ",").split(",")
        return [word.strip() for word in words if word.strip()]


class TricksField(forms.TypedChoiceField):
    """A final number of tricks, one of those that can be."""

    widget = Tiles

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - Django's own settings
        """Take a number, or None where none has to be given."""
        super().__init__(coerce=int, empty_value=None, **settings)

    def offer(self, numbers: range) -> None:
        """Take these numbers alone."""
        self.choices = [(number, number) for number in numbers]
        self.error_messages["invalid_choice"] = gettext(
            "%(given)s tricks cannot be: give a number from %(least)d to %(most)d."
        ) % {"given": "%(value)s", "least": numbers[0], "most": numbers[-1]}


class LiveFilterForm(PageForm):
    """What the chief's list is narrowed to; it brings no act."""

    in_a_row = True
    section = forms.ChoiceField(label=_("Section"), required=False)
    session = forms.ChoiceField(label=_("Session"), required=False)
    director = forms.ChoiceField(label=_("Director"), required=False)
    law = forms.ChoiceField(label=_("Law"), required=False)
    q = forms.CharField(
        label=_("Search in table, board, state, contract or the claimer’s words"),
        max_length=80,
        required=False,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )

    def __init__(
        self, choices: Mapping[str, list[tuple[str, str]]], asked: Mapping[str, str]
    ) -> None:
        """Offer those choices of which there are several; keep what was asked for."""
        known = {name: {value for value, _words in of} for name, of in choices.items()}
        kept = {name: asked.get(name, "").strip()[:80] for name in ("q", *choices)}
        kept |= {name: "" for name in choices if kept[name] not in known[name]}
        super().__init__(initial=kept)
        self.asked = {name: value for name, value in kept.items() if value}
        """What the list is narrowed to."""
        for name, of in choices.items():
            if len(of) > 1 or kept[name]:
                self.fields[name].choices = [("", gettext("all")), *of]  # type: ignore[attr-defined]  # a choice
            else:
                del self.fields[name]


class ReviewForm(ActForm):
    """Confirm a ruling, or send it back with a reason."""

    reason = reason_field(_("Reason, for the director"))
    do = forms.ChoiceField(
        choices=[(word, word) for word in ("confirm", "send_back")],
        widget=Buttons,
    )

    def __init__(self, *args: Any, **settings: Any) -> None:  # noqa: ANN401 - Django's own
        """Ask for a reason unless the ruling is confirmed."""
        super().__init__(*args, **settings)
        self.fields["reason"].required = self["do"].value() != "confirm"


class OverruleForm(ActForm):
    """Another number of tricks for the claiming side, the Laws, and the reason."""

    tricks = TricksField(label=_("Tricks of the claiming side"))
    laws = LawsField(label=_("Laws"), max_length=120)
    reason = reason_field(_("Reason, for the record"))

    def __init__(
        self,
        data: object,
        *,
        numbers: range,
        revoke: bool,
        left: int | None,
        initial: dict[str, object],
    ) -> None:
        """Take these numbers of tricks; `revoke` says that its tricks are in them."""
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        tricks = self.fields["tricks"]
        offer(tricks, numbers)
        if revoke:
            tricks.label = _("Tricks of the claiming side, with the revoke’s tricks")
        if left:
            tricks.help_text = gettext("of the last %(left)s") % {"left": left}


WINDOW_ACTS = {
    "extend": (_("Extend"), _("Reason, shown to the players")),
    "close": (_("Close now"), _("Reason for closing it now")),
}
"""What can be done to a window: its button, and what its reason is for."""


class WindowForm(ActForm):
    """A longer window, or its early end; always with a reason."""

    in_a_row = True

    purpose = forms.ChoiceField(choices=Window.Purpose.choices, widget=Unseen)
    minutes = forms.IntegerField(
        label=_("More minutes"), min_value=1, max_value=MOST_MINUTES, initial=15
    )
    reason = reason_field("", rows=0)
    do = forms.ChoiceField(widget=Buttons)

    def __init__(self, data: object, do: str, window: Window) -> None:
        """Take what is done to this window."""
        initial = {"purpose": window.purpose, "version": window.case.version}
        auto_id = f"{do}-{window.purpose}-%s"
        super().__init__(data, initial=initial, auto_id=auto_id)  # type: ignore[arg-type]  # a request's POST
        button, self.fields["reason"].label = WINDOW_ACTS[do]
        offer(self.fields["do"], {do: button})
        if do == "close":
            del self.fields["minutes"]


class OutageForm(ActForm):
    """How long something was down, and what."""

    version = None

    minutes = forms.IntegerField(
        label=_("How many minutes was it down?"), min_value=1, max_value=MOST_MINUTES
    )
    reason = reason_field(_("What was down; the players see it"), rows=3)


class SessionTimesForm(ActForm):
    """More time for a whole session, or the early end of what was given up."""

    version = None
    in_a_row = True

    minutes = forms.IntegerField(
        label=_("More minutes"), min_value=1, max_value=MOST_MINUTES, initial=15
    )
    reason = reason_field("", rows=0)
    do = forms.ChoiceField(widget=Buttons)

    def __init__(self, data: object, do: str) -> None:
        """Take what is done to the times."""
        super().__init__(data, auto_id=f"{do}-%s")  # type: ignore[arg-type]  # a request's POST
        button, self.fields["reason"].label = WINDOW_ACTS[do]
        offer(self.fields["do"], {do: button})
        if do == "close":
            del self.fields["minutes"]


class ReopenedForm(ActForm):
    """That the event is closed, or why it is opened again."""

    version = None

    reason = reason_field(_("Why is it opened again?"), rows=3)

    def __init__(self, data: object, *, is_closed: bool) -> None:
        """Ask for the reason of opening a closed event again."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.is_closed = is_closed
        if not is_closed:
            del self.fields["reason"]


class AssignForm(ActForm):
    """One member of staff out of those offered."""

    user = forms.TypedChoiceField(coerce=int, widget=Buttons("choice"))

    def __init__(
        self, data: object, *, users: Mapping[int, str], initial: dict[str, object]
    ) -> None:
        """Offer these accounts by name."""
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        offer(self.fields["user"], users)


class OfSideForm(ActForm):
    """An act on the appeal of a side."""

    side = forms.ChoiceField(
        choices=[(side.value, side.value) for side in Side],
        required=False,
        widget=Unseen,
    )


class AdmitForm(OfSideForm):
    """Admit a late or incomplete appeal, or refuse it."""

    reason = reason_field(_("Reason for hearing it or not"), rows=0)
    admitted = forms.TypedChoiceField(
        choices=[("yes", _("Hear it")), ("no", _("Do not hear it"))],
        coerce=lambda word: word == "yes",
        widget=Buttons,
    )


class PanelForm(OfSideForm):
    """Who hears an appeal, who advised on the ruling, and the deposit."""

    panel = forms.TypedMultipleChoiceField(
        label=_("Panel"), coerce=int, required=False, widget=Ticks
    )
    advisers = forms.TypedMultipleChoiceField(
        label=_("Advised on the ruling"), coerce=int, required=False, widget=Ticks
    )
    barred = forms.TypedMultipleChoiceField(
        label=_("Declared an interest in the case"),
        coerce=int,
        required=False,
        widget=Ticks,
    )
    deposit = forms.CharField(label=_("Deposit"), max_length=40, required=False)
    hearing_at = forms.DateTimeField(
        label=_("The hearing begins"),
        help_text=_("Both sides and the panel are notified, also when it moves."),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        validators=[this_century],
        widget=DayTime,
    )
    room = forms.CharField(label=_("Room"), max_length=40, required=False)

    def __init__(
        self,
        data: object,
        *,
        reviewers: Mapping[int, str],
        staff: Mapping[int, str],
        expected: str = "",
        initial: dict[str, object],
    ) -> None:
        """Offer the reviewers for the panel, and all staff as advisers.

        `expected` is the deposit by the regulations.
        """
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        offer(self.fields["panel"], reviewers)
        offer(self.fields["advisers"], staff)
        offer(self.fields["barred"], staff)
        if expected:
            words = _("by the regulations %(deposit)s") % {"deposit": expected}
            self.fields["deposit"].help_text = words
        if not reviewers:
            nobody = _("Nobody has the role of reviewer yet.")
            self.fields["panel"].help_text = nobody


class EndForm(OfSideForm):
    """The decision on an appeal; a changed ruling brings its tricks and Laws."""

    point = forms.ChoiceField(
        label=_("The point in dispute"), choices=Appeal.Point.choices, widget=Tiles
    )
    outcome = forms.ChoiceField(
        label=_("Result"),
        choices=[
            choice
            for choice in Appeal.Outcome.choices
            if choice[0] != Appeal.Outcome.WITHDRAWN
        ],
        widget=Tiles,
    )
    tricks = TricksField(
        label=_("If changed: tricks of the claiming side"), required=False
    )
    laws = LawsField(label=_("If changed: Laws"), max_length=120, required=False)
    facts = forms.CharField(
        label=_("Facts the panel finds, and notes of its members"),
        help_text=_("if you like"),
        max_length=MAX_REASON,
        required=False,
        widget=Words,
    )
    reasons = reason_field(_("Reasons"))
    deposit_end = forms.ChoiceField(
        label=_("Deposit"),
        choices=[("returned", _("is returned")), ("kept", _("is kept"))],
        required=False,
        widget=Tiles,
    )

    def __init__(
        self,
        data: object,
        *,
        points: Mapping[str, str],
        ends: Mapping[str, str],
        numbers: range,
        revoke: bool,
        panel: Mapping[int, str],
        deposit: str,
        initial: dict[str, object],
    ) -> None:
        """Show what the reader may decide; others are refused by the act itself.

        Each member of the panel has a vote.
        """
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        self.revoke = revoke
        self.voters = {f"vote_{pk}": str(pk) for pk in panel}
        for pk, name in panel.items():
            self.fields[f"vote_{pk}"] = forms.ChoiceField(
                label=_("Vote of %(name)s") % {"name": name},
                choices=[("uphold", _("Uphold")), ("change", _("Change"))],
                required=False,
                widget=Tiles,
            )
        self.fields["deposit_end"].help_text = deposit
        if not deposit:
            del self.fields["deposit_end"]
        self.fields["point"].widget.choices = list(points.items())
        self.fields["outcome"].widget.choices = list(ends.items())
        offer(self.fields["tricks"], numbers)
        if revoke:
            self.fields["tricks"].label = _(
                "If changed: tricks of the claiming side, with the revoke’s tricks"
            )

    @property
    def votes(self) -> dict[str, str]:
        """Return the votes that were given, by account."""
        given = self.cleaned_data
        return {pk: given[name] for name, pk in self.voters.items() if given[name]}

    def clean(self) -> dict[str, Any]:
        """Ask for all that a changed ruling needs; after a revoke also its Laws."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("outcome") != Appeal.Outcome.CHANGED:
            return given
        if "tricks" in given and given["tricks"] is None:
            self.add_error("tricks", str(FAULTS["changed_without_tricks"].sentence))
        if "laws" in given and self.revoke and not given["laws"]:
            self.add_error("laws", _("A changed ruling needs its Laws."))
        return given


def offer(field: forms.Field, choices: range | Mapping[Any, Any]) -> None:
    """Let a field choose among numbers of tricks, or values by their names."""
    if isinstance(field, TricksField) and isinstance(choices, range):
        field.offer(choices)
    elif isinstance(field, forms.ChoiceField) and isinstance(choices, Mapping):
        field.choices = list(choices.items())
