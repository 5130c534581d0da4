"""The moment: one screen on which a contested claim is ruled (Laws 70, 71, 81C).

The words, the card on which the claim turns, the answers with their numbers, and one
button. It never blocks: a number can be given by hand while the search still runs.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_htmx.http import reswap, retarget

from rulings.forms.acts import ActForm
from rulings.forms.table.ruling import NumberForm, RuleForm
from rulings.laws.engine.flow import Outcome
from rulings.permissions import Sight
from rulings.presenters.moment.bench import accepting, outcome_of
from rulings.presenters.moment.transfer import assigned_tricks, check_range, moved_later
from rulings.presenters.table.search import is_trivial, search_view
from rulings.queries.case.derived import Answers
from rulings.queries.case.endings import RULINGS
from rulings.queries.case.flow import (
    CaseWalk,
    edition_asks,
    kept_by_the_line,
    walk_case,
)
from rulings.queries.case.rules import flow_of
from rulings.queries.table.proposal import Proposed, cited_laws, proposed, turned
from rulings.queries.table.settlement import settlement_of
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import IN_FORCE, Act
from rulings.views.common import see_other
from rulings.views.screens import CaseScreen, need_sight
from rulings.views.table.frame import Draft, case_screen, draft_key, fresh_form
from rulings.views.table.ruling.scene import law_ask, scene
from rulings.workflow.errors import Fault
from rulings.workflow.log import Receipt
from rulings.workflow.ruling import decide as record

PARTS = {"replay": "replay", "search": "search"}
"""Parts of the page that can be fetched alone."""

KNOWN = {
    "covered": ("trump_covered",),
    "aware": ("trump_not_covered", "trump_known"),
    "not_aware": ("trump_not_covered", "trump_forgotten"),
}
"""The replies of the flow to what the claimer knew of a trump that is out."""

MOST = 13
"""Tricks that can be left where nobody has said how many."""


class MomentScreen(CaseScreen[ActForm]):
    """The screen, with the numbers to be given by hand where they are asked for."""

    acts = (Act.PROPOSE,)
    http_method_names = ["get", "head"]
    sight, template = Sight.DRAFT, "moment"
    opened: ClassVar[bool] = False
    """Whether the numbers to be given by hand are open at once."""

    @cached_property
    def sheet(self) -> Sheet:
        """Return what is known of the case, read once."""
        return sheet_of(self.case)

    @cached_property
    def proposal(self) -> Proposed:
        """Return what the search has found, read once."""
        return proposed(self.case)

    @cached_property
    def led(self) -> CaseWalk:
        """Return how far the number leads, were it accepted."""
        more = accepting(self.sheet, self.proposal)
        return walk_case(self.case, self.request.actor.at, more=more)

    @cached_property
    def accepted(self) -> Answers:
        """Return the answers that accepting gives: of the words, and of the line."""
        step = edition_asks(self.led)
        by_line = {} if step is None else kept_by_the_line(step)
        return {**accepting(self.sheet, self.proposal), **by_line}

    @cached_property
    def walked(self) -> CaseWalk:
        """Return the walk as it would go on if the number were accepted."""
        if edition_asks(self.led) is None:
            return self.led
        return walk_case(self.case, self.request.actor.at, more=self.accepted)

    @cached_property
    def found(self) -> Proposed:
        """Return the proposal as the law of the case wants it."""
        return turned(self.proposal, self.walked.walk)

    def fresh_form(self) -> ActForm | None:
        """Return the form of another number, where it was asked for."""
        asked = self.opened or "own" in self.request.GET or bool(self.drafted)
        return self.make_form(None) if asked else None

    @property
    def drafted(self) -> Draft | None:
        """Return what who has the case drafted on the fact sheet, until it is ruled."""
        user = self.request.actor.user
        mine = user is not None and self.case.director_id == user.pk
        if not mine or self.sheet.ruling is not None:
            return None
        return self.request.session.get(draft_key(self.case.pk))

    def make_form(self, data: object) -> ActForm:
        """Return the form of another number, or of the tap that accepts one."""
        if self.request.POST.get("way") in {"accept", "outcome"}:
            return RuleForm(data, initial={"version": self.case.version})  # type: ignore[arg-type]  # a request's POST
        drafted, reason = self.drafted or (None, "")
        chosen = _number(self.request.GET.get("own", "")) or drafted
        points = self.walked.flow.points
        asks = self.walked.stands in points.among("trump_covered", "trump_known")
        numbers, version = self.numbers(), self.case.version
        return NumberForm(
            data, numbers, version, chosen=chosen, reason=reason, asks=asks
        )

    def numbers(self) -> list[tuple[int, object]]:
        """Return each number of tricks with what it is on the board."""
        left = self.sheet.left
        told = [(n, outcome_of(self.sheet, n)) for n in range((left or MOST) + 1)]
        return [
            (n, f"{n}: " + ", ".join(part for part in (one.result, one.points) if part))
            for n, one in told
        ]

    def show(self) -> HttpResponse:
        """Render the page, or the part of it that is asked for."""
        request, case = self.request, self.case
        need_sight(request, case, Sight.CARDS)
        search = search_view(self.sheet, self.found, request.actor.at)
        part = PARTS.get(request.GET.get("part", ""), "weigh")
        later = part == "search" and request.GET.get("seen", "") != search.seen
        words = self.number_words()
        response = case_screen(
            request,
            "moment",
            case,
            {"search": search, "award_words": words, **self.context()},
            here="proposal",
            here_value=words,
            sheet=self.sheet,
            part="weigh" if later else part,
            status=200 if self.form is None else self.form.status,
        )
        return reswap(retarget(response, "#weigh"), "outerHTML") if later else response

    def context(self) -> dict[str, Any]:
        """Return what the page shows beside the search."""
        given = self.request.GET
        trick, cards = (_number(given.get(name, "")) for name in "tc")
        return {
            "number_form": self.form if isinstance(self.form, NumberForm) else None,
            "refused": self.form if isinstance(self.form, RuleForm) else None,
            "gives": "revise" if self.case.state in IN_FORCE else "rule",
            "answered": given.get("answered", ""),
            "before_moved": moved_later(self.sheet, self.walked),
            "law_ask": law_ask(self.sheet, self.led, self.accepted),
            **scene(self.sheet, self.found, self.walked, (trick, cards)),
        }

    def number_words(self) -> str:
        """Return the number for the strip, as far as it is known."""
        low, high = self.found.low, self.found.high
        if low is None or high is None or is_trivial(self.found, self.sheet.left):
            return "…"
        if low == high:
            return ngettext("%(n)d trick", "%(n)d tricks", low) % {"n": low}
        values = {"low": low, "high": high}
        both = _("%(low)d or %(high)d") if high == low + 1 else _("%(low)d to %(high)d")
        return both % values


class Rule(MomentScreen):
    """The tap that makes a ruling; refused, the screen with everything kept."""

    acts = (Act.RULE,)
    http_method_names = ["post"]

    def act(self, form: ActForm) -> Receipt | None:
        """Rule: accept the number, give another, or what the outcome says."""
        act = fresh_form(self.request, self.case)
        walked = self.led_to(form)
        if walked.walk.outcome is None:
            return self.without_outcome()
        decision = _decision(self, walked, walked.walk.outcome, form)
        return self.write(act, decision)

    def without_outcome(self) -> Receipt | None:
        """Say what comes of facts that lead to no ruling: the law asks on."""
        raise Stopped

    def write(self, act: Any, decision: record.Decision) -> Receipt:  # noqa: ANN401 - an ActContext
        """Record the ruling."""
        return record.rule(act, self.case.pk, decision)

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Take the act and go on; where the law still asks, go to its question."""
        fresh_form(self.request, self.case)  # a page too old is told so first
        try:
            return super().post(*args, **kwargs)
        except Stopped:
            return see_other("steps", self.case.pk, query="?why=ruling")

    def after(self, done: Any) -> HttpResponse:  # noqa: ANN401, ARG002 - a receipt
        """Go to what is read out; a draft of the ruling has served."""
        self.request.session.pop(draft_key(self.case.pk), None)
        return see_other("ruling", self.case.pk)

    def led_to(self, form: ActForm) -> CaseWalk:
        """Walk the case with the decision as the answer to the last question."""
        given, at = form.cleaned_data, self.request.actor.at
        if given["way"] == "outcome":
            return walk_case(self.case, at)
        if given["way"] == "accept":
            return self.walked
        values = {"tricks": given["tricks"], "reason": given["reason"]}
        points = flow_of(self.case).points
        more = dict(self.accepted)
        if known := given.get("known"):
            more |= points.reply(*KNOWN[known])
        for step, choice in points.reply("overridden").items():
            more[step] = {"choice": choice, **values}
        unsolved = meant_by(given["tricks"], self.sheet.claimed)
        return walk_case(self.case, at, more=more, unsolved=unsolved)


