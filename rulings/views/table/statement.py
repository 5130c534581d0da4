"""The statement in its three layers, as chips, and its read-back (Laws 68C, 70B1)."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from rulings.bridge.cards import Card
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.forms.table.statement import ReadBackForm, StatementForm
from rulings.models import Case, Statement
from rulings.permissions import Sight, sees
from rulings.presenters import ChipView
from rulings.presenters.words import seat_name
from rulings.queries.case.hearing import StatementContext, heard_again, hearing_of
from rulings.queries.case.rules import flow_of
from rulings.queries.table.sheet import (
    LAYERS,
    Sheet,
    blind_hearing,
    sheet_for,
    sheet_of,
)
from rulings.statements import (
    ReadStatement,
    parse_step,
)
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.acts import facts_form
from rulings.views.table.frame import (
    case_screen,
    errors_of,
    need_sight,
    need_taking,
    see_other,
)
from rulings.views.table.number import number_view
from rulings.views.table.palette import at_once, chips, choices, openers
from rulings.views.table.words import step_words
from rulings.workflow.errors import Invalid
from rulings.workflow.facts import read_back as confirm
from rulings.workflow.facts import record_statement

HEADS = {
    "claim": (gettext_lazy("With the claim"), "stated", gettext_lazy("binds")),
    "repeated": (
        gettext_lazy("Repeated to the director"),
        "",
        gettext_lazy("must match"),
    ),
    "added": (
        gettext_lazy("Added later"),
        "free",
        gettext_lazy("does not bind, %(law)s"),
    ),
}
LEADS = {"back": "claim", "read_back": "read_back", "handover": "handover"}
"""Controls that lead to another screen, with what was typed recorded first."""

CSS = {"claim": "one", "repeated": "two", "added": "three"}


class Unnamed(Invalid):
    """Words for a chip that name no step; said on the page where they were typed."""


@dataclass(frozen=True, slots=True)
class LayerView:
    """One layer of the statement as drawn."""

    name: str
    css: str
    title: str
    tag: str
    tag_words: str
    by: str
    row: Statement | None
    words: SafeString
    chips: list[ChipView]
    unread: list[str]


@declares(Act.STATEMENT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def statement(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the three layers and add to one of them, chip by chip or in words."""
    case = case_for(request, case_id)
    need_taking(request, case)
    sheet = sheet_for(request.actor, case)
    form = StatementForm(request.POST or None)
    if request.method == "POST" and _is_recorded(request, case, sheet, form):
        return _onward(case, form)
    return _page(request, sheet, form)


def _page(request: HtmxHttpRequest, sheet: Sheet, form: StatementForm) -> HttpResponse:
    errors = errors_of(form)
    context = {
        **_context(request, sheet),
        "errors": errors,
        "typed": form.data.get("words", ""),
    }
    return case_screen(
        request,
        "statement",
        sheet.case,
        context,
        here="statement",
        sheet=sheet,
        status=422 if errors else 200,
    )


def _onward(case: Case, form: StatementForm) -> HttpResponse:
    """Go where the tapped control leads; what was typed has been recorded."""
    layer, go = form.cleaned_data["layer"], form.cleaned_data["go"]
    if go in LEADS:
        return see_other(LEADS[go], case.pk)
    if form.data.get("then") == "proposal":
        return see_other("proposal", case.pk)
    kind, _colon, name = go.partition(":")
    if kind == "layer" and name in HEADS:
        return see_other("statement", case.pk, query=f"?layer={name}")
    if kind == "open":
        query = urlencode({"layer": layer, "open": name})
        return see_other("statement", case.pk, query=f"?{query}#opened")
    return see_other("statement", case.pk, query=f"?layer={layer}")


