"""What the claimer knew, and what was pending: facts recorded tap by tap.

Serves Laws 70C to 70E (who had shown out, cards forgotten, locations proven), 50, 51
and 26 (penalty cards, a lead that is bound). With a record of play the show-outs are
read from it; each tap here records or takes back one fact, and the claim is solved
anew.
"""

from __future__ import annotations

from django.http import HttpResponse

from rulings.forms.table.known import FactForm
from rulings.permissions import Sight
from rulings.presenters.moment import known as shown
from rulings.presenters.table.words import PLAYER_CLASS
from rulings.queries.case.derived import FORBIDDEN, MAJOR, MINOR, REQUIRED
from rulings.queries.table.proposal import NOT_PROVEN, PROVEN, apart
from rulings.queries.table.sheet import Sheet
from rulings.states import Act
from rulings.views.common import see_other
from rulings.views.screens import need_sight
from rulings.views.table.frame import TableScreen
from rulings.workflow.errors import Fault
from rulings.workflow.facts import record_facts

INSTEAD = {
    "forgotten": "counted",
    "counted": "forgotten",
    PROVEN: NOT_PROVEN,
    MAJOR: MINOR,
    MINOR: MAJOR,
    FORBIDDEN: REQUIRED,
    REQUIRED: FORBIDDEN,
}
"""Lists that exclude each other: what is put on one leaves the other."""

LEADS = {FORBIDDEN, REQUIRED}


class Known(TableScreen[FactForm]):
    """What is known; one fact is switched on or off."""

    acts = (Act.FACT,)
    sight, template, form_class = Sight.DRAFT, "known", FactForm
    here, leads_to = "proposal", "known"

    def enter(self) -> HttpResponse | None:
        """Leave where there are no cards yet, or no claimer."""
        super().enter()
        need_sight(self.request, self.case, Sight.CARDS)
        ready = self.sheet.cards is not None and self.sheet.claimer is not None
        return None if ready else see_other("case", self.case.pk)

    @staticmethod
    def offers(sheet: Sheet, facts: shown.Facts) -> shown.Groups:
        """Return what can be known."""
        return shown.known_of(sheet, facts)

    def context(self) -> dict[str, object]:
        """Return the facts in groups."""
        return {"groups": self.offers(self.sheet, shown.facts_of(self.case))}

    def act(self, form: FactForm) -> object:
        """Record the fact, or take it back."""
        facts = shown.facts_of(self.case)
        offered, fact = self.offers(self.sheet, facts), form.cleaned_data["fact"]
        context = form.facts_context(self.request.actor)
        return record_facts(context, self.case.pk, _switched(offered, facts, fact))


class RestrictionsScreen(Known):
    """Penalty cards and bound leads; one is switched on or off."""

    template = leads_to = "restrictions"
    here = "cards"

    @staticmethod
    def offers(sheet: Sheet, facts: shown.Facts) -> shown.Groups:
        """Return what can be pending."""
        return shown.restrictions_of(sheet, facts)


def _switched(
    offered_now: shown.Groups, facts: shown.Facts, given: str
) -> dict[str, object]:
    """Return the list that a tap changes, and the one that it takes a card off."""
    key, _mark, value = given.partition("=")
    offered = {
        chip.value
        for _title, _more, chips in offered_now
        for chip in chips
        if not chip.fixed
    }
    if given not in offered:
        raise Fault("fact_misfits_cards")
    if key == PLAYER_CLASS:
        return {key: value}
    values = facts[key]
    now = [one for one in values if one != value]
    if len(now) < len(values):
        return {key: sorted(now) or None}
    if key in LEADS:  # declarer binds one lead
        return {INSTEAD[key]: None, key: [value]}
    now = sorted([*values, value])
    changed: dict[str, object] = {key: now}
    other = facts.get(INSTEAD.get(key, ""), [])
    left = [one for one in other if not apart(one) <= set(now)]
    if left != other:
        changed[INSTEAD[key]] = left or None
    return changed


known = Known.as_view()
restrictions = RestrictionsScreen.as_view()
