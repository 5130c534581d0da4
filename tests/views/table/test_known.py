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