def _is_recorded(
    request: HtmxHttpRequest, case: Case, sheet: Sheet, form: StatementForm
) -> bool:
    """Record what a form asks for; say on it what it cannot be."""
    if not form.is_valid():
        return False
    try:
        if form.asks_change:
            record(request, case, sheet, form)
    except Unnamed as error:
        form.add_error("put", str(error))
    return form.is_valid()


def record(
    request: HtmxHttpRequest, case: Case, sheet: Sheet, form: StatementForm
) -> None:
    """Record a layer after the change that a form asks for; none where it is none."""
    layer = Statement.Layer(form.cleaned_data["layer"])
    row = sheet.layers.get(layer)
    words = sheet.texts.get(row.words, "") if row else ""
    steps = list(row.steps) if row else []
    before = (words, steps)
    put: list[str] = []
    typed = form.cleaned_data["words"].strip()
    if typed:
        again = form.cleaned_data["instead"] or typed == words
        words = typed if again else f"{words} {typed}".strip()
        steps = _with_read(request, sheet, typed, steps)
    elif form.cleaned_data["nothing"]:
        words, steps = "", []
    elif (at := form.touched) is not None:
        put = _put(request, sheet, form, next(iter(steps[at:]), ""))
    steps = form.changed(steps, put)
    if row is not None and (words, steps) == before:
        return
    if not sees(request.actor, Sight.CARDS, case):  # kept as the cards tell them
        steps = heard_again(steps, words, blind_hearing(sheet), hearing_of(case))
    act = facts_form(request)
    record_statement(
        act,
        case.pk,
        layer=layer,
        seat=sheet.claim.claimer if sheet.claim else "",
        words=words,
        steps=steps,
    )


def _put(
    request: HtmxHttpRequest, sheet: Sheet, form: StatementForm, before: str
) -> list[str]:
    """Return the steps of a chip's new words; raise Unnamed where they name none.

    The form of a step, as the field shows it, is that step; other words are read.
    """
    words = form.cleaned_data["put"]
    if not words and form.cleaned_data["change"] is None:
        return []
    if (same := same_step(words, before)) is not None:
        return [same]
    read = reading(sheet, words, _held(request, sheet))
    if read.not_understood or not read.steps:
        raise Unnamed(_("No step is named by “%(words)s”.") % {"words": words})
    return [str(step) for step in read.steps]


def same_step(words: str, before: str) -> str | None:
    """Return the step that words are the form of, or whose sentence they still are."""
    if before and words.strip() == step_words(before):
        return before
    try:
        return str(parse_step(words))
    except ParseError:
        return None


def _held(request: HtmxHttpRequest, sheet: Sheet) -> tuple[Card, ...]:
    """Return the cards that words may lean on; none for a reader who sees none."""
    return sheet.own_cards if sees(request.actor, Sight.CARDS, sheet.case) else ()


def _with_read(
    request: HtmxHttpRequest, sheet: Sheet, typed: str, steps: list[str]
) -> list[str]:
    """Return the steps of a layer with those read from its words after them."""
    found = reading(sheet, typed, _held(request, sheet))
    read = [str(step) for step in found.steps]
    new = [step for step in read if step not in steps]
    if steps:
        template = ngettext(
            "The steps taken down before are kept; %(n)d was read from the words.",
            "The steps taken down before are kept; %(n)d were read from the words.",
            len(new),
        )
        messages.info(request, template % {"n": len(new)})
    return [*steps, *new]


