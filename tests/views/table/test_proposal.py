"""The proposal: told in words, its questions and numbers, what it rests on."""

import pytest

from rulings.bridge.positions import Position
from rulings.models import Case, Fact, Proposal
from rulings.queries.case.flow import current_proposal
from rulings.workflow import facts
from rulings.workflow.solving.propose import propose, store_result
from tests.factories import make_case
from tests.views.table.proposals import again, at_the_proposal, refused, result
from tests.views.table.walks import Walk, solve, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def walk(client, cast):
    return at_the_proposal(client, cast)


def test_line_is_told_in_words_with_the_law_of_each_sentence(walk):
    walk.send("settle", aware_of_trump="not_aware")
    again(walk)

    why = walk.page.context["why"]

    assert [law for law, _words in why][:2] == ["70C", "70C"]
    told = [words for _law, words in (*why, *walk.page.context["more_why"])]
    assert any(words.startswith("That makes 3 of ") for words in told)


def test_questions_carry_both_numbers_and_the_ladder_stands_beside(walk):
    (question,) = walk.page.context["benches"]

    assert question.id == "aware_of_trump"
    assert [row.number for row in question.rows] == ["4", "3"]
    assert [row.points for row in question.rows] == ["+420", "−50"]
    assert question.pressed is None
    rungs = walk.page.context["changes"].scenarios
    assert [rung.number for rung in rungs if rung.here] == ["4"]
    assert len(rungs) == len(result(walk)["ladder"])
    assert "How this was computed" in walk.text


ORIGIN = {
    "en": ["from the top", "club player"],
    "pl": ["od góry", "klubowy"],
    "fr": ["de haut en bas", "joueur de club"],
}


@pytest.mark.parametrize("language", ORIGIN)
def test_what_a_proposal_rests_on_is_told_in_the_readers_language(walk, language):
    walk.client.cookies["django_language"] = language

    walk.see("proposal")

    told = [value for _term, value in walk.page.context["origin"]]
    assert told[-2:] == ORIGIN[language]


def test_result_stored_before_there_was_a_ladder_still_opens(walk):
    row = current_proposal(Case.objects.get(pk=walk.case.pk))
    old = {
        key: value
        for key, value in result(walk).items()
        if key not in {"ladder", "strikes"}
    }
    Proposal.objects.filter(pk=row.pk).update(status=Proposal.Status.QUEUED)
    store_result(
        walk.case.pk, row.pk, at=row.queued_at, status=Proposal.Status.EXACT, result=old
    )

    walk.see("proposal")

    rungs = {rung.words: rung.number for rung in walk.page.context["changes"].scenarios}
    assert rungs["The trumps out were forgotten."] == "3"
    assert rungs["This line."] == "3–4"


def test_place_of_a_card_is_proven_and_taken_back_at_one_tap(client, cast):
    client.force_login(cast.dana)
    case = make_case(cast, state="frozen")
    walk = Walk(client, case)
    walk.see("proposal")

    page = refused(walk, "settle", location="proven", about="E:S2")
    assert page.status_code == 422
    assert "does not fit the cards" in page.content.decode()

    form = cast.form(cast.dana)
    facts.record_facts(form, case.pk, {"locations": ["E:H5"]})
    walk.see("proposal")
    walk.send("settle", location="not_proven", about="E:H5")
    assert Fact.objects.get(key="locations").value is None


def test_settle_without_an_answer_is_refused(walk):
    page = refused(walk, "settle", aware_of_trump="perhaps")

    assert page.status_code == 422
    assert refused(walk, "settle").status_code == 422


def test_class_of_player_is_a_fact_and_puts_no_other_number(walk):
    before = result(walk)
    walk.see("known")

    walk.send("known", fact="player_class=beginner")
    again(walk)

    assert Fact.objects.get(key="player_class").value == "beginner"
    (question,) = walk.page.context["benches"]
    assert [row.number for row in question.rows] == ["4", "3"]
    assert (result(walk)["low"], result(walk)["high"]) == (
        before["low"],
        before["high"],
    )


def test_pressed_answer_stays_with_both_numbers_and_can_be_changed(walk):
    walk.send("settle", aware_of_trump="not_aware")
    (waiting,) = walk.page.context["benches"]
    assert [row.number for row in waiting.rows] == ["4", "3"]
    assert walk.page.context["next"].kind == "counting"
    again(walk)

    (question,) = walk.page.context["benches"]
    assert [row.number for row in question.rows] == ["4", "3"]
    assert [row.pressed for row in question.rows] == [False, True]
    assert "Accept 3 tricks" in walk.text

    walk.send("settle", aware_of_trump="aware")
    again(walk)

    assert [row.pressed for row in walk.page.context["benches"][0].rows] == [
        True,
        False,
    ]
    assert "Accept 4 tricks" in walk.text


def test_number_by_hand_is_not_wiped_out_by_a_search_that_ends(walk, cast):
    walk.case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), walk.case.pk)

    walk.see("proposal", own="")

    assert "Rule this number" in walk.text
    assert 'hx-trigger="every 2s' not in walk.text


HIGH = "S S:- 9-0 N:.AK.32. .32.54. AKQJ... T987..."
"""Four spades that no other hand can beat: any play wins all four tricks."""


def test_what_would_change_this_names_only_what_does(client, cast):
    client.force_login(cast.dana)
    sure = Walk(client, make_case(cast, state="frozen", contract="3N S"))
    sure.see("cards", way="grid")
    sure.send("cards", way="grid", won="9", **typed(Position.parse(HIGH)))
    solve(sure.case)

    changes = sure.see("proposal").context["changes"]

    assert (changes.settles, changes.knew, changes.pending) == ([], False, False)
    assert "No fact would change this number" in sure.text
    assert "What the claimer knew" not in sure.text
    assert "Penalty cards and leads" not in sure.text


def test_what_was_known_and_penalty_cards_stand_where_they_matter(walk):
    walk.send("settle", aware_of_trump="aware")
    again(walk)
    changes = walk.page.context["changes"]
    assert (changes.knew, changes.pending) == (True, False)  # all four tricks won

    walk.send("settle", aware_of_trump="not_aware")
    again(walk)

    assert walk.page.context["changes"].pending
    assert "What the claimer knew" in walk.text
    assert "Penalty cards and leads" in walk.text


def test_what_is_normal_is_one_tap_from_number_question_and_readout(walk):
    normal = "Normal: what counts as normal?"
    assert normal in walk.text
    assert "Class of player here: club player." in walk.text
    assert normal in walk.see("step", walk.case.pk, "C07").content.decode()
    assert normal not in walk.see("step", walk.case.pk, "B03").content.decode()
    walk.see("proposal")
    walk.send("settle", aware_of_trump="not_aware")
    again(walk)
    assert normal in walk.send("rule", way="accept").content.decode()


def test_normal_is_explained_beside_a_range_too(walk):
    walk.case.proposals.update(status=Proposal.Status.FAILED, result_hash="")

    assert "Normal: what counts as normal?" in walk.see("proposal").content.decode()
