"""Objections to a claim, agreement, and wishes that come later (Laws 68D, 69, 70B2)."""

from __future__ import annotations

import uuid
from dataclasses import asdict, dataclass, replace
from functools import cached_property

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from rulings.bridge.seats import Seat
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
    objection_words,
    wants,
    who,
)
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.final import needs_admitting
from rulings.queries.case.late import law_of_wish
from rulings.queries.case.rules import flow_of
from rulings.queries.table.sheet import Sheet, sheet_for
from rulings.states import IN_FORCE, Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    on_tablet,
    signed_in,
)
from rulings.views.table.frame import (
    TableScreen,
    also,
    case_screen,
    need_sight,
    see_other,
)
from rulings.workflow import objections as record
from rulings.workflow.acts import ActContext

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
            return ""
        return "" if row is None else f"?seat={row.seat or row.side}"

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


objections = ObjectionsScreen.as_view()


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


@declares(Act.AGREE)
@require_POST
@signed_in
def agree(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record that the other side agrees: the claim is scored as made (Law 69A)."""
    case = case_for(request, case_id)
    given = assent_of(sheet_for(request.actor, case))
    record.agree(act_form(request), case.pk, **asdict(given))
    return see_other("case", case.pk)


def assent_of(sheet: Sheet) -> record.Assent:
    """Return the assent of the side that did not claim, with the score where known."""
    tricks = declarer_tricks_as_claimed(sheet)
    return record.Assent(
        side=str(sheet.claimer.side.other) if sheet.claimer is not None else "",
        how=Agreement.How.SPOKEN,
        tricks_declarer=tricks,
        score_ns=None if tricks is None else score_ns(sheet, tricks),
    )


@declares(Act.RESOLVE)
@require_POST
@signed_in
def withdraw(
    request: HtmxHttpRequest, case_id: uuid.UUID, objection_id: uuid.UUID
) -> HttpResponse:
    """Record that an objection is withdrawn; without one the other side has agreed.

    The state table knows no way from contested to agreed: the case is closed as
    settled, opened again and agreed, each an entry with its reason.
    """
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    row = get_object_or_404(Objection, pk=objection_id, case=case)
    sheet = sheet_for(request.actor, case)
    record.resolve_objection(
        act_form(request),
        case.pk,
        row.pk,
        resolution=Objection.Resolution.WITHDRAWN,
        reason=_("The objection was withdrawn."),
        settled=assent_of(sheet) if sheet.claim else None,
    )
    return see_other("case", case.pk)


@declares(Act.CONTEST)
@require_POST
@signed_in
def contest(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Make the case contested without an objection: the claim is doubted (68D2)."""
    case = case_for(request, case_id)
    form = act_form(request)
    record.contest(form, case.pk)
    return see_other("case", case.pk)


@declares(Act.RESOLVE, Act.ADMIT, Act.CONTEST)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def wish(
    request: HtmxHttpRequest, case_id: uuid.UUID, objection_id: uuid.UUID
) -> HttpResponse:
    """Show what a player wants, and settle it: admit, take up, or refuse."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    row = get_object_or_404(Objection, pk=objection_id, case=case)
    form = SettleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        _settle(act_form(request), case, row, form)
        return see_other("case", case.pk)
    sheet = sheet_for(request.actor, case)
    context = {
        "wish": row,
        "who": who(row),
        "wants": wants(row, case),
        "words": sheet.texts.get(row.words, ""),
        "late_minutes": -(-row.late_ms // 60_000),
        "undecided": needs_admitting(row),
        "reason_label": REASONS.get(row.reason_code, ""),
        "wishes": [],
        "announced": case.state in IN_FORCE,
        "contestable": case.state in CONTESTABLE | JUDGED,
        "judged": case.state in JUDGED,
        **_found(sheet, row, request),
    }
    return case_screen(request, "wish", case, context, sheet=sheet)


def _found(sheet: Sheet, row: Objection, request: HtmxHttpRequest) -> dict[str, object]:
    """Return the law that the recorded instants lead to, with what it rests on."""
    found = law_of_wish(sheet.case, row, request.actor.at)
    if found is None:
        return {"found": None}
    return {
        "found": found,
        "found_laws": ", ".join(str(ref) for ref in found.laws),
        "found_question": filled(found.question, flow_of(sheet.case), sheet),
        "found_windows": [
            (PURPOSES[Window.Purpose(window.purpose)], window.closes_at, is_open)
            for window, is_open in found.windows
        ],
    }


def _settle(context: ActContext, case: Case, row: Objection, given: SettleForm) -> None:
    do, reason = given.cleaned_data["do"], given.cleaned_data["reason"]
    if do in {"admit", "refuse_late"}:
        record.admit_late(
            context, case.pk, row.pk, admitted=do == "admit", reason=reason
        )
        return
    resolution = (
        Objection.Resolution.CONTESTED
        if do == "contest"
        else Objection.Resolution.REFUSED
    )
    record.resolve_objection(
        context, case.pk, row.pk, resolution=resolution, reason=reason
    )
