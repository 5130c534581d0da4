"""The law of published rulings: how much a director is asked beyond accepting.

Each is taken down as printed, under the regulations of who ruled: claim, words, cards,
who had shown out. Then only what stands on the screen is done: the answer that the
source gives, and the main button. The soak prints a row for docs/benchmarks.md.
"""

import json
import re
from dataclasses import dataclass, field, replace
from functools import cached_property

import pytest
from django.conf import settings
from django.db import transaction

from rulings.bridge.contracts import Contract
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Side
from rulings.laws.regulations import load_regulations
from rulings.models import Objection, Position, Ruling
from rulings.solver.tools.published import LATER, WORDS, forgotten_in, read_published
from rulings.workflow import facts, objections
from rulings.workflow.solving.propose import propose
from tests.factories import make_case, make_event
from tests.views.table.walks import Walk, solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SHARED = settings.TD_DATA / "rulings" / "dev.json"
PRINTED = json.loads(SHARED.read_text("utf-8"))["cases"] if SHARED.exists() else []
TAPS = 12
"""Taps after which a ruling counts as out of reach."""
SHORT = 3
"""Tricks left of the claims that every run walks; the soak walks them all."""


@dataclass
class Asked:
    """What a director was asked on the way to one ruling.

    `needs_fact` says that the number was open until a fact was answered. `unasked`
    are side cards that the source says were out of mind and that no question named.
    """

    id: str
    needs_fact: bool = False
    questions: list = field(default_factory=list)
    refused: list = field(default_factory=list)
    unasked: set = field(default_factory=set)
    by_hand: bool = False
    tricks: int | None = None

    @property
    def twice(self):
        """Return the questions that were put again after they had been answered."""
        return sorted({one for one in self.questions if self.questions.count(one) > 1})


