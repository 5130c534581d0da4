"""Facts found wrong after the announcement: one page, before and after, a new ruling.

Contract, claimer, board and number are corrected here. Words, cards, the claim and the
answers of law are opened again on their own screens; the announced ruling stays in
force until another is announced (79, 82B).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulings.bridge.seats import Seat, Side
from rulings.forms.table.calls import PlaceForm
from rulings.forms.table.correct import TRICKS, CorrectForm, FoundForm, TricksForm
from rulings.forms.typed import words
from rulings.models import Case, Role, Ruling
from rulings.permissions import Sight, letters_in_case
from rulings.presenters.table import options
from rulings.presenters.table.before_after import Row, rows_of_correction
from rulings.presenters.table.scores import points_words
from rulings.presenters.table.strip import claimed_words, item_of, restrictions_words
from rulings.presenters.table.words import binding
from rulings.presenters.words import seat_name, side_name, suit_name
from rulings.queries.case.mistakes import has_own_case
from rulings.queries.case.repaired import in_force
from rulings.queries.case.rules import flow_of
from rulings.queries.staff import staff_names
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.queries.table.tables import place_of
from rulings.states import Act, State
from rulings.views.common import HtmxHttpRequest, see_other
from rulings.views.screens import taken
from rulings.views.table.facts.claim import tiles_of
from rulings.views.table.floor.places import NUMBERS, unknown_words
from rulings.views.table.frame import TableScreen, errors_of
from rulings.views.table.law.later import director_error_url
from rulings.workflow.errors import Invalid
from rulings.workflow.log import Receipt
from rulings.workflow.ruling.corrections import (
    Correction,
    Right,
    choices_ns,
    correct_facts,
    correction_of,
    left_of,
    open_facts,
    worked_out,
)
from rulings.workflow.windows import require_correctable

OTHER_CASE = gettext_noop(
    "That board has a case of its own at that table, and one board cannot have two "
    "rulings. Check the table and the board, or cancel or move the other case first."
)
CORRECTABLE = frozenset({State.ANNOUNCED, State.AGREED})
OPENED = {
    "words": "statement",
    "number": "claim",
    "cards": "cards",
    "restrictions": "restrictions",
    "answers": "proposal",
}
"""What is opened again on a screen of its own, and that screen."""


class CorrectScreen(TableScreen[CorrectForm]):
    """The right facts, before and after, and then the correction."""

    acts = (Act.REVISE, Act.FACT, Act.CHANGE_FACTS)
    sight, template = Sight.DRAFT, "correct"

    given: Right | None = None
    change: Correction | None = None
    """What was right, and what it makes of the result, once that is given."""
    worked = ""
    """In which contract tricks were worked out that have to be chosen anew."""

    @cached_property
    def sheet(self) -> Sheet:
        """Return what is known of the case, read once."""
        return sheet_of(self.case)

    def enter(self) -> HttpResponse | None:
        """Leave where there is nothing to correct."""
        super().enter()
        claim = self.sheet.claim
        if self.case.state not in CORRECTABLE or claim is None:
            return see_other("case", self.case.pk)
        self.here = item_of(self.request.GET.get("fact", ""))
        self.sent = {name: str(value) for name, value in self.request.POST.items()}
        self.typed = {**_known(self.case), "claimer": claim.claimer, **self.sent}
        self.reason = words(self.sent.get("reason", ""))[:1000]
        return None

    def make_form(self, data: object) -> CorrectForm:
        """Return the form; a fact that is not sent is as it was."""
        known, version = self.sheet.contract, self.case.version
        typed = None if data is None else self.typed
        return CorrectForm(typed, initial={"version": version}, known=known)

    def fresh_form(self) -> CorrectForm:
        """Return the form with nothing changed."""
        return self.make_form(None)

    def post(self, *_args: object, **_kwargs: object) -> HttpResponse:
        """Show before and after; once that has been seen, write the correction."""
        self.form = form = self.make_form(self.request.POST)
        if form.is_valid():
            for error in self.read(form):
                form.refuse(error)
        if form.errors or not (self.opens or self.seen):
            return self.show()
        done = taken(form, self.act)
        return self.show() if done is None else self.after(done)

    def read(self, form: CorrectForm) -> list[str]:
        """Take what was right, and what it changes; return what is wrong with it."""
        case, sent = self.case, self.sent
        self.given, errors = _right(self.request, case, self.typed, form)
        self.change, more = _change(case, self.given, sent)
        self.worked = _worked_out(case, self.given, sent) if self.given else ""
        return errors + (more or _refused(sent, self.change, self.reason))

    @property
    def opens(self) -> str:
        """Return the screen on which another fact is opened again, "" for none."""
        return OPENED.get(self.sent.get("open", ""), "")

    @property
    def seen(self) -> bool:
        """Say whether just this correction was shown before and after."""
        shown = self.given is not None and self.sent.get("shown") == _seen(self.given)
        return shown and not self.worked

    def act(self, form: CorrectForm) -> Receipt:
        """Open the facts again, or write the correction."""
        context, case = form.context(self.request.actor), self.case
        assert self.given is not None  # noqa: S101 - or the form was refused
        if self.opens:
            return open_facts(context, case.pk, self.given, reason=self.reason)
        receipt = correct_facts(context, case.pk, self.given, reason=self.reason)
        if case.state == State.AGREED:
            messages.success(self.request, _("The contract has been corrected."))
        return receipt

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - the page says where
        """Go to the screen of the fact that was opened, else on."""
        return see_other(self.opens or "case", self.case.pk)

    def context(self) -> dict[str, object]:
        """Return the facts, each to be changed, and what a change makes of them."""
        case, sheet, typed, worked = self.case, self.sheet, self.typed, self.worked
        change, right = self.change, self.given
        errors = [] if self.form is None else errors_of(self.form)
        rows = _rows(case, change, worked) if change and not errors else []
        return {
            **tiles_of(sheet, typed, asks_contract=True),
            **_tricks(case, typed, worked),
            **_known_facts(sheet),
            "typed": typed,
            "found": FoundForm(initial={"reason": self.reason}),
            "place": PlaceForm(initial=typed),
            "opened": _opened(self.request, sheet, typed, worked),
            "rows": rows,
            "worked_out": worked,
            "sure": bool(worked) or "sure" in self.sent,
            "shown": _seen(right) if right else "",
            "score": _becomes(case, change, right) if rows and change else "",
            "other_cards": change is not None and _has_other_cards(change),
            "late": _too_late(case, self.request),
            "is_chief": "C" in letters_in_case(self.request.actor, case),
            "chiefs": staff_names(case.event_id, role=Role.Name.CHIEF).values(),
            "beyond_repair": _beyond_repair(case),
            "errors": errors,
        }


def _change(
    case: Case, right: Right | None, sent: Mapping[str, str]
) -> tuple[Correction | None, list[str]]:
    """Return what a correction makes of the result, or why it cannot be."""
    if right is None:
        return None, []
    try:
        return correction_of(case, right), []
    except Invalid as error:
        assigned = sent.get("open", "") in OPENED and in_force(case) is not None
        return None, [] if assigned else [str(error)]


def _refused(
    sent: Mapping[str, str], change: Correction | None, reason: str
) -> list[str]:
    """Return why what was sent cannot be taken yet."""
    if not reason:
        return [_("Say how the mistake was found.")]
    if change is None or sent.get("open", "") in OPENED:
        return []
    if not change.changes:
        return [_("Nothing is different: choose what was wrong.")]
    return []


def _opened(
    request: HtmxHttpRequest, sheet: Sheet, typed: Mapping[str, str], worked: str
) -> list[str]:
    """Return the facts whose tiles are open: the one come for, and those changed."""
    known, contract = _known(sheet.case), sheet.contract
    opened = [request.GET.get("fact", ""), *(["tricks"] if worked else [])]
    if any(typed.get(name) != value for name, value in known.items()):
        opened.append("playing")
    if sheet.claim and typed["claimer"] != sheet.claim.claimer:
        opened.append("claimer")
    if contract is not None and "level" in typed:
        parts = (contract.level, contract.strain, contract.declarer.letter)
        named = zip(("level", "strain", "declarer"), parts, strict=True)
        doubled = typed.get("doubled", "0") != str(contract.doubled)
        if doubled or any(typed.get(name) != str(part) for name, part in named):
            opened.append("contract")
    return opened


def _seen(right: Right) -> str:
    """Return by what a page says which correction it has shown before and after."""
    return " ".join(str(value) for value in right.payload().values())


def _rows(case: Case, change: Correction, worked: str) -> list[Row]:
    return rows_of_correction(case, change, scored=not worked)


def _becomes(case: Case, change: Correction, right: Right | None) -> str:
    """Return what becomes of North-South's tricks and points, "" where they stay."""
    row, now = in_force(case), None if right is None else right.tricks_ns
    parts = [_score(change)]
    if row is not None and not row.assigned and now is not None:
        was = _ns(case, row)
        values = {"now": _signed(now), "was": _signed(was)}
        parts.insert(0, _("%(now)s, not %(was)s") % values if now != was else "")
    return "; ".join(part for part in parts if part)


