"""One question of law on a screen, or one value a rule needs; generic over flows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse

from rulings.forms.acts import ActForm
from rulings.forms.table.steps import ValueForm
from rulings.laws.engine.answers import Need
from rulings.laws.engine.answers import need as need_of
from rulings.laws.engine.flow import SYSTEM, Step
from rulings.permissions import Sight
from rulings.presenters.table.given import entered_needs, entered_values, step_of_value
from rulings.queries.case.derived import is_unsettled
from rulings.queries.case.endings import ASSIGNS
from rulings.queries.case.flow import CaseWalk, walk_case, walk_with
from rulings.states import Act
from rulings.views.common import see_other
from rulings.views.table.frame import TableScreen
from rulings.views.table.law.outcome import outcome_page
from rulings.views.table.law.questions import Page, question_page, value_page
from rulings.workflow import answers
from rulings.workflow.facts import record_facts


class _Walked(TableScreen[ActForm]):
    """The page at which a walk stands: a question, a value, or what comes of it."""

    sight, template, form_class = Sight.DRAFT, "step", ActForm

    @cached_property
    def walked(self) -> CaseWalk:
        """Return how far the case has come."""
        return walk_case(self.case, self.request.actor.at)

    @cached_property
    def page(self) -> Page:
        """Return the page."""
        walk = self.walked.walk
        if walk.missing:
            return value_page(self.sheet, self.walked, walk.missing)
        if walk.at is not None:
            return self.question(walk.at)
        return outcome_page(self.sheet, self.walked)

    def question(self, asked: Step) -> Page:
        """Return the page of a question."""
        at, legal = self.request.actor.at, self.request.GET.get("legal", "")
        return question_page(self.sheet, self.walked, asked, at, put_right=legal)

    def make_form(self, data: object) -> ActForm:
        """Return what the page brings."""
        return self.page.form(data)

    def show(self) -> HttpResponse:
        """Render the page."""
        self.template, self.here = self.page.template, self.page.here
        return super().show()

    def context(self) -> dict[str, object]:
        """Return what the page shows."""
        say_first = self.request.GET.get("why", "") == "ruling"
        return {"say_first": say_first, **self.page.context()}


class Steps(_Walked):
    """The question, the missing value or the outcome at which the case stands."""

    acts = (Act.ANSWER,)
    http_method_names = ["get", "head"]

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show it, where no other screen takes it."""
        walked, claim = self.walked, self.sheet.claim
        asks = not walked.walk.missing
        if asks and walked.walk.at is not None and walked.walk.at.settles:
            return see_other("proposal", self.case.pk)
        unnumbered = claim is not None and is_unsettled(claim)
        if asks and unnumbered and walked.stands == walked.flow.points.at("claim"):
            return see_other("statement", self.case.pk, query="#number")
        return super().get(*args, **kwargs)


class StepScreen(_Walked):
    """One question with the answer it has; another is taken.

    Of a step of the program it shows the values that were entered, to be changed.
    """

    acts = (Act.ANSWER, Act.RESOLVE)

    @cached_property
    def asked(self) -> Step:
        """Return the step of the address."""
        found = self.walked.flow.steps.get(self.kwargs["step_id"])
        if found is None:
            raise Http404
        return found

    @cached_property
    def entry(self) -> str:
        """Return where the due check begins that the step belongs to, "" for none."""
        flow = self.walked.flow
        for entry in self.case.follow_ups:
            if entry in flow.steps and self.asked.id in {entry, *flow.reach[entry]}:
                return str(entry)
        return ""

    @cached_property
    def page(self) -> Page:
        """Return the page of the question, or of the values."""
        sheet, walked, asked = self.sheet, self.walked, self.asked
        if asked.actor != SYSTEM:
            return self.question(asked)
        needs = entered_needs(sheet, walked.flow, asked)
        if self.request.method == "POST" or not needs:
            raise Http404
        return value_page(sheet, walked, needs)

    def act(self, form: ActForm) -> object:
        """Record the answer: of the case, or of the check that is due."""
        given, asked, case = form.cleaned_data, self.asked, self.case
        choice, values = given["choice"], given["values"]
        answer: dict[str, Any] = {
            "step": asked.id,
            "choice": choice,
            "values": values,
            "reason": str(values.get("reason", "")),
        }
        at, by = self.request.actor.at, self.request.actor
        if not self.entry:
            _walked, moot = walk_with(case, at, asked.id, choice, values)
            context = form.facts_context(by)
            return answers.answer(context, case.pk, **answer, set_aside=moot)
        more = {asked.id: {"choice": choice, **values}}
        ends = _ends(walk_case(case, at, more=more, entry=self.entry))
        place: dict[str, Any] = {"entry": self.entry, "ends": ends}
        answers.settle_follow_up(form.context(by), case.pk, **answer, **place)
        return place

    def after(self, done: object) -> HttpResponse:
        """Go on, in a check that has not ended with its next page."""
        if isinstance(done, dict) and not done["ends"]:
            return see_other("check", self.case.pk, self.entry)
        return super().after(done)


class CheckScreen(_Walked):
    """Where a later check stands: a question, a value that is missing, its end."""

    acts = (Act.RESOLVE,)

    @cached_property
    def walked(self) -> CaseWalk:
        """Return how far the check has come that is due; else there is no page."""
        entry = self.kwargs["entry"]
        if entry not in self.case.follow_ups:
            raise Http404
        return walk_case(self.case, self.request.actor.at, entry=entry)

    def act(self, form: ActForm) -> bool:
        """Record what a rule needs; without a need, that the end is seen."""
        values = form.values if isinstance(form, ValueForm) else {}
        ends = not values and _ends(self.walked)
        context, entry = form.context(self.request.actor), self.walked.entry
        record = answers.record_for_follow_up
        record(context, self.case.pk, entry=entry, values=values, ends=ends)
        return ends

    def after(self, done: object) -> HttpResponse:
        """Go on, with the check's next page until it has ended."""
        if not done:
            return see_other("check", self.case.pk, self.walked.entry)
        return super().after(done)


class ValueScreen(_Walked):
    """The value that a rule needs and nobody has given."""

    acts = (Act.FACT,)
    http_method_names = ["post"]

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """Return what the form in hand answers: values missing, or entered before."""
        flow, missing = self.walked.flow, self.walked.walk.missing
        steps = {key: step_of_value(flow, key) for key in entered_values(self.sheet)}
        again = [
            need_of(flow.values[key], step)
            for key, step in steps.items()
            if step is not None
        ]
        known = {one.key for one in missing}
        needs = [*missing, *(one for one in again if one.key not in known)]
        sent = tuple(one for one in needs if one.key in self.request.POST)
        return sent or missing

    @cached_property
    def page(self) -> Page:
        """Return the page that asks for them."""
        return value_page(self.sheet, self.walked, self.needs)

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Record them, where any is asked for."""
        return super().post(*args, **kwargs) if self.needs else self.after(None)

    def act(self, form: ActForm) -> object:
        """Record them."""
        assert isinstance(form, ValueForm)  # noqa: S101 - the page's own
        context = form.facts_context(self.request.actor)
        return record_facts(context, self.case.pk, form.values)


def _ends(walked: CaseWalk) -> bool:
    """Say whether a check is over with its outcome: no score is still to be given."""
    outcome = walked.walk.outcome
    return outcome is not None and outcome.effect not in ASSIGNS


steps = Steps.as_view()
step = StepScreen.as_view()
check = CheckScreen.as_view()
value = ValueScreen.as_view()
