"""What the claimer knew: one tap records a fact and one takes it back."""

import pytest

from rulings.models import Fact
from rulings.workflow.facts import record_facts
from tests.factories import make_case

pytestmark = pytest.mark.django_db


def facts_now():
    return {row.key: row.value for row in Fact.objects.all()}


def test_card_that_was_counted_is_taken_back_or_forgotten_after_all(walk, cast):
    walk.case = make_case(cast, state="frozen")
    record_facts(cast.form(cast.dana), walk.case.pk, {"counted": ["S6", "S9"]})
    walk.see("known")
    assert "Counted by the claimer" in walk.text

    walk.send("known", fact="counted=S9")
    assert facts_now() == {"counted": ["S6"]}

    walk.send("known", fact="forgotten=S6")
    assert facts_now() == {"counted": None, "forgotten": ["S6"]}


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("locations=E:H5", "East H5"),
        ("locations=W:H5", "West H5"),
        ("losers=SA", "SA"),
        ("conceded=C", "clubs"),
        ("show_outs=E:H", "East hearts"),
    ],
    ids=["a low card", "not held", "not his", "a suit", "not out"],
)
def test_what_is_on_a_list_can_always_be_taken_back(walk, cast, fact, words):
    """A question put it there, or the cards have been corrected since."""
    walk.case = make_case(cast, state="frozen")
    key, _, value = fact.partition("=")
    record_facts(cast.form(cast.dana), walk.case.pk, {key: [value]})

    walk.see("known")
    pressed = [
        chip for _, _, chips in walk.page.context["groups"] for chip in chips if chip.on
    ]
    walk.send("known", fact=fact)

    assert [(chip.value, chip.words) for chip in pressed] == [
        (fact, words),
        ("player_class=club", "club player"),
    ]
    assert facts_now() == {key: None}