@declares(Act.READ_BACK, Act.STATEMENT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def read_back(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Read the facts back: agreed at one tap, or disputed by a side."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    if request.POST.get("words", "").strip():
        return _read_back_words(request, case)
    form = ReadBackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        number = number_view(sheet_of(case), cards_known=True)
        if number is not None and number.is_open:
            return see_other("statement", case.pk, query="#number")
        act = facts_form(request)
        confirm(act, case.pk, **form.cleaned_data)
        return see_other("case", case.pk)
    sheet = sheet_of(case)
    context = {
        "layers": _layers(sheet),
        "number": number_view(sheet, cards_known=True),
        "errors": errors_of(form),
    }
    return case_screen(
        request,
        "read_back",
        case,
        context,
        here="read_back",
        sheet=sheet,
        status=422 if form.errors else 200,
    )


def _read_back_words(request: HtmxHttpRequest, case: Case) -> HttpResponse:
    """Record words that came with the agreement: both sides hear them first."""
    sheet, form = sheet_of(case), StatementForm(request.POST)
    if _is_recorded(request, case, sheet, form):
        return see_other("read_back", case.pk)
    return _page(request, sheet, form)


def _context(request: HtmxHttpRequest, sheet: Sheet) -> dict[str, object]:
    query: QueryDict = request.GET
    layer = query.get("layer", "claim")
    opened = query.get("open", "")
    if layer not in HEADS:
        layer = "claim"
    known = sees(request.actor, Sight.CARDS, sheet.case)
    claimer = sheet.claimer
    row = sheet.layers.get(layer)
    has_words = row is not None and bool(sheet.texts.get(row.words))
    return {
        "layers": _layers(sheet, active=layer),
        "layer": layer,
        "layer_title": HEADS[layer][0],
        "palette": at_once(sheet),
        "openers": openers(sheet),
        "opened": opened,
        "opened_chips": choices(opened, sheet, cards_known=known),
        "claimer_name": seat_name(claimer) if claimer is not None else _("the claimer"),
        "has_words": has_words,
        "has_content": has_words or (row is not None and bool(row.steps)),
        "said_nothing": not sheet.layers.get(Statement.Layer.CLAIM),
        "number": number_view(sheet, cards_known=known),
    }


def _layers(sheet: Sheet, *, active: str = "") -> list[LayerView]:
    """Return the layers that hold something, and the one being added to."""
    return [
        layer_view(sheet, name.value)
        for name in LAYERS
        if name in sheet.layers or name in {active, "claim"}
    ]


def layer_view(sheet: Sheet, name: str) -> LayerView:
    """Return one layer as drawn, empty where nothing was taken down."""
    row = sheet.layers.get(name)
    title, tag, tag_words = HEADS[name]
    law = flow_of(sheet.case).edition.named("70D1")
    words = sheet.texts.get(row.words, "") if row else ""
    steps = chips(row.steps, add=False) if row else []
    seat = seat_name(Seat.parse(row.seat)) if row and row.seat else ""
    unread = _unread(sheet, words, row.steps if row else ())
    return LayerView(
        name,
        CSS[name],
        str(title),
        tag,
        str(tag_words) % {"law": law},
        seat,
        row,
        _underlined(words, unread),
        steps,
        unread,
    )


def _unread(sheet: Sheet, words: str, steps: Sequence[str]) -> list[str]:
    """Return what was not understood of words taken down with some steps.

    What only the cards told ("the queen") counts where its step was taken down: the
    cards may have come later.
    """
    plain, told = reading(sheet, words), reading(sheet, words, sheet.own_cards)
    by_cards = {str(step) for step in told.steps if step not in plain.steps}
    found = told if by_cards <= set(steps) else plain
    return [span.text for span in found.not_understood]


def reading(sheet: Sheet, words: str, held: Iterable[Card] = ()) -> ReadStatement:
    """Return words as steps; all of them are left unread where they are ambiguous."""
    trump = None if sheet.contract is None else sheet.contract.strain.suit
    return StatementContext(trump, tuple(held), sheet.own_on_table).read(words)


def _underlined(words: str, unread: list[str]) -> SafeString:
    """Return the words with every stretch that was not understood marked."""
    parts: list[tuple[bool, str]] = []
    for text in unread:
        before, found, words = words.partition(text)
        parts += [(False, before), (True, found)]
    parts.append((False, words))
    return format_html_join(
        "",
        "{}",
        ((format_html("<mark>{}</mark>", text) if on else text,) for on, text in parts),
    )
