"""Plays struck from the line or let in, each with a reason."""

import json

import pytest

from rulings.models import Entry, Fact
from rulings.presenters.sentences import idea_views
from rulings.presenters.table.search import number_of
from rulings.queries.table.proposal import switches_of
from rulings.workflow.proof.verify import verify
from tests.views.table.proposals import again, at_the_proposal, refused, result

pytestmark = pytest.mark.django_db


@pytest.fixture
def walk(client, cast):
    return at_the_proposal(client, cast)


def strikable(walk):
    """Return the first play of the trick in hand that can be struck."""
    return next(one.strike for one in walk.page.context["line"].plays if one.strike)


def test_strike_of_the_only_normal_play_says_that_it_changes_nothing(walk):
    walk.see("proposal", t="1")

    walk.send("strike", play=strikable(walk), reason="class")

    assert "It changes nothing" in again(walk)


def test_play_is_struck_with_a_reason_solved_anew_and_given_back(walk):
    walk.see("proposal", t="2")
    play = strikable(walk)
    before = result(walk)

    walk.send("strike", play=play, words="He always plays these from the top.")

    assert "The number is being computed" in walk.text
    assert "Before the last change" in walk.text
    entry = Entry.objects.filter(act="strike").get()
    assert json.loads(bytes(entry.data))["inputs"]["play"] == play
    text = again(walk)
    assert "He always plays these from the top." in text
    (switch,) = walk.page.context["switches"]
    now = result(walk)
    spans = [number_of(one["low"], one["high"]) for one in (now, before)]
    assert switch.effect == "With it: {}. Without it: {}.".format(*spans)
    assert f"<b>{switch.effect}</b>" in text
    assert "It changes nothing" not in text
    walk.see("proposal", t="2")
    assert strikable(walk) != play

    walk.send("strike", play=play, words="taken back")

    assert switches_of(walk.case) == []
    assert result(walk) == before
    assert verify().findings == []


def test_a_kind_of_play_is_ruled_out_and_comes_back_with_numbers_before_and_after(walk):
    before = result(walk)
    (offered,) = idea_views(before)
    assert offered.words.endswith("leads clubs before SJ")

    walk.send("strike", play=offered.id, words="ruled out by the director")
    assert [one.words for one in walk.page.context["switches"]] == [offered.words]
    again(walk)

    after = result(walk)
    (on,) = idea_views(after)
    assert after["low"] > before["low"]
    assert on.on
    assert walk.page.context["switches"] == []  # it stands beside the line
    assert on.effect.startswith(f"Ruled out at every trick: {after['low']}.")
    assert [(one.play, one.reason) for one in switches_of(walk.case)] == [
        (offered.id, "ruled out by the director")
    ]

    walk.send("strike", play=offered.id, words="taken back")

    assert switches_of(walk.case) == []
    assert result(walk) == before
    assert verify().findings == []


def test_an_old_result_names_no_kind_of_play(walk):
    old = {key: value for key, value in result(walk).items() if key != "ideas"}

    assert idea_views(old) == idea_views(None) == []


def test_plays_left_out_are_called_no_more_than_that(walk):
    """Only the reason beside each says why: most rules call no play irrational."""
    drawer = walk.text.partition('<details class="drawer">')[2].partition("<li>")[0]
    play = walk.page.context["left_out"][0]

    assert "left out, " in drawer
    assert "irrational" not in drawer
    assert play.why
    assert play.law


def test_play_left_out_is_let_in_for_one_of_the_reasons(walk):
    left_out = walk.page.context["left_out"][0]

    walk.send("allow", play=left_out.id, reason="words")
    text = again(walk)

    assert [(one.struck, one.reason) for one in switches_of(walk.case)] == [
        (False, "the words allow it")
    ]
    assert "Leave out again" in text
    assert result(walk)["award"] == left_out.award


@pytest.mark.parametrize("name", ["strike", "allow"])
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"play": ">SA"}, "Choose the reason first"),
        ({"play": ">C2", "reason": "class"}, "not on the line any more"),
        ({"play": "rubbish", "reason": "class"}, "not on the line any more"),
        ({"play": "S:lead:C:trump", "reason": "class"}, "not on the line any more"),
        ({"play": ">SA", "reason": "whim"}, "Select a valid choice"),
    ],
    ids=["no reason", "elsewhere", "no play", "no idea", "no such reason"],
)
def test_switch_that_fits_nothing_is_refused(walk, name, data, sentence):
    page = refused(walk, name, **data)

    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not Fact.objects.filter(key__startswith=name).exists()
