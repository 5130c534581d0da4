"""A named finesse: read again with the cards, ruled on with a penalty card pending."""

import pytest

from rulings.models import Case, Ruling, Statement
from rulings.queries.case.solving import solver_input
from rulings.workflow.proof.verify import verify
from tests.walks.conftest import objects

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

LEFT = (
    *("5 of spades", "4 of spades", "king of hearts"),
    *("king of spades", "queen of spades", "6 of hearts"),
    *("ace of spades", "jack of spades", "3 of hearts"),
    *("9 of spades", "8 of spades", "9 of hearts"),
)


def test_a_queen_the_side_does_not_hold_is_finessed_against(walker, world, worker):
    dana = walker("Dana, director")
    dana.tap("New call").tap("1", role="button")
    dana.tap("4", role="radio", nth=0).tap("spade", role="radio")
    dana.tap("South", role="radio", nth=0)
    dana.tap("3", role="radio", nth=1).tap("Next").turns()
    dana.types("words, as spoken", "I'll finesse the queen of spades")
    dana.tap("Keep:").sees("Does anybody object")
    assert Statement.objects.get().steps == ["finesse SQ"]
    objects(dana, "West", "A finesse or guess")

    for card in LEFT:
        dana.tap(card)
    dana.tap("10", role="radio", near="has won")
    dana.tap("A penalty card, a lead restriction").tap("Yes, ask me after the cards")
    dana.tap("South", role="button", near="Who leads now")

    dana.sees("What was said is now read as").sees("Finesse")
    dana.sees("Anything else about these cards?")
    dana.tap("West 9 of hearts", role="button", nth=0).turns()
    dana.sees("9 West").tap("Go on").turns()
    assert Statement.objects.get().steps == ["finesse spades"]
    asked = solver_input(Case.objects.get())
    assert [str(card) for card in asked.claim.pending.cards] == ["W:H9:major"]
    assert [str(step) for step in asked.claim.statement.steps] == ["finesse spades"]
    dana.sees("Even the best play wins 2, not 3: East takes a trick with")
    dana.sees("West has to play the penalty card").tap("Accept 2 tricks")
    dana.sees("Read this out").sees("I'll finesse the queen of spades")
    dana.tap("Announced to both sides").sees("announced")
    assert Ruling.objects.get(current=True).tricks_claimer == 2
    assert verify().findings == []
