"""After the decision: read it out, announce it, and what runs from then on."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import cached_property

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.forms.acts import ActForm
from rulings.laws.periods import Anchors, close_of
from rulings.models import Appeal, Case, Ruling, Window
from rulings.permissions import Sight, letters_in_case, may, sees
from rulings.presenters.appeals import sides_of
from rulings.presenters.moment.safe import stored_safe
from rulings.presenters.readouts import (
    ReadOut,
    agreed_readout,
    agreed_score,
    decision_readout,
    reading_of,
    ruling_readout,
)
from rulings.presenters.results import assigned_words, window_clock
from rulings.presenters.table.before_after import superseding_rows
from rulings.presenters.table.gist import law_gists
from rulings.presenters.table.given import given_views
from rulings.presenters.table.law import due_checks
from rulings.presenters.table.scores import over_words, points_words
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import class_words
from rulings.queries.case.appeals import (
    announced_decisions,
    decided_on,
    decisions_to_announce,
    opens_further,
    serves_nobody,
)
from rulings.queries.case.final import is_established
from rulings.queries.case.flow import walk_case
from rulings.queries.case.repaired import PLAYING, in_force, pending, stood_on
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_of, needs_chief, regulations_of
from rulings.queries.case.solving import safe_found
from rulings.queries.meanwhile import Deed, newest_deed
from rulings.queries.player import waiting_appeals
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import RESULT_KNOWN, Act, State, possible
from rulings.views.common import see_other
from rulings.views.screens import Tap
from rulings.views.table.frame import TableScreen, may_speak
from rulings.workflow.ruling import decide as record
from rulings.workflow.undo import can_undo, can_undo_agreement
from rulings.workflow.windows import anchors_of


class RulingScreen(TableScreen[ActForm]):
    """The ruling before it is announced: read-out, slip, one tap to announce."""

    acts = (Act.ANNOUNCE,)
    http_method_names = ["get", "head"]
    sight, states = Sight.DRAFT, frozenset({State.RULED})
    template = here = "ruling"

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show it, where there is one."""
        if self.sheet.ruling is None:
            return see_other("case", self.case.pk)
        return super().get(*args, **kwargs)

    def context(self) -> dict[str, object]:
        """Return the read-out, and what is still to be seen before it is announced."""
        case, sheet, row = self.case, self.sheet, self.sheet.ruling
        assert row is not None  # noqa: S101 - else there is no page
        at = self.request.actor.at
        decided = decisions_to_announce(case)
        further = _foreseen_further(case, at, decided)
        appeal = further if decided else _foreseen(case, at)
        return {
            **_read_out(self.request.GET, sheet, row, appeal, decided),
            "decided": decided,
            "further": further,
            "may_undo": not decided or can_undo(case, self.request.actor),
            "waits_for_chief": not decided and needs_chief(case, row),
            "confirmed": _confirmed(case, row),
            "corrections": pending(row),
            "rows": [] if decided else superseding_rows(sheet),
            "given": given_views(sheet, flow_of(case), walk_case(case, at)),
            "can_undo": False,
        }


def _confirmed(case: Case, row: Ruling) -> Deed | None:
    """Return who confirmed a ruling for the chief, and when; None for nobody."""
    if row.review != Ruling.Review.CONFIRMED:
        return None
    return newest_deed(case, Act.CONFIRM)


class Announce(Tap):
    """That the ruling has been read out: windows open, the slip goes out."""

    acts = (Act.ANNOUNCE,)
    sight, leads_to = Sight.DRAFT, "announced"

    def act(self, form: ActForm) -> object:
        """Record it."""
        return record.announce(form.context(self.request.actor), self.case.pk)


class Announced(TableScreen[ActForm]):
    """What was told, the slip, and the windows that run; or the agreement."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    sight, states = Sight.RULING, RESULT_KNOWN
    template = here = "announced"

    @cached_property
    def sheet(self) -> Sheet:
        """Return the whole sheet: what was told is told to all."""
        return sheet_of(self.case)

    @cached_property
    def windows(self) -> list[Window]:
        """Return the windows of the case, as they opened."""
        rows = rows_of(self.case, Window)
        return sorted(rows, key=lambda row: (row.opens_at, row.purpose))

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show the ruling in force, or the agreement."""
        if self.case.state == State.AGREED:
            self.template, self.here = "agreed", ""
        elif in_force(self.case) is None:
            return see_other("case", self.case.pk)
        return super().get(*args, **kwargs)

    def context(self) -> dict[str, object]:
        """Return what was told and what runs, and the ways on."""
        speaks = {"may_speak": may_speak(self.request, self.case)}
        if self.template == "agreed":
            return {**speaks, **self._agreed()}
        return {**speaks, **self._ruled()}

    def _agreed(self) -> dict[str, object]:
        """Return how an agreed claim is scored, and how firm it is."""
        sheet, windows, at = self.sheet, self.windows, self.request.actor.at
        score = agreed_score(sheet)
        reading = reading_of(
            self.request.GET, lambda: agreed_readout(sheet, windows, at)
        )
        return {
            "readout": reading.said,
            "reading": reading,
            "clocks": [window_clock(row, at) for row in windows],
            "claimed": claimed_words(sheet),
            "points": "" if score is None else points_words(score),
            "title": _agreed_title(windows, at),
            "agreed_by": sheet.agreements[-1].side if sheet.agreements else Side.NS,
            "slipped": can_undo_agreement(sheet.case, self.request.actor),
        }

    def _ruled(self) -> dict[str, object]:
        case, actor, current = self.case, self.request.actor, in_force(self.case)
        assert current is not None  # noqa: S101 - else there is no page
        told = announced_decisions(case)
        decided = decided_on(current, told)
        serving = [row for row in self.windows if not serves_nobody(row, told)]
        purpose = Window.Purpose.FURTHER_APPEAL if decided else Window.Purpose.APPEAL
        rows = serving if decided else self.windows
        appeal = next((row for row in rows if row.purpose == purpose), None)
        revises = Act.REVISE in possible(State(case.state))
        return {
            **_read_out(self.request.GET, self.sheet, current, appeal, decided),
            "clocks": [window_clock(row, actor.at) for row in serving],
            "slip": current.slip,
            "may_revise": revises and may(actor, Act.REVISE, case),
            "may_export": may(actor, Act.EXPORT, case),
            "due": due_checks(self.sheet, flow_of(case)),
            "waiting": sides_of(waiting_appeals(case)),
            "appeal_page": _appeal_page(letters_in_case(actor, case)),
            "safe": stored_safe(safe_found(case))
            if sees(actor, Sight.CARDS, case)
            else None,
        }


