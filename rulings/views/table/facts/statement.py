"""What was said: words read while they are typed, and read back (Laws 68C, 70B1)."""

from __future__ import annotations

from dataclasses import asdict, replace
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.cards import Card
from rulings.bridge.seats import Side
from rulings.forms.table.statement import ReadBackForm, StatementForm
from rulings.models import Statement
from rulings.permissions import Sight, require, sees
from rulings.presenters.table.layers import (
    HEADS,
    heard,
    joined,
    layer_view,
    layers_said,
    read_view,
    reading,
    same_step,
    words_of_step,
)
from rulings.presenters.table.number import number_view
from rulings.presenters.table.palette import at_once, choices, openers
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.derived import is_unsettled, losers_stated
from rulings.queries.case.hearing import heard_again, hearing_of, reworded
from rulings.queries.table.sheet import Sheet, blind_hearing
from rulings.states import Act, State
from rulings.views.common import see_other
from rulings.views.table.facts.objections import assent_of
from rulings.views.table.frame import (
    TableScreen,
    also,
    is_playing_director,
    need_taking,
)
from rulings.workflow import objections
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.facts import CONFIRMED, record_statement
from rulings.workflow.facts import read_back as confirm

NOTES = {
    "claim": gettext_lazy("counts"),
    "repeated": gettext_lazy("must match"),
    "added": gettext_lazy("kept, does not count"),
}
LEADS = {"back": "claim", "read_back": "read_back", "handover": "handover"}
"""Controls that lead to another screen, with what was typed recorded first."""


