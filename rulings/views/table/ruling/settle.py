"""An answer to a fact that would change the number; the claim is solved anew.

Each answer is an entry: on the trump an answer of the flow (Law 70C), on a card or
its place a fact, on the order of the words a step of the statement.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from rulings.models import Case, Fact, Statement
from rulings.permissions import Sight
from rulings.queries.case.flow import walk_with
from rulings.queries.case.rules import flow_of
from rulings.queries.table.decided import COUNTED
from rulings.queries.table.proposal import NOT_PROVEN, PROVEN, apart, proposed, together
from rulings.queries.table.sheet import sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.facts.known import MISCOUNTED, hidden_cards
from rulings.views.table.frame import facts_form, need_sight, see_other
from rulings.workflow.answers import answer
from rulings.workflow.errors import Invalid
from rulings.workflow.facts import record_facts, record_statement

AWARENESS = {
    "covered": "trump_covered",
    "aware": "trump_known",
    "not_aware": "trump_forgotten",
}
"""The replies of the flow to the question on the trump."""

ORDER = {"order": "in that order", "not_an_order": "not an order"}
COUNT = {"forgotten": "forgotten", "counted": "counted"}
PLACE = {"proven": PROVEN, "not_proven": NOT_PROVEN}
"""For each answer on cards, or on their place, the fact that lists them."""

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
            if (name, choice) == (COUNTED, "other"):
                return see_other("known", case.pk)
            record(request, case, name, choice)
            query = f"?answered={name}"
            return see_other("proposal", case.pk, query=query)
    raise Invalid("Choose one of the two answers.")


def _awareness(request: HtmxHttpRequest, case: Case, _name: str, choice: str) -> None:
    """Answer whether the claimer was aware of the trump (Law 70C)."""
    if choice not in AWARENESS:
        raise Invalid("Choose one of the two answers.")
    form, points = facts_form(request), flow_of(case).points
    also = {} if choice == "covered" else points.reply("trump_not_covered")
    for step, given in points.reply(AWARENESS[choice]).items():
        _walked, moot = walk_with(case, request.actor.at, step, given, {}, also=also)
        answer(form, case.pk, step=step, choice=given, set_aside=moot, also=also)


def _count(request: HtmxHttpRequest, case: Case, name: str, choice: str) -> None:
    """Put cards on the list of the answer, and off that of the other (Law 70D1)."""
    before = _lists(case, COUNT, choice)
    about = _about(request, case, name, set().union(*before.values()))
    now = {
        key: cards | about if key == COUNT[choice] else cards - about
        for key, cards in before.items()
    }
    _store(request, case, before, now)


def _place(request: HtmxHttpRequest, case: Case, name: str, choice: str) -> None:
    """Record that the places of cards are proven, or are not together (Law 70E1)."""
    before = _lists(case, PLACE, choice)
    named = {place for places in before[NOT_PROVEN] for place in apart(places)}
    about = _about(request, case, name, before[PROVEN] | named)
    proven = before[PROVEN] | about if choice == "proven" else before[PROVEN] - about
    left = {one for one in before[NOT_PROVEN] if not apart(one) <= proven}
    answered = {together(about)} if choice == "not_proven" else set()
    _store(request, case, before, {PROVEN: proven, NOT_PROVEN: left | answered})


def _counted(request: HtmxHttpRequest, case: Case, _name: str, choice: str) -> None:
    """Record what a false claim rests on: a miscount, or cards thought gone (70A)."""
    kind, _colon, cards = choice.partition(":")
    if kind not in {"too_many", "out_of_reach", "gone"}:
        raise Invalid("Choose one of the answers.")
    keys = {"forgotten": "forgotten", MISCOUNTED: MISCOUNTED}
    before = _lists(case, keys, "forgotten")
    offered = {card for card in request.POST.get("about", "").split(",") if card}
    chosen = {card for card in cards.split(",") if card}
    hidden = {str(card) for _seat, card in hidden_cards(sheet_of(case))}
    if not chosen <= offered <= hidden or bool(chosen) != (kind == "gone"):
        raise Invalid("This fact does not fit the cards.")
    left_out = before["forgotten"] - offered | chosen
    too_many = set() if chosen else {"yes"}
    _store(request, case, before, {"forgotten": left_out, MISCOUNTED: too_many})


Lists = Mapping[str, set[str]]
"""What stands on each list, by the key of its fact."""


def _lists(case: Case, keys: Mapping[str, str], choice: str) -> Lists:
    """Return what is on each list as it stands; Invalid unless the answer has one."""
    if choice not in keys:
        raise Invalid("Choose one of the two answers.")
    rows = Fact.objects.filter(case=case, key__in=keys.values(), seat="")
    stored = {row.key: row.value for row in rows if isinstance(row.value, list)}
    return {key: set(stored.get(key, ())) for key in keys.values()}


def _about(
    request: HtmxHttpRequest, case: Case, name: str, listed: set[str]
) -> set[str]:
    """Return the cards or places sent; Invalid unless each is asked for or listed."""
    about = set(request.POST.get("about", "").split(","))
    if not about <= _offered(case, name) | listed:
        raise Invalid("This fact does not fit the cards.")
    return about


def _store(request: HtmxHttpRequest, case: Case, before: Lists, now: Lists) -> None:
    """Record the lists that an answer changes, and solve anew where it matters."""
    changed = {key: sorted(now[key]) or None for key in now if now[key] != before[key]}
    if not changed:
        return
    form = facts_form(request)
    record_facts(form, case.pk, changed)


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
        raise Invalid("Choose one of the two answers.")
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


SETTLED: dict[str, Settled] = {
    "aware_of_trump": _awareness,
    "location": _place,
    "forgotten": _count,
    COUNTED: _counted,
    "stated_order": _order,
}
"""Which part of the record an answer goes to, by the id of its question."""
