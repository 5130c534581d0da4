"""An answer to a fact that would change the number; the claim is solved anew.

Each answer is an entry: on the trump an answer of the flow (Law 70C), on a card a
fact, on the order of the words a step of the statement.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rulings.models import Case, Fact, Statement
from rulings.permissions import Sight
from rulings.queries.flows import flow_of
from rulings.queries.table.answers import walk_with
from rulings.queries.table.proposal import proposed
from rulings.queries.table.sheet import sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.acts import facts_form, propose_again
from rulings.views.table.frame import need_sight, see_other
from rulings.workflow.answers import answer
from rulings.workflow.errors import Invalid
from rulings.workflow.facts import record_facts, record_statement

AWARENESS = {"aware": "trump_known", "not_aware": "trump_forgotten"}
"""The replies of the flow to the question on the trump."""

ORDER = {"order": "in that order", "not_an_order": "not an order"}
LISTED = {
    "location": ("locations", "proven"),
    "forgotten": ("forgotten", "forgotten"),
}
"""Questions on cards: the fact that lists them, and the answer that puts them there."""

Settled = Callable[[HtmxHttpRequest, Case, str, str], None]


@declares(Act.ANSWER, Act.FACT, Act.STATEMENT)
@require_POST
@signed_in
def settle(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record the answer to one of the proposal's questions."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    for name, record in SETTLED.items():
        if choice := request.POST.get(name):
            record(request, case, name, choice)
            return see_other("proposal", case.pk)
    raise Invalid(_("Choose one of the two answers."))


def _awareness(request: HtmxHttpRequest, case: Case, _name: str, choice: str) -> None:
    """Answer whether the claimer was aware of the trump (Law 70C)."""
    if choice not in AWARENESS:
        raise Invalid(_("Choose one of the two answers."))
    form, points = facts_form(request), flow_of(case).points
    also = points.reply("trump_not_covered")
    for step, given in points.reply(AWARENESS[choice]).items():
        _walked, moot = walk_with(case, request.actor.at, step, given, {}, also=also)
        answer(form, case.pk, step=step, choice=given, set_aside=moot, also=also)
    propose_again(form, case.pk)


def _listed(request: HtmxHttpRequest, case: Case, name: str, choice: str) -> None:
    """Put cards on the list of a fact, or take them off it (Laws 70D1, 70E1)."""
    key, puts = LISTED[name]
    about = request.POST.get("about", "").split(",")
    row = Fact.objects.filter(case=case, key=key, seat="").first()
    known = set(row.value) if row is not None and isinstance(row.value, list) else set()
    if not set(about) <= _offered(case, name) | known:
        raise Invalid(_("This fact does not fit the cards."))
    now = known | set(about) if choice == puts else known - set(about)
    if now == known:
        return
    form = facts_form(request)
    record_facts(form, case.pk, {key: sorted(now) or None})
    propose_again(form, case.pk)


def _offered(case: Case, name: str) -> set[str]:
    """Return the cards that the proposal's questions and locations are about."""
    result = proposed(case).result
    if result is None:
        return set()
    asked = [one.get("about", ()) for one in result["questions"] if one["id"] == name]
    if name == "location":
        asked += [one["held"] for one in result["settles"]]
    return {card for cards in asked for card in cards}


def _order(request: HtmxHttpRequest, case: Case, _name: str, choice: str) -> None:
    """Say whether the words were an order of play or a count of tricks (Law 70B)."""
    row = sheet_of(case).layers.get(Statement.Layer.CLAIM)
    if choice not in ORDER or row is None:
        raise Invalid(_("Choose one of the two answers."))
    steps = [step for step in row.steps if step not in ORDER.values()]
    form = facts_form(request)
    record_statement(
        form,
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat=row.seat,
        words=sheet_of(case).texts.get(row.words, ""),
        steps=[*steps, ORDER[choice]],
    )
    propose_again(form, case.pk)


SETTLED: dict[str, Settled] = {
    "aware_of_trump": _awareness,
    "location": _listed,
    "forgotten": _listed,
    "stated_order": _order,
}
"""Which part of the record an answer goes to, by the id of its question."""