class Revise(Rule):
    """A new ruling after the announced one, which stays in force until announced."""

    acts = (Act.REVISE,)
    http_method_names = ["get", "head", "post"]
    opened = True

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show the numbers; a score that was assigned is assigned anew instead."""
        last = self.sheet.ruling
        if last is not None and last.assigned:
            entry = last.walk.get("entry", "")
            return see_other("assigned_score", self.case.pk, entry)
        return super().get(*args, **kwargs)

    def without_outcome(self) -> Receipt | None:
        """Refuse: there is no question to go to any more."""
        raise Fault("facts_without_ruling")

    def write(self, act: Any, decision: record.Decision) -> Receipt:  # noqa: ANN401 - an ActContext
        """Record the new ruling."""
        return record.revise(act, self.case.pk, decision)


def meant_by(tricks: int, claimed: int | None) -> dict[str, object]:
    """Return what a director's own number says where no search has ended.

    No ruling waits for the solver: what he takes off the claim some normal line loses,
    to the trump where one was forgotten (70C), or by a line that was added (70D1);
    else he settles a doubt (70A), whatever was objected to.
    """
    lost = max(0, (tricks if claimed is None else claimed) - tricks)
    return {
        "trump_tricks_lost": lost,
        "alt_less_successful": lost > 0,
        "location_dependent": False,
        "worst_normal": tricks,
    }


class Stopped(Exception):
    """The law still asks something before there can be a ruling."""


def _number(text: str) -> int:
    """Return a small number of an address, 0 where there is none."""
    return int(text) if text.isdecimal() and len(text) <= len("13") else 0


def _decision(
    screen: MomentScreen, walked: CaseWalk, outcome: Outcome, form: ActForm
) -> record.Decision:
    given, sheet = form.cleaned_data, screen.sheet
    settled = settlement_of(walked.walk, due=walked.facts.get("revoke_transfer"))
    tricks = walked.walk.final_tricks
    if given["way"] == "outcome" and given["tricks"] is not None:
        tricks = given["tricks"]
    if settled.equity:
        tricks = assigned_tricks(sheet, settled)
    if outcome.effect not in RULINGS or tricks is None:
        raise Fault("outcome_without_tricks", outcome=_(outcome.meaning))
    check_range(sheet, tricks, settled)
    return record.Decision(
        outcome=outcome.id,
        laws=cited_laws(walked, screen.proposal, sheet.cards),
        tricks_claimer=tricks,
        won_before=sheet.won_before,
        reasons=given["reason"],
        walk=walked.stored(),
        proposal_id=walked.proposal.pk if walked.proposal else None,
    )


moment = MomentScreen.as_view()
rule = Rule.as_view()
revise = Revise.as_view()