def _score(change: Correction) -> str:
    """Return what becomes of North-South's points, "" where they stay."""
    was, now = change.before.score_ns, change.after.score_ns
    if was is None or now is None or was == now:
        return ""
    values = {"before": points_words(was), "after": points_words(now)}
    return _("N–S %(before)s becomes %(after)s") % values


def _known_facts(sheet: Sheet) -> dict[str, object]:
    """Return the facts that are opened again on their own screens, as they stand."""
    case = sheet.case
    return {
        "claimed": claimed_words(sheet),
        "binding": binding(sheet),
        "won_before": sheet.cards.won if sheet.cards else None,
        "pending": restrictions_words(sheet),
        "answers_given": case.answers.filter(set_aside=False).count(),
    }


def _too_late(case: Case, request: HtmxHttpRequest) -> str:
    """Return why nothing can be corrected any more, "" while it can (79C)."""
    try:
        require_correctable(case, request.actor.at)
    except Invalid as error:
        return str(error)
    return ""


def _beyond_repair(case: Case) -> dict[str, str]:
    """Return the question whether the board can still be scored normally (82C)."""
    url, flow = director_error_url(case), flow_of(case)
    if not url:
        return {}
    step = flow.steps[flow.points.at("director_error")]
    labels = {choice.value: _(choice.label) for choice in step.choices}
    lost = flow.points.reply("beyond_repair")[step.id]
    return {"url": url, "question": _(step.question), "label": labels[str(lost)]}


