"""Objections to a claim, agreement, and wishes that come later (Laws 68D, 69, 70B2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.seats import Seat
from rulings.forms.acts import ActForm
from rulings.forms.table.objections import ObjectionForm, SettleForm
from rulings.models import Agreement, Case, Objection, Window
from rulings.permissions import Sight
from rulings.presenters import seat_roles
from rulings.presenters.table.gist import filled
from rulings.presenters.table.palette import is_notrump
from rulings.presenters.table.scores import declarer_tricks_as_claimed, score_ns
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import (
    PURPOSES,
    REASONS,
    late_law,
    objection_words,
    wants,
    who,
)
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.final import needs_admitting
from rulings.queries.case.late import law_of_wish
from rulings.queries.case.rules import flow_of
from rulings.queries.table.sheet import Sheet
from rulings.states import IN_FORCE, Act, State
from rulings.views.common import on_tablet, see_other
from rulings.views.screens import CaseScreen, Tap
from rulings.views.table.frame import TableScreen, also
from rulings.workflow import objections as record

CONTESTABLE = frozenset({State.CALLED, State.AGREED, State.CLOSED})
"""States in which a wish that is taken up makes a case of its own to rule on."""
JUDGED = frozenset({State.CONTESTED, State.FROZEN, State.RESERVED})
"""States in which the ruling still to come answers a wish that is taken up."""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat at the table: its part in the board, and what it says of the claim."""

    letter: str
    name: str
    role: str
    stance: str
    doubt: Objection | None = None
    why: str = ""
    words: str = ""


class ObjectionsScreen(TableScreen[ObjectionForm]):
    """Seats round the table: one tap for each that objects, or the other side agrees.

    What an objection says, a reason or words, is added to it as it is heard.
    """

    acts = (Act.OBJECT,)
    sight = Sight.DRAFT
    form_class = ObjectionForm
    errors_above = True
    template = here = "objections"

    def enter(self) -> HttpResponse | None:
        """Leave where the case knows no claim."""
        super().enter()
        is_claim = self.case.kind == Case.Kind.CLAIM
        return None if is_claim else see_other("case", self.case.pk)

    @property
    def _doubts(self) -> dict[str, Objection]:
        """Return the last objection of each seat, or of a side that named no seat."""
        return {row.seat or row.side: row for row in self.sheet.doubts}

    @cached_property
    def about(self) -> Objection | None:
        """Return the objection whose reason and words stand on the page."""
        doubts = self._doubts
        asked = self.request.GET.get("seat", "")
        return doubts.get(asked) or next(reversed(doubts.values()), None)

    def make_form(self, data: object) -> ObjectionForm:
        """Return the form with the words of the objection in hand."""
        first: dict[str, object] = {"version": self.case.version}
        if self.about is not None:
            first["about"] = self.about.pk
            first["words"] = self.sheet.texts.get(self.about.words, "")
        return ObjectionForm(data, initial=first)  # type: ignore[arg-type]  # a request's POST

    def context(self) -> dict[str, object]:
        """Return who sits where and says what, and the sum of it."""
        sheet, about = self.sheet, self.about
        others = sheet.claimer.side.other if sheet.claimer is not None else None
        free = sheet.case.state == State.CALLED and not sheet.doubts
        return {
            "seats": [self._card(seat) for seat in Seat],
            "sides": [
                (row, objection_words(row), sheet.texts.get(row.words, ""))
                for row in sheet.doubts
                if not row.seat
            ],
            "about": about,
            "about_name": "" if about is None else who(about),
            "reasons": _reasons(sheet),
            "kept": self._doubts.get(self.request.GET.get("kept", "")),
            "sum": sum_words(sheet),
            "claimed": claimed_words(sheet),
            "others": side_name(others) if others is not None and free else "",
            "settles": side_name(others) if others and len(sheet.doubts) == 1 else "",
            "others_value": others.value if others is not None else "",
        }

    def _card(self, seat: Seat) -> SeatCard:
        sheet, row = self.sheet, self._doubts.get(seat.letter)
        role = seat_roles(sheet.contract).get(seat, "")
        stance = "claimer" if seat is sheet.claimer else "open"
        if row is None:
            return SeatCard(seat.letter, seat_name(seat), role, stance)
        words = sheet.texts.get(row.words, "")
        why = str(REASONS.get(row.reason_code, ""))
        return SeatCard(seat.letter, seat_name(seat), role, "objects", row, why, words)

    def act(self, form: ObjectionForm) -> str:
        """Record what was added to an objection, then the seat that objects."""
        data = form.cleaned_data
        context = on_tablet(form.context(self.request.actor))
        row = next((d for d in self.sheet.doubts if d.pk == data["about"]), None)
        if row is not None and self._says_more(row, form):
            record.say_more(
                context,
                self.case.pk,
                row.pk,
                form.code if data["reason"] else row.reason_code,
                data["words"].strip(),
            )
            context = replace(also(context, "seat"), version=None)
        if data["seat"]:
            for wanted in form.wanted():
                record.submit_objection(context, self.case.pk, wanted)
                context = replace(also(context, wanted.seat), version=None)
            return f"?kept={data['seat']}&seat={data['seat']}"
        if data["go"]:
            if self._is_reopened:
                record.contest(replace(also(context, "go"), version=None), self.case.pk)
            return ""
        return "" if row is None else f"?seat={row.seat or row.side}"

    @property
    def _is_reopened(self) -> bool:
        """Say whether the objections were in before: nothing else takes them up."""
        taken = Objection.Resolution.CONTESTED
        doubts = self.sheet.doubts if self.case.state == State.CALLED else ()
        return any(row.resolution == taken for row in doubts)

    def _says_more(self, row: Objection, form: ObjectionForm) -> bool:
        words = self.sheet.texts.get(row.words, "")
        chosen = bool(form.cleaned_data["reason"]) and form.code != row.reason_code
        return chosen or form.cleaned_data["words"].strip() != words

    def after(self, done: str) -> HttpResponse:
        """Stay while objections are heard; go on where the main button leads."""
        assert self.form is not None  # noqa: S101 - an act was done with it
        if self.form.goes_on:
            return see_other("case", self.case.pk)
        return see_other("objections", self.case.pk, query=done)


