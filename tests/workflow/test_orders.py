"""Directors at one case in every order: one ruling, nothing overwritten unseen (T4).

Each of them looks, which is when a form is made, and then sends what he decided by what
he saw. A form counts only if nobody has changed the case since its director looked.
"""

import random
from contextlib import contextmanager
from functools import partial
from itertools import islice

import pytest
from django.db import transaction

from rulings.models import Case, Entry, Role, Ruling
from rulings.permissions import Refused
from rulings.states import IN_FORCE, NotAllowed
from rulings.workflow import cases, facts
from rulings.workflow.errors import Invalid, Overtaken
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from rulings.workflow.undo import undo
from tests.factories import decision, make_case, make_event, make_staff

pytestmark = pytest.mark.django_db
KEPT = ("number", "outcome", "laws", "tricks_claimer", "by_id", "decided_at")


def ruled(verb, tricks):
    return partial(verb, decision=decision(tricks, reasons="Doubt goes against him."))


ACTS = {
    "rule": lambda chance: ruled(decide.rule, chance.randrange(9)),
    "revise": lambda chance: ruled(decide.revise, chance.randrange(9)),
    "overrule": lambda chance: ruled(decide.overrule, chance.randrange(9)),
    "announce": lambda _: decide.announce,
    "confirm": lambda _: decide.confirm,
    "send back": lambda _: partial(decide.send_back, reason="Ask West again."),
    "open again": lambda _: partial(facts.change_facts, reason="West was not heard."),
    "take over": lambda _: cases.take_over,
    "undo": lambda _: undo,
}


class Table:
    """A case, its directors, and what each of them saw last."""

    def __init__(self, cast, case, people):
        self.cast, self.case, self.people = cast, case, people
        self.seen, self.counts = {}, {"taken": 0, "overtaken": 0, "refused": 0}
        self.rulings = {}

    def look(self, who):
        self.seen[who] = Case.objects.get(pk=self.case.pk).version

    def send(self, who, verb):
        """Send a form; what happens must be right by what its director saw."""
        self.cast.later(seconds=1)
        before = Case.objects.get(pk=self.case.pk)
        entries = Entry.objects.count()
        fresh = self.seen[who] == before.version
        form = self.cast.form(self.people[who], version=self.seen[who])
        try:
            with transaction.atomic():
                receipt = verb(form, self.case.pk)
        except Overtaken:
            assert not fresh
            self.counts["overtaken"] += 1
        except (Refused, Invalid, NotAllowed):
            self.counts["refused"] += 1
        else:
            assert fresh, "somebody's act was overwritten unseen"
            self.counts["taken"] += 1
            assert Case.objects.get(pk=self.case.pk).version > before.version
            self.check(undone=receipt.act == "undo")
            return
        assert Entry.objects.count() == entries
        assert Case.objects.get(pk=self.case.pk).version == before.version

    def check(self, *, undone):
        """One current ruling once one was announced; no ruling edited or gone."""
        rows = {row.pk: row for row in Ruling.objects.filter(case=self.case)}
        current = [row for row in rows.values() if row.current]
        announced = [row for row in rows.values() if row.announced_at]
        assert len(current) == bool(announced)
        case = Case.objects.get(pk=self.case.pk)
        if case.state in IN_FORCE:
            assert current == [max(announced, key=lambda row: row.announced_at)]
        kept = {pk: [getattr(row, name) for name in KEPT] for pk, row in rows.items()}
        for pk, values in self.rulings.items():
            assert kept.get(pk, values if undone else None) == values
        self.rulings = kept


@contextmanager
def tables(number):
    """Yield what makes a table of so many directors; each is forgotten after use."""
    cast = make_event()
    other = make_staff(cast, "devi", Role.Name.DIRECTOR)
    people = dict(zip("abc"[:number], (cast.dana, other, cast.cleo), strict=False))
    case = make_case(cast, state="frozen")
    start = cast.at

    @contextmanager
    def fresh():
        cast.at = start
        with transaction.atomic():
            yield Table(cast, case, people)
            transaction.set_rollback(True)

    yield fresh


STEPS = {
    2: {
        "a": ["look", "rule", "look", "announce"],
        "b": ["look", "take over", "look", "rule"],
    },
    3: {
        "a": ["look", "rule", "announce"],
        "b": ["look", "take over", "rule"],
        "c": ["look", "overrule", "announce"],
    },
}


def orders(steps):
    """Yield every order of the steps of some people, each one's own kept."""
    if not any(steps.values()):
        yield ()
        return
    for who, left in steps.items():
        if left:
            for rest in orders({**steps, who: left[1:]}):
                yield ((who, left[0]), *rest)


def play(table, steps):
    chance = random.Random(4)
    looked = set()
    for who, step in steps:
        if step == "look":
            table.look(who)
            looked.discard(who)
            continue
        if who in looked and len(table.people) == 3:
            table.look(who)  # his first form is done: he sees the case before the next
        table.send(who, ACTS[step](chance))
        looked.add(who)
    return table.counts


def in_every_order(number, step=1):
    """Play every order, or each so manieth; return how many, and what became of it."""
    total = {"taken": 0, "overtaken": 0, "refused": 0, "orders": 0}
    with tables(number) as fresh:
        for steps in islice(orders(STEPS[number]), 0, None, step):
            with fresh() as table:
                for name, count in play(table, steps).items():
                    total[name] += count
            total["orders"] += 1
    return total


def history(table, chance):
    for who in table.people:
        table.look(who)
    for _ in range(12):
        who = chance.choice(list(table.people))
        if chance.random() < 0.5:
            table.look(who)
        table.send(who, ACTS[chance.choice(list(ACTS))](chance))


def random_histories(many, seed=2000):
    chance = random.Random(seed)
    total = {"taken": 0, "overtaken": 0, "refused": 0}
    with tables(3) as fresh:
        for number in range(many):
            with fresh() as table:
                history(table, chance)
                if number % 10 == 0:
                    assert verify().findings == []
                for name, count in table.counts.items():
                    total[name] += count
    return total


def test_two_directors_in_some_orders_overwrite_nothing():
    found = in_every_order(2, step=23)

    assert found["orders"] == 4
    assert found["taken"]
    assert found["overtaken"]


@pytest.mark.soak("T4")
@pytest.mark.parametrize(("number", "many"), [(2, 70), (3, 1680)])
def test_directors_in_every_order_overwrite_nothing(number, many, say):
    found = in_every_order(number)

    say(f"{number} directors: {found}")
    assert found["orders"] == many


@pytest.mark.soak("T4")
@pytest.mark.parametrize("seed", range(2000, 2020))
def test_two_thousand_random_histories_overwrite_nothing(say, seed):
    # In twenties: a history is taken back, and one transaction of them all would drag
    # what it took back along.
    say(f"random histories: {random_histories(100, seed)}")
