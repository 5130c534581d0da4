"""Who claimed how many tricks, and the contract where it is not known (Law 68A, B)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Seat
from rulings.forms.table.claim import DECLARER, REST, UNSAID, ClaimForm
from rulings.models import Case, Claim, Statement
from rulings.presenters.table import Tile, options
from rulings.presenters.table.words import MANNERS
from rulings.presenters.words import seat_name
from rulings.queries.case.mistakes import Replaced, replaced_by
from rulings.queries.table.sheet import Sheet
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, see_other
from rulings.views.table.frame import (
    TableScreen,
    case_screen,
    need_taking,
    tell_reread,
)
from rulings.workflow.facts import ClaimGiven, record_claim
from rulings.workflow.log import Receipt


@dataclass(frozen=True, slots=True)
class Falling:
    """A claim given, and what falls with it: that is asked before it is written."""

    given: ClaimGiven
    old: Replaced


class ClaimScreen(TableScreen[ClaimForm]):
    """What is known of the claim; it is taken down."""

    acts = (Act.CLAIM,)
    template, form_class = "claim", ClaimForm

    def enter(self) -> HttpResponse | None:
        """Leave where the call is about something else than a claim."""
        super().enter()
        need_taking(self.request, self.case)
        if self.case.kind != Case.Kind.CLAIM:
            return see_other("case", self.case.pk)
        self.here = "claim" if self.sheet.contract else "contract"
        return None

    def make_form(self, data: object) -> ClaimForm:
        """Return the form; it wants the tricks left, and a contract where none is."""
        seen, known = {"version": self.case.version}, self.sheet.contract
        return ClaimForm(data, initial=seen, known=known, whole=True)

    def context(self) -> dict[str, object]:
        """Return the tiles of every question, and what is wrong beside each."""
        form, sheet = self.form, self.sheet
        assert form is not None  # noqa: S101 - the page has one
        asks = sheet.contract is None or "contract" in self.request.GET
        asks = asks or "level" in form.errors
        return {
            **tiles_of(sheet, form.data, asks_contract=asks),
            "asks_contract": asks,
            "faults": {name: form.errors.get(name, "") for name in form.fields},
            "errors": [*form.non_field_errors()],
        }

    def act(self, form: ClaimForm) -> Receipt | Falling:
        """Record the claim, unless something falls with it that nobody confirmed."""
        given = _with_settled(form.given(), self.sheet.claim)
        old = replaced_by(self.case, given.claimer, given.contract)
        if old.falls and not form.cleaned_data["confirmed"]:
            return Falling(given, old)
        act = form.facts_context(self.request.actor)
        receipt = record_claim(act, self.case.pk, given)
        tell_reread(self.request, self.sheet)
        return receipt

    def after(self, done: Receipt | Falling) -> HttpResponse:
        """Go on; or ask whether what falls shall fall."""
        if not isinstance(done, Falling):
            return super().after(done)
        context = _falling(self.request, self.sheet, done)
        sheet = self.sheet
        return case_screen(
            self.request, "claim_change", self.case, context, sheet=sheet
        )


def _falling(
    request: HtmxHttpRequest, sheet: Sheet, falling: Falling
) -> dict[str, object]:
    """Return what falls with another claimer or contract, and what stays."""
    case, given, old = sheet.case, falling.given, falling.old
    said = sheet.layers.get(Statement.Layer.CLAIM)
    words = "" if said is None else sheet.texts.get(said.words, "")
    stays = {
        _("the contract"): not old.contract,
        _("the words"): bool(sheet.layers) and not old.statements,
        _("the cards"): sheet.cards is not None,
        _("the answers"): not old.claimer and bool(case.answers.count()),
    }
    return {
        "old": old,
        "words": words,
        "was": sheet.claimer and seat_name(sheet.claimer),
        "will_be": seat_name(Seat.parse(given.claimer)),
        "contract_given": given.contract,
        "stays": [what for what, holds in stays.items() if holds],
        "computed": case.proposals.exists(),
        "sent": {
            name: value
            for name, value in request.POST.items()
            if name != "csrfmiddlewaretoken"
        },
    }


def tiles_of(
    sheet: Sheet, typed: Mapping[str, Any], *, asks_contract: bool
) -> dict[str, list[Tile]]:
    """Return the tiles of every question; what was typed goes before what is known."""
    contract, row = sheet.contract, sheet.claim
    declarer = contract.declarer.letter if contract else ""
    claimer = row.claimer if row else declarer
    if asks_contract and claimer == declarer:
        claimer = DECLARER  # whoever that will be
    chosen = {
        "level": str(contract.level) if contract else "",
        "strain": contract.strain.value if contract else "",
        "doubled": str(contract.doubled) if contract else "0",
        "declarer": declarer,
        "claimer": claimer,
        "left": str(sheet.left or ""),
        "claimed": _number(row),
        "manner": row.manner if row else Claim.Manner.STATEMENT.value,
        **{name: str(value) for name, value in typed.items()},
    }
    seats = [(seat.letter, seat_name(seat)) for seat in Seat]
    numbers = [(str(number), str(number)) for number in range(FULL_HAND + 1)]
    strains = [
        (strain.value, strain)
        for strain in sorted(Strain, key=lambda strain: strain.rank)
    ]
    doubles = [("0", _("no")), ("1", _("doubled")), ("2", _("redoubled"))]
    return {
        "levels": options(numbers[1:8], chosen["level"]),
        "strains": options(strains, chosen["strain"]),
        "doubles": options(doubles, chosen["doubled"]),
        "declarers": options(seats, chosen["declarer"]),
        "claimers": options(
            _claimers(None if asks_contract else contract, seats), chosen["claimer"]
        ),
        "lefts": options(numbers[1:], chosen["left"]),
        "claims": options(
            [(REST, _("all of them")), (UNSAID, _("not said")), *numbers[:-1]],
            chosen["claimed"],
        ),
        "manners": options(MANNERS.items(), chosen["manner"]),
    }


def _number(row: Claim | None) -> str:
    """Return which tile holds the number claimed; a settled one was not said."""
    if row is not None and not row.number_said:
        return UNSAID
    return (
        REST if row is None or row.tricks_claimed is None else str(row.tricks_claimed)
    )


def _with_settled(given: ClaimGiven, row: Claim | None) -> ClaimGiven:
    """Return a claim with the number settled before, where it is still the same one."""
    if given.number_said or given.tricks_claimed is not None or row is None:
        return given
    same = (row.claimer, row.tricks_left) == (given.claimer, given.tricks_left)
    if row.number_said or not same:
        return given
    return replace(given, tricks_claimed=row.tricks_claimed)


def _claimers(
    contract: Contract | None, seats: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the seats; dummy, who cannot claim, is left out once it is known.

    While the contract is being entered nobody knows who that is, and declarer, who
    claims most often, is there by that name.
    """
    if contract is None:
        return [(DECLARER, _("Declarer")), *seats]
    dummy = contract.dummy.letter
    return [(letter, name) for letter, name in seats if letter != dummy]


claim = ClaimScreen.as_view()
