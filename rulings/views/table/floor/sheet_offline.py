"""The fact sheet: a tablet keeps the page, fills it in without network, files it later.

Filed it is a list of ordinary acts, all of them or none; ruling needs the server. Of a
director who plays the board only the call, the claim and its words are filed; the rest
is shown to him for the director who takes the case.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.bridge.seats import Seat
from rulings.forms.table.calls import FactSheetForm
from rulings.laws.engine import load_flow
from rulings.models import Case, Objection, Playing, Position, Statement
from rulings.permissions import Refused
from rulings.presenters.table.layers import reading
from rulings.queries.case.rules import CLAIMS
from rulings.queries.table.sheet import sheet_for
from rulings.states import Act
from rulings.views.table.floor.calls import FloorScreen
from rulings.views.table.floor.places import asked_playing
from rulings.views.table.frame import (
    Draft,
    also,
    draft_key,
    is_playing_director,
    see_other,
    unfiled_key,
)
from rulings.workflow import facts, objections
from rulings.workflow.acts import ActContext, first_receipt
from rulings.workflow.cases import open_case
from rulings.workflow.log import Receipt

LONGEST = timedelta(hours=18)
"""A tablet's clock that is farther off than that says nothing."""

NO_RIGHT = 403


def _then(context: ActContext, word: str) -> ActContext:
    """Return the form of a further act, on the version that the case then has."""
    return replace(also(context, word), version=None)


class FactSheet(FloorScreen[FactSheetForm]):
    """The page, and a sheet that was filled in."""

    acts = (Act.OPEN, Act.CLAIM, Act.STATEMENT, Act.OBJECT, Act.POSITION)
    template, form_class = "table/sheet_offline.html", FactSheetForm

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show the page; a tablet may keep it."""
        response = super().get(*args, **kwargs)
        response["X-Keep"] = "phone"  # read by static/js/worker.js
        return response

    def act(self, form: FactSheetForm) -> Receipt | None:
        """Note the call and all that was taken down, as at the time of the tap."""
        owner, user = self.request.POST.get("owner", ""), self.request.actor.user
        if owner and (user is None or owner != str(user.pk)):
            form.refuse(_("Somebody else has signed in on this tablet meanwhile."))
            return None
        context, put = form.context(self.request.actor), form.cleaned_data["phone_time"]
        if put is not None and context.at - LONGEST < put < context.at:
            context = replace(context, said_at=put, phone_at=put)
        try:
            with transaction.atomic():
                return self._filed(context, form)
        except Refused as error:
            stays = _("What you typed stays here: read it to the director there.")
            form.refuse(f"{error} {stays}", status=NO_RIGHT)
            return None

    def _filed(self, context: ActContext, form: FactSheetForm) -> Receipt | None:
        # Filed whole before, and the answer was lost: what its words say by the
        # cards of now, or where its board would be now, is not asked again (R3).
        if (done := first_receipt(context)) and done.case_id:
            return done
        asks = self.request, self.event, form, context.said_at
        playing, asked = asked_playing(*asks)
        if playing is None:
            unclear = _("Several sessions have this board: use “New call”.")
            form.refuse(str(asked.get("unknown") or unclear))
            return None
        return self._noted(context, form, playing)

    def _noted(
        self, context: ActContext, form: FactSheetForm, playing: Playing
    ) -> Receipt:
        given = form.cleaned_data
        flow = load_flow(CLAIMS, self.event.edition)
        done = open_case(context, playing, flow_hash=flow.hash)
        pk = done.case_id
        assert pk is not None  # noqa: S101 - it has just been opened
        claim = facts.ClaimGiven(
            claimer=given["claimer"],
            contract=given["contract"],
            tricks_left=given["left"],
            tricks_claimed=given["claimed"],
        )
        facts.record_claim(_then(context, "claim"), pk, claim)
        sheet = sheet_for(self.request.actor, Case.objects.get(pk=pk))
        facts.record_statement(
            _then(context, "statement"),
            pk,
            layer=Statement.Layer.CLAIM,
            seat=given["claimer"],
            words=given["words"],
            steps=[str(step) for step in reading(sheet, given["words"]).steps],
        )
        if is_playing_director(self.request, sheet.case):
            return done
        if given["objects"]:
            seat = Seat.parse(given["objects"])
            wanted = objections.Wanted(
                wish=Objection.Wish.DOUBT, side=seat.side.value, seat=seat.letter
            )
            objections.submit_objection(_then(context, "object"), pk, wanted)
        if given["position"] is not None:
            facts.record_position(
                _then(context, "position"),
                pk,
                given["position"],
                Position.Source.GRID,
            )
        return done

    def after(self, done: Receipt) -> HttpResponse:
        """Go on with the case; a draft of the ruling waits at its number till then."""
        form, pk, session = self.form, done.case_id, self.request.session
        assert form is not None and pk is not None  # noqa: S101, PT018 - just filed
        if is_playing_director(self.request, Case.objects.get(pk=pk)):
            if rest := form.for_others():
                session[unfiled_key(pk)] = rest
                return see_other("handover", pk)
            return see_other("case", pk)
        given = form.cleaned_data
        draft: Draft = (given["own_tricks"], given["own_reason"])
        if draft != (None, ""):
            session[draft_key(pk)] = draft
        return see_other("case", pk)


fact_sheet = FactSheet.as_view()
