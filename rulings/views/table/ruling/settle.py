"""An answer to a fact that would change the number; the claim is solved anew.

Each answer is an entry: on the trump an answer of the flow (Law 70C), on a card or
its place a fact, on the order of the words a step of the statement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpResponse

from rulings.forms.acts import ActForm
from rulings.forms.table.settle import AnswerForm
from rulings.models import Case, Fact, Statement
from rulings.permissions import Sight
from rulings.presenters.moment.known import MISCOUNTED, hidden_cards
from rulings.queries.case.flow import walk_with
from rulings.queries.case.rules import flow_of
from rulings.queries.table.decided import COUNTED
from rulings.queries.table.proposal import NOT_PROVEN, PROVEN, apart, proposed, together
from rulings.queries.table.sheet import sheet_of
from rulings.states import Act
from rulings.views.common import see_other
from rulings.views.screens import Tap
from rulings.workflow.acts import ActContext
from rulings.workflow.answers import answer
from rulings.workflow.errors import Fault
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


class Settle(Tap):
    """The answer to one of the proposal's questions."""

    acts = (Act.ANSWER, Act.FACT, Act.STATEMENT)
    sight, form_class = Sight.DRAFT, AnswerForm

    def act(self, form: ActForm) -> str:
        """Record it and return the question; "" where another page takes the answer."""
        given = form.cleaned_data
        name, choice = given["question"], given["choice"]
        if (name, choice) == (COUNTED, "other"):
            return ""
        context = form.facts_context(self.request.actor)
        SETTLED[name](Given(context, self.case, name, choice, given["cards"]))
        return str(name)

    def after(self, done: str) -> HttpResponse:
        """Go back to the proposal, or to what the claimer knew."""
        if not done:
            return see_other("known", self.case.pk)
        return see_other("proposal", self.case.pk, query=f"?answered={done}")


@dataclass(frozen=True, slots=True)
class Given:
    """An answer in hand: to which question, and the cards that it is about."""

    context: ActContext
    case: Case
    name: str
    choice: str
    cards: frozenset[str]


def _awareness(given: Given) -> None:
    """Answer whether the claimer was aware of the trump (Law 70C)."""
    case, choice = given.case, given.choice
    if choice not in AWARENESS:
        raise Fault("choose_of_two")
    points, at = flow_of(case).points, given.context.at
    also = {} if choice == "covered" else points.reply("trump_not_covered")
    for step, reply in points.reply(AWARENESS[choice]).items():
        _walked, moot = walk_with(case, at, step, reply, {}, also=also)
        place = given.context, case.pk
        answer(*place, step=step, choice=reply, set_aside=moot, also=also)


def _count(given: Given) -> None:
    """Put cards on the list of the answer, and off that of the other (Law 70D1)."""
    before = _lists(given, COUNT)
    about = _about(given, set().union(*before.values()))
    now = {
        key: cards | about if key == COUNT[given.choice] else cards - about
        for key, cards in before.items()
    }
    _store(given, before, now)


def _place(given: Given) -> None:
    """Record that the places of cards are proven, or are not together (Law 70E1)."""
    before = _lists(given, PLACE)
    named = {place for places in before[NOT_PROVEN] for place in apart(places)}
    about = _about(given, before[PROVEN] | named)
    are = given.choice == "proven"
    proven = before[PROVEN] | about if are else before[PROVEN] - about
    left = {one for one in before[NOT_PROVEN] if not apart(one) <= proven}
    answered = set() if are else {together(about)}
    _store(given, before, {PROVEN: proven, NOT_PROVEN: left | answered})


def _counted(given: Given) -> None:
    """Record what a false claim rests on: a miscount, or cards thought gone (70A)."""
    kind, _colon, cards = given.choice.partition(":")
    if kind not in {"too_many", "out_of_reach", "gone"}:
        raise Fault("choose_answer")
    before = _lists(given, {kind: "forgotten", MISCOUNTED: MISCOUNTED}, kind)
    offered = {card for card in given.cards if card}
    chosen = {card for card in cards.split(",") if card}
    hidden = {str(card) for _seat, card in hidden_cards(sheet_of(given.case))}
    if not chosen <= offered <= hidden or bool(chosen) != (kind == "gone"):
        raise Fault("fact_misfits_cards")
    left_out = before["forgotten"] - offered | chosen
    too_many = set() if chosen else {"yes"}
    _store(given, before, {"forgotten": left_out, MISCOUNTED: too_many})


Lists = Mapping[str, set[str]]
"""What stands on each list, by the key of its fact."""


def _lists(given: Given, keys: Mapping[str, str], choice: str = "") -> Lists:
    """Return what is on each list as it stands; Fault unless the answer has one."""
    if (choice or given.choice) not in keys:
        raise Fault("choose_of_two")
    rows = Fact.objects.filter(case=given.case, key__in=keys.values(), seat="")
    stored = {row.key: row.value for row in rows if isinstance(row.value, list)}
    return {key: set(stored.get(key, ())) for key in keys.values()}


def _about(given: Given, listed: set[str]) -> set[str]:
    """Return the cards or places sent; Fault unless each is asked for or listed."""
    if not given.cards <= _offered(given) | listed:
        raise Fault("fact_misfits_cards")
    return set(given.cards)


def _store(given: Given, before: Lists, now: Lists) -> None:
    """Record the lists that an answer changes, and solve anew where it matters."""
    changed = {key: sorted(now[key]) or None for key in now if now[key] != before[key]}
    if changed:
        record_facts(given.context, given.case.pk, changed)


def _offered(given: Given) -> set[str]:
    """Return the cards that the proposal's questions and locations are about."""
    result, name = proposed(given.case).result, given.name
    if result is None:
        return set()
    asked = [one.get("about", ()) for one in result["questions"] if one["id"] == name]
    if name == "location":
        asked += [one["held"] for one in result["settles"]]
    return {card for cards in asked for card in cards}


def _order(given: Given) -> None:
    """Say whether the words were an order of play or a count of tricks (Law 70B)."""
    sheet = sheet_of(given.case)
    row = sheet.layers.get(Statement.Layer.CLAIM)
    if given.choice not in ORDER or row is None:
        raise Fault("choose_of_two")
    steps = [step for step in row.steps if step not in ORDER.values()]
    record_statement(
        given.context,
        given.case.pk,
        layer=Statement.Layer.CLAIM,
        seat=row.seat,
        words=sheet.texts.get(row.words, ""),
        steps=[*steps, ORDER[given.choice]],
    )


SETTLED: dict[str, Callable[[Given], None]] = {
    "aware_of_trump": _awareness,
    "location": _place,
    "forgotten": _count,
    COUNTED: _counted,
    "stated_order": _order,
}
"""Which part of the record an answer goes to, by the id of its question."""


settle = Settle.as_view()
