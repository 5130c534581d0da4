"""What every screen of a case shares: the strip, the way on, who may look.

A screen is a full page; after a plain POST the answer is 303 to the next open screen.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from rulings.models import Case, KeyUse, Objection, Ruling, Statement
from rulings.permissions import Sight, letters_in_case, sees
from rulings.presenters.sentences import step_words
from rulings.presenters.table.gist import clause_of, guidance_on, why_asked
from rulings.presenters.table.strip import strip_of
from rulings.presenters.table.words import wants, who
from rulings.queries.case.late import has_own_page
from rulings.queries.case.repaired import standing_under_repair
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_of
from rulings.queries.staff import name_of
from rulings.queries.table.consulted import consults
from rulings.queries.table.sheet import Sheet, sheet_for
from rulings.states import BEING_RULED, IN_FORCE, UNDO_BEFORE, State
from rulings.views.common import HtmxHttpRequest, act_form, screen, see_other
from rulings.views.screens import PLAYING, CaseScreen, Filled, need_sight, tap_on
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Invalid, Overtaken
from rulings.workflow.undo import can_undo

Draft = tuple[int | None, str]
"""Number of tricks and reason of a ruling that waits for the server."""

CANCELLABLE = frozenset(State) - IN_FORCE - {State.CANCELLED}
"""States in which a call may still turn out to have been made by mistake."""

__all__ = ["need_sight", "see_other"]


def need_taking(request: HtmxHttpRequest, case: Case) -> None:
    """Raise Refused unless the reader may take the claim down in words."""
    if not letters_in_case(request.actor, case) & (PLAYING | {"D", "C"}):
        need_sight(request, case, Sight.DRAFT)


def may_speak(request: HtmxHttpRequest, case: Case) -> bool:
    """Say whether the reader may write down what a side says."""
    return bool(letters_in_case(request.actor, case) & {"D", "C", "S"})


def is_playing_director(request: HtmxHttpRequest, case: Case) -> bool:
    """Say whether the reader directs, but may take down words only."""
    return bool(letters_in_case(request.actor, case) & PLAYING)


def case_screen(
    request: HtmxHttpRequest,
    template: str,
    case: Case,
    context: Mapping[str, object] | None = None,
    *,
    here: str = "",
    here_value: str = "…",
    sheet: Sheet | None = None,
    part: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a screen of a case with its strip; `here` names the current answer."""
    facts = sheet or sheet_for(request.actor, case)
    letters = letters_in_case(request.actor, case)
    restricted, directs = bool(letters & PLAYING), bool(letters & {"D", "C"})
    frame = {
        "case": case,
        "sheet": facts,
        "strip": strip_of(
            facts, here, here_value, restricted=restricted, directs=directs
        ),
        "now": request.actor.at,
        "restricted": restricted,
        "directs": bool(letters & (PLAYING | {"D", "C"})),
        "holder": _other_holder(request, case),
        "can_undo": State(case.state) in UNDO_BEFORE and can_undo(case, request.actor),
        "may_cancel": _may_cancel(facts) and bool(letters & {"D", "C"}),
        "may_move": case.state in BEING_RULED and bool(letters & {"D", "C"}),
        "tap": partial(tap_on, case),
        "consults": directs and consults(request.actor, case),
        "wishes": wishes_of(facts) if letters & {"D", "C"} else [],
        "standing": standing_under_repair(case),
        "errors": [],
        "asked": why_asked(here, facts),
        "clause": clause_of(here, facts),
        "guidance": guidance_on(here, facts),
        "points": flow_of(case).points.ids,
    }
    name = f"table/{template}.html"
    filled = {**frame, **(context or {})}
    with timezone.override(ZoneInfo(case.event.zone)):
        return screen(request, name, filled, part=part, status=status)


class TableScreen(CaseScreen[Filled]):
    """A screen of a case with its header; `here` names the fact that it takes down."""

    here = ""

    errors_above: ClassVar[bool] = False
    """Whether all errors stand above; else the template draws those of each field."""

    states: ClassVar[AbstractSet[State]] = frozenset(State)
    """Those in which there is such a page; from others the way leads to the case."""

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show the page, where there is one."""
        if self.case.state not in self.states:
            return see_other("case", self.case.pk)
        return super().get(*args, **kwargs)

    def show(self) -> HttpResponse:
        """Render the page with its header; errors of no field in sight stand above."""
        form = self.form
        if form is not None and self.case.state not in self.states:
            raise Invalid(form.wrong)
        above = form is not None and self.errors_above
        errors = errors_of(form) if form is not None and above else []
        context: dict[str, Any] = {"form": form, "errors": errors, **self.context()}
        return case_screen(
            self.request,
            self.template,
            self.case,
            context,
            here=self.here,
            sheet=self.sheet,
            part=self.part,
            status=self.status,
        )


def wishes_of(sheet: Sheet) -> list[tuple[Objection, str, str]]:
    """Return what players want and no director has dealt with, with who wants it."""
    return [
        (row, who(row), wants(row, sheet.case))
        for row in sheet.objections
        if has_own_page(sheet.case, row)
    ]


def _may_cancel(sheet: Sheet) -> bool:
    """Say whether the call may still be a mistake: no ruling has been announced."""
    if sheet.case.state not in CANCELLABLE:
        return False
    return all(row.announced_at is None for row in rows_of(sheet.case, Ruling))


def _other_holder(request: HtmxHttpRequest, case: Case) -> str:
    """Return who has the case when it is another director, "" when nobody else."""
    mine = request.actor.user is not None and case.director_id == request.actor.user.pk
    return "" if mine else name_of(case.director)


def errors_of(form: Form) -> list[str]:
    """Return every sentence of a form's errors."""
    return [str(error) for found in form.errors.values() for error in found]


def draft_key(case_id: uuid.UUID | None) -> str:
    """Return where a director's session keeps his draft of a ruling, until he rules."""
    return f"draft {case_id}"


def unfiled_key(case_id: uuid.UUID | None) -> str:
    """Return where a playing director's session keeps what others have to file."""
    return f"unfiled {case_id}"


def also(context: ActContext, word: str) -> ActContext:
    """Return the form of a further act of the same tap, with a key derived from it."""
    key = None if context.key is None else uuid.uuid5(context.key, word)
    return replace(context, key=key)


def fresh_form(request: HtmxHttpRequest, case: Case) -> ActContext:
    """Return the form of an act; raise Overtaken at once where the page is too old.

    A form that has been sent before goes on: it gets its first receipt again.
    """
    form = act_form(request)
    used = KeyUse.objects.filter(actor=form.by.key_owner)
    sent = form.key is not None and used.filter(key=form.key).exists()
    if not sent and form.version is not None and form.version != case.version:
        raise Overtaken(case, form.version)
    return form


def tell_reread(request: HtmxHttpRequest, before: Sheet) -> None:
    """Say on the next screen which words of a claim are read in another way now.

    Not to one who may not see the cards: it would say what the cards have told.
    """
    if not sees(request.actor, Sight.CARDS, before.case):
        return
    for row in Statement.objects.filter(case=before.case):
        old = before.layers.get(row.layer)
        if old is None or list(old.steps) == list(row.steps):
            continue
        values = {
            "now": _only(row.steps, old.steps),
            "before": _only(old.steps, row.steps),
        }
        messages.info(
            request,
            _("What was said is now read as “%(now)s”, not as “%(before)s”.") % values,
            extra_tags="cards",
        )


def _only(steps: Sequence[str], others: Sequence[str]) -> str:
    """Return the steps that are not among others, in words."""
    return "; ".join(step_words(step) for step in steps if step not in others) or "–"