class Director:
    """Brings a published ruling to its number by what the screens offer."""

    def __init__(self, client, printed):
        self.printed, self.asked = printed, Asked(printed["id"])
        self.ruling = read_published(printed, WORDS)
        self.edition = printed["edition"].split("/")[-1]
        profile = load_regulations(self.ruling.settings.profile)
        values = {**profile.values, "edition": self.edition}
        self.cast = make_event(edition=self.edition, values=values)
        client.force_login(self.cast.dana)
        self.walk = Walk(client, make_case(self.cast))
        self.takes_down()

    def form(self):
        """Return the form of the next act."""
        return self.cast.form(self.cast.dana)

    @cached_property
    def gone(self):
        """Return the cards that the source says the claimer left out of count."""
        text = f"{self.printed['statement']} {self.printed['facts'] or ''}"
        return forgotten_in(text, self.ruling.position, self.ruling.claim)

    def takes_down(self):
        """Take down claim, words, doubt and cards, as they are printed."""
        claim, cards, case = self.ruling.claim, self.ruling.position, self.walk.case.pk
        named = self.printed["contract"] or f"3{self.printed['strain']}"
        level = re.sub("NT$", "N", named)
        contract = Contract.parse(f"{level} {claim.declarer.letter}")
        given = facts.ClaimGiven(
            claimer=claim.claimer.letter,
            contract=contract,
            tricks_left=cards.left,
            tricks_claimed=None if claim.tricks == cards.left else claim.tricks,
        )
        facts.record_claim(self.form(), case, given)
        facts.record_statement(
            self.form(),
            case,
            layer="claim",
            seat=claim.claimer.letter,
            words=self.printed["statement"].partition(LATER)[0].strip(),
            steps=[str(step) for step in claim.statement.steps],
        )
        doubt = objections.Wanted(
            wish=Objection.Wish.DOUBT,
            side=claim.claimer.side.other.value,
            seat=claim.claimer.lho.letter,
        )
        objections.submit_objection(self.form(), case, doubt)
        facts.read_back(self.form(), case, ns="confirmed", ew="confirmed")
        whole = replace(cards, won=won_before(contract, cards.left))
        marked, faced = Position.Source.MARKED, self.edition == "1997"
        facts.record_position(self.form(), case, whole, marked, faced=faced)
        if shown := sorted(f"{seat}:{suit}" for seat, suit in claim.show_outs):
            facts.record_facts(self.form(), case, {"show_outs": shown})
        propose(self.form(), case)

    def rules(self):
        """Do what the screen offers until there is a ruling, or none by accepting."""
        for tap in range(TAPS):
            solve(self.walk.case)
            shown = self.walk.see("proposal").context
            if tap == 0:
                open_ = [one for one in shown["benches"] if one.pressed is None]
                self.asked.needs_fact = bool(shown["asks"] and open_)
            if getattr(self, shown["next"].kind)(shown):
                break
        named = {card for _name, about in self.asked.questions for card in about}
        trump = self.ruling.position.strain.suit
        side = {str(card) for card in self.gone if card.suit is not trump}
        self.asked.unasked = side - named
        return self.asked

    def choose(self, shown):
        """Answer the fact that is asked as the source does."""
        bench = next(one for one in shown["benches"] if one.pressed is None)
        row = self.answer(bench)
        cards = {
            card for one in bench.rows for card in one.value.split(":")[-1].split(",")
        }
        self.asked.questions.append((bench.id, (*bench.about.split(","), *cards)))
        about = {"about": bench.about} if bench.about else {}
        self.walk.send("settle", **{row.name: row.value}, **about)

    def answer(self, bench):
        """Return the row that fits what is printed; the first where nothing does."""
        rows = {row.value: row for row in bench.rows}
        aware = bool(self.printed["claimer_aware_of_trump"])
        gone = {str(card) for card in self.gone}
        wanted = {
            "aware_of_trump": "aware" if aware else "not_aware",
            "forgotten": "forgotten"
            if gone & set(bench.about.split(","))
            else "counted",
        }.get(bench.id, "")
        for value in rows:
            kind, _colon, cards = value.partition(":")
            if kind == "gone" and set(cards.split(",")) <= gone:
                wanted = value
        return rows.get(wanted, bench.rows[0])

    def first(self, _shown):
        """Go to the question of law that the main button leads to, one too many."""
        context = self.walk.see("steps").context
        self.asked.questions.append(("law", (context["step"].id,)))
        self.asked.refused.append(context["step"].id)
        return True

    def read_back(self, _shown):
        """Confirm the words again, where that is asked for."""
        self.asked.questions.append(("read_back", ()))
        self.walk.send("read_back", ns="confirmed", ew="confirmed")

    def by_hand(self, _shown):
        """Note that the search ended with a range: the number is given by hand."""
        self.asked.by_hand = True
        return True

    def accept(self, shown):
        """Accept; what the button says is what is ruled."""
        self.walk.send("rule", way="accept", reason="")
        ruling = Ruling.objects.filter(case=self.walk.case).first()
        if (
            ruling is None
            or f"{ruling.tricks_claimer} trick" not in shown["next"].words
        ):
            self.asked.refused.append(self.walk.at)
        else:
            self.asked.tricks = ruling.tricks_claimer
        return True


def won_before(contract, left):
    """Return tricks won before the claim; they leave the contract open if they can."""
    own = max(0, contract.tricks_needed - left)
    other = FULL_HAND - left - own
    return (own, other) if contract.declarer.side is Side.NS else (other, own)


@pytest.mark.parametrize(
    "printed",
    [one for one in PRINTED if one["n_tricks"] <= SHORT],
    ids=lambda one: one["id"],
)
def test_accept_accepts_and_no_question_comes_twice(client, printed):
    asked = Director(client, printed).rules()

    assert (asked.refused, asked.twice) == ([], [])
    assert len(asked.questions) <= (1 if asked.needs_fact else 0)
    assert asked.by_hand or asked.tricks is not None


@pytest.mark.soak("rulings")
def test_most_published_rulings_need_one_answer_beyond_accepting(client):
    if not PRINTED:
        pytest.skip(f"published rulings are not at {SHARED}; set TD_DATA")
    every = [walked(client, printed) for printed in PRINTED]
    needing = [one for one in every if one.needs_fact]
    one = [asked for asked in needing if len(asked.questions) == 1]
    others = [asked for asked in every if not asked.needs_fact]
    figure = f"{len(needing)} of {len(every)} need a fact, {len(one)} one question"
    print(*every, figure, sep="\n")  # noqa: T201 - for docs/benchmarks.md

    assert [asked.id for asked in every if asked.refused or asked.twice] == []
    assert [asked.id for asked in others if asked.questions] == []
    assert len(one) >= 0.9 * len(needing)


def walked(client, printed):
    """Walk one ruling and take its rows away again."""
    with transaction.atomic():
        asked = Director(client, printed).rules()
        transaction.set_rollback(True)
    return asked
