"""Every question of law is reached by taps: none of them leads back to the claim."""

import pytest

from rulings.models import Case, Fact
from tests.factories import free_playing, make_case, make_event
from tests.views.table.walks import Walk

pytestmark = pytest.mark.django_db

CLAIM = {"level": "4", "strain": "S", "declarer": "S", "claimer": "S", "left": "8"}


@pytest.fixture
def cast():
    return make_event()


@pytest.fixture
def walk(client, cast):
    client.force_login(cast.dana)
    return Walk(client)


def take_call(walk, cast):
    walk.see("new_call", cast.event.pk)
    walk.send("new_call", cast.event.pk, playing=free_playing(cast).pk)
    walk.case = Case.objects.get()


def say(walk, choice, **records):
    """Answer the question in hand."""
    assert walk.at in {"step", "steps"}, walk.at
    step = walk.page.context["step"].id
    notes = {f"record_{name}": value for name, value in records.items()}
    walk.send("step", walk.case.pk, step, choice=choice, **notes)


def give(walk, **values):
    """Give the values that the page in hand asks for."""
    asked = {need[0] for need in walk.page.context["needs"]}
    assert {key.partition(".")[2] for key in asked} == set(values)
    walk.send("value", **{key: values[key.partition(".")[2]] for key in sorted(asked)})


@pytest.mark.parametrize(
    ("role", "outcome"),
    [("declarer", "O-EXPOSED-DECLARER"), ("defender", "O-EXPOSED-DEFENDER")],
)
def test_cards_dropped_end_without_a_claim(walk, cast, role, outcome):
    take_call(walk, cast)
    walk.see("step", walk.case.pk, "A01")

    say(walk, "showed_cards")
    say(walk, "plainly_no_intent_to_claim")
    give(walk, role=role)
    walk.send("close")

    walk.case.refresh_from_db()
    assert (walk.case.state, walk.case.outcome) == ("closed", outcome)


@pytest.mark.parametrize(
    ("called_first", "outcome"), [("false", "O-VOIDCLAIM"), ("true", "")]
)
def test_all_four_play_on_unless_the_director_was_called(
    walk, cast, called_first, outcome
):
    take_call(walk, cast)
    walk.send("claim", **CLAIM)
    walk.send("read_back", ns="confirmed", ew="confirmed")
    walk.see("step", walk.case.pk, "B02")

    say(walk, "play_went_on")
    say(walk, "yes_all_four")
    give(walk, td_called_first=called_first)

    if outcome:
        walk.send("close")
    else:
        assert walk.page.context["step"].id == "B05"
    walk.case.refresh_from_db()
    assert walk.case.outcome == outcome


def test_revoke_asks_for_its_trick_before_anything_else(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("step", walk.case.pk, "B06")

    say(walk, "revoke")
    say(walk, "claiming_side")
    say(walk, "played")
    assert walk.page.context["step"].id == "R03"
    give(walk, revoke_trick="4")
    say(walk, "applies")

    assert Fact.objects.get(key="facts.revoke_trick").value == 4
    assert [need[0] for need in walk.page.context["needs"]] == ["facts.revoke_transfer"]
