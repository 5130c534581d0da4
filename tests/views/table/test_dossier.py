"""The dossier: the whole case on one sheet, and the file that proves itself."""

import pytest
from django.urls import reverse

from rulings.models import Case
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case
from tests.laws.flowdata import CONTESTED
from tests.views.table.walks import hidden
from tests.workflow.dossiers import unplayed

pytestmark = pytest.mark.django_db


def test_dossier_is_shown_and_given_out_with_an_entry(walk, cast):
    walk.case = make_case(cast, state="announced")
    walk.see("dossier")
    assert "This record proves itself." in walk.text

    url = reverse("dossier_file", args=[walk.case.pk])
    answer = walk.client.post(url, hidden(walk.page))

    assert answer.json()["format"] == "case/1"
    assert "attachment" in answer["Content-Disposition"]
    assert verify().findings == []


@pytest.mark.parametrize(("tricks", "certain"), [(8, 8), (7, 6)], ids=["all", "cut"])
def test_dossier_says_why_a_number_has_no_line_as_the_proposal_does(
    walk, cast, tricks, certain
):
    walk.case = make_case(cast, state="frozen")
    row = unplayed(cast, walk.case, tricks, certain={"low": certain, "high": tricks})
    words = walk.see("proposal").context["no_line"]
    decide.rule(cast.form(cast.dana), walk.case.pk, decision(proposal_id=row.pk))

    walk.see("dossier")
    url = reverse("dossier_file", args=[walk.case.pk])
    given = walk.client.post(url, hidden(walk.page)).json()

    assert "The line was not searched out card by card." in words
    assert f"<p>{words}</p>" in walk.text
    assert [one["no_line"] for one in given["proposals"]] == [words]
    assert check_dossier(given, []) == []


def test_question_that_no_answer_decides_is_told_as_not_asked(walk, cast):
    walk.case = make_case(cast, state="frozen")
    answers = {**CONTESTED, "C06": "not_mentioned", "C07": "possible", "C12": "no"}
    solver = {"opp_trumps": 1, "trump_tricks_lost": 0, "worst_normal": 7}
    solver |= {"alt_less_successful": False, "location_dependent": False}
    stored = {
        "facts": {"remaining": 8, "claimed": 8, "trump": "S", "opp_trumps": 1},
        "answers": {**answers, "C20": "accept_proposal"},
        "solver": solver,
        "derived": ["C06", "C07"],
    }
    decide.rule(cast.form(cast.dana), walk.case.pk, decision(walk=stored))

    path = walk.see("dossier").context["path"]

    moot = [(answer, why) for _law, _question, answer, why in path if why]
    assert moot == [("not asked", "it makes no difference")] * len(moot) != []
    assert "it may have been forgotten" not in walk.text
    assert "from the facts, not asked" not in walk.text


def test_dossier_of_a_range_says_nothing_of_a_line(walk, cast):
    walk.case = make_case(cast, state="frozen")
    row = unplayed(cast, walk.case, 6, 7)
    decide.rule(cast.form(cast.dana), walk.case.pk, decision(proposal_id=row.pk))

    walk.see("dossier")

    assert "The line behind the number" not in walk.text
    assert Case.objects.get().state == "ruled"