def sum_words(sheet: Sheet) -> str:
    """Return who objects and which opponent is silent, "" while nobody objects."""
    names = list(dict.fromkeys(who(row) for row in sheet.doubts))
    if not names:
        return ""
    heard = {row.seat for row in sheet.doubts}
    side = None if sheet.claimer is None else sheet.claimer.side.other
    silent = [seat for seat in (side.seats if side else ()) if seat.letter not in heard]
    first, last = ", ".join(names[:-1]), names[-1]
    both = _("%(first)s and %(last)s") % {"first": first, "last": last}
    says = ngettext("%(names)s objects", "%(names)s object", len(names))
    values = {"names": both if first else last}
    if len(silent) == 1 and all(row.seat for row in sheet.doubts):
        return _("%(objects)s, %(seat)s silent") % {
            "objects": says % values,
            "seat": seat_name(silent[0]),
        }
    return says % values


def _reasons(sheet: Sheet) -> list[tuple[str, object]]:
    """Return the reasons on offer; at no trump no trump can be out."""
    return [
        (code, label)
        for code, label in REASONS.items()
        if code != "score" and (code != "trump_out" or not is_notrump(sheet))
    ]


class Agree(Tap):
    """That the other side agrees: the claim is scored as made (Law 69A)."""

    acts = (Act.AGREE,)

    def act(self, form: ActForm) -> object:
        """Record it."""
        given = asdict(assent_of(self.sheet))
        return record.agree(form.context(self.request.actor), self.case.pk, **given)


def assent_of(sheet: Sheet) -> record.Assent:
    """Return the assent of the side that did not claim, with the score where known."""
    tricks = declarer_tricks_as_claimed(sheet)
    return record.Assent(
        side=str(sheet.claimer.side.other) if sheet.claimer is not None else "",
        how=Agreement.How.SPOKEN,
        tricks_declarer=tricks,
        score_ns=None if tricks is None else score_ns(sheet, tricks),
    )