class StatementScreen(TableScreen[StatementForm]):
    """The words screen: a field whose words are read while they come."""

    acts = (Act.STATEMENT,)
    form_class = StatementForm
    errors_above = True
    template = here = "statement"
    wrote = False
    """Whether this tap has recorded words; what follows then is on a later version."""

    def enter(self) -> HttpResponse | None:
        """Let in whoever takes the claim down, a playing director too."""
        super().enter()
        need_taking(self.request, self.case)
        return None

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Take the act; to htmx say only what is understood of the words so far."""
        if self.request.htmx.trigger_name != "words":
            return super().post(*args, **kwargs)
        words = self.request.POST.get("words", "").strip()
        context = {"read": self._read(words), "case": self.case, "live": True}
        return render(self.request, "table/_read.html", context)

    # what is there

    @property
    def layer(self) -> str:
        """Return the layer that is being written."""
        asked = self.request.POST.get("layer") or self.request.GET.get("layer", "")
        return asked if asked in HEADS else "claim"

    @property
    def row(self) -> Statement | None:
        """Return the layer as it was taken down, if it was."""
        return self.sheet.layers.get(self.layer)

    @property
    def before(self) -> tuple[str, list[str]]:
        """Return the words and the steps of the layer as taken down."""
        row = self.row
        if row is None:
            return "", []
        return self.sheet.texts.get(row.words, ""), list(row.steps)

    @property
    def held(self) -> tuple[Card, ...]:
        """Return the cards that words may lean on; none for who sees none."""
        return self.sheet.own_cards if self._sees_cards else ()

    @property
    def _sees_cards(self) -> bool:
        return sees(self.request.actor, Sight.CARDS, self.case)

    def make_form(self, data: object) -> StatementForm:
        """Return the form with the words of the layer in its field."""
        first = {"version": self.case.version, "words": self.before[0]}
        return StatementForm(data, initial=first)  # type: ignore[arg-type]  # a request's POST

    def context(self) -> dict[str, object]:
        """Return the words, what is read of them, and the phrases on offer."""
        sheet, opened = self.sheet, self.request.GET.get("open", "")
        claimer, others = sheet.claimer, None
        if claimer is not None:
            others = side_name(claimer.side.other)
        number = number_view(sheet, cards_known=self._sees_cards)
        words = self.form["words"].value() if self.form else ""
        settled = number is None or not number.is_open
        free = self.case.state == State.CALLED and not sheet.doubts
        return {
            "said": layers_said(sheet, but=self.layer),
            "layer": layer_view(sheet, self.layer),
            "layers": [
                (name, title, NOTES[name]) for name, (title, *_) in HEADS.items()
            ],
            "read": self._read(str(words or "").strip()),
            "chips": [
                (chip, words_of_step(sheet, chip.value, self.held))
                for chip in at_once(sheet, every=bool(opened))
            ],
            "openers": openers(sheet, every=bool(opened)),
            "opened": opened,
            "opened_chips": [
                (chip, words_of_step(sheet, chip.value, self.held))
                for chip in choices(opened, sheet, cards_known=self._sees_cards)
            ],
            "claimer_name": _("the claimer") if claimer is None else seat_name(claimer),
            "others": others if settled and free and self.layer == "claim" else "",
            "number": number,
            "number_open": not settled,
        }

    def _read(self, words: str) -> object:
        old, steps = self.before
        kept = self.row is not None and words == old
        if words != old:
            steps = reworded(steps, old, words, heard(self.sheet, self.held))
        return read_view(self.sheet, words, steps, kept=kept)

    # what is done

    def act(self, form: StatementForm) -> str:
        """Record the layer as the form has it; return where the tap leads."""
        context = replace(form.context(self.request.actor), reopens=True)
        steps = self._record(context, form)
        data, claim = form.cleaned_data, self.sheet.claim
        if data["go"] == "agree":
            return self._agree(context, steps)
        open_number = claim is not None and is_unsettled(claim) and losers_stated(steps)
        wanted = (data["keep"] or data["nothing"]) and self.layer == "claim"
        if wanted and not open_number and not self._is_blind:
            require(self.request.actor, Act.READ_BACK, self.case)
            confirm(
                self._next(context, "read_back"),
                self.case.pk,
                ns=CONFIRMED,
                ew=CONFIRMED,
            )
        return "case" if data["keep"] or data["nothing"] else str(data["go"])

    def _next(self, context: ActContext, word: str) -> ActContext:
        """Return the form of what follows; where nothing was written, of this page."""
        return _then(context, word) if self.wrote else also(context, word)

    @property
    def _is_blind(self) -> bool:
        return is_playing_director(self.request, self.case)

    def _agree(self, context: ActContext, steps: list[str]) -> str:
        """Record that the other side agrees: no words have to be read back for that."""
        claim = self.sheet.claim
        if claim is not None and is_unsettled(claim) and losers_stated(steps):
            return "case"  # the number comes first
        require(self.request.actor, Act.AGREE, self.case)
        given = asdict(assent_of(self.sheet))
        objections.agree(self._next(context, "agree"), self.case.pk, **given)
        return "case"

    def _record(self, context: ActContext, form: StatementForm) -> list[str]:
        """Record the change of a form and return the steps."""
        old, before = self.before
        words = (
            old if form.typed is None or form.cleaned_data["nothing"] else form.typed
        )
        steps, data = list(before), form.cleaned_data
        if data["nothing"]:
            words, steps = "", []
        elif words != old:
            steps = reworded(steps, old, words, heard(self.sheet, self.held))
        if data["add"]:
            words, steps = self._with_step(words, steps, data["add"])
        put = self._put(form, next(iter(steps[form.touched or 0 :]), ""))
        steps = form.changed(steps, put)
        if data["keep"] and not words and not steps:
            raise Fault("words_missing")
        if (words, steps) == (old, before) and (self.row or not data["nothing"]):
            return steps
        if not self._sees_cards:  # kept as the cards tell them
            blind, known = blind_hearing(self.sheet), hearing_of(self.case)
            steps = heard_again(steps, words, blind, known)
        keep_layer(context, self.sheet, self.layer, words, steps)
        self.wrote = True
        return steps

    def _with_step(
        self, words: str, steps: list[str], step: str
    ) -> tuple[str, list[str]]:
        """Return words and steps with a phrase after them."""
        more = words_of_step(self.sheet, step, self.held)
        longer = joined(words, more) if more else words
        now = reworded(steps, words, longer, heard(self.sheet, self.held))
        if more and now == [*steps, step]:
            return longer, now
        return words, [*steps, step]

    def _put(self, form: StatementForm, before: str) -> list[str]:
        """Return the steps of a chip's new words; raise Invalid where they name none.

        The form of a step, as the field shows it, is that step; other words are read.
        """
        words = form.cleaned_data["put"]
        if form.touched is None or (not words and form.cleaned_data["change"] is None):
            return []
        if (same := same_step(words, before)) is not None:
            return [same]
        read = reading(self.sheet, words, self.held)
        if read.not_understood or not read.steps:
            raise Fault("no_step_named", words=words)
        return [str(step) for step in read.steps]

    def after(self, done: str) -> HttpResponse:
        """Go where the tapped control leads; what was typed has been recorded."""
        if done == "case":
            return see_other("case", self.case.pk)
        if done in LEADS:
            return see_other(LEADS[done], self.case.pk)
        kind, _colon, name = done.partition(":")
        layer = name if kind == "layer" and name in HEADS else self.layer
        query = {"layer": layer, **({"open": name} if kind == "open" else {})}
        at = "#opened" if kind == "open" else ""
        return see_other("statement", self.case.pk, query=f"?{urlencode(query)}{at}")


def _then(context: ActContext, word: str) -> ActContext:
    """Return the form of what follows in the same tap, on the version it then has."""
    return replace(also(context, word), version=None)


def keep_layer(
    context: ActContext, sheet: Sheet, layer: str, words: str, steps: list[str]
) -> None:
    """Record a layer of the statement as the claimer's."""
    record_statement(
        context,
        sheet.case.pk,
        layer=Statement.Layer(layer),
        seat=sheet.claim.claimer if sheet.claim else "",
        words=words,
        steps=steps,
    )


