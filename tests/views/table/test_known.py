"""What the claimer knew: one tap records a fact and one takes it back."""

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.models import Fact
from rulings.presenters.words import card_name
from rulings.queries.case.solving import pending_of, solver_input
from rulings.workflow.facts import record_facts
from tests.factories import make_case, make_event
from tests.views.table.walks import Walk, typed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


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


def test_place_found_not_proven_is_shown_and_taken_back(walk, cast):
    walk.case = make_case(cast, state="frozen")
    found = {"not_proven": ["E:DT,W:DK", "W:DK"]}
    record_facts(cast.form(cast.dana), walk.case.pk, found)
    walk.see("known")
    shown = [
        chip.words
        for title, _, chips in walk.page.context["groups"]
        for chip in chips
        if title == "Found not proven"
    ]
    assert shown == ["East DT, West DK", "West DK"]

    walk.send("known", fact="not_proven=W:DK")

    assert facts_now() == {"not_proven": ["E:DT,W:DK"]}


def test_places_proven_one_by_one_are_no_more_found_not_proven_together(walk, cast):
    walk.case = make_case(cast, state="frozen")
    record_facts(
        cast.form(cast.dana), walk.case.pk, {"not_proven": ["E:DT,W:DK", "W:DK"]}
    )
    walk.see("known")

    walk.send("known", fact="locations=W:DK")
    assert facts_now() == {"not_proven": ["E:DT,W:DK"], "locations": ["W:DK"]}

    walk.send("known", fact="locations=E:DT")
    assert facts_now() == {"not_proven": None, "locations": ["E:DT", "W:DK"]}


@pytest.mark.parametrize(
    ("edition", "law"),
    [("1997", "Law 70E"), ("2007", "Law 70E1"), ("2017", "Law 70E1")],
)
def test_places_cite_the_law_as_the_edition_numbers_it(client, edition, law):
    cast = make_event(edition=edition)
    client.force_login(cast.dana)
    walk = Walk(client, make_case(cast, state="frozen"))
    places = {"not_proven": ["W:DK"]}
    record_facts(cast.form(cast.dana), walk.case.pk, places)

    walk.see("known")

    cited = [more for _, more, _ in walk.page.context["groups"] if "70E" in more]
    assert [more.endswith(f"({law}).") for more in cited] == [True, True]


def test_a_penalty_card_is_marked_after_the_cards_and_binds_the_search(walk, cast):
    walk.case = make_case(cast, state="frozen")
    position = Position.parse(walk.case.position.text)
    card = position.hands[Seat.WEST].cards
    first = min(card)
    walk.see("cards", way="grid")
    walk.send(
        "cards", way="grid", pending="1", won=str(position.won[0]), **typed(position)
    )
    assert walk.at == "restrictions"

    walk.send("restrictions", fact=f"penalty_minor=W:{first}")
    walk.send("restrictions", fact=f"penalty_major=W:{first}")
    walk.send("restrictions", fact="lead_required=E:H")
    walk.send("restrictions", fact="lead_forbidden=E:H")
    spot = next(c for c in position.hands[Seat.SOUTH] if c.rank < 10)
    walk.send("restrictions", fact=f"spots=S:{spot}")

    held = {key: value for key, value in facts_now().items() if value}
    assert held["penalty_major"] == [f"W:{first}"]
    assert "penalty_minor" not in held
    assert "lead_required" not in held
    claim = solver_input(walk.case).claim
    assert claim.spots == {(Seat.SOUTH, spot)}
    pending = claim.pending
    assert [str(one) for one in pending.cards] == [f"W:{first}:major"]
    assert str(pending.lead) == "E:H:forbidden"
    assert f"{card_name(first)} West, no hearts from East" in walk.text


def test_two_penalty_cards_of_one_hand_are_major_and_must_be_held(cast):
    case = make_case(cast, state="frozen")
    position = Position.parse(case.position.text)
    first, second = sorted(position.hands[Seat.WEST])[:2]
    facts = {"penalty_minor": [f"W:{first}", f"W:{second}", f"E:{first}", f"S:{first}"]}

    found = pending_of(position, Seat.SOUTH, facts)

    assert {(one.card, one.major) for one in found.cards} == {
        (first, True),
        (second, True),
    }