class Withdraw(Tap):
    """That an objection is withdrawn; without one the other side has agreed.

    The state table knows no way from contested to agreed: the case is closed as
    settled, opened again and agreed, each an entry with its reason.
    """

    acts = (Act.RESOLVE,)
    sight = Sight.DRAFT

    def act(self, form: ActForm) -> object:
        """Record it."""
        return record.resolve_objection(
            form.context(self.request.actor),
            self.case.pk,
            _objection(self).pk,
            resolution=Objection.Resolution.WITHDRAWN,
            reason=_("The objection was withdrawn."),
            settled=assent_of(self.sheet) if self.sheet.claim else None,
        )


class Contest(Tap):
    """A case contested without an objection: the claim is doubted (68D2)."""

    acts = (Act.CONTEST,)

    def act(self, form: ActForm) -> object:
        """Record it."""
        return record.contest(form.context(self.request.actor), self.case.pk)


class Wish(TableScreen[SettleForm]):
    """What a player wants, and its end: admitted, taken up, or refused."""

    acts = (Act.RESOLVE, Act.ADMIT, Act.CONTEST)
    sight, template, form_class = Sight.DRAFT, "wish", SettleForm

    @cached_property
    def row(self) -> Objection:
        """Return the wish."""
        return _objection(self)

    def make_form(self, data: object) -> SettleForm:
        """Return the form, with what its reason is for."""
        form = super().make_form(data)
        if not needs_admitting(self.row):
            label = _("Reason for refusing; the players will see it")
            form.fields["reason"].label = label
        return form

    def context(self) -> dict[str, object]:
        """Return the wish, and what can be done with it."""
        row, state = self.row, self.case.state
        return {
            "wish": row,
            "who": who(row),
            "wants": wants(row, self.case),
            "words": self.sheet.texts.get(row.words, ""),
            "late_minutes": -(-row.late_ms // 60_000),
            "late_law": late_law(row),
            "undecided": needs_admitting(row),
            "reason_label": REASONS.get(row.reason_code, ""),
            "wishes": [],
            "announced": state in IN_FORCE,
            "contestable": state in CONTESTABLE | JUDGED,
            "judged": state in JUDGED,
            **_found(self.sheet, row, self.request.actor.at),
        }

    def act(self, form: SettleForm) -> object:
        """Settle it."""
        given, context = form.cleaned_data, form.context(self.request.actor)
        act, name, end = ENDS[given["do"]]
        place = context, self.case.pk, self.row.pk
        return act(*place, **{name: end}, reason=given["reason"])


ENDS: dict[str, tuple[Callable[..., object], str, object]] = {
    "admit": (record.admit_late, "admitted", True),
    "refuse_late": (record.admit_late, "admitted", False),
    "contest": (
        record.resolve_objection,
        "resolution",
        Objection.Resolution.CONTESTED,
    ),
    "refuse": (record.resolve_objection, "resolution", Objection.Resolution.REFUSED),
}
"""What a tap does with a wish: the verb, and how it ends."""


CONTESTED_CLAIM = "70"
"""The law on a claim that is doubted in time, in every edition."""


def _objection(screen: CaseScreen[Any]) -> Objection:
    """Return the objection of the address, or raise Http404."""
    pk = screen.kwargs["objection_id"]
    return get_object_or_404(Objection, pk=pk, case=screen.case)


def _found(sheet: Sheet, row: Objection, at: datetime) -> dict[str, object]:
    """Return the law that the recorded instants lead to, with what it rests on."""
    found, flow = law_of_wish(sheet.case, row, at), flow_of(sheet.case)
    if found is None:
        return {"found": None}
    contested = found.step in flow.points.among("statement", "contest")
    laws = CONTESTED_CLAIM if contested else ", ".join(str(ref) for ref in found.laws)
    return {
        "found": found,
        "found_laws": laws,
        "found_question": ""
        if contested  # that of the law is the first of many, not why it is this law
        else filled(found.question, flow, sheet),
        "found_windows": [
            (PURPOSES[Window.Purpose(window.purpose)], window.closes_at, is_open)
            for window, is_open in found.windows
        ],
    }


objections = ObjectionsScreen.as_view()
agree = Agree.as_view()
withdraw = Withdraw.as_view()
contest = Contest.as_view()
wish = Wish.as_view()