def _foreseen(case: Case, at: datetime) -> Window:
    """Return the appeal window as it would open if the ruling were told now."""
    known = anchors_of(case)
    anchors = Anchors(announced_at=at, told_at=at, published_at=known.published_at)
    return _foreseen_as(Window.Purpose.APPEAL, case, anchors, at)


def _foreseen_further(case: Case, at: datetime, decided: list[Appeal]) -> Window | None:
    """Return the time for a further appeal as it would open now, if there is one."""
    if regulations_of(case)["further_appeal_period_min"] is None:
        return None
    if not opens_further(decided, announced_decisions(case)):
        return None
    anchors = Anchors(decision_announced_at=at)
    return _foreseen_as(Window.Purpose.FURTHER_APPEAL, case, anchors, at)


def _foreseen_as(
    purpose: Window.Purpose, case: Case, anchors: Anchors, at: datetime
) -> Window:
    closing = close_of(purpose, anchors, regulations_of(case))
    return Window(
        case=case,
        purpose=purpose,
        opens_at=at,
        closes_at=closing.closes_at,
        why=closing.reason,
        why_params=dict(closing.params),
    )


def _read_out(
    asked: QueryDict,
    sheet: Sheet,
    row: Ruling,
    appeal: Window | None,
    decided: list[Appeal],
) -> dict[str, object]:
    """Return the script and the slip of a ruling."""
    weighted = row.new_score is None
    known = row.contract and not weighted
    contract = Contract.parse(row.contract) if known else None

    def make() -> ReadOut:
        if decided:
            return decision_readout(sheet, row, decided, appeal)
        return ruling_readout(sheet, row, appeal)

    reading = reading_of(asked, make)
    old, before = row.old_tricks_declarer, _contract_before(sheet, row)
    return {
        "ruling": row,
        "readout": reading.said,
        "reading": reading,
        "contract": contract,
        "unchanged": old == row.new_tricks_declarer and row.old_score == row.new_score,
        "old_contract": before,
        "old_over": "" if old is None or before is None else over_words(before, old),
        "old_points": "" if row.old_score is None else points_words(row.old_score),
        "new_over": over_words(contract, row.new_tricks_declarer) if contract else "",
        "new_points": "" if row.new_score is None else points_words(row.new_score),
        "assigned": [
            (entry.get("percent", entry.get("weight")), assigned_words(entry))
            for entry in (row.assigned if weighted else ())
        ],
        "laws": law_gists(row, sheet),
        "player_class": "" if weighted or decided else class_words(sheet),
        "reasons_text": sheet.texts.get(row.reasons, ""),
    }


def _contract_before(sheet: Sheet, row: Ruling) -> Contract | None:
    """Return the contract of the result before a ruling, which may correct it."""
    if PLAYING in row.corrects:  # the other board's own result
        told = stood_on(sheet.case, row.corrects).playing.contract
        return Contract.parse(told) if told else None
    if row.number > 1:
        earlier = sheet.case.rulings.filter(number__lt=row.number)
        last = earlier.filter(announced_at__isnull=False).order_by("-number").first()
        if last is not None and last.contract:
            return Contract.parse(last.contract)
    return sheet.contract


def _appeal_page(letters: AbstractSet[str]) -> str:
    """Return the page of an appeal that a reader works on; none without a part."""
    return "appeal" if "C" in letters else "appeal_decide" if "R" in letters else ""


def _agreed_title(windows: list[Window], at: datetime) -> str:
    """Return how firm an agreement is: until its window has closed, for now."""
    if is_established(windows, at):
        return _("Agreed and closed: scored as claimed")
    return _("Agreed: scored as claimed, for now")


ruling = RulingScreen.as_view()
announce = Announce.as_view()
announced = Announced.as_view()
