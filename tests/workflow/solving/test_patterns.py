"""Cases from before patterns were kept are found among similar ones again."""

from io import StringIO

import pytest
from django.core.management import call_command

from rulings.models import Case, CasePattern
from rulings.models import Position as Cards
from rulings.queries.table.similar import similar_to
from tests.factories import as_actor, make_case, make_event
from tests.queries.table.test_similar import at_another_table

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


def filled():
    out = StringIO()
    call_command("case_patterns", stdout=out)
    return out.getvalue()


def test_a_case_without_a_pattern_gets_that_of_its_facts():
    cast = make_event()
    old = make_case(cast, state="ruled")
    new = make_case(cast, state="frozen", playing=at_another_table(old))
    kept = {row.pk: (row.cards, row.ways) for row in CasePattern.objects.all()}
    CasePattern.objects.filter(proposal__case=old).delete()
    assert similar_to(as_actor(cast, cast.dana), new) == []

    assert filled() == "1 patterns made; 0 cases give no question\n"

    assert {row.pk: (row.cards, row.ways) for row in CasePattern.objects.all()} == kept
    (row,) = similar_to(as_actor(cast, cast.dana), Case.objects.get(pk=new.pk))
    assert (row.case, row.differs) == (old, ())
    assert filled().startswith("0 patterns")


def test_a_case_whose_cards_are_gone_is_counted_and_left():
    cast = make_event()
    old = make_case(cast, state="ruled")
    CasePattern.objects.all().delete()
    Cards.objects.filter(case=old).delete()

    assert filled() == "0 patterns made; 1 cases give no question\n"