def _worked_out(case: Case, right: Right, sent: Mapping[str, str]) -> str:
    """Return in which contract tricks were worked out that have to be chosen anew."""
    was, row = worked_out(case, right), in_force(case)
    if was is None or row is None or row.assigned:
        return ""
    chosen = right.tricks_ns is not None and (
        "sure" in sent or right.tricks_ns != _ns(case, row)
    )
    if chosen:
        return ""
    if was.strain is right.contract.strain:
        values = {"seat": seat_name(was.declarer)}
        return _("These tricks were worked out with %(seat)s as declarer.") % values
    if was.strain.suit is None:
        return _("These tricks were worked out at no trump.")
    values = {"suit": suit_name(was.strain.suit)}
    return _("These tricks were worked out with %(suit)s as trumps.") % values


def _known(case: Case) -> dict[str, str]:
    """Return the numbers of the board and its table as they stand."""
    table = case.playing.table
    return {
        "section": table.section.letter,
        "table": str(table.number),
        "board": str(case.playing.board.number),
    }


def _right(
    request: HtmxHttpRequest, case: Case, typed: Mapping[str, str], form: CorrectForm
) -> tuple[Right | None, list[str]]:
    """Return what was right, or why the board that was given cannot be."""
    contract, numbers = form.contract(), PlaceForm(typed)
    if contract is None or not numbers.is_valid():
        return None, errors_of(numbers)
    said = {name: numbers.cleaned_data[name] for name in NUMBERS}
    session = str(case.playing.round.session_id)
    place = place_of(case.event, request.actor.at, **said, session=session)
    if place.playing is None:
        return None, [unknown_words(place, said)]
    if has_own_case(place.playing, but=case):
        return None, [_(OTHER_CASE)]
    tricks = TricksForm(typed)
    if not tricks.is_valid():
        return None, errors_of(tricks)
    given, row = tricks.cleaned_data["tricks"], in_force(case)
    if given is not None and given < 0 and row and given not in choices_ns(case, row):
        return None, [str(TRICKS)]
    return Right(
        contract,
        Seat.parse(form.cleaned_data["claimer"]),
        place.playing.pk,
        given,
    ), []


def _tricks(case: Case, typed: Mapping[str, str], worked: str) -> dict[str, Any]:
    """Return the tiles of the tricks of an announced ruling, North-South's."""
    row = in_force(case)
    if row is None or row.assigned:
        return {"tricks": []}
    ruled = _ns(case, row)
    chosen = "" if worked else typed.get("tricks", str(ruled))
    return {
        "tricks": options(((n, _signed(n)) for n in choices_ns(case, row)), chosen),
        "tricks_of": side_name(Side.NS),
        "ruled": ruled,
    }


def _signed(number: int) -> str:
    """Return a number of tricks; below none with the sign of the screens."""
    return str(number).replace("-", "−")


def _ns(case: Case, row: Ruling) -> int:
    """Return North-South's part of the tricks left, as it was ruled."""
    award, left = row.tricks_claimer or 0, left_of(case)
    claims_ns = Seat.parse(case.claim.claimer).side is Side.NS
    return award if claims_ns else left - award


def _has_other_cards(change: Correction) -> bool:
    """Say whether the cards taken down belong to another board than the right one."""
    was, now = (one.facts.playing.board_id for one in (change.before, change.after))
    return was != now


correct = CorrectScreen.as_view()
