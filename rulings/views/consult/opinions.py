"""Second opinions on a case: asked for, given without knowing the ruling, compared."""

from __future__ import annotations

import uuid
from functools import cached_property
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from rulings.forms.acts import ActForm, ButtonForm
from rulings.forms.consult.opinions import OUTSIDE, AskOpinionForm, OpinionForm
from rulings.models import Opinion
from rulings.permissions import Sight
from rulings.presenters.consult.facts import frozen_facts
from rulings.presenters.consult.opinions import opinion_views, ruled_view
from rulings.queries.table import consulted
from rulings.queries.table.sheet import sheet_of
from rulings.states import Act, State, possible
from rulings.views.common import see_other
from rulings.views.screens import CaseScreen, Filled, Tap
from rulings.workflow.ruling import opinions as record


class ConsultScreen(CaseScreen[Filled]):
    """A page about those who are consulted, in the zone of the event."""

    def show(self) -> HttpResponse:
        """Render the page."""
        with timezone.override(ZoneInfo(self.case.event.zone)):
            return super().show()


class Opinions(ConsultScreen[AskOpinionForm]):
    """Who was asked for an opinion; each answer beside the ruling."""

    acts = (Act.ASK_OPINION,)
    right, sight = Act.ASK_OPINION, Sight.DRAFT
    template, leads_to = "consult/opinions.html", "opinions"

    @cached_property
    def directors(self) -> dict[int, str]:
        """Return the directors who can be asked."""
        return consulted.free_to_opine(self.case, self.request.actor)

    def fresh_form(self) -> AskOpinionForm:
        """Return the form to ask."""
        return self.make_form(None)

    def make_form(self, data: object) -> AskOpinionForm:
        """Return the form; who was free when it was drawn is judged by the act."""
        return AskOpinionForm(data, directors=self.directors)

    def context(self) -> dict[str, object]:
        """Return the opinions, newest first, and the ruling they are laid beside."""
        case, at = self.case, self.request.actor.at
        ruling, rows = consulted.newest_ruling(case), consulted.opinions_of(case)
        left = case.claim.tricks_left if hasattr(case, "claim") else None
        texts = consulted.texts_of_opinions(rows, ruling)
        views = opinion_views(
            rows,
            at,
            left=left,
            ruling=ruling,
            texts=texts,
            mark=record.facts_mark(case) if rows else "",
        )
        return {
            "opinions": [(one, self._link(one.row)) for one in views],
            "ruled": ruled_view(ruling, left, texts),
            "consults": consulted.consults(self.request.actor, case),
        }

    def _link(self, row: Opinion) -> str:
        """Return the link of an opinion that is waited for, "" for any other."""
        if row.secret_hash is None or not row.is_open(self.request.actor.at):
            return ""
        path = reverse("consulted", args=[record.secret_of(row)])
        return self.request.build_absolute_uri(path)

    def act(self, form: AskOpinionForm) -> uuid.UUID:
        """Ask; a form sent twice leads to the same opinion."""
        given = form.cleaned_data
        outside = given["who"] == OUTSIDE
        return record.ask_opinion(
            form.context(self.request.actor),
            self.case.pk,
            hours=given["hours"],
            user=None if outside else User.objects.get(pk=given["who"]),
            name=given["name"] if outside else "",
        )


class OpinionEnd(Tap):
    """An opinion is not waited for any more; its link opens nothing."""

    acts, right = (Act.END_OPINION,), Act.ASK_OPINION
    sight, leads_to, form_class = Sight.DRAFT, "opinions", ButtonForm

    def act(self, form: ActForm) -> object:
        """Withdraw it."""
        context = form.context(self.request.actor)
        return record.withdraw_opinion(context, self.case.pk, self.kwargs["opinion_id"])


class OwnOpinion(ConsultScreen[OpinionForm]):
    """The facts alone for a director who was asked, and his ruling on them."""

    acts = (Act.GIVE_OPINION,)
    sight, template = Sight.CARDS, "consult/opinion.html"

    @cached_property
    def asked(self) -> Opinion | None:
        """Return what the reader was asked for and has not answered."""
        return consulted.own_opinion(self.request.actor, self.case)

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show the facts; who is not asked is led to the case."""
        if self.asked is None:
            return see_other("case", self.case.pk)
        return super().get(*args, **kwargs)

    def fresh_form(self) -> OpinionForm:
        """Return the form of the opinion."""
        return self.make_form(None)

    def make_form(self, data: object) -> OpinionForm:
        """Return the form, with the mark of the facts that this page shows."""
        left = consulted.tricks_to_divide(self.case)
        return OpinionForm(data, left=left, seen=record.facts_mark(self.case))

    def context(self) -> dict[str, object]:
        """Return the facts."""
        return {
            "facts": frozen_facts(sheet_of(self.case)),
            "asked": self.asked,
            "stands": Act.GIVE_OPINION in possible(State(self.case.state)),
            "decline": ButtonForm(),
        }

    def act(self, form: OpinionForm) -> object:
        """Give it."""
        given = form.cleaned_data
        return record.give_opinion(
            form.context(self.request.actor),
            self.case.pk,
            tricks=given["tricks"],
            laws=given["laws"],
            reasons=given["reasons"],
            seen=given["seen"],
        )

    def after(self, done: object) -> HttpResponse:
        """Go to the case, which is open from now on."""
        messages.success(self.request, _("Your opinion is with the case."))
        return super().after(done)


class OpinionDeclined(Tap):
    """Somebody who was asked gives no opinion."""

    acts, right = (Act.END_OPINION,), Act.GIVE_OPINION
    leads_to, form_class = "case", ButtonForm

    def act(self, form: ActForm) -> object:
        """Decline."""
        return record.decline_opinion(form.context(self.request.actor), self.case.pk)


opinions, opinion = Opinions.as_view(), OwnOpinion.as_view()
opinion_end, opinion_declined = OpinionEnd.as_view(), OpinionDeclined.as_view()
