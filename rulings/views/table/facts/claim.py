"""Who claimed how many tricks, and the contract where it is not known (Law 68A, B)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

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
from rulings.queries.table.sheet import Sheet, sheet_for
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.frame import (
    case_screen,
    facts_form,
    need_taking,
    see_other,
    tell_reread,
)
from rulings.workflow.facts import ClaimGiven, record_claim


@declares(Act.CLAIM)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def claim(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show what is known of the claim, and take it down."""
    case = case_for(request, case_id)
    need_taking(request, case)
    if case.kind != Case.Kind.CLAIM:
        return see_other("case", case.pk)
    sheet = sheet_for(request.actor, case)
    form = ClaimForm(request.POST or None, known=sheet.contract, whole=True)
    if request.method == "POST" and form.is_valid():
        given = _with_settled(form.given(), sheet.claim)
        old = replaced_by(case, given.claimer, given.contract)
        if old.falls and "confirmed" not in request.POST:
            return _ask_again(request, case, sheet, given, old)
        act = facts_form(request)
        record_claim(act, case.pk, given)
        tell_reread(request, sheet)
        return see_other("case", case.pk)
    asks = sheet.contract is None or "contract" in request.GET or "level" in form.errors
    context = {
        **tiles_of(sheet, form.data, asks_contract=asks),
        "asks_contract": asks,
        "faults": {name: form.errors.get(name, "") for name in form.fields},
        "errors": [*form.non_field_errors()],
    }
    status = 422 if form.errors else 200
    here = "claim" if sheet.contract else "contract"
    return case_screen(
        request, "claim", case, context, here=here, sheet=sheet, status=status
    )


def _ask_again(
    request: HtmxHttpRequest, case: Case, sheet: Sheet, given: ClaimGiven, old: Replaced
) -> HttpResponse:
    """Show what falls with another claimer or contract before anything is written."""
    said = sheet.layers.get(Statement.Layer.CLAIM)
    words = "" if said is None else sheet.texts.get(said.words, "")
    stays = {
        _("the contract"): not old.contract,
        _("the words"): bool(sheet.layers) and not old.statements,
        _("the cards"): sheet.cards is not None,
        _("the answers"): not old.claimer and bool(case.answers.count()),
    }
    context = {
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
    return case_screen(request, "claim_change", case, context, sheet=sheet)


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