class ReadBackScreen(TableScreen[ReadBackForm]):
    """Both sides hear the words; the claimer repeats them, additions kept apart."""

    acts = (Act.READ_BACK, Act.STATEMENT)
    sight = Sight.DRAFT
    form_class = ReadBackForm
    errors_above = True
    template = here = "read_back"

    @property
    def _parts(self) -> list[str]:
        """Return the words of the claim in parts, to be ticked one by one."""
        said = self.sheet.layers.get(Statement.Layer.CLAIM)
        if said is None:
            return []
        words = self.sheet.texts.get(said.words, "")
        if not words:
            return [chip.words for chip in layer_view(self.sheet, "claim").chips]
        spans = heard(self.sheet, self.sheet.own_cards).spans(words)
        return [span.text.strip() for span in spans]

    def make_form(self, data: object) -> ReadBackForm:
        """Return the form with the parts of the words to tick."""
        form = super().make_form(data)
        form.offer(self._parts)
        return form

    def context(self) -> dict[str, object]:
        """Return the words, and whether the number of tricks is open."""
        number = number_view(self.sheet, cards_known=True)
        claimer = self.sheet.claimer
        return {
            "said": layers_said(self.sheet, but="repeated"),
            "number": number,
            "number_open": number is not None and number.is_open,
            "parts": self._parts,
            "sides": [side_name(side) for side in Side],
            "claimer_name": _("the claimer") if claimer is None else seat_name(claimer),
        }

    def act(self, form: ReadBackForm) -> object:
        """Record what was repeated and added, then who agrees."""
        number = number_view(self.sheet, cards_known=True)
        if number is not None and number.is_open:
            return ""
        data, parts = form.cleaned_data, self._parts
        context = replace(form.context(self.request.actor), reopens=True)
        repeated = ", ".join(
            part.rstrip(" ,.;") for at, part in enumerate(parts) if at in data["parts"]
        )
        said = {"repeated": repeated, "added": data["more"].strip()}
        for layer, words in said.items():
            if words:
                self._add(_then(context, layer), layer, words)
        last = _then(context, "read_back") if any(said.values()) else context
        return confirm(last, self.case.pk, ns=data["ns"], ew=data["ew"])

    def after(self, done: object) -> HttpResponse:
        """Go on; while the number is open, settle it first."""
        if not done:
            return see_other("statement", self.case.pk, query="#number")
        return super().after(done)

    def _add(self, context: ActContext, layer: str, words: str) -> None:
        """Record the words of a layer: repeated ones anew, additions after others."""
        row = self.sheet.layers.get(layer)
        before = self.sheet.texts.get(row.words, "") if row is not None else ""
        if layer == "added" and before:
            words = joined(before, words)
        read = reading(self.sheet, words, self.sheet.own_cards)
        steps = [str(step) for step in read.steps]
        keep_layer(context, self.sheet, layer, words, steps)


statement = StatementScreen.as_view()
read_back = ReadBackScreen.as_view()

__all__ = ["layer_view", "read_back", "statement"]
