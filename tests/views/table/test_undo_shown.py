"""An undo that moves the number shows before and after, and then takes it back."""

import pytest

from rulings.models import Answer, Entry
from rulings.workflow.answers import answer
from tests.views.table.test_law_steps import small_case
from tests.views.table.walks import refused, solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_undo_of_an_answer_shows_the_number_it_moves_before_it_is_confirmed(walk, cast):
    walk.case = small_case(cast)
    answer(cast.form(cast.dana), walk.case.pk, step="C06", choice="not_mentioned")
    answer(cast.form(cast.dana), walk.case.pk, step="C07", choice="possible")
    solve(walk.case)
    walk.see("proposal")
    before = Entry.objects.count()

    walk.page = refused(walk, "undo")

    rows = {row.name: (row.before, row.after) for row in walk.page.context["rows"]}
    assert rows["Tricks"] == ("2", "2–3")
    assert rows["Result"][1] == "–"
    assert Entry.objects.count() == before
    assert Answer.objects.filter(step="C07").exists()

    walk.send("undo", confirmed="yes")

    assert walk.at == "proposal"
    assert not Answer.objects.filter(step="C07").exists()


def test_undo_that_moves_no_number_is_one_tap(walk, cast):
    walk.case = small_case(cast)
    answer(cast.form(cast.dana), walk.case.pk, step="C12", choice="no")
    walk.see("proposal")

    walk.send("undo")

    assert not Answer.objects.filter(step="C12").exists()
